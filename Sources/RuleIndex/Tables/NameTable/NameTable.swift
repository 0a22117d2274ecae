import ByteText

/// Finds the rules that speak of a name: of a host or a domain above it, or of a whole URL.
///
/// A hash table in flat bytes. Looking up a host asks for it and for each of its parent domains, from the right: the cost
/// depends on the number of labels, never on the number of rules. Looking up a URL asks once. The bytes are the same in
/// memory and in a file, which is opened by mapping it; ``NameTableLayout`` draws them.
///
/// ```
/// filter     a few bits for each name, and for each domain that has names below it; see ``NameFilter``
/// buckets    part of the hash → where the records of the bucket begin; they end where the next one's begin
/// guides     where about the records of a bucket are, for a look-up to ask for them early; a part so small that it stays
///            in the cache
/// targets    what names reach that lead to more than one rule that decides
/// postings   what has more to check; those of one name stand together, the strongest first
/// records    what the name reaches, and the name, those of a bucket one behind the other; see ``NameRecord``
/// ```
///
/// PERF: with a million names, memory is what a look-up waits for. A name that is not in the table costs a look at the
/// filter, which fits in the second cache, and so does a domain that is only passed through. One that is in the table
/// costs a bucket and a record besides; a look-up asks for both at once, and the guides tell it where the record is likely
/// to be.
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
    }

    /// Names that are longer can't be in a table.
    static let longestName = NameRecord.longestName

    /// The whole table, to be written to a file as it is.
    let bytes: SharedSlice
    let layout: NameTableLayout
    /// Of the records.
    let head: NameHead
    let filter: SharedSlice
    let buckets: SharedSlice
    let guides: SharedSlice
    let targets: SharedSlice
    let records: SharedSlice
    let postings: PostingList
    /// How many numbers of targets stand for rules; see ``NameTarget``.
    let directCount: Int
    /// How many rules there are: a rank from here on is damage.
    let ruleCount: UInt32

    var seed: UInt64 { layout.seed }

    /// Whether a rule is about a host or domain of one label.
    var hasSingleLabels: Bool { layout.hasSingleLabels }

    var isEmpty: Bool { layout.nameCount == 0 }

    /// The one of so many buckets, or words, that a hash belongs to.
    @inline(__always)
    static func home(of hash: UInt64, homeCount: UInt64) -> Int {
        Int(truncatingIfNeeded: ((hash &>> 32) &* homeCount) &>> 32)
    }

    /// Opens a table where its bytes stand: in memory, or in a mapped file. Nothing is read but the head.
    ///
    /// The bytes are not trusted: whatever they hold, a look-up ends and reads nothing outside them. What is damaged is
    /// not found, or is found to reach another rule.
    ///
    /// - Parameters:
    ///   - bytes: Exactly those of ``bytes`` of a table that was built.
    ///   - ruleCount: How many rules the rule set has.
    /// - Throws: Where the head does not fit the bytes.
    init(reading bytes: SharedSlice, ruleCount: UInt32) throws(NameTableError) {
        let layout = try NameTableLayout(reading: bytes.span)
        guard let head = layout.head else { throw .unknownHead }
        guard
            let filter = bytes.slice(layout.filter), let buckets = bytes.slice(layout.buckets),
            let guides = bytes.slice(layout.guides),
            let targets = bytes.slice(layout.targets), let postings = bytes.slice(layout.postings),
            let records = bytes.slice(layout.records)
        else { throw .wrongSize }
        self.bytes = bytes
        self.layout = layout
        self.head = head
        self.filter = filter
        self.buckets = buckets
        self.guides = guides
        self.targets = targets
        self.records = records
        self.postings = PostingList(postings, ruleCount: ruleCount)
        directCount = Int(layout.directCount)
        self.ruleCount = ruleCount
    }
}

/// Why bytes are no ``NameTable``.
enum NameTableError: Error, Hashable, Sendable {
    /// There are fewer bytes than a head has.
    case noHead
    /// The head is of another version, or speaks of what no table has.
    case unknownHead
    /// There are more or fewer bytes than the head speaks of.
    case wrongSize
}
