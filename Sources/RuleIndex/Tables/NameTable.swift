/// Finds the rules that speak of a name: of a host or a domain above it, or of a whole URL.
///
/// An open-addressing table. Looking up a host asks for it and for each of its parent domains, from the right: the cost
/// depends on the number of labels, never on the number of rules. Looking up a URL asks once.
///
/// ```
/// slots      hash → entry           one word each: 32 bits of the hash, and the entry's number
/// entries    entry → name, what it reaches
/// names      the names, one behind the other
/// postings   what has more to check; those of one entry stand together, the strongest first
/// ```
struct NameTable: Sendable {
    /// What the names of a table are, which decides how they are hashed.
    enum Names: Sendable {
        /// Hosts, hashed label by label.
        case hosts
        /// Texts that are only ever looked up whole.
        case whole
    }

    struct Entry: Sendable {
        var nameStart: UInt32
        var nameLength: UInt32
        /// What a host, or a URL, of just this name reaches.
        var exact: Reach
        /// What a host below this name reaches through it.
        var below: Reach
    }

    let seed: UInt64
    let slots: [UInt64]
    let entries: [Entry]
    let names: [UInt8]
    let postings: [Posting]
    /// Whether a rule is about a host or domain of one label.
    let hasSingleLabels: Bool

    var isEmpty: Bool { entries.isEmpty }

    /// Which slot a hash begins its search at, and what tells it from others there.
    @inline(__always)
    static func position(of hash: UInt64, mask: Int) -> (slot: Int, tag: UInt64) {
        (Int(truncatingIfNeeded: hash) & mask, hash & 0xFFFF_FFFF_0000_0000)
    }
}
