/*
 * Tests of what both modules share, with a library of ours in libdemarc's place that says whatever is worst: the texts of
 * rules and routes are written by anybody, and calls fail.
 */
#include "binding.h"
#include "decision.h"
#include "settings.h"

#include <stdio.h>
#include <stdlib.h>

static int failures;
static int checks;

static void check(int holds, const char *what, const char *got, int line)
{
    checks++;
    if (holds) return;
    failures++;
    fprintf(stderr, "line %d: %s; was: %.400s\n", line, what, got ? got : "");
}
#define CHECK(holds, what, got) check((holds) != 0, what, got, __LINE__)

/* ------------------------------------------------------------------------------------------------ A library of ours */

static struct {
    demarc_status status;
    demarc_request_answer answer;
    const char *texts[16];
    demarc_request request;
    /* The account that it does not have, and the view. */
    const char *lacks_account;
    int lacks_view;
} says;

static demarc_status say_read(
    demarc_evaluator *evaluator, const demarc_binding *binding, const demarc_request *request,
    demarc_request_answer *answer, demarc_error *error)
{
    demarc_text account = binding->fixed_account.bytes ? binding->fixed_account : binding->absent_account;

    (void)evaluator;
    says.request = *request;
    *answer = says.answer;
    answer->size = sizeof *answer;
    if (says.lacks_account && account.count == strlen(says.lacks_account)
        && memcmp(account.bytes, says.lacks_account, account.count) == 0) {
        answer->reason_count = 1;
        answer->reasons[0] = 2;
    }
    /* A bad library leaves an allow behind although it fails. */
    if (says.status != DEMARC_OK && error) strcpy(error->message, "it failed");
    return says.status;
}

static ptrdiff_t say(const char *text, char *bytes, size_t capacity)
{
    if (!text) return DEMARC_STALE;
    if (capacity) snprintf(bytes, capacity, "%s", text);
    return (ptrdiff_t)strlen(text);
}

static ptrdiff_t say_text(
    demarc_evaluator *evaluator, const demarc_request_answer *answer, uint32_t what, char *text, size_t capacity,
    demarc_error *error)
{
    (void)evaluator, (void)answer, (void)error;
    return say(says.texts[what], text, capacity);
}

static ptrdiff_t say_reason(uint32_t reason, char *text, size_t capacity)
{
    return say(reason == 1 ? "rule.blocked" : reason == 2 ? "identity.unknown" : "url.invalid", text, capacity);
}

static ptrdiff_t say_fault(demarc_fault fault, char *text, size_t capacity)
{
    (void)fault;
    return say("request.authoritiesDiffer", text, capacity);
}

static demarc_status say_view(
    demarc_engine *engine, const uint8_t *name, size_t length, demarc_view *view, demarc_error *error)
{
    (void)engine, (void)name, (void)length;
    *view = 1;
    if (says.lacks_view) strcpy(error->message, "the engine has no such view");
    return says.lacks_view ? DEMARC_UNKNOWN : DEMARC_OK;
}

static const dm_library library = {
    .request_read = say_read, .request_text = say_text, .reason_name = say_reason, .fault_name = say_fault,
    .view_find = say_view,
};
static demarc_evaluator *const evaluator = (demarc_evaluator *)&says;

static void reset(void)
{
    memset(&says, 0, sizeof says);
    says.texts[DEMARC_REQUEST_VERDICT] = "block";
    says.texts[DEMARC_REQUEST_POLICY] = "3-0123456789abcdef";
    says.answer.reason_count = 1;
    says.answer.reasons[0] = 1;
}

static void decide(dm_decision *decision)
{
    demarc_binding binding;
    demarc_request request;
    demarc_error error;

    DEMARC_INIT(binding);
    DEMARC_INIT(request);
    dm_decide(&library, evaluator, &binding, &request, NULL, decision, &error);
}

/* ------------------------------------------------------------------------------------------------------- Decisions */

