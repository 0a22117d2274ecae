extension URLRecord {
    /// Stands in until ambiguities land.
    public func disagreesOnAuthority(with input: Span<UInt8>) -> Bool { false }

    /// Stands in until ambiguities land.
    public func ambiguities(in input: Span<UInt8>) -> [Ambiguity] { [] }
}

/// Stands in until ambiguities land.
public struct Ambiguity: Hashable, Sendable {
    /// Stands in until ambiguities land.
    public enum Code: String, Sendable { case stub }
    /// Stands in until ambiguities land.
    public let code: Code
    /// Stands in until ambiguities land.
    public let range: Range<Int>
}
