#ifndef DEMARC_CPCRE2_SHIM_H
#define DEMARC_CPCRE2_SHIM_H

// The library's width is chosen by a macro that must stand before its header.
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "meter.h"

#endif
