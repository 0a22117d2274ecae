/// The [host parser](https://url.spec.whatwg.org/#concept-host-parser).
enum HostParser {
    /// Appends the serialized host to `output`, and returns its kind.
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

/// The kinds of host that a URL may have.
///
/// See [host representation](https://url.spec.whatwg.org/#host-representation).
public enum HostKind: UInt8, Hashable, Sendable {
    /// The URL has no host: `mailto:a@b`, `data:,x`.
    case none
    /// The host is the empty string: `file:///x`, `foo:///x`.
    case empty
    /// A domain in ASCII form.
    case domain
    /// An IPv4 address, serialized as four decimal parts.
    case ipv4
    /// An IPv6 address, serialized in brackets.
    case ipv6
    /// The host of a URL that is not special, percent-encoded and otherwise as given.
    case opaque
}

/// The [opaque-host parser](https://url.spec.whatwg.org/#concept-opaque-host-parser).
enum OpaqueHostParser {
    /// Appends the host, with controls and non-ASCII code points percent-encoded.
    static func append(_ input: Span<UInt8>, to output: inout ByteStorage) throws(URLParsingError) {
        for offset in 0..<input.count where ByteClass(of: input[offset]).intersects(.forbiddenHost) {
            throw .hostInvalidCodePoint
        }
        PercentEncoder.append(input, from: 0, to: input.count, encoding: .c0ControlSet, to: &output)
    }
}
