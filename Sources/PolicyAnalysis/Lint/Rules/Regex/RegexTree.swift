/// A regular expression of PCRE2 as a tree: as much of the syntax as the checks understand.
///
/// What it does not understand (references back, recursion, conditions, verbs) gives no tree, and so no finding. A
/// finding is never made from the tree alone: PCRE2 itself is asked about the text that the tree suggests.
struct RegexTree: Sendable {
    /// A piece of the expression.
    indirect enum Node: Sendable {
        /// One byte out of a set.
        case set(ByteSet)
        /// One after the other; nothing at all where there is none.
        case sequence([Node])
        /// One of these.
        case choice([Node])
        /// So many times; a `most` of nil is without bound. A possessive one never gives back.
        case repetition(Node, least: Int, most: Int?, isPossessive: Bool)
        /// The beginning of the text.
        case start
        /// The end of the text.
        case end
        /// Something that takes no bytes and asks for something.
        case assertion
    }

    let root: Node

    /// Reads an expression; nil where it has something that is not understood.
    init?(_ pattern: String) {
        var parser = RegexParser(Array(pattern.utf8))
        guard let root = parser.parse() else { return nil }
        self.root = root
    }

    /// The pieces of the expression in order, groups that are not repeated opened.
    var pieces: [Node] { Self.flattened(root) }

    static func flattened(_ node: Node) -> [Node] {
        guard case .sequence(let nodes) = node else { return [node] }
        return nodes.flatMap { flattened($0) }
    }

    /// Whether a match can only begin at the beginning of the text.
    var isAnchored: Bool {
        if case .start? = pieces.first { return true }
        return false
    }
}

/// A set of bytes.
struct ByteSet: Hashable, Sendable {
    private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    init() {}

    init(_ ranges: ClosedRange<UInt8>...) { for range in ranges { for byte in range { insert(byte) } } }

    init(_ byte: UInt8) { insert(byte) }

    static let all = ByteSet(0...255)

    mutating func insert(_ byte: UInt8) {
        let bit = UInt64(1) << UInt64(byte & 63)
        switch byte >> 6 {
        case 0: words.0 |= bit
        case 1: words.1 |= bit
        case 2: words.2 |= bit
        default: words.3 |= bit
        }
    }

    func contains(_ byte: UInt8) -> Bool {
        let word =
            switch byte >> 6 {
            case 0: words.0
            case 1: words.1
            case 2: words.2
            default: words.3
            }
        return word >> UInt64(byte & 63) & 1 != 0
    }

    func union(_ other: ByteSet) -> ByteSet {
        var result = self
        result.words = (
            words.0 | other.words.0, words.1 | other.words.1, words.2 | other.words.2, words.3 | other.words.3
        )
        return result
    }

    func intersection(_ other: ByteSet) -> ByteSet {
        var result = self
        result.words = (
            words.0 & other.words.0, words.1 & other.words.1, words.2 & other.words.2, words.3 & other.words.3
        )
        return result
    }

    var inverted: ByteSet {
        var result = self
        result.words = (~words.0, ~words.1, ~words.2, ~words.3)
        return result
    }

    var isEmpty: Bool { words == (0, 0, 0, 0) }

    /// With the other case of every letter.
    var foldingCase: ByteSet {
        var result = self
        for letter in UInt8(ascii: "a")...UInt8(ascii: "z") where contains(letter) || contains(letter - 32) {
            result.insert(letter)
            result.insert(letter - 32)
        }
        return result
    }

    /// The one byte of the set, upper and lower case taken for one; nil where there are more.
    var single: UInt8? {
        let count =
            words.0.nonzeroBitCount + words.1.nonzeroBitCount + words.2.nonzeroBitCount + words.3.nonzeroBitCount
        guard count == 1 || count == 2 else { return nil }
        guard let first = (0...255).map({ UInt8($0) }).last(where: contains) else { return nil }
        if count == 1 { return first }
        return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) && contains(first - 32) ? first : nil
    }

    /// A byte of the set as URLs have it: a small letter before a digit before anything else.
    var sample: UInt8? {
        for byte in Array("axe0m1-_/.~=&:?!%".utf8) where contains(byte) { return byte }
        for byte in UInt8(0x21)...0x7E where contains(byte) { return byte }
        return nil
    }

    static func == (left: ByteSet, right: ByteSet) -> Bool { left.words == right.words }

    func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
        hasher.combine(words.1)
    }
}
