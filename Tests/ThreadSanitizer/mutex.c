/* Shows ThreadSanitizer what Swift's Mutex does where two threads meet in it.
 *
 * A Mutex that is free is taken and let go of with atomic operations in the code of the caller, which ThreadSanitizer
 * sees. One that is taken is waited for in libswiftSynchronization, which was built without it: what the last owner did
 * and what the next one does then look unordered, and every value behind a contended Mutex looks like a race.
 *
 * Preloaded, this stands before the two functions of that library that wait and wake up. It calls them, and says that
 * the owner has released the mutex and that the next one has acquired it: the order that the mutex makes, and no more. So
 * no report has to be left out, and a value that is read without the mutex is still a race.
 */
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

/* Of the sanitizer's runtime; null in programs that were built without it, which inherit the preload. */
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

/* Synchronization._MutexHandle._lockSlow(UInt32) and ._unlockSlow(), by the names that the library exports. */
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef SWIFT void Lock(uint32_t thread, SELF void *mutex);
typedef SWIFT void Unlock(SELF void *mutex);

static void *next(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    /* A library that waits in another way needs another one of this. */
    if (!function) abort();
    return function;
}

SWIFT void lock_slow(uint32_t thread, SELF void *mutex) __asm__(LOCK);
SWIFT void unlock_slow(SELF void *mutex) __asm__(UNLOCK);

SWIFT void lock_slow(uint32_t thread, SELF void *mutex) {
    ((Lock *)next(LOCK))(thread, mutex);
    if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT void unlock_slow(SELF void *mutex) {
    /* Before the next owner can be let in. */
    if (__tsan_release) __tsan_release(mutex);
    ((Unlock *)next(UNLOCK))(mutex);
}
