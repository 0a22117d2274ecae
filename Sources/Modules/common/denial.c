/*
 * The answer to a request that may not pass: a page for people, `application/problem+json` for programs. The words and
 * members are those of the server's answers.
 */
#include "decision.h"

#include <stdlib.h>

/* ----------------------------------------------------------------------------------------------------------- Words */

/* Each text in English and German. */
typedef const char *words[2];

static const words title_blocked = {"This page is blocked", "Diese Seite ist gesperrt"};
static const words title_route = {"This page opens elsewhere", "Diese Seite wird anderswo geöffnet"};
static const words title_install = {"A managed browser is needed", "Ein verwalteter Browser wird benötigt"};
static const words title_unreadable = {"This request cannot be checked", "Diese Anfrage lässt sich nicht prüfen"};
static const words title_unavailable = {"Pages cannot be checked now", "Seiten lassen sich gerade nicht prüfen"};
static const words by_rule = {
    "Your organization does not allow this page.", "Ihre Organisation erlaubt diese Seite nicht."};
static const words by_default = {
    "Your organization allows only known pages, and this is not one of them.",
    "Ihre Organisation erlaubt nur Seiten, die sie kennt; diese gehört nicht dazu."};
static const words by_policy = {
    "Your organization's policy does not allow this page.",
    "Die Richtlinie Ihrer Organisation erlaubt diese Seite nicht."};
static const words routed = {
    "Your organization opens this page in another browser or app.",
    "Ihre Organisation öffnet diese Seite in einem anderen Browser oder einer anderen App."};
static const words install = {
    "Your organization opens this page in its managed browser. Please install it first.",
    "Ihre Organisation öffnet diese Seite in ihrem verwalteten Browser. Bitte installieren Sie ihn zuerst."};
static const words unreadable = {
    "Programs along the way could read its address differently, so it was stopped. Check the address.",
    "Programme auf dem Weg könnten ihre Adresse verschieden lesen, deshalb wurde sie angehalten. Bitte prüfen Sie die "
    "Adresse."};
static const words unavailable = {
    "Nothing can be opened while your organization's policy cannot be checked. Try again in a few minutes.",
    "Solange die Richtlinie Ihrer Organisation nicht befragt werden kann, lässt sich nichts öffnen. Versuchen Sie es in "
    "einigen Minuten noch einmal."};
static const words open_managed = {"Open in the managed browser", "Im verwalteten Browser öffnen"};
static const words open_other = {"Open in the other browser", "Im anderen Browser öffnen"};
static const words open_app = {"Open in the app", "In der App öffnen"};
static const words no_link_to_managed = {
    "Copy the address and open it in the browser that your organization manages.",
    "Kopieren Sie die Adresse und öffnen Sie sie im Browser, den Ihre Organisation verwaltet."};
static const words no_link = {
    "Copy the address and open it in the browser or app that your organization has chosen for such pages.",
    "Kopieren Sie die Adresse und öffnen Sie sie im Browser oder in der App, die Ihre Organisation für solche Seiten "
    "vorgesehen hat."};
static const words label_contact = {"Questions", "Fragen an"};
static const words label_id = {"Decision", "Entscheidung"};
static const words label_rule = {"Rule", "Regel"};
static const words label_reasons = {"Reasons", "Gründe"};

/* The maximum number of reasons that a page shows. */
#define SHOWN_REASONS 4

/* The content of a denial. */
typedef struct content {
    const words *title, *sentence, *link_text;
    /* What to do instead of following a link, on a page without one; may be NULL. */
    const words *no_link;
    const char *link;
    char because[1024];
    char rule[512];
    char codes[DEMARC_REASON_LIMIT][64];
    size_t code_count;
} content;

/* ------------------------------------------------------------------------------------------------------- Its content */

static int is_visible(const char *text)
{
    while (*text > 0x20 && *text < 0x7F) text++;
    return *text == 0;
}

/* Whether a page may link, and a browser may be redirected, to a URL: visible ASCII with a scheme that executes
 * nothing. */
