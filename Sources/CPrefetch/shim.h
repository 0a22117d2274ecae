#ifndef DEMARC_CPREFETCH_SHIM_H
#define DEMARC_CPREFETCH_SHIM_H

/// Asks the processor for the line of memory at an address, and does not wait for it. Nothing is read: an address that
/// nothing can be read at is ignored.
static inline void demarc_prefetch(const void *_Nonnull address) { __builtin_prefetch(address); }

#endif
