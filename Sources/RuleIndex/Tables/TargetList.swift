/// The targets of a ``NameTable`` while they are made; names that reach the same share one.
struct TargetList {
    private(set) var targets = [NameTable.Target.passage]
    private(set) var postings: [Posting] = []
    /// The targets of names that one rule decides: by rank, and by whether it covers what is below.
    private var simple: [Simple: Int] = [:]

    private struct Simple: Hashable {
        var rank: UInt32
        var coversSubdomains: Bool
    }

    /// The target of a name that these reach, and the entry that goes into its record.
    mutating func target(of reached: [Posting]) -> (target: Int, entry: UInt32) {
        guard let first = reached.first else { return (0, 0) }
        guard reached.count == 1, first.isComplete else {
            targets.append(
                NameTable.Target(
                    exact: Reach(reached, in: &postings),
                    below: Reach(reached.filter(\.coversSubdomains), in: &postings)
                )
            )
            return (targets.count - 1, 0)
        }
        let key = Simple(rank: first.rank, coversSubdomains: first.coversSubdomains)
        if let known = simple[key] { return (known, first.entry) }
        var shared = first
        shared.entry = Reach.entryOfRecord
        targets.append(
            NameTable.Target(
                exact: Reach([shared], in: &postings),
                below: shared.coversSubdomains ? Reach([shared], in: &postings) : .nothing
            )
        )
        simple[key] = targets.count - 1
        return (targets.count - 1, first.entry)
    }
}
