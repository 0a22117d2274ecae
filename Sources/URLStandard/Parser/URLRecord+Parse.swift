extension URLRecord {
    /// Parses a URL into this record, reusing its buffer and replacing its content.
    ///
    /// Runs the [URL parser](https://url.spec.whatwg.org/#concept-url-parser) without a base. Once the buffer is large
    /// enough, an input with an ASCII host allocates nothing.
    ///
    /// - Parameters:
    ///   - input: UTF-8; malformed sequences are read as U+FFFD.
    ///   - byteLimit: Longer inputs are rejected with ``URLParsingError/inputTooLong``.
    /// - Throws: ``URLParsingError``; the record is then empty.
    /// - Complexity: O(*n*) in `input.count`.
    public mutating func parse(
        _ input: Span<UInt8>,
        byteLimit: Int = URLRecord.defaultByteLimit
    ) throws(URLParsingError) {
        guard input.count <= byteLimit else {
            removeAll()
            throw .inputTooLong
        }
        if FastParser.parse(input, into: &self) { return }
        try GeneralParser.parse(input, into: &self)
    }

    /// Parses a URL or a reference relative to `base` into this record, reusing its buffer.
    ///
    /// - Parameters:
    ///   - input: UTF-8; malformed sequences are read as U+FFFD.
    ///   - base: The URL that a relative reference is resolved against. Must not be empty.
    ///   - byteLimit: Longer inputs are rejected with ``URLParsingError/inputTooLong``.
    /// - Throws: ``URLParsingError``; the record is then empty.
    /// - Complexity: O(*n*) in the bytes of the input and the base.
    public mutating func parse(
        _ input: Span<UInt8>,
        base: borrowing URLRecord,
        byteLimit: Int = URLRecord.defaultByteLimit
    ) throws(URLParsingError) {
        guard input.count <= byteLimit else {
            removeAll()
            throw .inputTooLong
        }
        if FastParser.parse(input, into: &self) { return }
        try GeneralParser.parse(input, base: base, into: &self)
    }

    /// Empties the record and keeps its buffer.
    package mutating func removeAll() {
        storage.removeAll()
        layout = URLLayout()
    }
}

@_spi(Fuzzing)
extension URLRecord {
    /// Parses like ``parse(_:byteLimit:)``, but only with the complete parser.
    ///
    /// For the fuzzer that compares the fast path with the complete parser; the fuzzer is a separate package and can
    /// access only public declarations. Not part of the API.
    public mutating func parseWithoutFastPath(_ input: Span<UInt8>) throws(URLParsingError) {
        guard input.count <= URLRecord.defaultByteLimit else {
            removeAll()
            throw .inputTooLong
        }
        try GeneralParser.parse(input, into: &self)
    }

    /// Parses a reference like ``parse(_:base:byteLimit:)``, but only with the complete parser.
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
