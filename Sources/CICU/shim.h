#ifndef DEMARC_CICU_SHIM_H
#define DEMARC_CICU_SHIM_H

// Only C code may import this module: Foundation brings an ICU of its own, whose types have the same names and other
// definitions, and a Swift file that saw both would not compile. Swift imports CICUShims.

#include <unicode/uchar.h>
#include <unicode/uidna.h>

#endif
