/*
 * What this module uses of Envoy's ABI for dynamic modules, version 0.2, in our own words: Envoy publishes the whole of it
 * in `source/extensions/dynamic_modules/abi/abi.h`. Functions that begin with `envoy_dynamic_module_on_` are ours and called
 * by Envoy; those with `_callback_` are Envoy's. Pointers to Envoy's objects are opaque here.
 */
#ifndef DM_ENVOY_ABI_H
#define DM_ENVOY_ABI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of Envoy's, or of ours: the same form. What Envoy lends is good until the hook returns or a field is set. */
typedef struct envoy_bytes {
    const char *bytes;
    size_t count;
} envoy_bytes;

/* One field of a request or an answer, or one member of metadata. Pseudo-headers have names with a colon in front. */
typedef struct envoy_pair {
    const char *name;
    size_t name_count;
    const char *value;
    size_t value_count;
} envoy_pair;

/* Which fields are meant. */
enum { ENVOY_REQUEST_FIELDS = 0 };

/* What Envoy does after a hook about headers: go on with the next filter, or stop there. */
enum { ENVOY_CONTINUE = 0, ENVOY_STOP = 1 };

/* Where metadata is looked for: what filters have said of this request. */
enum { ENVOY_DYNAMIC_METADATA = 0 };

/*
 * All functions of Envoy's are weak: the module can then be loaded by an Envoy that lacks one, and say so, where the linker
 * would refuse it and some Envoys only report that there is no module.
 */
#define ENVOY_WEAK __attribute__((weak))

/* How much a line of the log matters. */
enum { ENVOY_LOG_INFO = 2, ENVOY_LOG_ERROR = 4 };

ENVOY_WEAK void envoy_dynamic_module_callback_log(uint32_t level, envoy_bytes message);

ENVOY_WEAK size_t envoy_dynamic_module_callback_http_get_headers_size(void *filter, uint32_t kind);

/* Writes as many fields as the function above has said. */
ENVOY_WEAK bool envoy_dynamic_module_callback_http_get_headers(void *filter, uint32_t kind, envoy_pair *fields);

/* Sets a field in place of all of its name; a value of NULL removes them. */
ENVOY_WEAK bool envoy_dynamic_module_callback_http_set_header(void *filter, uint32_t kind, envoy_bytes name, envoy_bytes value);

/* Answers in place of the site; `details` is a word for access logs. */
ENVOY_WEAK void envoy_dynamic_module_callback_http_send_response(
    void *filter, uint32_t status, envoy_pair *fields, size_t field_count, envoy_bytes body, envoy_bytes details);

ENVOY_WEAK bool envoy_dynamic_module_callback_http_get_metadata_string(
    void *filter, uint32_t source, envoy_bytes name_space, envoy_bytes key, envoy_bytes *value);

/* Sets several members of a name space of metadata at once. Not in every Envoy with this version of the ABI. */
ENVOY_WEAK bool envoy_dynamic_module_callback_http_set_dynamic_metadata_string_batch(
    void *filter, envoy_bytes name_space, envoy_pair *members, size_t member_count);

/* Which worker thread this is, from 0. */
ENVOY_WEAK uint32_t envoy_dynamic_module_callback_http_filter_get_worker_index(void *filter);

#endif
