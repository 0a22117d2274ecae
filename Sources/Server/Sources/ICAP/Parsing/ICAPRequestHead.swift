/// The head of an ICAP request, read: what it asks, and which bytes follow it.
///
/// See [RFC 3507](https://www.rfc-editor.org/rfc/rfc3507). Fields that say nothing about where the request ends are left
/// to whoever needs them.
struct ICAPRequestHead: Hashable, Sendable {
    /// What is asked.
    enum Method: Hashable, Sendable {
        /// What the service can do.
        case options
        /// Whether a request may go on.
        case reqmod
        /// Anything else, which is not served here: RESPMOD too.
        case other
    }

    /// What follows the head.
    enum Encapsulated: Hashable, Sendable {
        /// Nothing.
        case nothing
        /// The head of an HTTP request, of so many bytes, and a body in chunks where there is one.
        case request(head: Int, hasBody: Bool)
    }

    let scanned: ScannedHead
    let method: Method
    let encapsulated: Encapsulated
    /// Whether the body stops after a preview, until it is asked for.
    let hasPreview: Bool
    /// Whether 204 may say that the request goes on as it is.
    let allows204: Bool
    /// Whether the connection ends after the answer.
    let closes: Bool

    /// Reads a head.
    ///
    /// - Parameter bytes: The head with the empty line that ends it.
    /// - Throws: ``HeadFault``.
    /// - Complexity: O(*n*) in the bytes.
    init(_ bytes: [UInt8]) throws(HeadFault) {
        scanned = try ScannedHead(bytes)
        guard bytes[scanned.version].elementsEqual("ICAP/1.0".utf8) else { throw .version }
        method = Self.method(bytes[scanned.method])
        // ICAP has neither: who reads them finds the end of the request elsewhere.
        guard scanned.values(of: "transfer-encoding").isEmpty, scanned.values(of: "content-length").isEmpty else {
            throw .control
        }
        encapsulated = try Self.encapsulated(scanned, method: method)
        let preview = try scanned.value(of: "preview")
        guard preview == nil || preview?.decimal != nil else { throw .control }
        hasPreview = preview != nil
        allows204 = Self.lists("204", in: scanned.values(of: "allow"))
        // What follows a request that is not served is not read.
        closes = method == .other || Self.lists("close", in: scanned.values(of: "connection"))
    }

    /// Whether bytes begin as a request that asks about another one: what is wrong with it is then answered with a
    /// denial that no client takes for an outage of the service.
    static func asksAboutRequest(_ bytes: some Sequence<UInt8>) -> Bool { bytes.starts(with: "REQMOD ".utf8) }

    private static func method(_ bytes: ArraySlice<UInt8>) -> Method {
        if bytes.elementsEqual("REQMOD".utf8) { return .reqmod }
        return bytes.elementsEqual("OPTIONS".utf8) ? .options : .other
    }

    private static func lists(_ word: StaticString, in values: [ArraySlice<UInt8>]) -> Bool {
        values.contains { value in
            value.split(separator: UInt8(ascii: ",")).contains { $0.trimmed.isEqual(toLowercase: word) }
        }
    }

    /// [Encapsulated](https://www.rfc-editor.org/rfc/rfc3507#section-4.4.1): `req-hdr=0, null-body=170` or
    /// `req-hdr=0, req-body=170` for REQMOD, and nothing to read for what else is answered.
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
            guard parts.count == 1, try part(parts[0]) == ("null-body", 0) else { throw .encapsulated }
            return .nothing
        }
        guard parts.count == 2 else { throw .encapsulated }
        let (first, body) = (try part(parts[0]), try part(parts[1]))
        // A request's line alone has sixteen bytes; zero would be a request without a head.
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

/// The head of the HTTP request about which is asked, read: what an adapter says of it.
struct EncapsulatedHead: Hashable, Sendable {
    let scanned: ScannedHead
    /// Whether there are several ways to see where its body ends. The client has taken the body apart by one of them.
    let hasAmbiguousFraming: Bool

    /// Reads a head.
    ///
    /// - Parameter bytes: As many bytes as `Encapsulated` says.
    /// - Throws: ``HeadFault``.
    /// - Complexity: O(*n*) in the bytes.
    init(_ bytes: [UInt8]) throws(HeadFault) {
        scanned = try ScannedHead(bytes)
        let version = bytes[scanned.version]
        guard version.elementsEqual("HTTP/1.1".utf8) || version.elementsEqual("HTTP/1.0".utf8) else { throw .version }
        // A length that is repeated and the same says one thing (RFC 9112, 6.3).
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