static int may_link(const char *address)
{
    static const char *const refused[] = {
        "javascript", "vbscript", "data", "file", "blob", "about", "view-source", "filesystem",
    };
    size_t scheme, i;

    if (!is_visible(address)) return 0;
    for (scheme = 0; address[scheme] != ':'; scheme++) {
        char byte = address[scheme], letter = (char)(byte | 0x20);
        int is_letter = letter >= 'a' && letter <= 'z';
        if (!is_letter && (scheme == 0 || !byte || !strchr("0123456789+-.", byte))) return 0;
    }
    for (i = 0; i < sizeof refused / sizeof *refused; i++)
        if (dm_is_word(address, scheme, refused[i])) return 0;
    return scheme > 0;
}

static void take_text(
    const dm_library *library, demarc_evaluator *evaluator, const dm_decision *decision, uint32_t what, char *text,
    size_t capacity)
{
    if (library->request_text(evaluator, &decision->answer, what, text, capacity, NULL) < 0) text[0] = 0;
}

static void say_route(const dm_decision *decision, const char *route, content *content)
{
    content->title = &title_route;
    content->sentence = &routed;
    content->link_text = &open_other;
    content->no_link = &no_link;
    switch (decision->answer.destination) {
    case DEMARC_IN_BROWSER_OFFER:
        content->title = &title_install;
        content->sentence = &install;
        content->no_link = NULL;
        break;
    case DEMARC_IN_MANAGED_BROWSER:
        content->link_text = &open_managed;
        content->no_link = &no_link_to_managed;
        break;
    case DEMARC_IN_MANAGED_APP:
    case DEMARC_IN_UNMANAGED_APP: content->link_text = &open_app; break;
    default: break;
    }
    if (route[0] && may_link(route)) content->link = route;
}

static void say_block(content *content)
{
    size_t i;

    content->title = &title_blocked;
    content->sentence = &by_policy;
    for (i = 0; i < content->code_count; i++) {
        const char *code = content->codes[i];
        if (strcmp(code, "url.invalid") == 0 || strcmp(code, "url.ambiguous") == 0) {
            content->title = &title_unreadable;
            content->sentence = &unreadable;
        } else if (strcmp(code, "rule.blocked") == 0) {
            content->sentence = &by_rule;
        } else if (strcmp(code, "rule.default.blocked") == 0) {
            content->sentence = &by_default;
        } else {
            continue;
        }
        return;
    }
}

static void fill_in(
    const dm_library *library, demarc_evaluator *evaluator, const dm_decision *decision, const char *route,
    content *content)
{
    const demarc_request_answer *answer = &decision->answer;
    uint32_t i;

    memset(content, 0, sizeof *content);
    if (decision->failure || answer->fault != DEMARC_NO_FAULT) {
        int is_ours = decision->failure || answer->fault == DEMARC_FAULT_VIEW_UNKNOWN;
        content->title = is_ours ? &title_unavailable : &title_unreadable;
        content->sentence = is_ours ? &unavailable : &unreadable;
        dm_first_reason(library, decision, content->codes[0], sizeof content->codes[0]);
        content->code_count = 1;
        return;
    }
    for (i = 0; i < answer->reason_count && i < DEMARC_REASON_LIMIT; i++)
        if (library->reason_name(answer->reasons[i], content->codes[i], sizeof content->codes[i]) < 0)
            content->codes[i][0] = 0;
    content->code_count = i;
    take_text(library, evaluator, decision, DEMARC_REQUEST_BECAUSE, content->because, sizeof content->because);
    take_text(library, evaluator, decision, DEMARC_REQUEST_RULE, content->rule, sizeof content->rule);
    if (answer->verdict == DEMARC_ROUTE) say_route(decision, route, content);
    else say_block(content);
}

/* -------------------------------------------------------------------------------------------------------- The page */

/* It is readable without its style sheet. The hash in the field below is that of the text between the tags. */
#define STYLE \
    ":root{color-scheme:light dark}" \
    "body{margin:0;padding:8vh 1rem;font:1rem/1.5 system-ui,sans-serif}" \
    "main{max-width:36rem;margin:auto;padding:1.75rem 2rem;border:1px solid GrayText;border-radius:.75rem;" \
    "overflow:hidden;overflow-wrap:anywhere}" \
    "h1{margin:0 0 .75rem;font-size:1.5rem;line-height:1.25}" \
    "blockquote{margin:1rem 0;padding:.1rem 1rem;border-left:.25rem solid GrayText}" \
    "dl{margin:1.5rem 0 0;padding-top:1rem;border-top:1px solid GrayText;font-size:.875rem}" \
    "dt{font-weight:600}dd{margin:0 0 .6rem}ul{margin:0;padding-left:1.1rem}"
