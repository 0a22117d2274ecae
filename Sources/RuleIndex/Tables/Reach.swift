import ByteText
import URLMatching

/// What a table entry for a name yields: the strongest rule it settles outright, and the rules that need further
/// checks.
struct Reach: Hashable, Sendable {
    /// The rank of no rule, which is lower than every other.
    static var noRank: UInt32 { .max }

    /// The rank of the strongest rule for which being reached is enough; ``Reach/noRank`` if there is no such rule.
    var rank = Self.noRank
    /// The entry of that rule's list, counted from 1; 0 for a value written in the rule.
    var entry: UInt32 = 0
    /// The position of the first posting that needs further checks; the strongest comes first, and those that literals
    /// find come last.
    var firstConditional: UInt32 = 0
    var conditionalCount: UInt32 = 0

    static let nothing = Reach()

    init() {}

    /// - Parameters:
    ///   - postings: Everything that is reached.
    ///   - table: The postings that need further checks are appended to it.
    init(_ postings: [Posting], in table: inout [Posting]) {
        let ordered = postings.sorted { ($0.rank, $0.entry) < ($1.rank, $1.entry) }
        if let complete = ordered.first(where: \.isUnconditional) { (rank, entry) = (complete.rank, complete.entry) }
        // A rule that is weaker than a rule that is reached anyway can never decide.
        let conditional = ordered.filter { !$0.isUnconditional && $0.rank < rank }
        firstConditional = UInt32(table.count)
        conditionalCount = UInt32(conditional.count)
        // A look-up that knows the path ends at the first of those that are found by literals.
        table += conditional.filter { !$0.isFoundByLiteral } + conditional.filter(\.isFoundByLiteral)
    }

    /// The positions of the postings that need further checks.
    var conditional: Range<Int> { Int(firstConditional)..<Int(firstConditional) + Int(conditionalCount) }

    // MARK: Bytes

    static let byteCount = 16

    /// Reads what ``write(at:to:)`` wrote.
    @inline(__always)
    init(at offset: Int, in bytes: Span<UInt8>) {
        let first = WordLoader.word(of: bytes, at: offset)
        let second = WordLoader.word(of: bytes, at: offset &+ 8)
        rank = UInt32(truncatingIfNeeded: first)
        entry = UInt32(truncatingIfNeeded: first &>> 32)
        firstConditional = UInt32(truncatingIfNeeded: second)
        conditionalCount = UInt32(truncatingIfNeeded: second &>> 32)
    }

    func write(at offset: Int, to bytes: inout MutableSpan<UInt8>) {
        bytes.write(rank, at: offset)
        bytes.write(entry, at: offset + 4)
        bytes.write(firstConditional, at: offset + 8)
        bytes.write(conditionalCount, at: offset + 12)
    }
}

/// One way in which a rule can be reached from a table.
struct Posting: Hashable, Sendable {
    /// The rank of the rule in its rule set: 0 is the highest-priority rule.
    var rank: UInt32
    /// The entry of the rule's list that put it here, counted from 1; 0 for a value written in the rule.
    var entry: UInt32
    /// The value of the rule's anchor that put it here and needs further checks, counted from 1; 0 if being reached is
    /// all that the value requires.
    var value: UInt32 = 0
    /// Whether reaching the rule by a URL of ``origins`` decides it, because it has no other condition.
    var isComplete: Bool
    /// Whether the host itself reaches it.
    var coversHost = true
    /// Whether hosts below that host reach it.
    var coversSubdomains: Bool
    /// The schemes and ports that a URL must have to match.
    var origins = OriginKinds.all
    /// Whether the value is filed under a literal of its path or query, because its host has many such values or it is
    /// for every host. If the path is known, only the literal reaches it.
    var isFoundByLiteral = false
    /// How often checking it reads the query of a URL, if it is filed under a literal. Compiled files do not contain it.
    var queryReads: UInt8 = 0

    /// Whether reaching it always decides it.
    var isUnconditional: Bool { isComplete && origins == .all }
}

/// Postings in flat bytes.
///
/// ```
/// 0…3     the rank of the rule
/// 4…7     the entry
/// 8…11    the value
/// 12…13   1: reaching the rule decides it; 2: hosts below reach it; 4: the host itself reaches it; 8: a literal finds it
/// 14…15   the schemes and ports
/// ```
struct PostingList: Sendable {
    /// The number of bytes of each posting.
    static let postingBytes = 16

    private let bytes: SharedSlice
    private let ruleCount: UInt32

    init(_ bytes: SharedSlice, ruleCount: UInt32) {
        self.bytes = bytes
        self.ruleCount = ruleCount
    }

    /// A posting; nil for a position after the last one, and for damage.
    subscript(position: Int) -> Posting? {
        guard position >= 0, position < bytes.count / Self.postingBytes else { return nil }
        let offset = position * Self.postingBytes
        let first = WordLoader.word(of: bytes.span, at: offset)
        let second = WordLoader.word(of: bytes.span, at: offset + 8)
        let rank = UInt32(truncatingIfNeeded: first)
        guard rank < ruleCount else { return nil }
        return Posting(
            rank: rank,
            entry: UInt32(truncatingIfNeeded: first &>> 32),
            value: UInt32(truncatingIfNeeded: second),
            isComplete: second &>> 32 & 1 != 0,
            coversHost: second &>> 32 & 4 != 0,
            coversSubdomains: second &>> 32 & 2 != 0,
            origins: OriginKinds(rawValue: UInt16(truncatingIfNeeded: second &>> 48)),
            isFoundByLiteral: second &>> 32 & 8 != 0
        )
    }

    /// Writes postings one after the other.
    static func write(_ postings: [Posting], at start: Int, to bytes: inout MutableSpan<UInt8>) {
        var offset = start
        for posting in postings {
            bytes.write(posting.rank, at: offset)
            bytes.write(posting.entry, at: offset + 4)
            bytes.write(posting.value, at: offset + 8)
            let flags: UInt32 =
                (posting.isComplete ? 1 : 0) | (posting.coversSubdomains ? 2 : 0) | (posting.coversHost ? 4 : 0)
                | (posting.isFoundByLiteral ? 8 : 0)
            bytes.write(flags | UInt32(posting.origins.rawValue) << 16, at: offset + 12)
            offset += Self.postingBytes
        }
    }
}

extension MutableSpan<UInt8> {
    /// Writes eight bytes, lowest first.
    @_lifetime(self: copy self)
    mutating func write(_ word: UInt64, at offset: Int) {
        for position in 0..<8 { self[offset + position] = UInt8(truncatingIfNeeded: word &>> UInt64(8 * position)) }
    }

    /// Writes four bytes, lowest first.
    @_lifetime(self: copy self)
    mutating func write(_ word: UInt32, at offset: Int) {
        for position in 0..<4 { self[offset + position] = UInt8(truncatingIfNeeded: word &>> UInt32(8 * position)) }
    }
}
