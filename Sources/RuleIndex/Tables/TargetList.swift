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