static void test_only_an_allow_without_a_fault_passes(void)
{
    uint32_t verdict;
    dm_decision decision;
    demarc_binding binding;
    demarc_request request;
    demarc_error error;
    uint8_t target[DM_TARGET_LIMIT + 1];

    for (verdict = 0; verdict < 300; verdict++) {
        reset();
        says.answer.verdict = verdict;
        decide(&decision);
        CHECK(decision.is_allowed == (verdict == DEMARC_ALLOW), "only DEMARC_ALLOW allows", NULL);
        says.answer.fault = DEMARC_FAULT_TARGET_BYTE;
        decide(&decision);
        CHECK(!decision.is_allowed, "a fault blocks whatever the verdict is", NULL);
    }
    reset();
    says.answer.verdict = DEMARC_ALLOW;
    says.status = DEMARC_BUSY;
    decide(&decision);
    CHECK(!decision.is_allowed, "a call that fails blocks, whatever it left in the answer", NULL);
    CHECK(decision.answer.verdict == DEMARC_BLOCK, "and the answer is cleared", NULL);
    CHECK(strcmp(decision.fields[DM_VERDICT], "block") == 0, "and says so", decision.fields[DM_VERDICT]);

    DEMARC_INIT(binding);
    DEMARC_INIT(request);
    dm_decide(&library, NULL, &binding, &request, NULL, &decision, &error);
    CHECK(!decision.is_allowed && strcmp(decision.failure, "policy.missing") == 0, "no evaluator blocks", decision.failure);

    reset();
    memset(target, 'a', sizeof target);
    request.target.bytes = target;
    request.target.count = sizeof target;
    dm_decide(&library, evaluator, &binding, &request, NULL, &decision, &error);
    CHECK(says.request.fault == DEMARC_FAULT_TARGET_TOO_LONG, "a target that is too long is a fault", NULL);
    request.target.count--;
    dm_decide(&library, evaluator, &binding, &request, NULL, &decision, &error);
    CHECK(says.request.fault == DEMARC_NO_FAULT, "one at the limit is not", NULL);
}

static void test_every_field_has_a_value(void)
{
    dm_decision decision;
    int i;

    reset();
    memset(says.texts, 0, sizeof says.texts);
    says.answer.verdict = DEMARC_ALLOW;
    decide(&decision);
    for (i = 0; i < DM_FIELD_COUNT; i++) CHECK(decision.fields[i] && decision.fields[i][0], "no field is empty", NULL);
    CHECK(strlen(decision.id) == 15, "an id has 15 characters", decision.id);
    CHECK(strcmp(decision.fields[DM_RULE], "-") == 0, "no rule is a dash", decision.fields[DM_RULE]);
}

static void test_a_rejected_decision_keeps_only_its_policy_and_id(void)
{
    dm_decision decision;
    dm_denial *denial = malloc(sizeof *denial);
    dm_occasion occasion = {0};
    char code[64];
    int i;

    reset();
    says.answer.verdict = DEMARC_ALLOW;
    for (i = 0; i < 16; i++) says.texts[i] = "said";
    says.texts[DEMARC_REQUEST_POLICY] = "3-0123456789abcdef";
    decide(&decision);
    CHECK(decision.is_allowed, "it is allowed first", NULL);
    dm_reject(&decision, DEMARC_FAULT_HEAD_INVALID);
    CHECK(!decision.is_allowed, "it is rejected", NULL);
    for (i = 0; i < DM_FIELD_COUNT; i++) {
        const char *expected = i == DM_VERDICT ? "block" : i == DM_POLICY ? "3-0123456789abcdef" : i == DM_ID ? decision.id : "-";
        CHECK(strcmp(decision.fields[i], expected) == 0, dm_field_names[i], decision.fields[i]);
    }
    dm_first_reason(&library, &decision, code, sizeof code);
    CHECK(strncmp(code, "request.", 8) == 0, "the reason is the fault", code);
    dm_deny(&library, evaluator, &decision, &occasion, denial);
    CHECK(denial->status == 403 && !strstr(denial->body, "said"), "the answer has no part of the allow", denial->body);
    free(denial);
}

/* -------------------------------------------------------------------------------------------------------- Bindings */

static void test_who_acts_if_nobody_is_named(void)
{
    static const struct { const char *text; int absent; } rows[] = {
        {"block", DEMARC_ABSENT_BLOCKS},
        {"lockDown", DEMARC_ABSENT_LOCKS_DOWN},
        {"dana@good.test", DEMARC_ABSENT_IS_ACCOUNT},
        {"blocks", DEMARC_ABSENT_IS_ACCOUNT},
        {"", -1},
        {"Block", -1},
        {"lockdown", -1},
        {"LOCKDOWN", -1},
    };
    demarc_binding binding;
    char message[256];
    size_t i;

    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        int result;

        DEMARC_INIT(binding);
        message[0] = 0;
        result = dm_set_absent(&binding, rows[i].text, message, sizeof message);
        CHECK((result == 0) == (rows[i].absent >= 0), rows[i].text, message);
        CHECK(result != 0 || binding.absent == (uint32_t)rows[i].absent, rows[i].text, NULL);
        CHECK((result == 0) == !message[0], "what is wrong is said", message);
    }
}

