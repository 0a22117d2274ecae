/* libdemarc, loaded on demand rather than with the module: a worker loads it, the master process of nginx does not. */
#ifndef DM_LIBRARY_H
#define DM_LIBRARY_H

#include <demarc.h>

#pragma GCC visibility push(hidden)

/* The linker name of the library version that this module was written for; before 1.0, each minor version has its
 * own name. */
#define DM_QUOTED(number) #number
#define DM_DIGITS(number) DM_QUOTED(number)
#if DEMARC_VERSION_MAJOR == 0
#define DM_LIBRARY_NAME "libdemarc.so.0." DM_DIGITS(DEMARC_VERSION_MINOR)
#define DM_COMPATIBLE(version) ((version) >> 8 == DEMARC_VERSION_MINOR)
#else
#define DM_LIBRARY_NAME "libdemarc.so." DM_DIGITS(DEMARC_VERSION_MAJOR)
#define DM_COMPATIBLE(version) ((version) >> 16 == DEMARC_VERSION_MAJOR)
#endif

/* All functions that the modules call. */
#define DM_FUNCTIONS(each) \
    each(version) each(engine_open) each(engine_reload_if_changed) each(engine_info) each(engine_free) each(view_find) \
    each(evaluator_make) each(evaluator_free) each(request_read) each(request_text) each(reason_name) each(fault_name) \
    each(field_compare)

typedef struct dm_library {
#define DM_MEMBER(name) __typeof__(&demarc_##name) name;
    DM_FUNCTIONS(DM_MEMBER)
#undef DM_MEMBER
} dm_library;

/*
 * Loads a library by its path, or by a name that the linker can find. It stays loaded until the process ends.
 *
 * Returns 0; or -1 if it cannot be loaded, lacks a function or has another version, and then writes the reason to
 * `message`.
 */
int dm_library_load(dm_library *library, const char *path, char *message, size_t capacity);

#pragma GCC visibility pop
#endif
