extension URLRecord {
    /// The ways in which other software may see something else in the input than the URL Standard did, in the order in
    /// which they stand there.
    ///
    /// - Parameter input: The bytes that this record was parsed from, without a base. With any other bytes, the answer
    ///   says nothing.
    /// - Returns: The ambiguities; none for an empty record.
    /// - Complexity: O(*n* log *n*) in the ambiguities, and O(*n*) in the bytes. Allocates; to decide on a URL, ask
    ///   ``disagreesOnAuthority(with:)``.
    public func ambiguities(in input: Span<UInt8>) -> [Ambiguity] { ambiguities(in: input, baseScheme: nil) }

    /// The ways in which other software may see something else in a reference than the URL Standard did.
    ///
    /// - Parameters:
    ///   - input: The bytes that this record was parsed from.
    ///   - base: The base that it was parsed with.
    /// - Returns: As ``ambiguities(in:)``; those of the base are not among them.
    /// - Complexity: As ``ambiguities(in:)``.
    public func ambiguities(in input: Span<UInt8>, base: borrowing URLRecord) -> [Ambiguity] {
        ambiguities(in: input, baseScheme: base.specialScheme)
    }

    private func ambiguities(in input: Span<UInt8>, baseScheme: SpecialScheme?) -> [Ambiguity] {
        guard !isEmpty else { return [] }
        var finder = AmbiguityFinder(input)
        let parts = InputParts(finder.text.span, of: self, baseScheme: baseScheme)
        finder.findInScheme(parts, of: self)
        finder.findInAuthority(parts, of: self)
        finder.findInPath(parts, of: self)
        finder.findAnywhere()
        return finder.found.sorted { left, right in
            (left.range.lowerBound, left.range.upperBound, left.code.rawValue)
                < (right.range.lowerBound, right.range.upperBound, right.code.rawValue)
        }
    }
}