#define STYLE_HASH "sha256-F1Gcivfe54BZiNGku/sqOw7RvU/gmwmnKcDo8vhaJoE="

static void write_item(dm_writer *page, const char *label, const char *before, const char *text, size_t limit, const char *after)
{
    dm_write_plain(page, "<dt>");
    dm_write_plain(page, label);
    dm_write_plain(page, "</dt>\n<dd>");
    dm_write_plain(page, before);
    dm_write_html(page, text, limit);
    dm_write_plain(page, after);
    dm_write_plain(page, "</dd>\n");
}

static void write_page(dm_writer *page, const content *content, const dm_decision *decision, const dm_occasion *occasion)
{
    int language = occasion->is_german;
    size_t i;

    dm_write_plain(page, "<!doctype html>\n<html lang=\"");
    dm_write_plain(page, language ? "de" : "en");
    dm_write_plain(page, "\">\n<head>\n<meta charset=\"utf-8\">\n"
                         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                         "<meta name=\"robots\" content=\"noindex\">\n<title>");
    dm_write_plain(page, (*content->title)[language]);
    dm_write_plain(page, "</title>\n<style>" STYLE "</style>\n</head>\n<body>\n<main>\n<h1>");
    dm_write_plain(page, (*content->title)[language]);
    dm_write_plain(page, "</h1>\n<p>");
    dm_write_plain(page, (*content->sentence)[language]);
    dm_write_plain(page, "</p>\n");
    if (content->because[0]) {
        dm_write_plain(page, "<blockquote><p dir=\"auto\">");
        dm_write_html(page, content->because, 600);
        dm_write_plain(page, "</p></blockquote>\n");
    }
    if (content->link) {
        dm_write_plain(page, "<p><a href=\"");
        dm_write_html(page, content->link, DM_ROUTE_SIZE);
        dm_write_plain(page, "\" rel=\"noreferrer\">");
        dm_write_plain(page, (*content->link_text)[language]);
        dm_write_plain(page, "</a></p>\n");
    } else if (content->no_link) {
        dm_write_plain(page, "<p>");
        dm_write_plain(page, (*content->no_link)[language]);
        dm_write_plain(page, "</p>\n");
    }
    dm_write_plain(page, "<dl>\n");
    if (occasion->contact && occasion->contact[0])
        write_item(page, label_contact[language], "", occasion->contact, 200, "");
    write_item(page, label_id[language], "<code>", decision->id, 15, "</code>");
    if (content->rule[0]) write_item(page, label_rule[language], "<bdi>", content->rule, 200, "</bdi>");
    if (content->code_count) {
        dm_write_plain(page, "<dt>");
        dm_write_plain(page, label_reasons[language]);
        dm_write_plain(page, "</dt>\n<dd><ul>\n");
        for (i = 0; i < content->code_count && i < SHOWN_REASONS; i++) {
            dm_write_plain(page, "<li><code>");
            dm_write_html(page, content->codes[i], 60);
            dm_write_plain(page, "</code></li>\n");
        }
        dm_write_plain(page, "</ul></dd>\n");
    }
    dm_write_plain(page, "</dl>\n</main>\n</body>\n</html>\n");
}

/* ---------------------------------------------------------------------------------------------------- The document */

static void write_member(dm_writer *document, const char *name, const char *value)
{
    dm_write_plain(document, ",\"");
    dm_write_plain(document, name);
    dm_write_plain(document, "\":");
    dm_write_json(document, value, DM_ROUTE_SIZE);
}

