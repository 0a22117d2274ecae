#ifndef DEMARC_CSPOOF_SHIMS_H
#define DEMARC_CSPOOF_SHIMS_H

// Plain C types over ICU's spoof checker, for the same reason as in CICUShims. A separate target, because it is the
// only code that needs ICU's second library, which code that makes decisions should not load.

#include <stdint.h>

/// Writes the skeleton of a domain: the form that UTS #39 compares to determine whether two texts look alike.
///
/// `domain` is in ASCII form; its `xn--` labels are read as the Unicode they represent. Returns the length of the UTF-8
/// written to `skeleton`; -1 if there is no skeleton, or if it does not fit.
int32_t demarc_spoof_skeleton(
    const uint8_t *_Nonnull domain, int32_t length, uint8_t *_Nonnull skeleton, int32_t capacity);

#endif
