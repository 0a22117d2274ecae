#include "CICUShims.h"

#include <unicode/uidna.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/ustring.h>

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
    // A result that just fits only causes a warning, because there is no room for a terminator.
    return U_SUCCESS(status) || status == U_BUFFER_OVERFLOW_ERROR ? written : -1;
}

bool demarc_idna_is_lowercased(
    const demarc_idna *idna, const uint8_t *label, int32_t label_length, const uint8_t *ascii, int32_t ascii_length) {
    enum { capacity = 4096 };
    UChar first[capacity], second[capacity];
    int32_t length = 0, ascii_units = 0;
    // Each call does nothing if an earlier call failed.
    UErrorCode status = U_ZERO_ERROR;
    const UNormalizer2 *nfc = unorm2_getNFCInstance(&status);
    u_strFromUTF8(first, capacity, &length, (const char *)label, label_length, &status);
    length = u_strToLower(second, capacity, first, length, "", &status);
    length = unorm2_normalize(nfc, second, length, first, capacity, &status);
    if (U_FAILURE(status)) return false;

    UChar units[capacity];
    UIDNAInfo info = UIDNA_INFO_INITIALIZER;
    u_strFromUTF8(units, capacity, &ascii_units, (const char *)ascii, ascii_length, &status);
    ascii_units = uidna_labelToUnicode((const UIDNA *)idna, units, ascii_units, second, capacity, &info, &status);
    return U_SUCCESS(status) && length == ascii_units && u_memcmp(first, second, length) == 0;
}

uint16_t demarc_unicode_version(void) {
    UVersionInfo version;
    u_getUnicodeVersion(version);
    return (uint16_t)(version[0] << 8 | version[1]);
}
