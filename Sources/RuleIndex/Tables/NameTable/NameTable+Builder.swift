import ByteText

extension NameTable {
    /// Collects names and what they reach, in any order.
    ///
    /// A name is copied here once, and once more into the table; a million of them are a few flat arrays and not a million
    /// values.
    struct Builder {
        /// Where the names inserted so far are, hashed under a seed that is not known to whoever chooses the names.
        private var index = NameIndex()
        private var names: CollectedNames
        /// For each name the posting that came last, counted from 1; 0 for none.
        private var lastPostings: [UInt32] = []
        private var postings: [(posting: Posting, previous: UInt32)] = []

        init(_ kind: Names) { names = CollectedNames(kind) }

        /// Makes room for names that are to come.
        mutating func reserve(names count: Int, bytes: Int) {
            names.reserve(count, bytes: bytes)
            lastPostings.reserveCapacity(lastPostings.count + count)
            postings.reserveCapacity(postings.count + count)
            index.reserve(count)
        }

        /// Says that a name reaches a rule. Hosts are in canonical ASCII form without trailing dot, and no name is longer
        /// than ``NameTable/longestName``.
        mutating func insert(_ name: Span<UInt8>, _ posting: Posting) {
            let number = number(of: name)
            postings.append((posting, lastPostings[number]))
            lastPostings[number] = UInt32(postings.count)
        }

        private mutating func number(of name: Span<UInt8>) -> Int {
            var hash = NameHash(seed: index.seed)
            hash.add(0..<name.count, of: name)
            var slot = index.firstSlot(of: hash.value)
            while true {
                switch index.finding(at: slot, hash.value) {
                case .free:
                    let number = names.count
                    names.append(name)
                    lastPostings.append(0)
                    index.insert(number, hash.value, at: slot)
                    return number
                case .candidate(let number) where names.isName(number, name): return number
                case .candidate, .other: slot = index.slot(after: slot)
                }
            }
        }

        // MARK: Building

        /// The table. Equal contents give the same look-ups in whatever order they were inserted, and the same bytes in
        /// the same order.
        consuming func build() -> NameTable {
            index = NameIndex()
            var layout = NameTableLayout()
            var targets = TargetList()
            let payloads = payloads(&targets, &layout)
            layout.nameCount = UInt64(names.count)
            layout.targetCount = UInt64(targets.targets.count)
            layout.directCount = UInt64(targets.directCount)
            layout.postingCount = UInt64(targets.postings.count)
            guard let head = layout.head else { preconditionFailure("too many names for a table") }
            var spread = 0
            var buckets = NameBuckets(of: names, head, seed: 1, spread: spread)
            while buckets.longest > (spread < 16 ? NameBuckets.longestAllowed : Int.max) {
                // The names may have been chosen so that they crowd together under this seed. The next seeds cannot be
                // known beforehand, and more room makes crowds ever less likely.
                spread += 1
                buckets = NameBuckets(of: names, head, seed: .random(in: .min ... .max), spread: spread)
            }
            layout.seed = buckets.seed
            layout.bucketCount = UInt64(buckets.count)
            layout.filterWordCount = UInt64(buckets.filter.count)
            layout.recordBytes = UInt64(buckets.recordBytes + NameTableLayout.padding)
            let bytes = SharedBytes(count: layout.records.upperBound) { bytes in
                layout.write(to: &bytes)
                targets.write(at: layout.targets.lowerBound, to: &bytes)
                PostingList.write(targets.postings, at: layout.postings.lowerBound, to: &bytes)
                buckets.write(names, payloads, layout, head, to: &bytes)
            }
            return NameTable(built: SharedSlice(bytes), layout)
        }

        /// For each name the number of its target in the upper half, see ``NameTarget``, and the entry in the lower one;
        /// says in the layout how many bits they have.
        private func payloads(_ targets: inout TargetList, _ layout: inout NameTableLayout) -> [UInt64] {
            var payloads: [UInt64] = []
            payloads.reserveCapacity(names.count)
            var withTargets: [Int] = []
            var highestEntry: UInt32 = 0
            var longestName = 1
            for number in 0..<names.count {
                let (last, previous) = postings[Int(lastPostings[number]) - 1]
                switch previous == 0 ? targets.content(for: last) : targets.content(for: reached(by: number)) {
                case .direct(let target, let entry):
                    highestEntry = max(highestEntry, entry)
                    payloads.append(UInt64(target) << 32 | UInt64(entry))
                case .target(let target):
                    withTargets.append(number)
                    payloads.append(UInt64(target) << 32)
                }
                longestName = max(longestName, names.range(number).count)
                if !layout.hasSingleLabels { layout.hasSingleLabels = !names.hasDot(number) }
            }
            // Which numbers are left for targets is known only now.
            for number in withTargets { payloads[number] += UInt64(targets.directCount) << 32 }
            layout.nameBits = NameHead.bits(of: longestName)
            layout.entryBits = NameHead.bits(of: Int(highestEntry))
            layout.targetBits = NameHead.bits(of: max(0, targets.directCount + targets.targets.count - 1))
            return payloads
        }

        /// What reaches a name, in no particular order.
        private func reached(by number: Int) -> [Posting] {
            var reached: [Posting] = []
            var next = Int(lastPostings[number])
            while next > 0 {
                reached.append(postings[next - 1].posting)
                next = Int(postings[next - 1].previous)
            }
            return reached
        }
    }

    fileprivate init(built bytes: SharedSlice, _ layout: NameTableLayout) {
        do throws(NameTableError) {
            try self.init(reading: bytes, ruleCount: .max)
        } catch {
            preconditionFailure("a table that was just built has another layout: \(error)")
        }
    }
}

/// What the names of a ``NameTable`` lead to, while it is built.
///
/// A name that one rule decides has no target: its record says which rule that is, see ``NameTarget``. Every other name
/// has one of its own.
struct TargetList {
    private(set) var targets: [NameTable.Target] = []
    private(set) var postings: [Posting] = []
    /// How many numbers stand for a rule that decides by itself.
    private(set) var directCount = 0

    /// What a record says of a name.
    enum Content {
        /// A number that stands for a rule, and the entry of its list.
        case direct(Int, entry: UInt32)
        /// The position of a target.
        case target(Int)
    }

    /// What the record of a name says that one posting reaches.
    mutating func content(for reached: Posting) -> Content {
        guard reached.isUnconditional, reached.coversHost else { return content(for: [reached]) }
        let number = NameTarget.number(of: reached.rank, coversSubdomains: reached.coversSubdomains)
        directCount = max(directCount, number + 1)
        return .direct(number, entry: reached.entry)
    }

    /// What the record of a name says that these reach.
    mutating func content(for reached: [Posting]) -> Content {
        if reached.count == 1, reached[0].isUnconditional, reached[0].coversHost { return content(for: reached[0]) }
        targets.append(
            NameTable.Target(
                exact: Reach(reached.filter(\.coversHost), in: &postings),
                below: Reach(reached.filter(\.coversSubdomains), in: &postings)
            )
        )
        return .target(targets.count - 1)
    }

    /// Writes the targets one behind the other.
    func write(at start: Int, to bytes: inout MutableSpan<UInt8>) {
        var offset = start
        for target in targets {
            target.exact.write(at: offset, to: &bytes)
            target.below.write(at: offset + 16, to: &bytes)
            offset += NameTableLayout.targetBytes
        }
    }
}
