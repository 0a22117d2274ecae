/// A window of the host, by whatever name the host gives it.
public struct WindowID: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name.
    public let name: String

    /// Makes an id.
    public init(_ name: String) { self.name = name }

    /// Makes an id from a literal.
    public init(stringLiteral name: String) { self.name = name }

    /// The name.
    public var description: String { name }
}
