import ByteText
import URLMatching

/// Finds the rules whose required literals are in a URL, all of them in one pass over its bytes.
///
/// A literal is filed under some of its *windows*: four bytes that few URLs contain. If all literals are long enough,
/// four consecutive windows of each are filed: wherever the literal is in a URL, one of these windows begins at a
/// position that is divisible by four, so that only such positions have to be examined. Shorter literals have fewer
/// windows, and the shortest literal determines the distance between the positions. The pass checks for each window
/// whether its bit is set, which is rarely the case. If it is, it compares the literals that are filed under the
/// window.
///
/// ```
/// lanes        for literals of four bytes and more, and for literals of three bytes
///   bits       hash of a window → whether a literal is filed under it
///   starts     another hash → the first of its candidates
///   candidates window, place of the literal, posting
/// text         the literals, folded, one after the other
/// postings     what literals reach
/// shared       the postings of the literals that reach many
/// ```
///
/// The cost depends on the URL's length and the literals it contains, never on the number of rules. A literal that many
/// values of a host, or for every host, share is filed only once, and finds them all.
///
/// Literals of the values of one host are filed with a *salt*, a hash of its name that is mixed into every window. Only a
/// search with the same salt finds them, so what is filed for other hosts costs a URL nothing.
struct LiteralTable: Sendable {
    /// A literal that is filed under a window.
    struct Candidate: Sendable {
        var window: UInt32
        /// The start of the literal in ``LiteralTable/text``.
        var start: UInt32
        var count: UInt8
        /// The position of the window in the literal.
        var offset: UInt8
        /// The number of the posting that it reaches, or of several in ``LiteralTable/shared``, which come after these.
        var posting: UInt32
        /// The rank of that posting, or of the strongest of several.
        var rank: UInt32
    }

    /// The literals that are searched for in the same way.
    struct Lane: Sendable {
        let bits: WindowBits
        /// How far a 32-bit hash is shifted to give a bucket of candidates.
        let bucketShift: UInt32
        let starts: [UInt32]
        let candidates: [Candidate]

        var isEmpty: Bool { candidates.isEmpty }

        @inline(__always)
        static func bucket(of window: UInt32, shift: UInt32) -> Int {
            Int(truncatingIfNeeded: (window &* 0x85EB_CA6B) &>> shift)
        }
    }

    /// ``LiteralWindow/width``, which would cost a call to read.
    static let windowWidth = 4

    /// The maximum number of windows filed per literal, and therefore the maximum distance between examined positions.
    static let longestStride = 4

    let long: Lane
    let short: Lane
    /// How many consecutive windows of each literal in ``long`` are filed, from 1 to ``longestStride``.
    let stride: Int
    let text: [UInt8]
    /// Whether no filed window occurs in `http://` or `https://`, so that these are skipped.
    let skipsSchemes: Bool
    /// The postings, the strongest first.
    let postings: [Posting]
    /// The numbers of the postings that share a literal with many others, for each such literal, the strongest first.
    let shared: [[UInt32]]
    /// The rank of the strongest posting; ``Reach/noRank`` if there is no such rule.
    let strongestRank: UInt32

    var isEmpty: Bool { postings.isEmpty }

    init(long: Lane, short: Lane, stride: Int, text: [UInt8], postings: [Posting], shared: [[UInt32]]) {
        self.long = long
        self.short = short
        self.stride = stride
        self.text = text
        self.postings = postings
        self.shared = shared
        skipsSchemes = !(long.candidates + short.candidates).contains { LiteralWindow.isOfScheme($0.window) }
        strongestRank = postings.first?.rank ?? Reach.noRank
    }
}
