// A fuzzer compiles this folder, and of that module only `FieldText.swift`.
#if canImport(Answering)
    import Answering
#endif

/// The parsed head of an ICAP request: its method, and the bytes that follow it.
///
/// See [RFC 3507](https://www.rfc-editor.org/rfc/rfc3507). Fields that do not affect the end of the request are left to
/// their users.
struct ICAPRequestHead: Hashable, Sendable {
    /// The method of the request.
    enum Method: Hashable, Sendable {
        /// Requests the capabilities of the service.
        case options
        /// Asks whether a request may proceed.
        case reqmod
        /// Any other method, including RESPMOD; not served here.
        case other
    }

    /// The content after the head.
    enum Encapsulated: Hashable, Sendable {
        /// No content.
        case nothing
        /// A chunked body without a head, which only OPTIONS has.
        case body
        /// The head of an HTTP request, with its size in bytes, and a chunked body if there is one.
        case request(head: Int, hasBody: Bool)
    }

    let scanned: ScannedHead
    let method: Method
    let encapsulated: Encapsulated
    /// Whether the body stops after a preview until it is requested.
    let hasPreview: Bool
    /// Whether 204 is accepted for a request that proceeds unchanged.
    let allows204: Bool
    /// Whether the connection ends after the answer.
    let closes: Bool

    /// Parses a head.
    ///
    /// - Parameter bytes: The head, including the empty line that ends it.
    /// - Throws: ``HeadFault``.
    /// - Complexity: O(*n*) in the bytes.
    init(_ bytes: [UInt8]) throws(HeadFault) {
        scanned = try ScannedHead(bytes)
        guard bytes[scanned.version].elementsEqual("ICAP/1.0".utf8) else { throw .version }
        method = Self.method(bytes[scanned.method])
        // ICAP has neither field: a program that interprets them finds another end of the request.
        guard scanned.values(of: "transfer-encoding").isEmpty, scanned.values(of: "content-length").isEmpty else {
            throw .control
        }
        encapsulated = try Self.encapsulated(scanned, method: method)
        let preview = try scanned.value(of: "preview")
        guard preview == nil || preview?.decimal != nil else { throw .control }
        hasPreview = preview != nil
        allows204 = scanned.values(of: "allow").lists("204")
        // The content after a request that is not served is not read.
        closes = method == .other || scanned.values(of: "connection").lists("close")
    }

    /// Whether bytes begin like a REQMOD request: errors in it are then answered with a denial that no client treats as
    /// an outage of the service.
    static func asksAboutRequest(_ bytes: some Sequence<UInt8>) -> Bool { bytes.starts(with: "REQMOD ".utf8) }

    private static func method(_ bytes: ArraySlice<UInt8>) -> Method {
        if bytes.elementsEqual("REQMOD".utf8) { return .reqmod }
        return bytes.elementsEqual("OPTIONS".utf8) ? .options : .other
    }

    /// [Encapsulated](https://www.rfc-editor.org/rfc/rfc3507#section-4.4.1): `req-hdr=0, null-body=170` or `req-hdr=0,
    /// req-body=170` for REQMOD, and `null-body=0` or `opt-body=0` for OPTIONS.
    private static func encapsulated(_ head: ScannedHead, method: Method) throws(HeadFault) -> Encapsulated {
        if method == .other { return .nothing }
        let values = head.values(of: "encapsulated")
        guard values.count <= 1 else { throw .encapsulated }
        guard let value = values.first else {
            guard method == .options else { throw .encapsulated }
            return .nothing
        }
        let parts = value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map(\.trimmed)
        if method == .options {
            guard parts.count == 1 else { throw .encapsulated }
            switch try part(parts[0]) {
            case ("null-body", 0): return .nothing
            case ("opt-body", 0): return .body
            default: throw .encapsulated
            }
        }
        guard parts.count == 2 else { throw .encapsulated }
        let (first, body) = (try part(parts[0]), try part(parts[1]))
        // A request line alone has sixteen bytes; zero would be a request without a head.
        guard first == ("req-hdr", 0), body.offset > 0, body.name == "req-body" || body.name == "null-body" else {
            throw .encapsulated
        }
        return .request(head: body.offset, hasBody: body.name == "req-body")
    }

    private static func part(_ bytes: ArraySlice<UInt8>) throws(HeadFault) -> (name: String, offset: Int) {
        guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")), let offset = bytes[(equals + 1)...].decimal else {
            throw .encapsulated
        }
        return (String(decoding: bytes[..<equals], as: UTF8.self).lowercased(), offset)
    }
}

/// The parsed head of the HTTP request that is asked about, as input for an observation.
struct EncapsulatedHead: Hashable, Sendable {
    let scanned: ScannedHead
    /// Whether the end of its body is ambiguous. The client has already parsed the body in one of the possible ways.
    let hasAmbiguousFraming: Bool

    /// Parses a head.
    ///
    /// - Parameter bytes: As many bytes as `Encapsulated` specifies.
    /// - Throws: ``HeadFault``.
    /// - Complexity: O(*n*) in the bytes.
    init(_ bytes: [UInt8]) throws(HeadFault) {
        scanned = try ScannedHead(bytes)
        let version = bytes[scanned.version]
        guard version.elementsEqual("HTTP/1.1".utf8) || version.elementsEqual("HTTP/1.0".utf8) else { throw .version }
        // Equal repeated lengths are unambiguous (RFC 9112, 6.3).
        let lengths = scanned.values(of: "content-length")
        let codings = scanned.values(of: "transfer-encoding")
        hasAmbiguousFraming =
            lengths.count + codings.count > 1 && (!codings.isEmpty || lengths.contains { $0 != lengths[0] })
            || lengths.contains { !(1...15).contains($0.count) || !$0.allSatisfy { (0x30...0x39).contains($0) } }
    }

    var method: ArraySlice<UInt8> { scanned.bytes[scanned.method] }
    var target: ArraySlice<UInt8> { scanned.bytes[scanned.target] }
    var isConnect: Bool { method.elementsEqual("CONNECT".utf8) }
    var isHead: Bool { method.elementsEqual("HEAD".utf8) }
}
