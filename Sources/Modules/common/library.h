/* libdemarc, loaded when it is needed and not when the module is: a worker has it, the master of nginx does not. */
#ifndef DM_LIBRARY_H
#define DM_LIBRARY_H

#include <demarc.h>

#pragma GCC visibility push(hidden)

/* The name by which the linker finds the library that this module was written for; before 1.0 each minor version has its own. */
#define DM_QUOTED(number) #number
#define DM_DIGITS(number) DM_QUOTED(number)
#if DEMARC_VERSION_MAJOR == 0
#define DM_LIBRARY_NAME "libdemarc.so.0." DM_DIGITS(DEMARC_VERSION_MINOR)
#define DM_COMPATIBLE(version) ((version) >> 8 == DEMARC_VERSION_MINOR)
#else
#define DM_LIBRARY_NAME "libdemarc.so." DM_DIGITS(DEMARC_VERSION_MAJOR)
#define DM_COMPATIBLE(version) ((version) >> 16 == DEMARC_VERSION_MAJOR)
#endif

/* Everything that the modules call. */
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
 * Loads a library by its path, or by its name where the linker finds it. It stays until the process ends.
 *
 * Returns 0; or -1 where it cannot be loaded, lacks a function or is of another version, and then writes why to
 * `message`.
 */
int dm_library_load(dm_library *library, const char *path, char *message, size_t capacity);

#pragma GCC visibility pop
#endif
