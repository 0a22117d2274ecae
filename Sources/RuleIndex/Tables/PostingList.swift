import ByteText
import URLMatching

/// Postings in flat bytes.
///
/// ```
/// 0…3     the rank of the rule
/// 4…7     the entry
/// 8…11    the value
/// 12…13   1: reaching the rule decides it; 2: hosts below reach it; 4: the host itself does
/// 14…15   the schemes and ports
/// ```
struct PostingList: Sendable {
    private let bytes: SharedSlice
    private let ruleCount: UInt32

    init(_ bytes: SharedSlice, ruleCount: UInt32) {
        self.bytes = bytes
        self.ruleCount = ruleCount
    }

    /// A posting; nil where there is none, or damage.
    subscript(position: Int) -> Posting? {
        guard position >= 0, position < bytes.count / NameTableLayout.postingBytes else { return nil }
        let offset = position * NameTableLayout.postingBytes
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
            origins: OriginKinds(rawValue: UInt16(truncatingIfNeeded: second &>> 48))
        )
    }

    /// Writes postings one behind the other.
    static func write(_ postings: [Posting], at start: Int, to bytes: inout MutableSpan<UInt8>) {
        var offset = start
        for posting in postings {
            bytes.write(posting.rank, at: offset)
            bytes.write(posting.entry, at: offset + 4)
            bytes.write(posting.value, at: offset + 8)
            let flags: UInt32 =
                (posting.isComplete ? 1 : 0) | (posting.coversSubdomains ? 2 : 0) | (posting.coversHost ? 4 : 0)
            bytes.write(flags | UInt32(posting.origins.rawValue) << 16, at: offset + 12)
            offset += NameTableLayout.postingBytes
        }
    }
}
