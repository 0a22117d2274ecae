extension URLRecord {
    /// Stands in until ambiguities land.
    public func disagreesOnAuthority(with input: Span<UInt8>) -> Bool { false }
}
