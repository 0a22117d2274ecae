import ByteText

/// Finds the rules about a name: about a host or a domain above it, or about a whole URL.
///
/// A hash table in flat bytes. Looking up a host looks up the host and each of its parent domains, from the right: the
/// cost depends on the number of labels, never on the number of rules. Looking up a URL takes a single look-up. The
/// bytes are the same in memory and in a file, which is opened by mapping it; ``NameTableLayout`` describes them.
///
/// ```
/// filter     a few bits for each name, and for each domain that has names below it; see ``NameFilter``
/// buckets    part of the hash → where the records of the bucket begin; they end where the next ones begin
/// guides     the approximate place of a bucket's records, so that a look-up can request them early; small enough to
///            stay in the cache
/// targets    what names reach, if that is more than one rule that decides
/// postings   the rules that need further checks; those of one name are stored together, the strongest first
/// records    what the name reaches, and the name, those of a bucket one after the other; see ``NameRecord``
/// ```
///
/// PERF: with a million names, memory is what a look-up waits for. A name that is not in the table costs a read of the
/// filter, which fits in the second-level cache, and so does a domain that is only passed through. A name in the table
/// also costs a bucket and a record; a look-up requests both at once, and the guides indicate the likely place of the
/// record.
struct NameTable: Sendable {
    /// The kind of names in a table, which determines how they are hashed.
    enum Names: Sendable {
        /// Hosts, hashed label by label.
        case hosts
        /// Texts that are only looked up whole.
        case whole
    }

    /// What a name reaches.
    struct Target: Hashable, Sendable {
        /// What a host, or a URL, with exactly this name reaches.
        var exact = Reach()
        /// What a host below this name reaches through it.
        var below = Reach()
    }

    /// The maximum length of a name in a table.
    static let longestName = NameRecord.longestName

    /// The whole table, which can be written to a file unchanged.
    let bytes: SharedSlice
    let layout: NameTableLayout
    /// The layout of the record heads.
    let head: NameHead
    let filter: SharedSlice
    let buckets: SharedSlice
    let guides: SharedSlice
    let targets: SharedSlice
    let records: SharedSlice
    let postings: PostingList
    /// How many target numbers represent rules; see ``NameTarget``.
    let directCount: Int
    /// The number of rules: a rank that is not below it means damage.
    let ruleCount: UInt32

    var seed: UInt64 { layout.seed }

    /// Whether a rule is about a host or domain of one label.
    var hasSingleLabels: Bool { layout.hasSingleLabels }

    var isEmpty: Bool { layout.nameCount == 0 }

    /// The position of the bucket or word, among a given number of them, that a hash belongs to.
    @inline(__always)
    static func home(of hash: UInt64, homeCount: UInt64) -> Int {
        Int(truncatingIfNeeded: ((hash &>> 32) &* homeCount) &>> 32)
    }

    /// Opens a table in place: in memory, or in a mapped file. Only the head is read.
    ///
    /// The bytes are untrusted: whatever they contain, a look-up ends and reads nothing outside them. Damaged data is
    /// not found, or reaches another rule.
    ///
    /// - Parameters:
    ///   - bytes: Exactly the ``bytes`` of a table that was built.
    ///   - ruleCount: The number of rules of the rule set.
    /// - Throws: If the head does not match the bytes.
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

/// Why bytes are not a ``NameTable``.
enum NameTableError: Error, Hashable, Sendable {
    /// There are fewer bytes than a head has.
    case noHead
    /// The head is of another version, or contains values that no table has.
    case unknownHead
    /// There are more or fewer bytes than the head specifies.
    case wrongSize
}
