import Testing

@testable import ICAP

/// Heads as bytes: every notation that two programs could read differently is rejected.
@Suite("Heads of ICAP and HTTP")
struct HeadTests {
    static let line = "REQMOD icap://d/s ICAP/1.0\r\n"

    @Test(
        "An ambiguous head is refused",
        arguments: [
            ("", HeadFault.line, "nothing"),
            ("\r\n", .requestLine, "an empty line"),
            ("REQMOD icap://d/s ICAP/1.0\r\n", .line, "no empty line"),
            ("REQMOD icap://d/s ICAP/1.0\n\n", .line, "LF alone"),
            ("REQMOD icap://d/s ICAP/1.0\r\nHost: d\n\r\n", .line, "one LF alone"),
            ("REQMOD icap://d/s ICAP/1.0\r\nHost: d\rx\r\n\r\n", .line, "CR alone"),
            ("REQMOD icap://d/s ICAP/1.0\r\nHost: d\0\r\n\r\n", .line, "NUL"),
            ("REQMOD icap://d/s ICAP/1.0\r\nHost: d\u{7F}\r\n\r\n", .line, "DEL"),
            ("REQMOD  icap://d/s ICAP/1.0\r\n\r\n", .requestLine, "two spaces"),
            ("REQMOD icap://d/s  ICAP/1.0\r\n\r\n", .requestLine, "two spaces behind the target"),
            ("REQMOD icap://d/s\r\n\r\n", .requestLine, "no version"),
            ("REQMOD\ticap://d/s\tICAP/1.0\r\n\r\n", .requestLine, "tabs"),
            (" icap://d/s ICAP/1.0\r\n\r\n", .requestLine, "no method"),
            ("REQ(MOD icap://d/s ICAP/1.0\r\n\r\n", .requestLine, "a method that is no token"),
            ("REQMOD icap://d/s ICAP/1.1\r\n\r\n", .version, "another version"),
            ("REQMOD icap://d/s HTTP/1.1\r\n\r\n", .version, "another protocol"),
            (line + "Host : d\r\n\r\n", .field, "a space before the colon"),
            (line + "Host\r\n\r\n", .field, "no colon"),
            (line + ": d\r\n\r\n", .field, "no name"),
            (line + " Host: d\r\n\r\n", .field, "a space before the first field"),
            (line + "Host: d\r\n folded\r\n\r\n", .field, "a field that goes on in the next line"),
            (line + "Host: d\r\n\r\nX: y\r\n\r\n", .offset, "bytes behind the head"),
            (line + "\r\n", .encapsulated, "no Encapsulated"),
            (
                line + "Encapsulated: req-hdr=0, null-body=9\r\nEncapsulated: req-hdr=0, null-body=9\r\n\r\n",
                .encapsulated, "two"
            ),
            (line + "Encapsulated:\r\n\r\n", .encapsulated, "an empty one"),
            (line + "Encapsulated: null-body=0\r\n\r\n", .encapsulated, "no head"),
            (line + "Encapsulated: req-hdr=0\r\n\r\n", .encapsulated, "a head that ends nowhere"),
            (line + "Encapsulated: req-hdr=0, null-body=0\r\n\r\n", .encapsulated, "an empty head"),
            (line + "Encapsulated: req-hdr=1, null-body=9\r\n\r\n", .encapsulated, "a head that does not begin at 0"),
            (line + "Encapsulated: req-hdr=0, null-body=-9\r\n\r\n", .encapsulated, "a negative offset"),
            (line + "Encapsulated: req-hdr=0, null-body=+9\r\n\r\n", .encapsulated, "a sign"),
            (line + "Encapsulated: req-hdr=0, null-body=0x9\r\n\r\n", .encapsulated, "a hexadecimal offset"),
            (line + "Encapsulated: req-hdr=0, null-body=99999999999999999999\r\n\r\n", .encapsulated, "overflow"),
            (line + "Encapsulated: req-hdr=0, null-body\r\n\r\n", .encapsulated, "no offset"),
            (line + "Encapsulated: null-body=9, req-hdr=0\r\n\r\n", .encapsulated, "another order"),
            (line + "Encapsulated: req-hdr=0, res-body=9\r\n\r\n", .encapsulated, "a response"),
            (line + "Encapsulated: req-hdr=0, res-hdr=9, res-body=12\r\n\r\n", .encapsulated, "request and response"),
            (line + "Encapsulated: req-hdr=0, null-body=9,\r\n\r\n", .encapsulated, "a comma at the end"),
            (line + "Content-Length: 4\r\nEncapsulated: req-hdr=0, null-body=9\r\n\r\n", .control, "a length"),
            (line + "Transfer-Encoding: chunked\r\nEncapsulated: req-hdr=0, null-body=9\r\n\r\n", .control, "a coding"),
            (
                line + "Preview: x\r\nEncapsulated: req-hdr=0, null-body=9\r\n\r\n", .control,
                "a preview that is no number"
            ),
            (
                line + "Preview: 0\r\nPreview: 0\r\nEncapsulated: req-hdr=0, null-body=9\r\n\r\n", .control,
                "two previews"
            ),
            ("OPTIONS icap://d/s ICAP/1.0\r\nEncapsulated: opt-body=1\r\n\r\n", .encapsulated, "a body after nothing"),
            ("OPTIONS icap://d/s ICAP/1.0\r\nEncapsulated: req-body=0\r\n\r\n", .encapsulated, "another body"),
            (
                "OPTIONS icap://d/s ICAP/1.0\r\nEncapsulated: null-body=0, opt-body=0\r\n\r\n", .encapsulated,
                "a body and none"
            ),
            (line + "Encapsulated: opt-body=0\r\n\r\n", .encapsulated, "a body without a head"),
            (line + "Encapsulated: req-hdr=0, opt-body=9\r\n\r\n", .encapsulated, "the body of OPTIONS"),
        ]
    )
    func refused(head: String, fault: HeadFault, why: Comment) {
        #expect(throws: fault, why) { try ICAPRequestHead(Array(head.utf8)) }
    }