static void write_document(dm_writer *document, const content *content, const dm_decision *decision)
{
    int is_route = decision->answer.verdict == DEMARC_ROUTE && !decision->failure && !decision->answer.fault;
    size_t i;

    dm_write_plain(document, "{\"type\":\"about:blank\"");
    write_member(document, "title",
                 is_route ? "The policy opens this elsewhere" : "The policy does not allow this");
    dm_write_plain(document, ",\"status\":403");
    write_member(document, "id", decision->id);
    write_member(document, "verdict", decision->fields[DM_VERDICT]);
    if (strcmp(decision->fields[DM_CLASS], "-") != 0) write_member(document, "class", decision->fields[DM_CLASS]);
    if (strcmp(decision->fields[DM_DESTINATION], "-") != 0)
        write_member(document, "to", decision->fields[DM_DESTINATION]);
    if (content->link) write_member(document, "route", content->link);
    dm_write_plain(document, ",\"reasons\":[");
    for (i = 0; i < content->code_count; i++) {
        dm_write_plain(document, i ? ",{\"code\":" : "{\"code\":");
        dm_write_json(document, content->codes[i], 60);
        /* The rule that decided belongs to the first reason; for the others, only the code is known here. */
        if (i == 0 && content->rule[0]) {
            dm_write_plain(document, ",\"rule\":");
            dm_write_json(document, content->rule, 200);
        }
        dm_write_plain(document, "}");
    }
    dm_write_plain(document, "]}\n");
}

/* ------------------------------------------------------------------------------------------------------ The answer */

static void add(dm_denial *denial, const char *name, const char *value)
{
    if (denial->field_count == DM_DENIAL_FIELDS) return;
    denial->fields[denial->field_count].name = name;
    denial->fields[denial->field_count++].value = value;
}

/* Writes less and less content until it fits; the words alone always do. */
static void write_body(
    dm_denial *denial, content *content, const dm_decision *decision, const dm_occasion *occasion)
{
    int attempt;

    for (attempt = 0; attempt < 3; attempt++) {
        dm_writer body = {denial->body, DM_BODY_SIZE, 0, 0};

        if (attempt == 1) content->link = NULL;
        if (attempt == 2) content->because[0] = content->rule[0] = 0, content->code_count = 0;
        if (occasion->wants_html) write_page(&body, content, decision, occasion);
        else write_document(&body, content, decision);
        denial->body_size = body.count;
        if (!body.is_full) return;
    }
    denial->body_size = 0;
}

void dm_deny(
    const dm_library *library, demarc_evaluator *evaluator, const dm_decision *decision, const dm_occasion *occasion,
    dm_denial *denial)
{
    content content;
    int i, is_redirect;

    denial->status = 403;
    denial->field_count = 0;
    denial->route[0] = 0;
    if (!decision->failure && decision->answer.verdict == DEMARC_ROUTE) {
        ptrdiff_t length = library->request_text(
            evaluator, &decision->answer, DEMARC_REQUEST_ROUTE, denial->route, DM_ROUTE_SIZE, NULL);
        /* A truncated URL is another URL, and a field may only contain visible ASCII. */
        if (length < 0 || length >= DM_ROUTE_SIZE || !is_visible(denial->route)) denial->route[0] = 0;
    }
    fill_in(library, evaluator, decision, denial->route, &content);

    for (i = 0; i < DM_FIELD_COUNT; i++) add(denial, dm_field_names[i], decision->fields[i]);
    if (denial->route[0]) add(denial, "x-demarc-location", denial->route);
    add(denial, "cache-control", "no-store");
    add(denial, "x-content-type-options", "nosniff");
    add(denial, "referrer-policy", "no-referrer");
    is_redirect = content.link && occasion->wants_html && occasion->redirects;
    if (is_redirect) {
        denial->status = 302;
        add(denial, "location", denial->route);
    }
    if (occasion->wants_html) {
        add(denial, "content-type", "text/html; charset=utf-8");
        add(denial, "content-language", occasion->is_german ? "de" : "en");
        add(denial, "content-security-policy",
            "default-src 'none'; style-src '" STYLE_HASH "'; base-uri 'none'; form-action 'none'; "
            "frame-ancestors 'none'");
        add(denial, "vary", "accept-language");
    } else {
        add(denial, "content-type", "application/problem+json");
    }
    write_body(denial, &content, decision, occasion);
}
