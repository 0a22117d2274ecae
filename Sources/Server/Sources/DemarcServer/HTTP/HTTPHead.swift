import Answering
import ICAP

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
/// It is as strict as the standard allows, and accepts only the reading of ``ScannedHead``. Anything that two programs
/// could read differently is rejected.
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
    static func read(_ bytes: [UInt8], targetLimit: Int) throws(HTTPFault) -> (HTTPRequest, BodyFraming) {
        let head: ScannedHead
        do throws(HeadFault) { head = try ScannedHead(bytes) } catch { throw .headInvalid }
        guard head.target.count <= targetLimit else { throw .targetTooLong }
        let version = bytes[head.version]
        guard version.count == 8, version.starts(with: "HTTP/1.".utf8), let minor = version.last,
            minor == UInt8(ascii: "0") || minor == UInt8(ascii: "1")
        else { throw .headInvalid }
        let request = HTTPRequest(
            method: Array(bytes[head.method]),
            target: Array(bytes[head.target]),
            minorVersion: minor - UInt8(ascii: "0"),
            fields: head.observedFields
        )
        let hosts = request.fields.count { $0.name.isEqual(toLowercase: "host") }
        guard hosts <= 1 else { throw .hostRepeated }
        // RFC 9112, 3.2: a request of HTTP/1.1 without Host is an error; HTTP/1.0 did not have the field.
        guard hosts == 1 || request.minorVersion == 0 else { throw .headInvalid }
        return (request, try framing(of: request))
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
