#include "library.h"

#include <dlfcn.h>
#include <stdio.h>

int dm_library_load(dm_library *library, const char *path, char *message, size_t capacity)
{
    /* Its symbols stay private: another module may load a library with the same names. */
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
    if (!DM_COMPATIBLE(library->version())) {
        uint32_t version = library->version();
        snprintf(message, capacity, "%s is of version %u.%u, and this module needs %d.%d", path, (unsigned)(version >> 16),
                 (unsigned)(version >> 8 & 255), DEMARC_VERSION_MAJOR, DEMARC_VERSION_MINOR);
        return -1;
    }
    return 0;
}
