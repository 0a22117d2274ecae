/* One decision in the form that a module needs: the fields for the site if it allows, and the answer if it does not. */
#ifndef DM_DECISION_H
#define DM_DECISION_H

#include "library.h"
#include "text.h"

#pragma GCC visibility push(hidden)

/* The fields for the site and for every answer; also their indexes in `dm_decision.fields`. */
enum {
    DM_VERDICT,
    DM_CLASS,
    DM_PAGE,
    DM_DESTINATION,
    DM_RULE,
    DM_POLICY,
    DM_ID,
    DM_FIELD_COUNT
};

/* Their names: "x-demarc-verdict" and so on. */
extern const char *const dm_field_names[DM_FIELD_COUNT];

/* A revision, a hyphen and 16 digits of a digest, zero-terminated. */
#define DM_POLICY_SIZE 40

/* The decision on a request. */
typedef struct dm_decision {
    demarc_request_answer answer;
    /* The only member that lets a request pass. */
    int is_allowed;
    /* Why there is no answer, as a code; NULL if there is one. */
    const char *failure;
    char rule[DM_FIELD_SIZE];
    char policy[DM_POLICY_SIZE];
    char id[16];
    /* The values of the fields; `-` if there is no value. */
    const char *fields[DM_FIELD_COUNT];
    char words[4][24];
} dm_decision;

/* The maximum length of a target, the server's default: longer targets are blocked. */
#define DM_TARGET_LIMIT 16384

/*
 * Decides on a request. If anything goes wrong, the decision blocks.
 *
 * `evaluator` may be NULL while no policy is in force. `policy` is the result of dm_policy_text for the policy in
 * force, provided that it cannot have been replaced since; NULL queries the library. If `failure` is set, `error` has
 * the reason.
 */
void dm_decide(
    const dm_library *library, demarc_evaluator *evaluator, const demarc_binding *binding,
    const demarc_request *request, const char *policy, dm_decision *decision, demarc_error *error);

/*
 * Blocks a request that was decided and then cannot be carried out, with a fault. Only the policy and the id of the
 * decision remain.
 */
void dm_reject(dm_decision *decision, demarc_fault fault);

/*
 * Writes the identity of an engine's policy in force, as in `x-demarc-policy`; empty if it cannot be determined.
 * Computing the digest of a large policy takes milliseconds, once: call this when no request is waiting.
 */
void dm_policy_text(const dm_library *library, demarc_engine *engine, char text[DM_POLICY_SIZE]);

/* Writes the code of the first reason, or of the fault or failure; empty if an allow has none. */
void dm_first_reason(const dm_library *library, const dm_decision *decision, char *code, size_t capacity);

/*
 * Whether a field of the request resembles one of ours, under any name that a server treats as equivalent. Such fields
 * are removed: only the module may write them.
 */
int dm_is_ours(const char *name, size_t length);

/* ---------------------------------------------------------------------------------------------------------- Denials */

/* The context of a denial, in addition to the decision. */
typedef struct dm_occasion {
    /* A browser navigates, and accepts HTML. */
    int wants_html;
    /* A route is answered with a redirect, if a page would link there. */
    int redirects;
    int is_german;
    /* The contact, as text; NULL for none. */
    const char *contact;
} dm_occasion;

/* The maximum size of a body. */
#define DM_BODY_SIZE 8192
/* The maximum length of a URL in a field or on a page. */
#define DM_ROUTE_SIZE 4097
#define DM_DENIAL_FIELDS 18

typedef struct dm_field {
    const char *name;
    const char *value;
} dm_field;

/* An answer, complete except for its length. It is large, contains pointers into itself and the decision, and is
 * created in place. */
typedef struct dm_denial {
    unsigned status;
    dm_field fields[DM_DENIAL_FIELDS];
    size_t field_count;
    size_t body_size;
    char body[DM_BODY_SIZE];
    char route[DM_ROUTE_SIZE];
} dm_denial;

/* Creates the answer to a request that may not pass: 403, or 302 for a route. Never a 2xx. */
void dm_deny(
    const dm_library *library, demarc_evaluator *evaluator, const dm_decision *decision, const dm_occasion *occasion,
    dm_denial *denial);

/* Whether an Accept field accepts HTML. */
int dm_takes_html(const char *accept, size_t length);

/* Whether an Accept-Language field prefers German to English. */
int dm_prefers_german(const char *field, size_t length);

#pragma GCC visibility pop
#endif
