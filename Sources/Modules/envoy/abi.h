/*
 * The part of Envoy's ABI for dynamic modules, version 0.2, that this module uses, declared in our own words: Envoy
 * publishes all of it in `source/extensions/dynamic_modules/abi/abi.h`. Functions that begin with
 * `envoy_dynamic_module_on_` are ours and called by Envoy; those with `_callback_` are Envoy's. Pointers to Envoy's
 * objects are opaque here.
 */
#ifndef DM_ENVOY_ABI_H
#define DM_ENVOY_ABI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes that belong to Envoy or to us, in the same form. Bytes from Envoy are valid until the hook returns or a
 * field is set. */
typedef struct envoy_bytes {
    const char *bytes;
    size_t count;
} envoy_bytes;

/* One field of a request or an answer, or one member of metadata. The names of pseudo-headers begin with a colon. */
typedef struct envoy_pair {
    const char *name;
    size_t name_count;
    const char *value;
    size_t value_count;
} envoy_pair;

/* Which fields to access. */
enum { ENVOY_REQUEST_FIELDS = 0 };

/* What Envoy does after a hook for headers: continue with the next filter, or stop. */
enum { ENVOY_CONTINUE = 0, ENVOY_STOP = 1 };

/* Which metadata to access: what filters have recorded about this request. */
enum { ENVOY_DYNAMIC_METADATA = 0 };

/*
 * All functions of Envoy are weak: the module can then be loaded by an Envoy that lacks one, and report it. Otherwise
 * the linker would reject the module, and some versions of Envoy only report that there is no module.
 */
#define ENVOY_WEAK __attribute__((weak))

/* The level of a log line. */
enum { ENVOY_LOG_INFO = 2, ENVOY_LOG_ERROR = 4 };

ENVOY_WEAK void envoy_dynamic_module_callback_log(uint32_t level, envoy_bytes message);

ENVOY_WEAK size_t envoy_dynamic_module_callback_http_get_headers_size(void *filter, uint32_t kind);

/* Writes as many fields as the function above has returned. */
ENVOY_WEAK bool envoy_dynamic_module_callback_http_get_headers(void *filter, uint32_t kind, envoy_pair *fields);

/* Sets a field, replacing all fields with its name; a value of NULL removes them. */
ENVOY_WEAK bool envoy_dynamic_module_callback_http_set_header(void *filter, uint32_t kind, envoy_bytes name, envoy_bytes value);

/* Answers in place of the site; `details` is a word for access logs. */
ENVOY_WEAK void envoy_dynamic_module_callback_http_send_response(
    void *filter, uint32_t status, envoy_pair *fields, size_t field_count, envoy_bytes body, envoy_bytes details);

ENVOY_WEAK bool envoy_dynamic_module_callback_http_get_metadata_string(
    void *filter, uint32_t source, envoy_bytes name_space, envoy_bytes key, envoy_bytes *value);

/* Sets several members of a metadata namespace at once. Not available in every Envoy with this version of the ABI. */
ENVOY_WEAK bool envoy_dynamic_module_callback_http_set_dynamic_metadata_string_batch(
    void *filter, envoy_bytes name_space, envoy_pair *members, size_t member_count);

/* The index of the current worker thread, from 0. */
ENVOY_WEAK uint32_t envoy_dynamic_module_callback_http_filter_get_worker_index(void *filter);

#endif
