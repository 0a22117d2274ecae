/// The [host parser](https://url.spec.whatwg.org/#concept-host-parser).
enum HostParser {
    /// Appends the serialized host to the record's buffer, and sets the layout's host, which must begin there.
    ///
    /// - Parameters:
    ///   - input: The host as written, without credentials and port; may be empty only if `isOpaque`.
    ///   - isOpaque: True for URLs that are not special.
    ///   - record: What is being parsed.
    /// - Throws: Why it is no host.
    @inline(__always)
    static func parse(_ input: Span<UInt8>, isOpaque: Bool, into record: inout URLRecord) throws(URLParsingError) {
        record.layout.hostKind = try append(input, isOpaque: isOpaque, to: &record.storage)
        record.layout.hostEnd = UInt32(truncatingIfNeeded: record.storage.count)
    }

    /// Appends the serialized host to `output`, and returns what kind of host it is.
    static func append(
        _ input: Span<UInt8>,
        isOpaque: Bool,
        to output: inout ByteStorage
    ) throws(URLParsingError) -> HostKind {
        if input.has("[", at: 0) {
            guard input.has("]", at: input.count - 1) else { throw .ipv6Unclosed }
            guard let address = IPv6Address(parsing: input.extracting(1..<input.count - 1)) else { throw .ipv6Invalid }
            address.append(to: &output)
            return .ipv6
        }
        if isOpaque {
            try OpaqueHostParser.append(input, to: &output)
            return input.isEmpty ? .empty : .opaque
        }
        let start = output.count
        try DomainParser.append(input, to: &output)
        guard let address = try IPv4Address(parsing: output.span.extracting(start..<output.count)) else {
            return .domain
        }
        output.truncate(to: start)
        address.append(to: &output)
        return .ipv4
    }
}
