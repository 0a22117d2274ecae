@_spi(Fuzzing)
extension URLRecord {
    /// Parses as ``parse(_:byteLimit:)`` does, but through the complete parser alone.
    ///
    /// For the fuzzer that holds the fast path to the complete parser's answers; it is a package of its own and sees
    /// only what is public. No part of the API.
    public mutating func parseWithoutFastPath(_ input: Span<UInt8>) throws(URLParsingError) {
        guard input.count <= URLRecord.defaultByteLimit else {
            removeAll()
            throw .inputTooLong
        }
        try GeneralParser.parse(input, into: &self)
    }

    /// Parses a reference as ``parse(_:base:byteLimit:)`` does, but through the complete parser alone.
    public mutating func parseWithoutFastPath(
        _ input: Span<UInt8>,
        base: borrowing URLRecord
    ) throws(URLParsingError) {
        guard input.count <= URLRecord.defaultByteLimit else {
            removeAll()
            throw .inputTooLong
        }
        try GeneralParser.parse(input, base: base, into: &self)
    }
}
