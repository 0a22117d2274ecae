import PolicyModel
import Testing

@testable import DemarcCommands

/// The messages in the bytes of a connection, whatever they say about their length.
@Suite("Messages of a probe") struct ProbeMessageTests {
    private static let next = "GET /b HTTP/1.1"

    @Test(
        "A length that is not made of digits ends the body, and what follows is not lost",
        arguments: [
            ("Transfer-Encoding: chunked", "-5\r\nhello\r\n0", ["-5\r\nhello\r\n0", next]),
            ("Transfer-Encoding: chunked", "-1\r\nhello\r\n0", ["-1\r\nhello\r\n0", next]),
            ("Transfer-Encoding: chunked", "+5\r\nhello\r\n0", ["+5\r\nhello\r\n0", next]),
            ("Transfer-Encoding: chunked", "5x\r\nhello\r\n0", ["5x\r\nhello\r\n0", next]),
            ("Transfer-Encoding: chunked", ";a=b\r\nhello\r\n0", [";a=b\r\nhello\r\n0", next]),
            ("Transfer-Encoding: chunked", "8000000000000000\r\n0", ["8000000000000000\r\n0", next]),
            ("Content-Length: +5", "hello", ["hello", next]), ("Content-Length: -5", "hello", ["hello", next]),
            ("Content-Length: 5, 5", "hello", ["hello", next]),

            ("Transfer-Encoding: chunked", "5\r\nhello\r\n0", [next]),
            ("Transfer-Encoding: chunked", "05 ;a=b\r\nhello\r\n0\r\nX-A: b", [next]),
            ("Transfer-Encoding: chunked", "A\t\r\n0123456789\r\n0", [next]),
            ("Transfer-Encoding: chunked", "7fffffffffffffff\r\nhello\r\n0", []),
            ("Content-Length: 9", "hello", [next]), ("Content-Length: 9223372036854775807", "hello", []),
        ] as [(String, String, [String])]
    )
    func lengths(field: String, body: String, expected: [String]) {
        let text = "POST /a HTTP/1.1\r\n\(field)\r\n\r\n\(body)\r\n\r\n\(Self.next)\r\n\r\n"
        // All at once, and byte by byte as a slow proxy sends it.
        for size in [text.utf8.count, 1] {
            var messages = ProbeMessages()
            var heads: [String] = []
            for byte in stride(from: 0, to: text.utf8.count, by: size) {
                messages.append(Array(text.utf8.dropFirst(byte).prefix(size)))
                while let head = messages.next() { heads.append(String(decoding: head.raw, as: UTF8.self)) }
            }
            #expect(heads.dropFirst() == expected[...])
            #expect(messages.isAtEnd == !expected.isEmpty)
        }
    }

    @Test(
        "Bytes after a message are an incomplete head, and the rest of its body is not",
        arguments: [
            ("Transfer-Encoding: chunked", "", ""), ("Transfer-Encoding: chunked", "5", ""),
            ("Transfer-Encoding: chunked", "5\r", ""), ("Transfer-Encoding: chunked", "5\r\nhel", ""),
            ("Transfer-Encoding: chunked", "5\r\nhello\r\n0", ""), ("Transfer-Encoding: chunked", "0\r\nX-A: b", ""),
            ("Transfer-Encoding: chunked", "0\r\n\r", ""), ("Content-Length: 9", "hello", ""),
            ("Transfer-Encoding: chunked", "0\r\n\r\nGET /b", "GET /b"), ("Content-Length: 5", "helloGET /b", "GET /b"),
            ("Transfer-Encoding: chunked", "-5\r\nhello", "-5\r\nhello"), ("Host: good.test", "GET /b", "GET /b"),
        ]
    )
    func rest(field: String, body: String, expected: String) {
        var messages = ProbeMessages()
        messages.append(Array("POST /a HTTP/1.1\r\n\(field)\r\n\r\n\(body)".utf8))
        #expect(messages.next() != nil)
        #expect(messages.next() == nil)
        #expect(String(decoding: messages.incompleteHead, as: UTF8.self) == expected)
    }

    @Test(
        "Bytes without their empty line can be read in two ways, even if they look like the request that was decided",
        arguments: [(true, "same"), (false, "ambiguous")]
    )
    func incomplete(isComplete: Bool, verdict: String) throws {
        let probeCase = try #require(ProbeCorpus.cases.first { $0.name == "plain" })
        let head = ProbeHead(Array("GET /a HTTP/1.1\r\nHost: good.test".utf8), isComplete: isComplete)
        let outcome = ProbeExchange.Outcome(received: [head], isConnected: true)
        let question = ProbeQuestion(url: "https://good.test/a", verdict: .allow)
        #expect(ProbeJudge.judge(probeCase, outcome, [question]).rawValue == verdict)
    }
}
