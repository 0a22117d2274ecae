extension URLRecord {
    /// Parses a URL into this record, reusing its buffer; what was there before is gone.
    ///
    /// Runs the [URL parser](https://url.spec.whatwg.org/#concept-url-parser) without a base. Once the buffer is large
    /// enough, an input with an ASCII host allocates nothing.
    ///
    /// - Parameters:
    ///   - input: UTF-8; malformed sequences are read as U+FFFD.
    ///   - byteLimit: Longer inputs are refused with ``URLParsingError/inputTooLong``.
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
    ///   - base: What a relative reference is resolved against. Must not be empty.
    ///   - byteLimit: Longer inputs are refused with ``URLParsingError/inputTooLong``.
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

    /// Makes the record empty and keeps its buffer.
    package mutating func removeAll() {
        storage.removeAll()
        layout = URLLayout()
    }
}
