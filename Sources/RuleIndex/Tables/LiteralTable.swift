import ByteText
import URLMatching

/// Finds the rules whose required literals stand in a URL, all of them in one pass over its bytes.
///
/// Every literal is filed under one *window* of it, four bytes that few URLs have, or three where it has no more. The pass
/// asks of each window of the URL whether its bit is set, which it hardly ever is; then for the literals that are filed
/// there, and compares them.
///
/// ```
/// lanes        of windows of four bytes, and of three
///   bits       hash of a window → whether a literal is filed under it
///   starts     upper bits of that hash → the first of its candidates
///   candidates window, place of the literal, posting
/// text         the literals, folded, one behind the other
/// postings     what literals reach
/// ```
///
/// The cost depends on the URL's length and the literals it has, never on the number of rules.
struct LiteralTable: Sendable {
    /// A literal that is filed under a window.
    struct Candidate: Sendable {
        var window: UInt32
        /// Where the literal begins in ``LiteralTable/text``.
        var start: UInt32
        var count: UInt8
        /// Where the window stands in the literal.
        var offset: UInt8
        /// The number of the posting that it reaches.
        var posting: UInt32
    }

    /// The literals that are filed under windows of one width.
    struct Lane: Sendable {
        /// How far a product of 32 bits is shifted to give the hash of a window.
        let hashShift: UInt32
        /// How far a hash is shifted to give a bucket of candidates.
        let bucketShift: UInt32
        let bits: [UInt64]
        let starts: [UInt32]
        let candidates: [Candidate]

        var isEmpty: Bool { candidates.isEmpty }

        @inline(__always)
        static func hash(_ window: UInt32, shift: UInt32) -> UInt32 { (window &* 0x9E37_79B1) &>> shift }
    }

    let long: Lane
    let short: Lane
    let text: [UInt8]
    /// The strongest first.
    let postings: [Posting]

    var isEmpty: Bool { postings.isEmpty }
}
