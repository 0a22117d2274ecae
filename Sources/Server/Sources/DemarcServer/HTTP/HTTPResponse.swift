package import Answering
import NIOCore

/// An answer, ready to be written.
package struct HTTPResponse {
    var status: Int
    var fields: [(name: String, value: String)]
    var body: [UInt8]
    /// Whether the connection ends with the answer.
    var closes = false

    package init(status: Int, fields: [(name: String, value: String)] = [], body: [UInt8] = []) {
        (self.status, self.fields, self.body) = (status, fields, body)
    }

    /// The answer to a decision, which is already complete.
    package init(_ answer: HostAnswer) { self.init(status: answer.status, fields: answer.fields, body: answer.body) }

    /// A short text.
    init(status: Int, text: String, contentType: String = "text/plain; charset=utf-8") {
        self.init(
            status: status,
            fields: [("content-type", contentType), ("cache-control", "no-store")],
            body: Array(text.utf8)
        )
    }

    /// The answer of a listener that does not authorize requests to a request that it cannot read.
    init(problem fault: HTTPFault) {
        self.init(status: fault.problem.status, text: fault.problem.text + "\n")
        closes = true
    }

    /// The answer to a method other than GET and HEAD, where nothing else is served.
    static var readOnly: HTTPResponse {
        HTTPResponse(status: 405, text: "only GET is supported here\n").allowing("GET, HEAD")
    }

    /// The answer with the methods that are supported, which
    /// [a 405 must name](https://www.rfc-editor.org/rfc/rfc9110#section-15.5.6).
    func allowing(_ methods: String) -> HTTPResponse {
        var response = self
        response.fields.append(("allow", methods))
        return response
    }

    /// Appends the answer to a buffer.
    ///
    /// - Parameters:
    ///   - buffer: The output buffer.
    ///   - closing: Whether the connection ends with the answer.
    ///   - minorVersion: The version of the request; for HTTP/1.0, a persistent connection must be announced.
    ///   - isHead: Whether the method was HEAD, so that the body is omitted.
    func write(into buffer: inout ByteBuffer, closing: Bool, minorVersion: UInt8, isHead: Bool) {
        buffer.writeStaticString("HTTP/1.1 ")
        buffer.writeString(Self.statusLine(status))
        for field in fields {
            buffer.writeString(field.name)
            buffer.writeStaticString(": ")
            buffer.writeString(field.value)
            buffer.writeStaticString("\r\n")
        }
        // RFC 9110, 8.6: no Content-Length with 204.
        if status != 204 {
            buffer.writeStaticString("content-length: ")
            buffer.writeString(String(body.count))
            buffer.writeStaticString("\r\n")
        }
        if closing {
            buffer.writeStaticString("connection: close\r\n")
        } else if minorVersion == 0 {
            buffer.writeStaticString("connection: keep-alive\r\n")
        }
        buffer.writeStaticString("\r\n")
        if !isHead, status != 204 { buffer.writeBytes(body) }
    }

    private static func statusLine(_ status: Int) -> String {
        switch status {
        case 200: "200 OK\r\n"
        case 204: "204 No Content\r\n"
        case 302: "302 Found\r\n"
        case 400: "400 Bad Request\r\n"
        case 403: "403 Forbidden\r\n"
        case 404: "404 Not Found\r\n"
        case 405: "405 Method Not Allowed\r\n"
        case 408: "408 Request Timeout\r\n"
        case 413: "413 Content Too Large\r\n"
        case 414: "414 URI Too Long\r\n"
        case 422: "422 Unprocessable Content\r\n"
        case 431: "431 Request Header Fields Too Large\r\n"
        case 503: "503 Service Unavailable\r\n"
        default: "\(status) Other\r\n"
        }
    }
}
