#include "decision.h"

#include <stdio.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

const char *const dm_field_names[DM_FIELD_COUNT] = {
    "x-demarc-verdict", "x-demarc-class", "x-demarc-page", "x-demarc-destination", "x-demarc-rule", "x-demarc-policy",
    "x-demarc-id",
};

/*
 * Generates ids as the server does: 15 letters and digits that can be read out on the telephone. Each thread of each
 * process starts at a random position; guessing an id reveals nothing.
 */
static void make_id(char id[16])
{
    static const char digits[] = "0123456789abcdefghjkmnpqrstvwxyz";
    static __thread uint64_t counter, origin;
    static __thread pid_t owner;
    uint64_t low, high;
    int i;

    /* After a fork, the child would otherwise continue at its parent's position. */
    if (owner != getpid()) {
        uint64_t random[2];
        if (getrandom(random, sizeof random, 0) != (ssize_t)sizeof random) {
            struct timespec now;
            clock_gettime(CLOCK_MONOTONIC, &now);
            random[0] = (uint64_t)now.tv_nsec << 32 ^ (uint64_t)now.tv_sec;
            random[1] = (uint64_t)getpid() << 32 ^ (uint64_t)(uintptr_t)&counter;
        }
        counter = random[0];
        origin = random[1];
        owner = getpid();
    }
    /* Each 64-bit number occurs once before any is repeated, in an order that does not reveal how many were
     * generated. */
    counter += 0x9E3779B97F4A7C15u;
    low = counter;
    low = (low ^ low >> 30) * 0xBF58476D1CE4E5B9u;
    low = (low ^ low >> 27) * 0x94D049BB133111EBu;
    low ^= low >> 31;
    high = origin;
    for (i = 0; i < 15; i++) {
        id[i] = digits[low & 31];
        low = low >> 5 | high << 59;
        high >>= 5;
    }
    id[15] = 0;
}

/* A text about the answer; empty if the library has none, or if it does not fit. */
static int take_text(
    const dm_library *library, demarc_evaluator *evaluator, const demarc_request_answer *answer, uint32_t what,
    char *text, size_t capacity)
{
    ptrdiff_t length = library->request_text(evaluator, answer, what, text, capacity, NULL);
    if (length >= 0 && (size_t)length < capacity) return 1;
    text[0] = 0;
    return 0;
}

void dm_decide(
    const dm_library *library, demarc_evaluator *evaluator, const demarc_binding *binding,
    const demarc_request *request, const char *policy, dm_decision *decision, demarc_error *error)
{
    static const uint32_t whats[] = {
        DEMARC_REQUEST_VERDICT, DEMARC_REQUEST_CLASS, DEMARC_REQUEST_PAGE, DEMARC_REQUEST_DESTINATION,
    };
    demarc_request_answer *answer = &decision->answer;
    demarc_request limited = *request;
    int i;

    DEMARC_INIT(*answer);
    DEMARC_INIT(*error);
    decision->is_allowed = 0;
    decision->failure = NULL;
    decision->rule[0] = decision->policy[0] = 0;
    make_id(decision->id);
    for (i = 0; i < DM_FIELD_COUNT; i++) decision->fields[i] = "-";
    decision->fields[DM_VERDICT] = "block";
    decision->fields[DM_ID] = decision->id;

    if (!evaluator) {
        decision->failure = "policy.missing";
        strcpy(error->message, "no policy is in force");
        return;
    }
    if (limited.target.count > DM_TARGET_LIMIT && limited.fault == DEMARC_NO_FAULT)
        limited.fault = DEMARC_FAULT_TARGET_TOO_LONG;
    if (library->request_read(evaluator, binding, &limited, answer, error) != DEMARC_OK) {
        /* After a failed call, the contents of the answer are not an answer. */
        DEMARC_INIT(*answer);
        decision->failure = "policy.missing";
        return;
    }
    if (answer->fault == DEMARC_NO_FAULT) {
        for (i = 0; i < 4; i++) {
            take_text(library, evaluator, answer, whats[i], decision->words[i], sizeof decision->words[i]);
            if (decision->words[i][0]) decision->fields[i] = decision->words[i];
        }
    }
    if (answer->verdict != DEMARC_BLOCK || answer->fault == DEMARC_NO_FAULT) {
        char rule[512];
        ptrdiff_t length =
            library->request_text(evaluator, answer, DEMARC_REQUEST_RULE, rule, sizeof rule, NULL);
        dm_field_value(length < 0 ? "" : rule, decision->rule);
        decision->fields[DM_RULE] = decision->rule;
    }
    if (policy && policy[0]) snprintf(decision->policy, sizeof decision->policy, "%s", policy);
    else take_text(library, evaluator, answer, DEMARC_REQUEST_POLICY, decision->policy, sizeof decision->policy);
    if (decision->policy[0]) decision->fields[DM_POLICY] = decision->policy;
    decision->is_allowed = answer->verdict == DEMARC_ALLOW && answer->fault == DEMARC_NO_FAULT;
    if (!decision->is_allowed && answer->verdict != DEMARC_ROUTE) decision->fields[DM_VERDICT] = "block";
}

