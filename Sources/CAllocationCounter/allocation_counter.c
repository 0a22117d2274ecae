#include "allocation_counter.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// Clang reports a sanitizer through __has_feature, GCC through macros.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer) || \
    __has_feature(leak_sanitizer)
#define DEMARC_SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define DEMARC_SANITIZED 1
#endif

// Only in glibc do the C library's own functions stay reachable, under their `__libc_` names.
#if defined(__GLIBC__) && !defined(DEMARC_SANITIZED)

// The initial-exec model reads the counter relative to the thread pointer. The general model may call `__tls_get_addr`,
// which may allocate and thus call us again. As a consequence, this module must be linked into an executable, not into
// a library that is loaded later.
static __thread uint64_t allocations __attribute__((tls_model("initial-exec")));

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) {
    allocations++;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    allocations++;
    return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
    allocations++;
    return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
    allocations++;
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    allocations++;
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    allocations++;
    if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return EINVAL;
    // POSIX leaves errno unchanged here and reports errors through the result.
    int saved = errno;
    void *aligned = __libc_memalign(alignment, size);
    errno = saved;
    if (aligned == NULL) return ENOMEM;
    *block = aligned;
    return 0;
}

uint64_t demarc_allocation_count(void) { return allocations; }

bool demarc_allocation_counting_available(void) {
    // The C library itself calls `malloc` in `strdup`: if that call is counted, so are the calls of every other
    // library. A direct call would be counted even if theirs were not. The pointer is volatile because the compiler
    // knows what `strdup` does, and would remove it together with `free`.
    char *(*volatile duplicate)(const char *) = strdup;
    uint64_t before = allocations;
    char *copy = duplicate("counted?");
    bool counted = allocations != before;
    free(copy);
    return counted;
}

#else

uint64_t demarc_allocation_count(void) { return 0; }

bool demarc_allocation_counting_available(void) { return false; }

#endif
