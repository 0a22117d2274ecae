#ifndef DEMARC_CSPOOF_SHIMS_H
#define DEMARC_CSPOOF_SHIMS_H

// Plain C types over ICU's spoof checker, for the same reason as CICUShims has. A target of its own: it is the only code
// that needs ICU's second library, and nothing that decides should load it.

#include <stdint.h>

/// Writes the skeleton of a domain: what UTS #39 compares to tell whether two texts look alike.
///
/// `domain` is in ASCII form; its `xn--` labels are read as the Unicode they stand for. Returns the length of the UTF-8
/// written to `skeleton`; -1 where there is none, or no room for it.
int32_t demarc_spoof_skeleton(
    const uint8_t *_Nonnull domain, int32_t length, uint8_t *_Nonnull skeleton, int32_t capacity);

#endif