static void test_bindings_that_could_only_block(void)
{
    static const struct {
        const char *why, *fixed, *absent, *lacks_account;
        demarc_fault fault;
        int status, lacks_view, is_good;
    } rows[] = {
        {"an account", "dana", NULL, NULL, 0, 0, 0, 1},
        {"accounts in requests", NULL, NULL, "dana", DEMARC_FAULT_ACCOUNT_MISSING, 0, 0, 1},
        {"an unknown account", "dana", NULL, "dana", 0, 0, 0, 0},
        {"an unknown account in place of none", NULL, "dana", "dana", 0, 0, 0, 0},
        {"beside a known one", "mia", "dana", "dana", 0, 0, 0, 0},
        {"another one is unknown", "mia", "mia", "dana", 0, 0, 0, 1},
        {"a name that is none", "dana", NULL, NULL, DEMARC_FAULT_ACCOUNT_INVALID, 0, 0, 0},
        {"no such view", "dana", NULL, NULL, 0, 0, 1, 0},
        {"no web view", "dana", NULL, NULL, DEMARC_FAULT_VIEW_UNKNOWN, 0, 0, 0},
        {"a binding that the library refuses", "dana", NULL, NULL, 0, DEMARC_INVALID, 0, 0},
    };
    char message[256];
    size_t i;

    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        demarc_binding binding;
        demarc_text view = DEMARC_LITERAL("E");
        int result;

        reset();
        DEMARC_INIT(binding);
        binding.view = view;
        if (rows[i].fixed) {
            binding.fixed_account.bytes = (const uint8_t *)rows[i].fixed;
            binding.fixed_account.count = strlen(rows[i].fixed);
        }
        if (rows[i].absent) dm_set_absent(&binding, rows[i].absent, message, sizeof message);
        says.answer.fault = rows[i].fault;
        says.status = rows[i].status;
        says.lacks_account = rows[i].lacks_account;
        says.lacks_view = rows[i].lacks_view;
        message[0] = 0;
        result = dm_check_binding(&library, NULL, evaluator, &binding, message, sizeof message);
        CHECK((result == 0) == rows[i].is_good && (result == 0) == !message[0], rows[i].why, message);
        result = dm_check_binding(&library, NULL, NULL, &binding, message, sizeof message);
        CHECK((result == 0) == !rows[i].lacks_view, "without an evaluator, the view is checked", message);
    }
}

/* ----------------------------------------------------------------------------------------------------------- Texts */

static void test_values_of_fields(void)
{
    static const struct { const char *text, *value; } rows[] = {
        {"", "-"},
        {"-", "%2D"},
        {"corp/site-1", "corp/site-1"},
        {"a\r\nset-cookie: b", "a%0D%0Aset-cookie:%20b"},
        {"\xC3\xB6", "%C3%B6"},
        {"a%b", "a%25b"},
        {"\x7F\x1B[2J", "%7F%1B%5B2J"},
    };
    char value[DM_FIELD_SIZE], large[5000];
    size_t i;

    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        dm_field_value(rows[i].text, value);
        CHECK(strcmp(value, rows[i].value) == 0, rows[i].value, value);
    }
    memset(large, 'a', sizeof large - 1);
    large[sizeof large - 1] = 0;
    dm_field_value(large, value);
    CHECK(strlen(value) < DM_FIELD_SIZE && strstr(value, "%E2%80%A6"), "what is too long ends in an ellipsis", value);
    for (i = 0; i + 1 < sizeof large; i++) large[i] = i % 2 ? '\xB6' : '\xC3';
    dm_field_value(large, value);
    CHECK(strlen(value) < DM_FIELD_SIZE && strlen(value) % 6 == 9 % 6, "and is cut between characters", value);
}

