import ByteText

extension NameTable {
    /// Collects names and what they reach, in any order.
    ///
    /// A name is copied once, into the record that it has in the table; a million of them are a few flat arrays and not
    /// a million values.
    struct Builder {
        /// Where the names inserted so far stand among the records, hashed under a seed that nobody can choose names for.
        private var index = NameIndex()
        private let kind: Names
        private var records: [UInt8] = []
        private var offsets: [UInt32] = []
        /// For each record the posting that came last, counted from 1; 0 for none.
        private var lastPostings: [UInt32] = []
        private var hasNamesBelow: [Bool] = []
        private var postings: [(posting: Posting, previous: UInt32)] = []

        init(_ kind: Names) { self.kind = kind }

        /// Makes room for names that are to come.
        mutating func reserve(names: Int, bytes: Int) {
            records.reserveCapacity(records.count + bytes + names * (NameRecord.headCount + 1) + NameRecord.padding)
            offsets.reserveCapacity(offsets.count + names)
            lastPostings.reserveCapacity(lastPostings.count + names)
            hasNamesBelow.reserveCapacity(hasNamesBelow.count + names)
            postings.reserveCapacity(postings.count + names)
            index.reserve(names)
        }

        /// Says that a name reaches a rule. Hosts are in canonical ASCII form without trailing dot, and no name is longer
        /// than ``NameTable/longestName``.
        mutating func insert(_ name: Span<UInt8>, _ posting: Posting) {
            let number: Int
            switch kind {
            case .whole:
                var hash = NameHash(seed: index.seed)
                hash.add(0..<name.count, of: name)
                number = self.number(of: 0..<name.count, in: name, hash)
            case .hosts: number = self.number(ofHost: name)
            }
            postings.append((posting, lastPostings[number]))
            lastPostings[number] = UInt32(postings.count)
        }

        /// The number of a host's record. Domains above it get records too, so that a walk can stop at the first domain
        /// that has none.
        private mutating func number(ofHost name: Span<UInt8>) -> Int {
            var hash = NameHash(seed: index.seed)
            var end = name.count
            while true {
                var start = end
                while start > 0, name[start &- 1] != UInt8(ascii: ".") { start &-= 1 }
                hash.add(start..<end, of: name)
                let number = self.number(of: start..<name.count, in: name, hash)
                guard start > 0 else { return number }
                hasNamesBelow[number] = true
                end = start &- 1
            }
        }

        private mutating func number(of range: Range<Int>, in bytes: Span<UInt8>, _ hash: NameHash) -> Int {
            var slot = index.firstSlot(of: hash.value)
            while true {
                switch index.finding(at: slot, hash.value) {
                case .free:
                    let number = offsets.count
                    append(range, of: bytes)
                    index.insert(number, hash.value, at: slot)
                    return number
                case .candidate(let number) where isName(number, range, of: bytes): return number
                case .candidate, .other: slot = index.slot(after: slot)
                }
            }
        }

        private func isName(_ number: Int, _ range: Range<Int>, of bytes: Span<UInt8>) -> Bool {
            let start = Int(offsets[number]) * 2
            guard Int(records[start + 8]) | Int(records[start + 9]) << 8 == range.count else { return false }
            let name = start + NameRecord.headCount
            for position in 0..<range.count where records[name &+ position] != bytes[range.lowerBound &+ position] {
                return false
            }
            return true
        }

        private mutating func append(_ range: Range<Int>, of bytes: Span<UInt8>) {
            offsets.append(UInt32(records.count / 2))
            lastPostings.append(0)
            hasNamesBelow.append(false)
            for _ in 0..<8 { records.append(0) }
            records.append(UInt8(truncatingIfNeeded: range.count))
            records.append(UInt8(truncatingIfNeeded: range.count >> 8))
            for position in range { records.append(bytes[position]) }
            if range.count % 2 != 0 { records.append(0) }
        }

        // MARK: Building

        /// The table. Equal contents give the same look-ups in whatever order they were inserted.
        consuming func build() -> NameTable {
            var targets = TargetList()
            var hasSingleLabels = false
            for number in offsets.indices {
                let offset = Int(offsets[number]) * 2
                let (target, entry) = targets.target(of: postings(of: number))
                let record = NameRecord(entry: entry, target: target, hasNamesBelow: hasNamesBelow[number])
                record.write(at: offset, in: &records)
                if target != 0, !hasSingleLabels { hasSingleLabels = !hasDot(number) }
            }
            // What a load of a whole word at the last record's end may touch.
            if !records.isEmpty { records.append(contentsOf: repeatElement(0, count: NameRecord.padding)) }
            var slots = NameSlots(seed: 1, nameCount: offsets.count, spread: 0)
            var spread = 0
            while !fill(&slots, longestSearch: spread < 16 ? 64 : Int.max) {
                // A seed under which names crowd together may be one that somebody chose the names for; the next ones
                // nobody knows beforehand, and more room makes crowds ever less likely.
                spread += 1
                slots = NameSlots(seed: .random(in: .min ... .max), nameCount: offsets.count, spread: spread)
            }
            return NameTable(
                seed: slots.seed,
                homeCount: UInt64(slots.homeCount),
                tags: slots.tags,
                places: slots.places,
                records: records,
                targets: targets.targets,
                postings: targets.postings,
                hasSingleLabels: hasSingleLabels
            )
        }

        /// What reaches a record, in no particular order.
        private func postings(of number: Int) -> [Posting] {
            var reached: [Posting] = []
            var next = Int(lastPostings[number])
            while next > 0 {
                reached.append(postings[next - 1].posting)
                next = Int(postings[next - 1].previous)
            }
            return reached
        }

        /// Puts every record into a slot; false where one would be searched for longer than that.
        private func fill(_ slots: inout NameSlots, longestSearch: Int) -> Bool {
            for number in offsets.indices {
                guard slots.insert(hash(of: number, seed: slots.seed), offsets[number], longestSearch) else {
                    return false
                }
            }
            slots.finish()
            return true
        }

        private func hasDot(_ number: Int) -> Bool { name(of: number).contains { records[$0] == UInt8(ascii: ".") } }

        private func name(of number: Int) -> Range<Int> {
            let start = Int(offsets[number]) * 2
            let name = start + NameRecord.headCount
            return name..<name + (Int(records[start + 8]) | Int(records[start + 9]) << 8)
        }

        /// The hash that a look-up arrives at for the whole of a name.
        private func hash(of number: Int, seed: UInt64) -> UInt64 {
            let name = name(of: number)
            var hash = NameHash(seed: seed)
            var end = name.upperBound
            if kind == .hosts {
                var start = end
                while start > name.lowerBound {
                    start &-= 1
                    guard records[start] == UInt8(ascii: ".") else { continue }
                    hash.add(start &+ 1..<end, of: records.span)
                    end = start
                }
            }
            hash.add(name.lowerBound..<end, of: records.span)
            return hash.value
        }
    }
}
