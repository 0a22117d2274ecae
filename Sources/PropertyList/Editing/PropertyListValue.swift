/// A value to put into a property list; unlike a ``PropertyListNode`` it stands nowhere yet.
public indirect enum PropertyListValue: Hashable, Sendable {
    /// Keys with values, in the order they are written in.
    case dictionary([Entry])
    /// Values in order.
    case array([PropertyListValue])
    /// A text.
    case string(String)
    /// A whole number.
    case integer(Int128)
    /// `true` or `false`.
    case boolean(Bool)

    /// A key with its value.
    public struct Entry: Hashable, Sendable {
        /// The key.
        public var key: String
        /// Its value.
        public var value: PropertyListValue

        /// Makes an entry.
        public init(_ key: String, _ value: PropertyListValue) {
            self.key = key
            self.value = value
        }
    }
}
