import Diagnostics

/// A value of a property list, and its place.
///
/// A value that a binary property list refers to several times is in the tree several times, with the same place.
public struct PropertyListNode: Hashable, Sendable {
    /// The kinds of value.
    public enum Content: Hashable, Sendable {
        /// Keys with values, in file order. A duplicate key appears twice; the code that reads it must decide which
        /// entry to use.
        case dictionary([Entry])
        /// Values in order.
        case array([PropertyListNode])
        /// A text.
        case string(String)
        /// Bytes.
        case data([UInt8])
        /// A point in time, in seconds since 2001-01-01T00:00:00Z.
        case date(Double)
        /// A whole number of 64 bits, signed or unsigned.
        case integer(Int128)
        /// A number with a fraction; may be infinite or NaN.
        case real(Double)
        /// `true` or `false`.
        case boolean(Bool)
        /// A reference inside a keyed archive; only in binary property lists.
        case uid(UInt64)
    }

    /// A key of a dictionary.
    public struct Key: Hashable, Sendable {
        /// The key.
        public var text: String
        /// The bytes of the key: the element with its tags, or the object of a binary property list.
        public var place: Range<Int>

        /// Creates a key.
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

        /// Creates an entry.
        public init(key: Key, value: PropertyListNode) {
            self.key = key
            self.value = value
        }
    }

    /// The content of the value.
    public var content: Content
    /// The range of the value in ``PropertyListDocument/source``: the element with its tags, or the object of a binary
    /// property list without the objects it refers to.
    public var place: Range<Int>

    /// Creates a value.
    public init(_ content: Content, place: Range<Int>) {
        self.content = content
        self.place = place
    }

    /// The entries of a dictionary; nil if the value is not a dictionary.
    public var entries: [Entry]? {
        if case .dictionary(let entries) = content { return entries }
        return nil
    }

    /// The entry of a key, or the first of several; nil if the value is not a dictionary or does not contain the key.
    ///
    /// - Complexity: O(*n*) in the number of entries.
    public func entry(_ key: String) -> Entry? { entries?.first { $0.key.text == key } }
}

extension PropertyListNode {
    /// A description of the value for messages.
    package var summary: String {
        switch content {
        case .dictionary: "a dictionary"
        case .array: "an array"
        case .string(let text): "the string `\(Quoted.word(text))`"
        case .data: "data"
        case .date: "a date"
        case .integer(let number): "the number `\(number)`"
        case .real(let number): "the number `\(number)`"
        case .boolean(let value): "`\(value)`"
        case .uid: "a reference of an archive"
        }
    }
}

/// A variable that a build replaces: `$(NAME)` or `${NAME}`.
package enum BuildVariable {
    /// Whether a string contains a variable. Its value is unknown here, so it cannot be checked.
    package static func occurs(in text: String) -> Bool {
        zip(text.utf8, text.utf8.dropFirst()).contains { isStart($0, $1) }
    }

    /// The rest of a text after the variable at its beginning; nil if it does not begin with one.
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

/// The format of a property list.
public enum PropertyListFormat: Hashable, Sendable {
    /// XML, in one of the supported encodings.
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

/// The limits on the cost of reading a property list.
///
/// Exceeding a limit is an error that names it; the result is never partial.
public struct PropertyListBounds: Hashable, Sendable {
    /// The maximum size of the file in bytes.
    public var bytes = 8 << 20
    /// The maximum nesting of arrays and dictionaries.
    public var depth = 64
    /// The maximum number of values and keys. In a binary property list, a value counts once for each reference.
    public var nodes = 250_000
    /// The maximum size of the texts and data that a binary property list represents, as a multiple of the file's size.
    /// Each text counts once for each reference.
    public var expansion = 16
    /// The maximum number of attributes of one element.
    public var attributes = 64
    /// The maximum number of reported problems.
    public var findings = 100

    /// Creates the default limits.
    public init() {}

    /// The size in bytes that a binary property list may always represent, however small it is.
    static var leastExpansion: Int { 1 << 20 }

    /// The largest input for libxml2, regardless of ``bytes``.
    static var mostBytes: Int { 1 << 30 }
}
