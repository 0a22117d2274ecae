/* The configuration of a filter: lines of `name: value`. */
#ifndef DM_ENVOY_SETTINGS_H
#define DM_ENVOY_SETTINGS_H

#include "library.h"

#pragma GCC visibility push(hidden)

typedef struct dm_settings {
    demarc_binding binding;
    /* Paths and texts are zero-terminated and owned by the settings, as are those of the binding. */
    const char *policy, *library, *contact;
    /* The source of the account: a field, in lower case, or a member of metadata; NULL for neither. */
    const char *account_field, *account_space, *account_key;
    int redirects;
    /* The buffer that contains all of the texts. */
    char *text;
} dm_settings;

/*
 * Reads a configuration. Empty lines and lines that begin with `#` are skipped. A `#` in a value is part of it.
 *
 * Returns 0, or -1 with a sentence in `message`: an unknown or repeated name, a value that is not in its list or is not
 * the name of a field, and a missing policy or view are errors.
 */
int dm_settings_read(dm_settings *settings, const char *text, size_t count, char *message, size_t capacity);

void dm_settings_free(dm_settings *settings);

#pragma GCC visibility pop
#endif
