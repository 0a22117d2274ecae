// The peer that Demarc is measured against: ada, the URL parser of Node.js, behind three C functions.
//
// Each function runs the whole measured loop, so that neither side pays for calls across the library boundary. The
// measured code is a C++ program that parses a corpus, as ada's own users would write it.
#include "ada.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace {
template <class Parse>
uint64_t each(const uint8_t *bytes, const uint32_t *offsets, size_t count, size_t repetitions, Parse parse) {
    const char *text = reinterpret_cast<const char *>(bytes);
    uint64_t checksum = 0;
    for (size_t repetition = 0; repetition < repetitions; repetition++)
        for (size_t index = 0; index < count; index++) {
            // Offsets come in pairs: the start and the end of a URL.
            uint32_t start = offsets[2 * index], end = offsets[2 * index + 1];
            checksum += parse(std::string_view(text + start, end - start));
        }
    return checksum;
}
}  // namespace

// Everything else in the library is hidden, as in a program that includes ada.
#define EXPORTED extern "C" __attribute__((visibility("default")))

/// Parses every URL `repetitions` times; returns the summed length of their serializations, 0 for an invalid one.
EXPORTED uint64_t demarc_peer_parse(const uint8_t *bytes, const uint32_t *offsets, size_t count, size_t repetitions) {
    return each(bytes, offsets, count, repetitions, [](std::string_view input) -> uint64_t {
        auto url = ada::parse<ada::url_aggregator>(input);
        return url ? url->get_href().size() : 0;
    });
}

/// Checks for every text whether it is a URL; returns how often it was.
EXPORTED uint64_t demarc_peer_can_parse(const uint8_t *bytes, const uint32_t *offsets, size_t count, size_t repetitions) {
    return each(bytes, offsets, count, repetitions,
                [](std::string_view input) -> uint64_t { return ada::can_parse(input); });
}

/// Only reads the position and length of every URL: the cost of the loop itself.
EXPORTED uint64_t demarc_peer_loop(const uint8_t *bytes, const uint32_t *offsets, size_t count, size_t repetitions) {
    return each(bytes, offsets, count, repetitions, [](std::string_view input) -> uint64_t {
        asm volatile("" ::"r"(input.data()), "r"(input.size()) : "memory");
        return input.size();
    });
}

EXPORTED const char *demarc_peer_version(void) { return ADA_VERSION; }
