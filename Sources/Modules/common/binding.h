/* Whether requests can be decided as a configuration says: otherwise it would only show when every request is blocked. */
#ifndef DM_BINDING_H
#define DM_BINDING_H

#include "library.h"

#pragma GCC visibility push(hidden)

/*
 * Reads the setting for requests that name no account: `block`, `lockDown` or an account.
 *
 * Returns 0; or -1 with a sentence in `message` for an empty setting, and for a word in another case, which would count as
 * an account.
 */
int dm_set_absent(demarc_binding *binding, const char *absent, char *message, size_t capacity);

/*
 * Checks that the policy in force has the view and the accounts of a binding. `evaluator` may be NULL; then only the view
 * is checked. The evaluator reads requests, so the texts about its last answer are gone.
 *
 * Returns 0, or -1 with a sentence in `message`.
 */
int dm_check_binding(
    const dm_library *library, demarc_engine *engine, demarc_evaluator *evaluator, const demarc_binding *binding,
    char *message, size_t capacity);

#pragma GCC visibility pop
#endif
