#ifndef DEMARC_COPENBENEATH_SHIM_H
#define DEMARC_COPENBENEATH_SHIM_H

#include <errno.h>
#include <stdint.h>
#include <unistd.h>

/// Opens a file with Linux's openat2, for which the C library has no function: below an open folder, and without
/// following symbolic links anywhere in the path (RESOLVE_BENEATH, RESOLVE_NO_SYMLINKS, RESOLVE_NO_MAGICLINKS).
///
/// `folder` may be AT_FDCWD with an absolute path; then only links are refused. Returns a descriptor, or -1 with
/// `errno`: ENOSYS if the system does not have the call.
static inline int demarc_open_beneath(int folder, const char *_Nonnull path, int flags) {
#if defined(__linux__)
    struct {
        uint64_t flags, mode, resolve;
    } how = {(uint64_t)(uint32_t)flags, 0, path[0] == '/' ? 0x02 | 0x04 : 0x02 | 0x04 | 0x08};
    // The number is the same on every architecture.
    return (int)syscall(437, folder, path, &how, sizeof how);
#else
    errno = ENOSYS;
    return -1;
#endif
}

#endif
