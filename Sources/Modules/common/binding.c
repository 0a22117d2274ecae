#include "binding.h"

#include <stdio.h>
#include <strings.h>

int dm_set_absent(demarc_binding *binding, const char *absent, char *message, size_t capacity)
{
    static const struct { const char *text; uint32_t number; } words[] = {
        {"block", DEMARC_ABSENT_BLOCKS},
        {"lockDown", DEMARC_ABSENT_LOCKS_DOWN},
    };
    size_t i;

    if (!*absent) {
        snprintf(message, capacity, "the account for requests that name none is empty");
        return -1;
    }
    for (i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcasecmp(words[i].text, absent) != 0) continue;
        if (strcmp(words[i].text, absent) != 0) {
            snprintf(message, capacity, "`%s` is spelled `%s`", absent, words[i].text);
            return -1;
        }
        binding->absent = words[i].number;
        return 0;
    }
    binding->absent = DEMARC_ABSENT_IS_ACCOUNT;
    binding->absent_account.bytes = (const uint8_t *)absent;
    binding->absent_account.count = strlen(absent);
    return 0;
}

/* ------------------------------------------------------------------------------------------------ With the policy */

static int has_unknown_account(const dm_library *library, const demarc_request_answer *answer)
{
    uint32_t i;

    for (i = 0; i < answer->reason_count && i < DEMARC_REASON_LIMIT; i++) {
        char name[64];
        if (library->reason_name(answer->reasons[i], name, sizeof name) > 0 && strcmp(name, "identity.unknown") == 0)
            return 1;
    }
    return 0;
}

static void say(demarc_text name, const char *what, char *message, size_t capacity)
{
    snprintf(message, capacity, "%.*s: %s", name.count > 200 ? 200 : (int)name.count, (const char *)name.bytes, what);
}

/* Reads a request that names no account, so that the binding's `account` acts. */
static int try_request(
    const dm_library *library, demarc_evaluator *evaluator, const demarc_binding *binding, demarc_text account,
    char *message, size_t capacity)
{
    /* A name that no policy has, of RFC 2606. */
    static const demarc_authority host = {DEMARC_LITERAL("demarc.invalid"), DEMARC_FROM_HOST, 0};
    static const demarc_text method = DEMARC_LITERAL("GET"), target = DEMARC_LITERAL("/");
    demarc_request_answer answer;
    demarc_request request;
    demarc_error error;

    DEMARC_INIT(answer);
    DEMARC_INIT(request);
    DEMARC_INIT(error);
    request.method = method;
    request.target = target;
    request.authorities = &host;
    request.authority_count = 1;
    if (library->request_read(evaluator, binding, &request, &answer, &error) != DEMARC_OK) {
        snprintf(message, capacity, "%s", error.message);
    } else if (answer.fault == DEMARC_FAULT_VIEW_UNKNOWN) {
        say(binding->view, "the view is not a web view", message, capacity);
    } else if (account.count && answer.fault == DEMARC_FAULT_ACCOUNT_INVALID) {
        say(account, "this is not the name of an account", message, capacity);
    } else if (account.count && has_unknown_account(library, &answer)) {
        say(account, "the policy has no such account", message, capacity);
    } else {
        return 0;
    }
    return -1;
}

int dm_check_binding(
    const dm_library *library, demarc_engine *engine, demarc_evaluator *evaluator, const demarc_binding *binding,
    char *message, size_t capacity)
{
    demarc_binding tried = *binding;
    demarc_error error;
    demarc_view view;

    DEMARC_INIT(error);
    if (library->view_find(engine, binding->view.bytes, binding->view.count, &view, &error) != DEMARC_OK) {
        say(binding->view, error.message, message, capacity);
        return -1;
    }
    if (!evaluator) return 0;
    /* The request of the check has neither a scheme nor a handshake. */
    tried.scheme = DEMARC_SCHEME_HTTPS;
    tried.compares_sni = 0;
    if (try_request(library, evaluator, &tried, tried.fixed_account, message, capacity) != 0) return -1;
    if (tried.absent != DEMARC_ABSENT_IS_ACCOUNT) return 0;
    tried.fixed_account.bytes = NULL;
    tried.fixed_account.count = 0;
    return try_request(library, evaluator, &tried, tried.absent_account, message, capacity);
}
