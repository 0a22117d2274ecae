/// The targets of a ``NameTable`` while they are made; names that reach the same share one.
struct TargetList {
    private(set) var targets: [NameTable.Target] = []
    private(set) var postings: [Posting] = []
    /// The targets of names that one rule decides: by rank, and by whether it covers what is below.
    private var simple: [Simple: Int] = [:]
    /// PERF: the names of a list come one after the other and have the same.
    private var lastSimple: (key: Simple, target: Int)?

    private struct Simple: Hashable {
        var rank: UInt32
        var coversSubdomains: Bool
    }

    /// The target of a name that one posting reaches, and the entry that goes into its record.
    mutating func target(of reached: Posting) -> (target: Int, entry: UInt32) {
        guard reached.isUnconditional, reached.coversHost else { return target(of: [reached]) }
        let key = Simple(rank: reached.rank, coversSubdomains: reached.coversSubdomains)
        if let lastSimple, lastSimple.key == key { return (lastSimple.target, reached.entry) }
        let target = simple[key] ?? targets.count
        if target == targets.count {
            var shared = reached
            shared.entry = Reach.entryOfRecord
            let reach = Reach([shared], in: &postings)
            targets.append(NameTable.Target(exact: reach, below: shared.coversSubdomains ? reach : .nothing))
            simple[key] = target
        }
        lastSimple = (key, target)
        return (target, reached.entry)
    }

    /// The target of a name that these reach, and the entry that goes into its record.
    mutating func target(of reached: [Posting]) -> (target: Int, entry: UInt32) {
        if reached.count == 1, reached[0].isUnconditional, reached[0].coversHost { return target(of: reached[0]) }
        targets.append(
            NameTable.Target(
                exact: Reach(reached.filter(\.coversHost), in: &postings),
                below: Reach(reached.filter(\.coversSubdomains), in: &postings)
            )
        )
        return (targets.count - 1, 0)
    }

    /// Writes the targets one behind the other.
    func write(at start: Int, to bytes: inout MutableSpan<UInt8>) {
        var offset = start
        for target in targets {
            target.exact.write(at: offset, to: &bytes)
            target.below.write(at: offset + 16, to: &bytes)
            offset += NameTableLayout.targetCount
        }
    }
}
