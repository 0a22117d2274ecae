import Answering

/// Protocol errors of a request, detected before its content is considered. The connection ends with the answer,
/// because the start of the next request is unknown.
package enum HTTPFault: Error, Hashable {
    /// The head is larger than the limit.
    case headTooLarge
    /// The target is longer than the limit.
    case targetTooLong
    /// The body is larger than the limit.
    case bodyTooLarge
    /// The head is not a valid head of HTTP/1.1.
    case headInvalid
    /// `Host` occurred more than once.
    case hostRepeated
    /// The end of the body is ambiguous.
    case framingAmbiguous
    /// The head or the body took too long.
    case timedOut
    /// There are more connections than the limit.
    case overloaded

    /// The response of a listener that does not authorize requests: its status, and what is wrong.
    var problem: (status: Int, text: String) {
        switch self {
        case .headTooLarge: (431, "the head of the request is too large")
        case .targetTooLong: (414, "the target of the request is too long")
        case .bodyTooLarge: (413, "the body of the request is too large")
        case .headInvalid, .hostRepeated, .framingAmbiguous: (400, "the request is not an HTTP/1.1 request")
        case .timedOut: (408, "the request took too long")
        case .overloaded: (503, "there are too many connections")
        }
    }

    /// The corresponding fault of a decision.
    var requestFault: RequestFault {
        switch self {
        case .headTooLarge, .bodyTooLarge: .headTooLarge
        case .targetTooLong: .targetTooLong
        case .headInvalid: .headInvalid
        case .hostRepeated: .fieldRepeated
        case .framingAmbiguous: .framingAmbiguous
        case .timedOut: .timedOut
        case .overloaded: .overloaded
        }
    }
}

/// How a body is delimited.
enum BodyFraming: Hashable {
    case none
    case length(Int)
    case chunked
}

/// Reads the head of a request of [HTTP/1.1](https://www.rfc-editor.org/rfc/rfc9112).
///
/// It is as strict as the standard allows, and accepts only one reading: lines end with CR LF, a field never continues
/// on the next line, and nothing is between a name and its colon. Anything that two programs could read differently is
/// rejected.
///
/// - Complexity: O(*n*) in the bytes.
enum HTTPHeadReader {
    /// Reads a head.
    ///
    /// - Parameters:
    ///   - bytes: The head, including the empty line that ends it.
    ///   - targetLimit: The maximum length of a target in bytes.
    /// - Returns: The request without its body, and the framing of the body.
    /// - Throws: ``HTTPFault``.
    static func read(_ bytes: Span<UInt8>, targetLimit: Int) throws(HTTPFault) -> (HTTPRequest, BodyFraming) {
        var cursor = HeadCursor(bytes)
        var request = try requestLine(&cursor, targetLimit: targetLimit)
        request.fields.reserveCapacity(24)
        while try !cursor.skipEmptyLine() { request.fields.append(try field(&cursor)) }
        guard cursor.isAtEnd else { throw .headInvalid }
        let hosts = request.fields.count { $0.name.isEqual(toLowercase: "host") }
        guard hosts <= 1 else { throw .hostRepeated }
        // RFC 9112, 3.2: a request of HTTP/1.1 without Host is an error; HTTP/1.0 did not have the field.
        guard hosts == 1 || request.minorVersion == 0 else { throw .headInvalid }
        return (request, try framing(of: request))
    }

    private static func requestLine(_ cursor: inout HeadCursor, targetLimit: Int) throws(HTTPFault) -> HTTPRequest {
        let method = try cursor.take(upTo: UInt8(ascii: " ")) { ByteClass.isToken($0) }
        guard (1...32).contains(method.count) else { throw .headInvalid }
        let target = try cursor.take(upTo: UInt8(ascii: " ")) { $0 > 0x20 && $0 != 0x7F }
        guard !target.isEmpty else { throw .headInvalid }
        guard target.count <= targetLimit else { throw .targetTooLong }
        let version = try cursor.takeLine()
        guard version.count == 8, version.starts(with: "HTTP/1.".utf8), let minor = version.last,
            minor == UInt8(ascii: "0") || minor == UInt8(ascii: "1")
        else { throw .headInvalid }
        return HTTPRequest(method: method, target: target, minorVersion: minor - UInt8(ascii: "0"), fields: [])
    }

