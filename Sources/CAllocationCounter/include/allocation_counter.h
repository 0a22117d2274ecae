#ifndef DEMARC_ALLOCATION_COUNTER_H
#define DEMARC_ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// How many blocks the calling thread has asked the C library for since it started, growing and shrinking included.
///
/// Linking this module into an executable is enough: it replaces `malloc` and its relatives by functions that count and
/// pass on. The count covers every library in the process, the Swift runtime too. Costs one thread-local increment per
/// allocation.
///
/// Always 0 where `demarc_allocation_counting_available()` is false.
uint64_t demarc_allocation_count(void);

/// Whether allocations are counted in this process, found out by making one.
///
/// False on systems whose C library offers no second name for `malloc`, and in sanitizer builds, because a sanitizer
/// must own `malloc` itself. A test or benchmark that needs the count then says that it was skipped.
bool demarc_allocation_counting_available(void);

#endif