static void test_html_and_json(void)
{
    static const struct { const char *text, *html, *json; } rows[] = {
        {"<script>", "&lt;script&gt;", "\"\\u003Cscript\\u003E\""},
        {"\"' onclick=`x`&", "&quot;&#39; onclick=&#96;x&#96;&amp;", "\"\\\"' onclick=`x`\\u0026\""},
        {"a\xE2\x80\xAE" "b", "a\xE2\x80\xB9U+202E\xE2\x80\xBA" "b", "\"a\\u202Eb\""},
        {"a\nb", "a\xE2\x80\xB9U+000A\xE2\x80\xBA" "b", "\"a\\u000Ab\""},
        {"\xF3\xA0\x81\x81", "\xE2\x80\xB9U+E0041\xE2\x80\xBA", "\"\\uDB40\\uDC41\""},
        {"a\xC3", "a\xEF\xBF\xBD", "\"a\\uFFFD\""},
        {"\xED\xA0\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD", "\"\\uFFFD\\uFFFD\\uFFFD\""},
        {"\xC0\xBC", "\xEF\xBF\xBD\xEF\xBF\xBD", "\"\\uFFFD\\uFFFD\""},
        {"a\\b", "a\\b", "\"a\\\\b\""},
        {"e\xCC\x81\xCC\x81\xCC\x81\xCC\x81\xCC\x81\xCC\x81z", "e\xCC\x81\xCC\x81\xCC\x81\xCC\x81z", NULL},
    };
    char bytes[512];
    size_t i;

    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        dm_writer html = {bytes, sizeof bytes - 1, 0, 0}, json = html;
        dm_write_html(&html, rows[i].text, 100);
        bytes[html.count] = 0;
        CHECK(strcmp(bytes, rows[i].html) == 0, rows[i].html, bytes);
        if (!rows[i].json) continue;
        dm_write_json(&json, rows[i].text, 100);
        bytes[json.count] = 0;
        CHECK(strcmp(bytes, rows[i].json) == 0, rows[i].json, bytes);
    }
}

static void test_what_a_client_takes(void)
{
    static const struct { const char *text; int expected; } html[] = {
        {"text/html", 1}, {"TEXT/HTML;q=0.1", 1}, {"application/json, text/html", 1}, {" text/html ", 1}, {"", 0},
        {"*/*", 0}, {"text/htmlx", 0}, {"text/htm", 0}, {",,;", 0}, {"application/json;text/html", 0},
    };
    static const struct { const char *text; int expected; } german[] = {
        {"de", 1}, {"de-AT,en;q=0.9", 1}, {"en,de", 0}, {"en;q=0.5, de;q=0.6", 1}, {"", 0}, {"fr", 0}, {"*", 0},
        {"den", 0}, {"de;q=0", 0}, {"de;q=x,en;q=0.1", 0}, {"de;q=2", 0}, {";q=1", 0}, {"de;", 0},
    };
    static const struct { const char *text; int expected; } ours[] = {
        {"x-demarc-verdict", 1}, {"X_Demarc_Verdict", 1}, {"X.DEMARC.x", 1}, {"x-demarc-", 1}, {"x-demarc", 0},
        {"x-demarcx-a", 0}, {"demarc", 0}, {"", 0},
    };
    size_t i;

    for (i = 0; i < sizeof html / sizeof *html; i++)
        CHECK(dm_takes_html(html[i].text, strlen(html[i].text)) == html[i].expected, "Accept", html[i].text);
    for (i = 0; i < sizeof german / sizeof *german; i++)
        CHECK(dm_prefers_german(german[i].text, strlen(german[i].text)) == german[i].expected, "Accept-Language", german[i].text);
    for (i = 0; i < sizeof ours / sizeof *ours; i++)
        CHECK(dm_is_ours(ours[i].text, strlen(ours[i].text)) == ours[i].expected, "names of fields", ours[i].text);
}

/* --------------------------------------------------------------------------------------------------------- Denials */

static dm_denial *deny(dm_decision *decision, int wants_html, int redirects)
{
    static dm_denial denial;
    dm_occasion occasion = {wants_html, redirects, 0, "<it@good.test>"};

    decide(decision);
    memset(&denial, 'x', sizeof denial);
    dm_deny(&library, evaluator, decision, &occasion, &denial);
    if (denial.body_size < DM_BODY_SIZE) denial.body[denial.body_size] = 0;
    return &denial;
}

static const char *field(const dm_denial *denial, const char *name)
{
    size_t i;
    for (i = 0; i < denial->field_count; i++)
        if (strcmp(denial->fields[i].name, name) == 0) return denial->fields[i].value;
    return NULL;
}

