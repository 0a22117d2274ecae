#include "CSpoofShims.h"

#include <unicode/uidna.h>
#include <unicode/uspoof.h>

int32_t demarc_spoof_skeleton(const uint8_t *domain, int32_t length, uint8_t *skeleton, int32_t capacity) {
    // A domain has at most 253 bytes; the decoded labels take at most four bytes for each of them.
    enum { limit = 253, room = 4 * limit };
    if (length <= 0 || length > limit) return -1;
    // Each call does nothing if an earlier call failed.
    UErrorCode status = U_ZERO_ERROR;
    UIDNA *idna = uidna_openUTS46(UIDNA_NONTRANSITIONAL_TO_UNICODE, &status);
    USpoofChecker *checker = uspoof_open(&status);
    char text[room];
    UIDNAInfo info = UIDNA_INFO_INITIALIZER;
    int32_t count = uidna_nameToUnicodeUTF8(idna, (const char *)domain, length, text, room, &info, &status);
    int32_t written = uspoof_getSkeletonUTF8(checker, 0, text, count, (char *)skeleton, capacity, &status);
    if (checker) uspoof_close(checker);
    if (idna) uidna_close(idna);
    return U_SUCCESS(status) ? written : -1;
}
