extension NameTable {
    /// Collects names and their rules, in any order.
    struct Builder {
        private let kind: Names
        private var postings: [[UInt8]: [Posting]] = [:]

        init(_ kind: Names) { self.kind = kind }

        /// Says that a name reaches a rule. Hosts are in canonical ASCII form without trailing dot.
        mutating func insert(_ name: [UInt8], _ posting: Posting) {
            postings[name, default: []].append(posting)
            guard kind == .hosts else { return }
            // Domains above it are entries too, so that a walk can stop at the first domain that is none; but for top
            // levels, which every walk passes through.
            var domain = name[...]
            while let dot = domain.firstIndex(of: UInt8(ascii: ".")) {
                domain = domain[(dot + 1)...]
                guard domain.contains(UInt8(ascii: ".")) else { return }
                if postings[Array(domain)] == nil { postings[Array(domain)] = [] }
            }
        }

        /// The table. Equal contents give the same look-ups in whatever order they were inserted.
        func build() -> NameTable {
            // A seed under which names collide or crowd together may be one that somebody chose the names for.
            var seed: UInt64 = 1
            while true {
                if let table = build(seed: seed, longestSearch: 64) { return table }
                seed = .random(in: .min ... .max)
            }
        }

        private func build(seed: UInt64, longestSearch: Int) -> NameTable? {
            // PERF: a small table may be sparse, for it fits in the cache all the same, and most look-ups end at the
            // first slot.
            let slotsPerName = postings.count < 4096 ? 4 : 2
            var slotCount = 2
            while slotCount < postings.count * slotsPerName { slotCount *= 2 }
            var slots = [UInt64](repeating: 0, count: slotCount)
            var entries: [Entry] = []
            var names: [UInt8] = []
            var flat: [Posting] = []
            entries.reserveCapacity(postings.count)
            for (name, reached) in postings {
                entries.append(
                    Entry(
                        nameStart: UInt32(names.count),
                        nameLength: UInt32(name.count),
                        exact: Reach(reached, in: &flat),
                        below: Reach(reached.filter(\.coversSubdomains), in: &flat)
                    )
                )
                names += name
                let mask = slotCount - 1
                var (slot, tag) = NameTable.position(of: hash(of: name, seed: seed), mask: mask)
                var steps = 0
                while slots[slot] != 0 {
                    // INVARIANT: no two entries on one search path have the same tag, so the first that a look-up
                    // finds is the only one it can mean.
                    guard slots[slot] & 0xFFFF_FFFF_0000_0000 != tag, steps < longestSearch else { return nil }
                    slot = (slot + 1) & mask
                    steps += 1
                }
                slots[slot] = tag | UInt64(entries.count)
            }
            return NameTable(
                seed: seed,
                slots: slots,
                entries: entries,
                names: names,
                postings: flat,
                hasSingleLabels: postings.keys.contains { !$0.contains(UInt8(ascii: ".")) }
            )
        }

        /// The hash that a look-up arrives at for the whole of `name`.
        private func hash(of name: [UInt8], seed: UInt64) -> UInt64 {
            var hash = NameHash(seed: seed)
            var end = name.count
            while kind == .hosts, let dot = name[..<end].lastIndex(of: UInt8(ascii: ".")) {
                hash.add((dot + 1)..<end, of: name.span)
                end = dot
            }
            hash.add(0..<end, of: name.span)
            return hash.value
        }
    }
}
