import Diagnostics

/// A value of a property list, and where it stands.
///
/// A value that a binary property list refers to several times is in the tree several times, with the same place.
public struct PropertyListNode: Hashable, Sendable {
    /// What a value is.
    public enum Content: Hashable, Sendable {
        /// Keys with values, in the order of the file. A key that is written twice appears twice: what reads it as
        /// one value has to say which it means.
        case dictionary([Entry])
        /// Values in order.
        case array([PropertyListNode])
        /// A text.
        case string(String)
        /// Bytes.
        case data([UInt8])
        /// A point in time, in seconds since 2001-01-01T00:00:00Z.
        case date(Double)
        /// A whole number, of 64 bits with or without sign.
        case integer(Int128)
        /// A number with a fraction; may be infinite or no number.
        case real(Double)
        /// `true` or `false`.
        case boolean(Bool)
        /// A reference inside a keyed archive; in binary property lists only.
        case uid(UInt64)
    }

    /// A key of a dictionary.
    public struct Key: Hashable, Sendable {
        /// The key.
        public var text: String
        /// The bytes of the key: the element with its tags, or the object of a binary property list.
        public var place: Range<Int>

        /// Makes a key.
        public init(_ text: String, place: Range<Int>) {
            self.text = text
            self.place = place
        }
    }

    /// A key of a dictionary with its value.
    public struct Entry: Hashable, Sendable {
        /// The key.
        public var key: Key
        /// Its value.
        public var value: PropertyListNode

        /// Makes an entry.
        public init(key: Key, value: PropertyListNode) {
            self.key = key
            self.value = value
        }
    }

    /// What the value is.
    public var content: Content
    /// The bytes of ``PropertyListDocument/source`` that the value takes: the element with its tags, or the object of a
    /// binary property list without the objects it refers to.
    public var place: Range<Int>

    /// Makes a value.
    public init(_ content: Content, place: Range<Int>) {
        self.content = content
        self.place = place
    }

    /// The entries of a dictionary; nil if the value is not one.
    public var entries: [Entry]? {
        if case .dictionary(let entries) = content { return entries }
        return nil
    }

    /// The entry of a key, the first where it is written twice; nil where the value is no dictionary or lacks it.
    ///
    /// - Complexity: O(*n*) in the number of entries.
    public func entry(_ key: String) -> Entry? { entries?.first { $0.key.text == key } }
}

extension PropertyListNode {
    /// What the value is, for messages.
    package var summary: String {
        switch content {
        case .dictionary: "a dictionary"
        case .array: "an array"
        case .string(let text): "the text `\(Quoted.word(text))`"
        case .data: "data"
        case .date: "a date"
        case .integer(let number): "the number `\(number)`"
        case .real(let number): "the number `\(number)`"
        case .boolean(let value): "`\(value)`"
        case .uid: "a reference of an archive"
        }
    }
}

/// What a build fills in: `$(NAME)` or `${NAME}`.
package enum BuildVariable {
    /// Whether a text holds one. Its value isn't known here, so nothing can be wrong with it.
    package static func occurs(in text: String) -> Bool {
        zip(text.utf8, text.utf8.dropFirst()).contains { isStart($0, $1) }
    }

    /// What is left of a text behind the variable that it begins with; nil where it begins with none.
    package static func rest(of text: String) -> Substring? {
        guard let first = text.utf8.first, let second = text.utf8.dropFirst().first, isStart(first, second),
            let end = text.firstIndex(of: second == UInt8(ascii: "(") ? ")" : "}")
        else { return nil }
        return text[text.index(after: end)...]
    }

    private static func isStart(_ first: UInt8, _ second: UInt8) -> Bool {
        first == UInt8(ascii: "$") && (second == UInt8(ascii: "(") || second == UInt8(ascii: "{"))
    }
}

/// How a property list is written.
public enum PropertyListFormat: Hashable, Sendable {
    /// XML, in one of the encodings that are read.
    case xml(Encoding)
    /// The binary form, version `00`.
    case binary

    /// An encoding of XML property lists.
    public enum Encoding: String, CaseIterable, Hashable, Sendable {
        /// UTF-8, with or without a byte order mark.
        case utf8
        /// UTF-16 with the byte order mark FE FF.
        case utf16BigEndian
        /// UTF-16 with the byte order mark FF FE.
        case utf16LittleEndian
    }
}

/// How much a property list may cost to read.
///
/// Beyond a bound stands an error that names it, never a partial reading.
public struct PropertyListBounds: Hashable, Sendable {
    /// The bytes of the file.
    public var bytes = 8 << 20
    /// Levels of arrays and dictionaries.
    public var depth = 64
    /// Values and keys. In a binary property list a value counts as often as it is referred to.
    public var nodes = 250_000
    /// How many bytes of texts and data a binary property list may stand for, each counted as often as it is referred to,
    /// for each byte of the file.
    public var expansion = 16
    /// Attributes of one element.
    public var attributes = 64
    /// Problems that are reported.
    public var findings = 100

    /// The bounds that are in force unless a caller names others.
    public init() {}

    /// So many bytes a binary property list may stand for however small it is.
    static var leastExpansion: Int { 1 << 20 }

    /// What libxml2 can be given at once, whatever ``bytes`` says.
    static var mostBytes: Int { 1 << 30 }
}
