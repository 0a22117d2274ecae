#ifndef DEMARC_CPREFETCH_SHIM_H
#define DEMARC_CPREFETCH_SHIM_H

/// Asks the processor to load the cache line at an address, without waiting for it. Nothing is read: an address that
/// cannot be read is ignored.
static inline void demarc_prefetch(const void *_Nonnull address) { __builtin_prefetch(address); }

#endif
