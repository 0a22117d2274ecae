#ifndef DEMARC_CICU_SHIM_H
#define DEMARC_CICU_SHIM_H

// ICU's functions are macros over names that carry the library's version, which Swift cannot see. These wrappers give
// them plain names, whatever version is installed.

#include <stdint.h>
#include <unicode/uchar.h>
#include <unicode/uidna.h>
#include <unicode/unorm2.h>
#include <unicode/uversion.h>

static inline UIDNA *_Nullable demarc_uidna_open(uint32_t options, UErrorCode *_Nonnull status) {
    return uidna_openUTS46(options, status);
}

static inline void demarc_uidna_close(UIDNA *_Nonnull idna) { uidna_close(idna); }

/// Domain to ASCII; the error bits of the result go to `errors`, which spares Swift the struct's initialiser macro.
static inline int32_t demarc_uidna_name_to_ascii(
    const UIDNA *_Nonnull idna, const char *_Nonnull name, int32_t length, char *_Nonnull destination,
    int32_t capacity, uint32_t *_Nonnull errors, UErrorCode *_Nonnull status
) {
    UIDNAInfo info = UIDNA_INFO_INITIALIZER;
    int32_t written = uidna_nameToASCII_UTF8(idna, name, length, destination, capacity, &info, status);
    *errors = info.errors;
    return written;
}

static inline void demarc_unicode_version(uint8_t version[_Nonnull 4]) { u_getUnicodeVersion(version); }

#endif
