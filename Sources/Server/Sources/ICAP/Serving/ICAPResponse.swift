import Answering
import NIOCore

/// Writes answers in the format of [RFC 3507](https://www.rfc-editor.org/rfc/rfc3507).
///
/// Every answer has an `ISTag`: a client discards what it has cached once it sees another tag.
struct ICAPResponse {
    /// The tag of the policy that the answer is based on; nil if there was none.
    var tag: String?
    /// Whether the connection ends with the answer.
    var closes = false

    /// Writes the capabilities of the service.
    ///
    /// - Parameters:
    ///   - connections: The number of connections that a client may open.
    ///   - buffer: The output buffer.
    func writeOptions(connections: Int, into buffer: inout ByteBuffer) {
        begin("200 OK", into: &buffer)
        buffer.writeStaticString("Methods: REQMOD\r\nAllow: 204\r\nPreview: 0\r\nTransfer-Preview: *\r\n")
        buffer.writeStaticString("Options-TTL: 60\r\nMax-Connections: ")
        buffer.writeString(String(connections))
        buffer.writeStaticString("\r\nEncapsulated: null-body=0\r\n\r\n")
    }

    /// Writes a protocol error. On such an error, a client that bypasses failing services lets requests through, so
    /// REQMOD is never answered with it.
    func writeError(_ status: StaticString, into buffer: inout ByteBuffer) {
        begin(status, into: &buffer)
        buffer.writeStaticString("Encapsulated: null-body=0\r\n\r\n")
    }

    /// Writes that the request proceeds unchanged.
    func writeUnmodified(_ answer: HostAnswer, into buffer: inout ByteBuffer) {
        begin("204 No Content", into: &buffer)
        writeDecision(answer, into: &buffer)
        buffer.writeStaticString("Encapsulated: null-body=0\r\n\r\n")
    }

    /// Writes that the request proceeds unchanged, for a client that does not accept 204: its head is sent back, and
    /// the chunks of its body must follow as they arrive, without their extensions.
    func writeEcho(_ answer: HostAnswer, of head: [UInt8], hasBody: Bool, into buffer: inout ByteBuffer) {
        begin("200 OK", into: &buffer)
        writeDecision(answer, into: &buffer)
        buffer.writeStaticString(hasBody ? "Encapsulated: req-hdr=0, req-body=" : "Encapsulated: req-hdr=0, null-body=")
        buffer.writeString(String(head.count))
        buffer.writeStaticString("\r\n\r\n")
        buffer.writeBytes(head)
    }

    /// Writes that the request does not proceed; the client responds to it with this answer.
    ///
    /// - Parameters:
    ///   - answer: The answer, which does not allow.
    ///   - isConnect: Whether a tunnel was requested. A 2xx would open it, and a redirect has no meaning.
    ///   - isHead: Whether the body must be omitted.
    ///   - buffer: The output buffer.
    func writeDenial(_ answer: HostAnswer, isConnect: Bool, isHead: Bool, into buffer: inout ByteBuffer) {
        var head = ByteBuffer()
        head.writeStaticString("HTTP/1.1 ")
        head.writeStaticString(Self.denialStatus(answer.status, isConnect: isConnect))
        write(answer.fields, into: &head)
        head.writeStaticString("content-length: ")
        head.writeString(String(answer.body.count))
        head.writeStaticString("\r\n\r\n")
        let hasBody = !answer.body.isEmpty && !isHead

        begin("200 OK", into: &buffer)
        writeDecision(answer, into: &buffer)
        buffer.writeStaticString(hasBody ? "Encapsulated: res-hdr=0, res-body=" : "Encapsulated: res-hdr=0, null-body=")
        buffer.writeString(String(head.readableBytes))
        buffer.writeStaticString("\r\n\r\n")
        buffer.writeBuffer(&head)
        guard hasBody else { return }
        buffer.writeString(String(answer.body.count, radix: 16))
        buffer.writeStaticString("\r\n")
        buffer.writeBytes(answer.body)
        buffer.writeStaticString("\r\n0\r\n\r\n")
    }

    /// The status line of a denial. It is never a 2xx, whatever the answer contains.
    private static func denialStatus(_ status: Int, isConnect: Bool) -> StaticString {
        status == 302 && !isConnect ? "302 Found\r\n" : "403 Forbidden\r\n"
    }

    private func begin(_ status: StaticString, into buffer: inout ByteBuffer) {
        buffer.writeStaticString("ICAP/1.0 ")
        buffer.writeStaticString(status)
        buffer.writeStaticString("\r\nISTag: \"")
        buffer.writeString(tag ?? "0000000000000000")
        buffer.writeStaticString("\"\r\nService: Demarc\r\n")
        if closes { buffer.writeStaticString("Connection: close\r\n") }
    }

    /// Writes the decision in ICAP fields, for the client's own log.
    private func writeDecision(_ answer: HostAnswer, into buffer: inout ByteBuffer) {
        write(answer.fields.lazy.filter { $0.name.hasPrefix(DecisionField.prefix) }, into: &buffer)
    }

    /// Writes the fields that can be written in one line. Answers have no others, but the check is cheap compared with
    /// writing a corrupted head.
    private func write(_ fields: some Sequence<(name: String, value: String)>, into buffer: inout ByteBuffer) {
        for (name, value) in fields
        where name.utf8.allSatisfy(ByteClass.isToken) && value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) {
            buffer.writeString(name)
            buffer.writeStaticString(": ")
            buffer.writeString(value)
            buffer.writeStaticString("\r\n")
        }
    }
}
