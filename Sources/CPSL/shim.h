#ifndef DEMARC_CPSL_SHIM_H
#define DEMARC_CPSL_SHIM_H

#include <libpsl.h>

#endif