void dm_reject(dm_decision *decision, demarc_fault fault)
{
    int i;

    DEMARC_INIT(decision->answer);
    decision->answer.fault = fault;
    decision->failure = NULL;
    decision->is_allowed = 0;
    for (i = 0; i < DM_FIELD_COUNT; i++)
        if (i != DM_POLICY && i != DM_ID) decision->fields[i] = "-";
    decision->fields[DM_VERDICT] = "block";
}

void dm_policy_text(const dm_library *library, demarc_engine *engine, char text[DM_POLICY_SIZE])
{
    demarc_info info;

    DEMARC_INIT(info);
    text[0] = 0;
    if (library->engine_info(engine, &info, NULL) == DEMARC_OK)
        snprintf(text, DM_POLICY_SIZE, "%llu-%.16s", (unsigned long long)info.revision, info.digest);
}

void dm_first_reason(const dm_library *library, const dm_decision *decision, char *code, size_t capacity)
{
    code[0] = 0;
    if (decision->failure) {
        snprintf(code, capacity, "%s", decision->failure);
    } else if (decision->answer.fault != DEMARC_NO_FAULT) {
        library->fault_name(decision->answer.fault, code, capacity);
    } else if (decision->answer.reason_count > 0) {
        library->reason_name(decision->answer.reasons[0], code, capacity);
    }
}

int dm_is_ours(const char *name, size_t length)
{
    static const char prefix[] = "x-demarc-";
    size_t i;

    if (length < sizeof prefix - 1) return 0;
    for (i = 0; i < sizeof prefix - 1; i++) {
        char byte = name[i] >= 'A' && name[i] <= 'Z' ? (char)(name[i] | 0x20) : name[i];
        /* Some servers read `x_demarc_verdict` and `x.demarc.verdict` as our fields. */
        if (byte == '_' || byte == '.') byte = '-';
        if (byte != prefix[i]) return 0;
    }
    return 1;
}

/* ----------------------------------------------------------------------------------------------- What a client takes */

static void trim(const char **text, size_t *length)
{
    while (*length && (**text == ' ' || **text == '\t')) (*text)++, (*length)--;
    while (*length && ((*text)[*length - 1] == ' ' || (*text)[*length - 1] == '\t')) (*length)--;
}

/* Splits at commas: returns one entry, up to its first `;`, and its parameters. */
static int next_entry(
    const char **rest, size_t *left, const char **entry, size_t *length, const char **parameters, size_t *parameters_length)
{
    size_t end = 0, semicolon = 0;

    if (!*left) return 0;
    while (end < *left && (*rest)[end] != ',') end++;
    while (semicolon < end && (*rest)[semicolon] != ';') semicolon++;
    *entry = *rest;
    *length = semicolon;
    *parameters = *rest + semicolon;
    *parameters_length = end - semicolon;
    trim(entry, length);
    *rest += end;
    *left -= end;
    if (*left) (*rest)++, (*left)--;
    return 1;
}

int dm_takes_html(const char *accept, size_t length)
{
    const char *entry, *parameters;
    size_t count, parameters_length;

    while (next_entry(&accept, &length, &entry, &count, &parameters, &parameters_length))
        if (dm_is_word(entry, count, "text/html")) return 1;
    return 0;
}

/* A weight such as `;q=0.8` in thousandths: 1000 if there is none, 0 if it cannot be parsed. */
static int weight_of(const char *text, size_t length)
{
    int weight = 0, place = 1000;
    size_t i;

    if (!length) return 1000;
    text++, length--;
    trim(&text, &length);
    if (length < 3 || (text[0] | 0x20) != 'q' || text[1] != '=') return 0;
    for (i = 2; i < length && i < 7; i++) {
        if (i == 3) {
            if (text[i] != '.') return 0;
            continue;
        }
        if (text[i] < '0' || text[i] > '9') return 0;
        weight += (text[i] - '0') * place;
        place /= 10;
    }
    return weight > 1000 ? 0 : weight;
}

int dm_prefers_german(const char *field, size_t length)
{
    const char *entry, *parameters;
    size_t count, parameters_length, entries = 0;
    int best = 0, is_german = 0;

    if (length > 512) length = 512;
    while (entries++ < 32 && next_entry(&field, &length, &entry, &count, &parameters, &parameters_length)) {
        size_t primary = 0;
        int weight = weight_of(parameters, parameters_length), is_de;

        while (primary < count && entry[primary] != '-') primary++;
        is_de = dm_is_word(entry, primary, "de");
        if (!is_de && !dm_is_word(entry, primary, "en") && !dm_is_word(entry, count, "*")) continue;
        if (weight > best) best = weight, is_german = is_de;
    }
    return is_german;
}