    private static func field(_ cursor: inout HeadCursor) throws(HTTPFault) -> ObservedField {
        let name = try cursor.take(upTo: UInt8(ascii: ":")) { ByteClass.isToken($0) }
        guard !name.isEmpty else { throw .headInvalid }
        let value = try cursor.takeLine()
        guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else { throw .headInvalid }
        return ObservedField(name: name, value: Array(value[...].trimmed))
    }

    /// [Message body length](https://www.rfc-editor.org/rfc/rfc9112#section-6.3), rejecting everything that has been
    /// used to smuggle requests.
    private static func framing(of request: HTTPRequest) throws(HTTPFault) -> BodyFraming {
        var lengths: [[UInt8]] = []
        var codings: [[UInt8]] = []
        for field in request.fields {
            // Some servers read `Content_Length` and similar names as the field.
            switch field.name.count {
            case 14 where field.name.isEqual(toLowercase: "content-length"): lengths.append(field.value)
            case 17 where field.name.isEqual(toLowercase: "transfer-encoding"): codings.append(field.value)
            case 14 where field.name.isAlias(of: "content-length"),
                17 where field.name.isAlias(of: "transfer-encoding"):
                throw .framingAmbiguous
            default: break
            }
        }
        if codings.isEmpty, lengths.isEmpty { return .none }
        guard codings.count + lengths.count == 1 else { throw .framingAmbiguous }
        if let coding = codings.first {
            // HTTP/1.0 does not have this field, and a preceding program that read the request as 1.1 saw another
            // message.
            guard request.minorVersion == 1, coding.isEqual(toLowercase: "chunked") else { throw .framingAmbiguous }
            return .chunked
        }
        guard let digits = lengths.first, (1...15).contains(digits.count),
            digits.allSatisfy({ (0x30...0x39).contains($0) })
        else { throw .framingAmbiguous }
        return .length(digits.reduce(0) { $0 * 10 + Int($1 - 0x30) })
    }
}

/// A position in a head.
struct HeadCursor: ~Escapable {
    private let bytes: Span<UInt8>
    private var offset = 0

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>) { self.bytes = bytes }

    var isAtEnd: Bool { offset == bytes.count }

    /// The bytes before a separator, which is skipped; all of them must be allowed.
    mutating func take(upTo separator: UInt8, where isAllowed: (UInt8) -> Bool) throws(HTTPFault) -> [UInt8] {
        let start = offset
        while offset < bytes.count, bytes[offset] != separator {
            guard isAllowed(bytes[offset]) else { throw .headInvalid }
            offset += 1
        }
        guard offset < bytes.count else { throw .headInvalid }
        defer { offset += 1 }
        return copy(start..<offset)
    }

    /// The bytes before the end of the line, which is skipped.
    mutating func takeLine() throws(HTTPFault) -> [UInt8] {
        let start = offset
        while offset < bytes.count, bytes[offset] != 0x0D, bytes[offset] != 0x0A { offset += 1 }
        let line = copy(start..<offset)
        guard offset + 1 < bytes.count, bytes[offset] == 0x0D, bytes[offset + 1] == 0x0A else { throw .headInvalid }
        offset += 2
        return line
    }

    /// Skips the empty line that ends a head; false if another line follows.
    mutating func skipEmptyLine() throws(HTTPFault) -> Bool {
        guard offset < bytes.count else { throw .headInvalid }
        guard bytes[offset] == 0x0D else { return false }
        guard offset + 1 < bytes.count, bytes[offset + 1] == 0x0A else { throw .headInvalid }
        offset += 2
        return true
    }

    private func copy(_ range: Range<Int>) -> [UInt8] {
        let part = bytes.extracting(range)
        return [UInt8](copying: part)
    }
}

extension [UInt8] {
    fileprivate init(copying span: Span<UInt8>) {
        self = []
        reserveCapacity(span.count)
        for index in span.indices { append(span[index]) }
    }
}
