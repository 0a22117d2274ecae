#ifndef DEMARC_CPCRE2_METER_H
#define DEMARC_CPCRE2_METER_H

// The callout that counts the steps of a search; `RegexMeter` in URLMatching documents what is counted, and why.
//
// The callout runs millions of times for a hostile pattern. In C it costs the same in a release build, and a tenth in a
// debug build, where Swift initializes and checks more than the callout itself does: that was half of the time of the
// index's tests.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The work that PCRE2 does for an item of a pattern between the previous callout and the next.
typedef struct {
    enum demarc_regex_item_kind {
        demarc_regex_item_character,
        demarc_regex_item_group,
        demarc_regex_item_reference,
        demarc_regex_item_skip
    } kind;
    /// The cost of processing one byte, in sixteenths of a step.
    uint16_t byte_price;
    /// The minimum number of comparisons before the next callout if the item fails.
    uint16_t least;
    /// The maximum number of repetitions.
    uint16_t most;
} demarc_regex_item;

/// Counts the work of a search.
typedef struct {
    /// The steps that the search may take, and those that are left.
    ptrdiff_t steps, left;
    /// The position in the subject at the last callout, and the start of its match attempt.
    ptrdiff_t position, start;
    /// The cost of a byte processed by the last item, in sixteenths of a step.
    ptrdiff_t byte_price;
    /// The cost of each callout, in addition to that of its item, and the cost of a new attempt.
    ptrdiff_t price, beginning;
    /// The items by their offsets in the pattern, alive while PCRE2 uses the meter, and the number of offsets.
    const demarc_regex_item *_Nullable items;
    ptrdiff_t item_count;
} demarc_regex_meter;

/// The steps that a meter has counted.
static inline ptrdiff_t demarc_regex_steps(const demarc_regex_meter *_Nonnull meter) {
    return meter->steps - (meter->left > 0 ? meter->left : 0);
}

/// The maximum cost of comparing the captured groups again.
static inline ptrdiff_t demarc_longest_group(const pcre2_callout_block *_Nonnull block) {
    ptrdiff_t longest = 0;
    // There are two offsets for each group up to the top; a group that did not participate is unset.
    for (uint32_t group = 1; group < block->capture_top; group++) {
        PCRE2_SIZE low = block->offset_vector[2 * group], high = block->offset_vector[2 * group + 1];
        if (low < high && (ptrdiff_t)(high - low) > longest) longest = (ptrdiff_t)(high - low);
    }
    return longest;
}

static inline ptrdiff_t demarc_lesser(ptrdiff_t left, ptrdiff_t right) { return left < right ? left : right; }

/// Counts the work since the last callout; returns 0, or the error that ends the search.
///
/// `data` is a meter that lives for the search and that nothing else reads in the meantime.
static inline int demarc_count_regex_step(pcre2_callout_block *_Nullable block, void *_Nullable data) {
    if (block == NULL || data == NULL) return PCRE2_ERROR_CALLOUT;
    demarc_regex_meter *meter = (demarc_regex_meter *)data;
    ptrdiff_t position = (ptrdiff_t)block->current_position, start = (ptrdiff_t)block->start_match;
    // The offsets of the groups are copied for the callout.
    ptrdiff_t charge = meter->price + (ptrdiff_t)(block->capture_top >> 3);
    if (position > meter->position) charge += ((position - meter->position) * meter->byte_price) >> 4;
    if (start != meter->start) {
        charge += meter->beginning;
        meter->start = start;
    }
    meter->position = position;
    if (meter->items != NULL && (ptrdiff_t)block->pattern_position < meter->item_count) {
        const demarc_regex_item *item = &meter->items[block->pattern_position];
        ptrdiff_t rest = (ptrdiff_t)block->subject_length - position;
        meter->byte_price = item->byte_price;
        // The bytes processed by an item that fails are not observable: its minimum cost is charged in advance.
        charge += (demarc_lesser(rest, item->least) * item->byte_price) >> 4;
        switch (item->kind) {
        case demarc_regex_item_character: break;
        case demarc_regex_item_group: charge += meter->beginning; break;
        case demarc_regex_item_reference:
            // A subject has less than 2^32 bytes and a repetition count is at most 2^16, so this cannot overflow.
            charge += demarc_lesser(rest, demarc_longest_group(block) * item->most) >> 3;
            break;
        // The marks that were passed are scanned; there are no more marks than steps.
        case demarc_regex_item_skip: charge += demarc_regex_steps(meter) >> 2; break;
        }
    }
    meter->left -= charge;
    return meter->left < 0 ? PCRE2_ERROR_CALLOUT : 0;
}

#endif
