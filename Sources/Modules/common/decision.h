/* One decision as a module needs it: what goes to the site where it allows, and what is answered where it does not. */
#ifndef DM_DECISION_H
#define DM_DECISION_H

#include "library.h"
#include "text.h"

#pragma GCC visibility push(hidden)

/* The fields that go to the site and into every answer, and where `dm_decision.fields` has them. */
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

/* A revision, a dash and 16 digits of a digest, with a zero. */
#define DM_POLICY_SIZE 40

/* What became of a request. */
typedef struct dm_decision {
    demarc_request_answer answer;
    /* The one thing that lets a request pass. */
    int is_allowed;
    /* Why there is no answer, as a code; NULL where there is one. */
    const char *failure;
    char rule[DM_FIELD_SIZE];
    char policy[DM_POLICY_SIZE];
    char id[16];
    /* The values of the fields, `-` where there is nothing to say. */
    const char *fields[DM_FIELD_COUNT];
    char words[4][24];
} dm_decision;

/* The longest target, as the server has it by default: what is longer blocks. */
#define DM_TARGET_LIMIT 16384

/*
 * Decides on a request. Whatever goes wrong, the decision blocks.
 *
 * `evaluator` may be NULL while no policy is in force. `policy` is what dm_policy_text has made of the policy in force, where
 * nothing can have replaced it since; NULL asks the library. `error` tells why where `failure` is set.
 */
void dm_decide(
    const dm_library *library, demarc_evaluator *evaluator, const demarc_binding *binding,
    const demarc_request *request, const char *policy, dm_decision *decision, demarc_error *error);

/*
 * Says which policy an engine has in force, as `x-demarc-policy` does; empty where that cannot be said. The digest of a large
 * policy takes milliseconds, once: call it where no request waits.
 */
void dm_policy_text(const dm_library *library, demarc_engine *engine, char text[DM_POLICY_SIZE]);

/* The code of the first reason, or that of the fault or failure; empty where an allow has none. */
void dm_first_reason(const dm_library *library, const dm_decision *decision, char *code, size_t capacity);

/*
 * Whether a field of the request looks like one of ours, under whatever name a server takes for it. Such fields are taken
 * away: only the module may write them.
 */
int dm_is_ours(const char *name, size_t length);

/* ---------------------------------------------------------------------------------------------------------- Denials */

/* What a denial depends on besides the decision. */
typedef struct dm_occasion {
    /* A browser navigates, and takes HTML. */
    int wants_html;
    /* A route is answered with a redirect where a page would link there. */
    int redirects;
    int is_german;
    /* Whom to ask, as text; NULL for nobody. */
    const char *contact;
} dm_occasion;

/* The largest body. */
#define DM_BODY_SIZE 8192
/* The longest address that a field or page has. */
#define DM_ROUTE_SIZE 4097
#define DM_DENIAL_FIELDS 18

typedef struct dm_field {
    const char *name;
    const char *value;
} dm_field;

/* An answer, complete but for its length. It is large, points into itself and into the decision, and is made in its place. */
typedef struct dm_denial {
    unsigned status;
    dm_field fields[DM_DENIAL_FIELDS];
    size_t field_count;
    size_t body_size;
    char body[DM_BODY_SIZE];
    char route[DM_ROUTE_SIZE];
} dm_denial;

/* Answers a request that may not pass: 403, or 302 for a route. Never a 2xx. */
void dm_deny(
    const dm_library *library, demarc_evaluator *evaluator, const dm_decision *decision, const dm_occasion *occasion,
    dm_denial *denial);

/* Whether an Accept field takes HTML. */
int dm_takes_html(const char *accept, size_t length);

/* Whether an Accept-Language field prefers German to English. */
int dm_prefers_german(const char *field, size_t length);

#pragma GCC visibility pop
#endif