    @Test(
        "`Encapsulated` determines the parts after a head",
        arguments: [
            ("req-hdr=0, null-body=170", ICAPRequestHead.Encapsulated.request(head: 170, hasBody: false)),
            ("req-hdr=0,req-body=170", .request(head: 170, hasBody: true)),
            ("REQ-HDR=0 ,\tReq-Body=9", .request(head: 9, hasBody: true)),
        ]
    )
    func encapsulated(value: String, expected: ICAPRequestHead.Encapsulated) throws {
        let head = try ICAPRequestHead(Array("\(Self.line)ENCAPSULATED:  \(value) \r\n\r\n".utf8))
        #expect(head.encapsulated == expected)
        #expect(head.method == .reqmod)
    }

    @Test(
        "The head's fields describe what the client accepts",
        arguments: [
            ("Allow: 204\r\n", true, false, false), ("Allow: 206, 204\r\n", true, false, false),
            ("Allow: 2040\r\n", false, false, false), ("Preview: 0\r\n", false, true, false),
            ("Connection: close\r\n", false, false, true), ("connection: x, Close\r\n", false, false, true),
            ("", false, false, false),
        ]
    )
    func fields(fields: String, allows204: Bool, preview: Bool, closes: Bool) throws {
        let head = try ICAPRequestHead(Array("\(Self.line)\(fields)Encapsulated: req-hdr=0, null-body=9\r\n\r\n".utf8))
        #expect(head.allows204 == allows204)
        #expect(head.hasPreview == preview)
        #expect(head.closes == closes)
    }

