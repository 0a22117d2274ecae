#include "CICUShims.h"

#include <unicode/uidna.h>
#include <unicode/uchar.h>

demarc_idna *demarc_idna_open(void) {
    UErrorCode status = U_ZERO_ERROR;
    UIDNA *idna = uidna_openUTS46(
        UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ | UIDNA_NONTRANSITIONAL_TO_ASCII | UIDNA_NONTRANSITIONAL_TO_UNICODE,
        &status);
    return U_SUCCESS(status) ? (demarc_idna *)idna : 0;
}

void demarc_idna_close(demarc_idna *idna) { uidna_close((UIDNA *)idna); }

int32_t demarc_idna_to_ascii(
    const demarc_idna *idna, const uint8_t *domain, int32_t length, uint8_t *destination, int32_t capacity,
    uint32_t *errors) {
    const uint32_t hyphens = UIDNA_ERROR_LEADING_HYPHEN | UIDNA_ERROR_TRAILING_HYPHEN | UIDNA_ERROR_HYPHEN_3_4;
    const uint32_t lengths = UIDNA_ERROR_EMPTY_LABEL | UIDNA_ERROR_LABEL_TOO_LONG | UIDNA_ERROR_DOMAIN_NAME_TOO_LONG;
    UIDNAInfo info = UIDNA_INFO_INITIALIZER;
    UErrorCode status = U_ZERO_ERROR;
    int32_t written = uidna_nameToASCII_UTF8(
        (const UIDNA *)idna, (const char *)domain, length, (char *)destination, capacity, &info, &status);
    *errors = (info.errors & hyphens ? DEMARC_IDNA_HYPHEN : 0) | (info.errors & lengths ? DEMARC_IDNA_LENGTH : 0)
        | (info.errors & ~(hyphens | lengths) ? DEMARC_IDNA_ERROR : 0);
    // A result that just fits is only warned about, for want of a terminator.
    return U_SUCCESS(status) || status == U_BUFFER_OVERFLOW_ERROR ? written : -1;
}

uint16_t demarc_unicode_version(void) {
    UVersionInfo version;
    u_getUnicodeVersion(version);
    return (uint16_t)(version[0] << 8 | version[1]);
}
