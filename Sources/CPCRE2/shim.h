#ifndef DEMARC_CPCRE2_SHIM_H
#define DEMARC_CPCRE2_SHIM_H

// The library's code unit width is selected by a macro that must precede its header.
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "meter.h"

#endif
