#include "library.h"

#include <dlfcn.h>
#include <stdio.h>

int dm_library_load(dm_library *library, const char *path, char *message, size_t capacity)
{
    /* Its symbols stay its own: another module may have a library with equal names. */
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);

    memset(library, 0, sizeof *library);
    if (!handle) {
        const char *reason = dlerror();
        snprintf(message, capacity, "%s", reason ? reason : "the library cannot be loaded");
        return -1;
    }
#define DM_FIND(name) \
    *(void **)&library->name = dlsym(handle, "demarc_" #name); \
    if (!library->name) { \
        snprintf(message, capacity, "%s has no demarc_" #name, path); \
        return -1; \
    }
    DM_FUNCTIONS(DM_FIND)
#undef DM_FIND
    if (library->version() >> 16 != DEMARC_VERSION_MAJOR) {
        snprintf(message, capacity, "%s is of version %u, and this module needs %u", path,
                 (unsigned)(library->version() >> 16), (unsigned)DEMARC_VERSION_MAJOR);
        return -1;
    }
    return 0;
}