static void test_pages_of_hostile_rules(void)
{
    dm_decision decision;
    dm_denial *denial;
    char large[4000];

    reset();
    says.texts[DEMARC_REQUEST_BECAUSE] = "</p><script>alert(1)</script>";
    says.texts[DEMARC_REQUEST_RULE] = "\" onmouseover=\"x";
    denial = deny(&decision, 1, 0);
    CHECK(denial->status == 403, "a block is 403", NULL);
    CHECK(!strstr(denial->body, "<script") && strstr(denial->body, "&lt;script&gt;"), "nothing runs", denial->body);
    CHECK(strstr(denial->body, "&lt;it@good.test&gt;"), "the contact is escaped too", denial->body);
    CHECK(strncmp(field(denial, "content-security-policy"), "default-src 'none'", 18) == 0, "nothing is loaded", NULL);
    CHECK(strstr(denial->body, "does not allow this page"), "the sentence is that of a rule", denial->body);

    memset(large, '&', sizeof large - 1);
    large[sizeof large - 1] = 0;
    says.texts[DEMARC_REQUEST_BECAUSE] = says.texts[DEMARC_REQUEST_RULE] = large;
    denial = deny(&decision, 1, 0);
    CHECK(denial->body_size <= DM_BODY_SIZE && denial->body_size > 500, "a page has at most 8 KiB", NULL);
    CHECK(strstr(denial->body, "</html>"), "and is whole", denial->body + denial->body_size - 100);
    denial = deny(&decision, 0, 0);
    CHECK(denial->body_size <= DM_BODY_SIZE && denial->body[denial->body_size - 2] == '}', "so is a document", denial->body);
    CHECK(strcmp(field(denial, "content-type"), "application/problem+json") == 0, "for programs", NULL);
}

static void test_routes(void)
{
    static const struct { const char *route; int links, redirects, in_field; } rows[] = {
        {"https://other.test/", 1, 1, 1},
        {"microsoft-edge-https://other.test/", 1, 1, 1},
        {"javascript:alert(1)", 0, 0, 1},
        {"JavaScript:alert(1)", 0, 0, 1},
        {"data:text/html,x", 0, 0, 1},
        {"//other.test/", 0, 0, 1},
        {":x", 0, 0, 1},
        {"https://a/\r\nset-cookie: b", 0, 0, 0},
        {"https://\xC3\xB6/", 0, 0, 0},
        {"", 0, 0, 0},
        {NULL, 0, 0, 0},
    };
    char large[DM_ROUTE_SIZE + 10];
    dm_decision decision;
    dm_denial *denial;
    size_t i;

    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *name = rows[i].route ? rows[i].route : "no route";
        reset();
        says.answer.verdict = DEMARC_ROUTE;
        says.answer.destination = DEMARC_IN_MANAGED_BROWSER;
        says.texts[DEMARC_REQUEST_VERDICT] = "route";
        says.texts[DEMARC_REQUEST_ROUTE] = rows[i].route;
        denial = deny(&decision, 1, 0);
        CHECK(denial->status == 403, "a route is a page by default", name);
        CHECK(!!strstr(denial->body, "href=") == rows[i].links, "the page links to it", name);
        CHECK(!!field(denial, "x-demarc-location") == rows[i].in_field, "the field has it", name);
        denial = deny(&decision, 1, 1);
        CHECK(denial->status == (rows[i].redirects ? 302 : 403), "a redirect leads where a page would link", name);
        CHECK(!!field(denial, "location") == rows[i].redirects, "with a location", name);
        CHECK(deny(&decision, 0, 1)->status == 403, "programs are not redirected", name);
    }
    memset(large, 'a', sizeof large - 1);
    memcpy(large, "https://a/", 10);
    large[sizeof large - 1] = 0;
    says.texts[DEMARC_REQUEST_ROUTE] = large;
    denial = deny(&decision, 1, 1);
    CHECK(denial->status == 403 && !field(denial, "x-demarc-location"), "an address is whole or not there", NULL);
    says.answer.fault = DEMARC_FAULT_AUTHORITIES_DIFFER;
    says.texts[DEMARC_REQUEST_ROUTE] = "https://other.test/";
    CHECK(deny(&decision, 1, 1)->status == 403, "a request that cannot be read goes nowhere", NULL);
}

/* -------------------------------------------------------------------------------------------------------- Settings */

