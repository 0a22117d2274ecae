#ifndef DEMARC_CICU_SHIMS_H
#define DEMARC_CICU_SHIMS_H

// ICU's functions are macros over names that carry the library's version, which Swift cannot see, and its types clash
// with those of Foundation's own ICU. These wrappers have plain names and plain types, whatever version is installed.

#include <stdbool.h>
#include <stdint.h>

/// ICU's handle for UTS #46.
typedef struct demarc_idna demarc_idna;

/// The errors that a conversion found, one bit each, grouped by the flag of UTS #46 that decides whether they count.
enum {
    /// Errors however the flags stand.
    DEMARC_IDNA_ERROR = 1,
    /// Errors under CheckHyphens.
    DEMARC_IDNA_HYPHEN = 2,
    /// Errors under VerifyDnsLength.
    DEMARC_IDNA_LENGTH = 4,
};

/// Opens UTS #46, non-transitional, with CheckBidi and CheckJoiners; null where ICU fails to.
demarc_idna *_Nullable demarc_idna_open(void);

void demarc_idna_close(demarc_idna *_Nonnull idna);

/// Converts a domain in UTF-8 to ASCII.
///
/// Returns the length of the result, which was not written whole if it is above `capacity`; -1 where ICU failed. The
/// groups of errors go to `errors`.
int32_t demarc_idna_to_ascii(
    const demarc_idna *_Nonnull idna, const uint8_t *_Nonnull domain, int32_t length, uint8_t *_Nonnull destination,
    int32_t capacity, uint32_t *_Nonnull errors);

/// Whether lower-casing and then NFC make of `label` what UTS #46 reads in the label `ascii`.
///
/// Both are UTF-8. False too where one is malformed, or has more than 4,096 UTF-16 code units at any step.
bool demarc_idna_is_lowercased(
    const demarc_idna *_Nonnull idna, const uint8_t *_Nonnull label, int32_t label_length, const uint8_t *_Nonnull ascii,
    int32_t ascii_length);

/// The version of Unicode that ICU has the data of: the major version times 256, and the minor.
uint16_t demarc_unicode_version(void);

#endif
