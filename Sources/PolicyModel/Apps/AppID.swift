/// What identifies an app: its bundle id, compared as it is written.
public struct AppID: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The bundle id.
    public let bundleID: String

    /// Makes an id.
    public init(_ bundleID: String) { self.bundleID = bundleID }

    /// Makes an id from a literal.
    public init(stringLiteral bundleID: String) { self.bundleID = bundleID }

    /// The bundle id.
    public var description: String { bundleID }
}
