import Testing

@testable import ICAP

@Suite("Chunked bodies")
struct ChunkTests {
    @Test(
        "The end of a body is found",
        arguments: [
            ("0\r\n\r\n", 5, false), ("0; ieof\r\n\r\n", 11, true), ("0;ieof\r\n\r\n", 10, true),
            ("5\r\nhello\r\n0\r\n\r\nREQMOD", 15, false), ("00005\r\nhello\r\n0\r\n\r\n", 19, false),
            ("a\r\n0\r\n\r\n12345\r\n0\r\n\r\n", 20, false),
        ]
    )
    func end(text: String, count: Int, isWhole: Bool) throws {
        for size in 1...text.utf8.count {
            var scanner = ChunkScanner()
            var taken = 0
            let bytes = Array(text.utf8)
            while taken < bytes.count, !scanner.isComplete {
                taken += try scanner.scan(Array(bytes[taken..<min(bytes.count, taken + size)]).span)
            }
            #expect(scanner.isComplete)
            #expect(taken == count)
            #expect(scanner.isWhole == isWhole)
        }
    }

    @Test(
        "An ambiguous body is refused",
        arguments: [
            "\r\n", "x\r\n", "-1\r\n", "0x5\r\n", "5\n", "5 \r\nhello", "5;a=b\r\nhello", "5; ieof\r\n", "0;\r\n",
            "0; ieo\r\n",
            "0; ieofx\r\n", "5\r\nhellox", "5\r\nhello\n", "0\r\nX: y\r\n\r\n", "0\r\n\n", "000000005\r\n",
            "ffffffffff\r\n",
        ]
    )
    func refused(text: String) {
        #expect(throws: HeadFault.chunk) {
            var scanner = ChunkScanner()
            _ = try scanner.scan(Array(text.utf8).span)
        }
    }
}

@Suite("The user of an ICAP client")
struct ICAPUserTests {
    @Test(
        "The account is the same in every form that clients write",
        arguments: [
            ("dana@contoso.example", "dana@contoso.example", "as it is"),
            ("ZGFuYUBjb250b3NvLmV4YW1wbGU=", "dana@contoso.example", "base64"),
            ("TG9jYWw6Ly9kYW5hQGNvbnRvc28uZXhhbXBsZQ==", "dana@contoso.example", "base64 with the way before it"),
            ("Local://dana@contoso.example", "Local://dana@contoso.example", "a way without base64 is no account"),
            ("5f0f1d9c-0000-4000-8000-000000000001", "5f0f1d9c-0000-4000-8000-000000000001", "an object id"),
            ("ZGFuYUBjb250b3NvLmV4YW1wbGU", "ZGFuYUBjb250b3NvLmV4YW1wbGU", "no padding is no base64"),
            ("YR==", "YR==", "bits that say nothing are no base64"),
            ("====", "====", "padding alone"), ("", "", "nothing"),
        ]
    )
    func account(value: String, expected: String, why: Comment) {
        let account = ICAPUser.account(of: Array(value.utf8)[...])
        #expect(String(decoding: account, as: UTF8.self) == expected, why)
    }
}
