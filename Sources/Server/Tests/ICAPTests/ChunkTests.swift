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
            ("Local://dana@contoso.example", "Local://dana@contoso.example", "a method without base64"),
            ("5f0f1d9c-0000-4000-8000-000000000001", "5f0f1d9c-0000-4000-8000-000000000001", "an object id"),
            (
                "NWYwZjFkOWMtMDAwMC00MDAwLTgwMDAtMDAwMDAwMDAwMDAx", "5f0f1d9c-0000-4000-8000-000000000001",
                "an object id in base64"
            ),
            ("dana", "dana", "a name of base64's letters, which decode to no UTF-8"),
            ("proxyuser123", "proxyuser123", "a longer one"),
            ("cHJveHl1c2Vy", "cHJveHl1c2Vy", "base64 of a plain name, which is a plain name too"),
            ("ZGFuYS1teWVycw==", "ZGFuYS1teWVycw==", "base64 of a plain name with a hyphen"),
            ("ZGFuYUBjb250b3NvLmV4YW1wbGU", "ZGFuYUBjb250b3NvLmV4YW1wbGU", "no padding is no base64"),
            ("WkdGdVlVQmpiMjUwYjNOdkxtVjRZVzF3YkdVPQ==", "WkdGdVlVQmpiMjUwYjNOdkxtVjRZVzF3YkdVPQ==", "base64 twice"),
            ("YUAK", "YUAK", "a line feed behind the name"), ("YR==", "YR==", "bits without a meaning are no base64"),
            ("====", "====", "padding alone"), ("", "", "nothing"),
        ]
    )
    func account(value: String, expected: String, why: Comment) {
        for field in [ICAPUser.Field.squid, .draft] {
            let account = ICAPUser.account(of: Array(value.utf8)[...], in: field)
            #expect(String(decoding: account, as: UTF8.self) == expected, why)
        }
    }

    @Test(
        "A method of authentication is before the name only in the field of the draft, and only in base64",
        arguments: [
            ("TG9jYWw6Ly9kYW5hQGNvbnRvc28uZXhhbXBsZQ==", "dana@contoso.example", "Local://dana@contoso.example"),
            ("TG9jYWw6Ly9kYW5h", "dana", "TG9jYWw6Ly9kYW5h"), ("V2luTlQ6Ly9jb3JwL2RhbmE=", "corp/dana", nil),
            ("TG9jYWw6Ly8=", nil, nil), ("Oi8vZGFuYQ==", nil, nil), ("YSBiOi8vZGFuYQ==", nil, nil),
        ] as [(String, String?, String?)]
    )
    func method(value: String, draft: String?, squid: String?) {
        for (field, expected) in [(ICAPUser.Field.draft, draft), (ICAPUser.Field.squid, squid)] {
            let account = ICAPUser.account(of: Array(value.utf8)[...], in: field)
            #expect(String(decoding: account, as: UTF8.self) == expected ?? value, "\(field)")
        }
    }
}
