/// Finds the rules that speak of a name: of a host or a domain above it, or of a whole URL.
///
/// An open-addressing table. Looking up a host asks for it and for each of its parent domains, from the right: the cost
/// depends on the number of labels, never on the number of rules. Looking up a URL asks once.
///
/// ```
/// tags       one byte for each slot: a part of the hash, or 0 where the slot is free
/// places     slot → record
/// records    what the name reaches, and the name, one record behind the other
/// targets    what names reach; those that reach the same share one
/// postings   what has more to check; those of one name stand together, the strongest first
/// ```
///
/// PERF: with a million names, memory is what a look-up waits for. A name that is not in the table costs a look at the
/// tags, which fit in the second cache; one that is costs a place and a record besides.
struct NameTable: Sendable {
    /// What the names of a table are, which decides how they are hashed.
    enum Names: Sendable {
        /// Hosts, hashed label by label.
        case hosts
        /// Texts that are only ever looked up whole.
        case whole
    }

    /// What a name leads to.
    struct Target: Hashable, Sendable {
        /// What a host, or a URL, of just this name reaches.
        var exact = Reach()
        /// What a host below this name reaches through it.
        var below = Reach()

        /// A name that is only passed through on the way to others.
        static let passage = Target()
    }

    /// Names that are longer can't be in a table.
    static let longestName = Int(UInt16.max)

    let seed: UInt64
    /// How many slots a hash can begin its search at; some more lie behind them.
    let homeCount: UInt64
    let tags: [UInt8]
    /// The record of each slot, in units of two bytes.
    let places: [UInt32]
    let records: [UInt8]
    let targets: [Target]
    let postings: [Posting]
    /// Whether a rule is about a host or domain of one label.
    let hasSingleLabels: Bool

    var isEmpty: Bool { records.isEmpty }

    /// The slot that a hash begins its search at.
    @inline(__always)
    static func home(of hash: UInt64, homeCount: UInt64) -> Int {
        Int(truncatingIfNeeded: ((hash &>> 32) &* homeCount) &>> 32)
    }

    /// What stands in the tags for a hash; never 0.
    @inline(__always)
    static func tag(of hash: UInt64) -> UInt8 {
        let tag = UInt8(truncatingIfNeeded: hash)
        return tag == 0 ? 1 : tag
    }
}
