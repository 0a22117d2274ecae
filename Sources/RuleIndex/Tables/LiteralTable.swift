import ByteText
import URLMatching

/// Finds the rules whose required literals are in a URL, all of them in one pass over its bytes.
///
/// A literal is filed under *windows* of it, four bytes that few URLs have. Where all are long enough, four windows in a
/// row are filed of each: wherever it is in a URL, one of them begins at a place that four divides, so that only these
/// places have to be looked at. Shorter literals have fewer windows, and the shortest one says how far apart the places
/// are. The pass asks of each window whether its bit is set, which it hardly ever is; then for the literals that are filed
/// there, and compares them.
///
/// ```
/// lanes        for literals of four bytes and more, and for those that have three bytes only
///   bits       hash of a window → whether a literal is filed under it
///   starts     another hash → the first of its candidates
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
        /// Where the window is in the literal.
        var offset: UInt8
        /// The number of the posting that it reaches.
        var posting: UInt32
        /// The rank of that posting.
        var rank: UInt32
    }

    /// The literals that are looked for in one way.
    struct Lane: Sendable {
        let bits: WindowBits
        /// How far a hash of 32 bits is shifted to give a bucket of candidates.
        let bucketShift: UInt32
        let starts: [UInt32]
        let candidates: [Candidate]

        var isEmpty: Bool { candidates.isEmpty }

        @inline(__always)
        static func bucket(of window: UInt32, shift: UInt32) -> Int {
            Int(truncatingIfNeeded: (window &* 0x85EB_CA6B) &>> shift)
        }
    }

    /// ``LiteralWindow/width``, which would be asked for by a call.
    static let windowWidth = 4

    /// The most windows of a literal that are filed, and so the most bytes from one place looked at to the next.
    static let longestStride = 4

    let long: Lane
    let short: Lane
    /// How many windows in a row are filed of each literal in ``long``, from 1 to ``longestStride``.
    let stride: Int
    let text: [UInt8]
    /// Whether no window is filed that is in `http://` or `https://`, so that these are skipped.
    let skipsSchemes: Bool
    /// The strongest first.
    let postings: [Posting]
    /// The rank of the strongest posting; ``Reach/noRank`` if there is no such rule.
    let strongestRank: UInt32

    var isEmpty: Bool { postings.isEmpty }

    init(long: Lane, short: Lane, stride: Int, text: [UInt8], postings: [Posting]) {
        self.long = long
        self.short = short
        self.stride = stride
        self.text = text
        self.postings = postings
        skipsSchemes = !(long.candidates + short.candidates).contains { LiteralWindow.isOfScheme($0.window) }
        strongestRank = postings.first?.rank ?? Reach.noRank
    }
}
