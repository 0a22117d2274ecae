/// A value of a property list, and where it stands.
///
/// A value that a binary property list refers to several times stands in the tree several times, with the same place.
public struct PropertyListNode: Hashable, Sendable {
    /// What a value is.
    public enum Content: Hashable, Sendable {
        /// Keys with values, in the order of the file. A key that is written twice stands here twice: what reads it as
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

    /// The entries of a dictionary; nil where the value is none.
    public var entries: [Entry]? {
        if case .dictionary(let entries) = content { return entries }
        return nil
    }

    /// The entry of a key, the first where it is written twice; nil where the value is no dictionary or lacks it.
    ///
    /// - Complexity: O(*n*) in the number of entries.
    public func entry(_ key: String) -> Entry? { entries?.first { $0.key.text == key } }
}
