// A typical C++ implementation of looking up hosts in a list of domains: ada's parse, then the host and each of its
// parent domains in an open-addressing table. Names are concatenated in one block, and the names themselves are
// compared, not only their hashes.
#include "ada.h"

#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#define EXPORTED extern "C" __attribute__((visibility("default")))

namespace {
struct DomainTable {
    struct Slot {
        uint32_t tag, place;
    };
    std::vector<Slot> slots;
    std::string names = std::string(1, '\0');  // Place 0 stands for a free slot.
    size_t mask = 0;

    explicit DomainTable(size_t count) {
        size_t size = 16;
        while (size < 2 * count) size *= 2;
        slots.assign(size, {0, 0});
        mask = size - 1;
    }

    bool is(uint32_t place, std::string_view name) const {
        uint16_t length;
        memcpy(&length, &names[place], 2);
        return length == name.size() && !memcmp(&names[place + 2], name.data(), name.size());
    }

    /// The slot of a name, or the free slot where it would be stored.
    size_t find(std::string_view name, uint32_t &tag) const {
        size_t hash = std::hash<std::string_view>{}(name);
        tag = hash >> 32;
        size_t slot = hash & mask;
        while (slots[slot].place && !(slots[slot].tag == tag && is(slots[slot].place, name))) slot = (slot + 1) & mask;
        return slot;
    }

    void insert(std::string_view name) {
        uint32_t tag;
        size_t slot = find(name, tag);
        if (slots[slot].place) return;
        slots[slot] = {tag, uint32_t(names.size())};
        uint16_t length = name.size();
        names.append(reinterpret_cast<const char *>(&length), 2).append(name);
    }

    bool covers(std::string_view host) const {
        for (;;) {
            uint32_t tag;
            if (slots[find(host, tag)].place) return true;
            size_t dot = host.find('.');
            if (dot == std::string_view::npos) return false;
            host.remove_prefix(dot + 1);
        }
    }
};
DomainTable *table = nullptr;
}  // namespace

/// Loads the domains, one per line, replacing those of the previous call.
EXPORTED void demarc_peer_load_domains(const uint8_t *bytes, size_t count) {
    std::string_view text(reinterpret_cast<const char *>(bytes), count);
    delete table;
    size_t lines = 0;
    for (char byte : text) lines += byte == '\n';
    table = new DomainTable(lines + 1);
    while (!text.empty()) {
        size_t end = std::min(text.find('\n'), text.size());
        if (end > 0) table->insert(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

/// Parses every URL and looks up its host; returns how many hosts are covered.
EXPORTED uint64_t demarc_peer_domains(const uint8_t *bytes, const uint32_t *offsets, size_t count, size_t repetitions) {
    const char *text = reinterpret_cast<const char *>(bytes);
    uint64_t hits = 0;
    for (size_t repetition = 0; repetition < repetitions; repetition++)
        for (size_t index = 0; index < count; index++) {
            uint32_t start = offsets[2 * index], end = offsets[2 * index + 1];
            auto url = ada::parse<ada::url_aggregator>(std::string_view(text + start, end - start));
            if (url) hits += table->covers(url->get_hostname());
        }
    return hits;
}
