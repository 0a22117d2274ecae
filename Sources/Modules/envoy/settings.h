/* The configuration of a filter: lines of `name: value`. */
#ifndef DM_ENVOY_SETTINGS_H
#define DM_ENVOY_SETTINGS_H

#include "library.h"

#pragma GCC visibility push(hidden)

typedef struct dm_settings {
    demarc_binding binding;
    /* Paths and texts end with a zero and belong to the settings, as do those of the binding. */
    const char *policy, *library, *contact;
    /* Where it is said who asks: a field, or a member of metadata; NULL for neither. */
    const char *account_field, *account_space, *account_key;
    int redirects;
    /* What all of the texts are in. */
    char *text;
} dm_settings;

/*
 * Reads a configuration. Lines that are empty or begin with `#` are passed over; what is behind ` #` is not a part of a value.
 *
 * Returns 0, or -1 with a sentence in `message`: a name that is unknown or comes twice, a value that is not of its list, and
 * a missing policy or view are errors.
 */
int dm_settings_read(dm_settings *settings, const char *text, size_t count, char *message, size_t capacity);

void dm_settings_free(dm_settings *settings);

#pragma GCC visibility pop
#endif
