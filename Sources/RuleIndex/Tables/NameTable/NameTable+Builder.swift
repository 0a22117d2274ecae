import ByteText

extension NameTable {
    /// Collects names and what they reach, in any order.
    ///
    /// A name is copied here once, and once more into the table; a million names are a few flat arrays rather than a
    /// million values.
    struct Builder {
        /// Finds the names inserted so far, hashed with a seed that is not known to a person who chooses the names.
        private var index = NameIndex()
        private var names: CollectedNames
        /// The last posting of each name, counted from 1; 0 for none.
        private var lastPostings: [UInt32] = []
        private var postings: [(posting: Posting, previous: UInt32)] = []

        init(_ kind: Names) { names = CollectedNames(kind) }

        /// Reserves room for names that will be added.
        mutating func reserve(names count: Int, bytes: Int) {
            names.reserve(count, bytes: bytes)
            lastPostings.reserveCapacity(lastPostings.count + count)
            postings.reserveCapacity(postings.count + count)
            index.reserve(count)
        }

        /// Adds a rule that a name reaches. Hosts are in canonical ASCII form without trailing dot, and no name is
        /// longer than ``NameTable/longestName``.
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

        /// Builds the table. Equal contents give the same look-ups regardless of the order of insertion, and the same
        /// bytes for the same order.
        ///
        /// - Parameter hasTargetsOnly: Whether each record refers to a target, even for a rule that decides by itself. The
        ///   same happens if the parts of a record's head would otherwise need more bits than it has.
        /// - Returns: The table.
        consuming func build(hasTargetsOnly: Bool = false) -> NameTable {
            index = NameIndex()
            var layout = NameTableLayout()
            var targets = TargetList(hasRules: !hasTargetsOnly)
            var payloads = payloads(&targets, &layout)
            if layout.head == nil {
                targets = TargetList(hasRules: false)
                payloads = self.payloads(&targets, &layout)
            }
            layout.nameCount = UInt64(names.count)
            layout.targetCount = UInt64(targets.targets.count)
            layout.directCount = UInt64(targets.directCount)
            layout.postingCount = UInt64(targets.postings.count)
            guard let head = layout.head else { preconditionFailure("a name and a target fit into any head") }
            var spread = 0
            var buckets = NameBuckets(of: names, head, seed: 1, spread: spread)
            while buckets.longest > (spread < 16 ? NameBuckets.longestAllowed : Int.max) {
                // The names may have been chosen to crowd together under this seed. The next seeds are unpredictable,
                // and more room makes crowding ever less likely.
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

        /// For each name the number of its target in the upper half, see ``NameTarget``, and the entry in the lower
        /// half; sets their numbers of bits in the layout.
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
            // Which numbers are available for targets is only known now.
            for number in withTargets { payloads[number] += UInt64(targets.directCount) << 32 }
            layout.nameBits = NameHead.bits(of: longestName)
            layout.entryBits = NameHead.bits(of: Int(highestEntry))
            layout.targetBits = NameHead.bits(of: max(0, targets.directCount + targets.targets.count - 1))
            return payloads
        }

        /// What a name reaches, in no particular order.
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

/// The targets of the names of a ``NameTable``, while it is built.
///
/// A name with a single rule that decides has no target: its record refers to the rule, see ``NameTarget``. Every other
/// name has a target of its own.
struct TargetList {
    /// Whether names may refer to a rule, and not only to a target.
    private let hasRules: Bool
    private(set) var targets: [NameTable.Target] = []
    private(set) var postings: [Posting] = []
    /// How many numbers are reserved for rules that decide by themselves.
    private(set) var directCount = 0

    /// The content of a name's record.
    enum Content {
        /// The number of a rule, and the entry of its list.
        case direct(Int, entry: UInt32)
        /// The position of a target.
        case target(Int)
    }

    init(hasRules: Bool) { self.hasRules = hasRules }

    /// The content of the record of a name that reaches one posting.
    mutating func content(for reached: Posting) -> Content {
        guard isRule(reached) else { return content(for: [reached]) }
        let number = NameTarget.number(of: reached.rank, coversSubdomains: reached.coversSubdomains)
        directCount = max(directCount, number + 1)
        return .direct(number, entry: reached.entry)
    }

    /// The content of the record of a name that reaches these postings.
    mutating func content(for reached: [Posting]) -> Content {
        if reached.count == 1, isRule(reached[0]) { return content(for: reached[0]) }
        targets.append(
            NameTable.Target(
                exact: Reach(reached.filter(\.coversHost), in: &postings),
                below: Reach(reached.filter(\.coversSubdomains), in: &postings)
            )
        )
        return .target(targets.count - 1)
    }

    /// Whether a name that reaches only this posting refers to its rule.
    private func isRule(_ reached: Posting) -> Bool { hasRules && reached.isUnconditional && reached.coversHost }

    /// Writes the targets one after the other.
    func write(at start: Int, to bytes: inout MutableSpan<UInt8>) {
        var offset = start
        for target in targets {
            target.exact.write(at: offset, to: &bytes)
            target.below.write(at: offset + 16, to: &bytes)
            offset += NameTableLayout.targetBytes
        }
    }
}