    @Test(
        "Ambiguous framing of a body is detected",
        arguments: [
            ("", false), ("Content-Length: 5\r\n", false), ("Transfer-Encoding: chunked\r\n", false),
            ("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", true),
            ("Content-Length: 5\r\nContent-Length: 5\r\n", false), ("Content-Length: 5\r\nContent-Length: 6\r\n", true),
            ("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", true), ("Content-Length: 5, 5\r\n", true),
            ("Content-Length: +5\r\n", true), ("Content-Length: \r\n", true), ("Content-Length: -1\r\n", true),
        ]
    )
    func framing(fields: String, isAmbiguous: Bool) throws {
        let head = try EncapsulatedHead(Array("POST / HTTP/1.1\r\n\(fields)\r\n".utf8))
        #expect(head.hasAmbiguousFraming == isAmbiguous)
    }

    @Test(
        "HTTP versions without a text form are refused",
        arguments: ["HTTP/0.9", "HTTP/2.0", "HTTP/1.2", "http/1.1", "HTTP/1.10"]
    )
    func version(version: String) {
        #expect(throws: HeadFault.version) { try EncapsulatedHead(Array("GET / \(version)\r\n\r\n".utf8)) }
    }
}

/// The sizes of the received pieces make no difference.
@Suite("Collecting heads")
struct HeadCollectorTests {
    static let http = "GET http://contoso.example/ HTTP/1.1\r\nHost: contoso.example\r\n\r\n"
    static let request =
        "REQMOD icap://d/s ICAP/1.0\r\nEncapsulated: req-hdr=0, null-body=\(http.utf8.count)\r\n\r\n" + http

    @Test("A request is the same however it is split into pieces", arguments: 1...150)
    func pieces(size: Int) throws {
        let bytes = Array(Self.request.utf8)
        var collector = HeadCollector(limit: 1_000)
        var whole: [HeadCollector.Progress] = []
        var start = 0
        while start < bytes.count {
            let piece = Array(bytes[start..<min(start + size, bytes.count)])
            var consumed = 0
            let progress = try collector.take(piece.span, consumed: &consumed)
            if progress != .incomplete { whole.append(progress) }
            start += consumed
        }
        try #require(whole.count == 1)
        guard case .request(let head, .success(let encapsulated)) = whole[0] else {
            Issue.record("\(whole[0])")
            return
        }
        #expect(head.encapsulated == .request(head: Self.http.utf8.count, hasBody: false))
        #expect(encapsulated.scanned.bytes == Array(Self.http.utf8))
        #expect(collector.isEmpty)
    }

    @Test("Every proper prefix of a request is incomplete, never an error or a request")
    func truncated() throws {
        let bytes = Array(Self.request.utf8)
        for count in 0..<bytes.count {
            var collector = HeadCollector(limit: 1_000)
            var consumed = 0
            let progress = try collector.take(Array(bytes[..<count]).span, consumed: &consumed)
            #expect(progress == .incomplete, "\(count) bytes")
        }
    }

    @Test(
        "Heads beyond the limit are refused before they are collected",
        arguments: [
            "REQMOD icap://d/s ICAP/1.0\r\nX: " + String(repeating: "x", count: 2_000),
            "REQMOD icap://d/s ICAP/1.0\r\nEncapsulated: req-hdr=0, null-body=999999999\r\n\r\n",
        ]
    )
    func limit(text: String) {
        #expect(throws: HeadFault.tooLarge) {
            var collector = HeadCollector(limit: 1_000)
            var consumed = 0
            _ = try collector.take(Array(text.utf8).span, consumed: &consumed)
        }
    }

    @Test(
        "An encapsulated head that ends at another offset is a fault of that request only",
        arguments: [-1, 1, 20]
    )
    func offset(shift: Int) throws {
        let text =
            "REQMOD icap://d/s ICAP/1.0\r\nEncapsulated: req-hdr=0, null-body=\(Self.http.utf8.count + shift)\r\n\r\n"
            + Self.http + String(repeating: "x", count: 20)
        var collector = HeadCollector(limit: 1_000)
        var consumed = 0
        let progress = try collector.take(Array(text.utf8).span, consumed: &consumed)
        guard case .request(_, .failure) = progress else {
            Issue.record("\(progress)")
            return
        }
    }
}
