#ifndef DEMARC_ALLOCATION_COUNTER_H
#define DEMARC_ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// The number of allocations that the calling thread has requested from the C library since it started, including
/// reallocations.
///
/// Linking this module into an executable is enough: it replaces `malloc` and related functions with functions that
/// count and forward. The count covers every library in the process, including the Swift runtime. Costs one
/// thread-local increment per allocation.
///
/// Always 0 if `demarc_allocation_counting_available()` is false.
uint64_t demarc_allocation_count(void);

/// Whether allocations are counted in this process, determined by making one.
///
/// False on systems whose C library has no second name for `malloc`, and in sanitizer builds, because a sanitizer must
/// replace `malloc` itself. A test or benchmark that needs the count then reports that it was skipped.
bool demarc_allocation_counting_available(void);

#endif
