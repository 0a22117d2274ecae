#ifndef DEMARC_CICU_SHIMS_H
#define DEMARC_CICU_SHIMS_H

// ICU's functions are macros for names that contain the library's version, which Swift cannot see, and its types clash
// with those of Foundation's own ICU. These wrappers have plain names and plain types, whatever version is installed.

#include <stdbool.h>
#include <stdint.h>

/// ICU's handle for UTS #46.
typedef struct demarc_idna demarc_idna;

/// The errors found by a conversion, one bit each, grouped by the UTS #46 flag that determines whether they count.
enum {
    /// Errors regardless of the flags.
    DEMARC_IDNA_ERROR = 1,
    /// Errors under CheckHyphens.
    DEMARC_IDNA_HYPHEN = 2,
    /// Errors under VerifyDnsLength.
    DEMARC_IDNA_LENGTH = 4,
};

/// Opens UTS #46, non-transitional, with CheckBidi and CheckJoiners; null if ICU fails.
demarc_idna *_Nullable demarc_idna_open(void);

void demarc_idna_close(demarc_idna *_Nonnull idna);

/// Converts a domain in UTF-8 to ASCII.
///
/// Returns the length of the result, which was not written in full if it exceeds `capacity`; -1 if ICU failed. `errors`
/// receives the groups of errors.
int32_t demarc_idna_to_ascii(
    const demarc_idna *_Nonnull idna, const uint8_t *_Nonnull domain, int32_t length, uint8_t *_Nonnull destination,
    int32_t capacity, uint32_t *_Nonnull errors);

/// Whether lowercasing `label` and then applying NFC yields what UTS #46 reads in the label `ascii`.
///
/// Both are UTF-8. Also false if either is malformed, or has more than 4,096 UTF-16 code units at any step.
bool demarc_idna_is_lowercased(
    const demarc_idna *_Nonnull idna, const uint8_t *_Nonnull label, int32_t label_length, const uint8_t *_Nonnull ascii,
    int32_t ascii_length);

/// The version of Unicode whose data ICU has: 256 * major + minor.
uint16_t demarc_unicode_version(void);

#endif