static void test_settings_of_envoy(void)
{
    static const struct { const char *text; int is_good; const char *why; } rows[] = {
        {"policy: p\nview: E", 1, "the least"},
        {"# c\n\n  policy: p  \r\n  # c\n view:E\nscheme: http\nreadings: proxy\nonRoute: redirect\nframes: secFetch", 1, "all"},
        {"policy: p\nview: E\naccountField: X-Demarc-Account", 1, "a field in capitals"},
        {"policy: p\nview: E\naccountField: a b", 0, "a field with a space"},
        {"policy: p\nview: E\naccountField: :path", 0, "a pseudo-header"},
        {"policy: p\nview: E\naccountField: x-account\xC3\xA4", 0, "a field that is not ASCII"},
        {"policy: p\nview: E\nabsent: lockDown", 1, "lock-down"},
        {"policy: p\nview: E\nabsent: lockdown", 0, "lock-down in another case"},
        {"policy: p\nview: E\nscheme: https # c", 0, "a comment after a value"},
        {"policy: p\nview: E\naccountMetadata: a.b c", 1, "metadata"},
        {"policy: p\nview: E\naccountMetadata: a.b", 0, "metadata without a key"},
        {"policy: p\nview: E\naccount: a\naccountField: b", 0, "two sources"},
        {"policy: p", 0, "no view"},
        {"view: E", 0, "no policy"},
        {"", 0, "empty"},
        {"policy: p\nview: E\nviews: F", 0, "unknown"},
        {"policy: p\nview: E\nview: F", 0, "twice"},
        {"policy: p\nview:", 0, "no value"},
        {"policy: p\nview: E\nscheme: ftp", 0, "a scheme that is not"},
        {"policy: p\nview: E\nreadings: All", 0, "a word in another case"},
        {"policy p\nview: E", 0, "no colon"},
    };
    static const char texts[] = "policy: p\nview: E\naccountField: X-Demarc-Account\ncontact: Help desk, room #12 #a";
    dm_settings settings;
    char message[256];
    size_t i;

    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        int result = dm_settings_read(&settings, rows[i].text, strlen(rows[i].text), message, sizeof message);
        CHECK((result == 0) == rows[i].is_good, rows[i].why, message);
        dm_settings_free(&settings);
    }
    dm_settings_read(&settings, texts, strlen(texts), message, sizeof message);
    CHECK(strcmp(settings.account_field, "x-demarc-account") == 0, "Envoy has all names in lower case", settings.account_field);
    CHECK(strcmp(settings.contact, "Help desk, room #12 #a") == 0, "a # is part of a value", settings.contact);
    dm_settings_free(&settings);
    CHECK(dm_settings_read(&settings, "policy: p\0q\nview: E", 19, message, sizeof message) != 0, "a zero", message);
    dm_settings_free(&settings);
    CHECK(dm_settings_read(&settings, NULL, 0, message, sizeof message) != 0, "nothing at all", message);
    dm_settings_free(&settings);
}

/* What comes out of any bytes is bounded, and nothing reads behind their end. */
static void test_random_bytes(void)
{
    static const char letters[] = " ,;:=q0.1de-ntxhml/\n#\xC3\xA4\xF0\x9F\x98\x80<&\"'";
    char bytes[300], value[DM_FIELD_SIZE], message[256], page[600];
    dm_settings settings;
    int round;

    srand(1);
    for (round = 0; round < 200000; round++) {
        size_t count = (size_t)rand() % (sizeof bytes - 1), i;
        char *exact;
        dm_writer writer = {page, sizeof page, 0, 0};

        for (i = 0; i < count; i++) bytes[i] = (char)(rand() % 8 ? letters[rand() % (sizeof letters - 1)] : rand());
        bytes[count] = 0;
        exact = malloc(count + 1);
        memcpy(exact, bytes, count + 1);
        dm_field_value(exact, value);
        CHECK(strlen(value) < sizeof value && value[0], "a value", value);
        dm_write_html(&writer, exact, 40);
        dm_write_json(&writer, exact, 40);
        CHECK(writer.count <= writer.capacity, "a text", NULL);
        exact = realloc(exact, count ? count : 1);
        dm_takes_html(exact, count);
        dm_prefers_german(exact, count);
        dm_is_ours(exact, count);
        dm_settings_read(&settings, exact, count, message, sizeof message);
        dm_settings_free(&settings);
        free(exact);
    }
}

int main(void)
{
    test_only_an_allow_without_a_fault_passes();
    test_every_field_has_a_value();
    test_a_rejected_decision_keeps_only_its_policy_and_id();
    test_who_acts_if_nobody_is_named();
    test_bindings_that_could_only_block();
    test_values_of_fields();
    test_html_and_json();
    test_what_a_client_takes();
    test_pages_of_hostile_rules();
    test_routes();
    test_settings_of_envoy();
    test_random_bytes();
    printf("modules: %d checks, %d failed\n", checks, failures);
    return failures != 0;
}
