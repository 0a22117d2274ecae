#ifndef DEMARC_CLIBXML2_SHIM_H
#define DEMARC_CLIBXML2_SHIM_H

// Some builds of libxml2 include ICU's headers, and Foundation contains an ICU of its own, so that a program that imports
// both does not compile. Without them, only the converters of `xmlCharEncodingHandler` are missing, which nobody reads.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>

#endif
