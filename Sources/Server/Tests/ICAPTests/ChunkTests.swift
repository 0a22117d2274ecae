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
            ("5;a=b\r\nhello\r\n0\r\n\r\nREQMOD", 19, false), ("5; ieof\r\nhello\r\n0\r\n\r\n", 21, false),
            ("0; ieo\r\n\r\n", 10, false), ("0; ieofx\r\n\r\n", 12, false), ("0;ieof;a\r\n\r\n", 12, true),
            ("0;ieof=a\r\n\r\n", 12, false), ("0;a=ieof\r\n\r\n", 12, false),
            ("0 \t; a\t=\t\"\\\"; ieof\" ;b\r\n\r\n", 26, false), ("0;a=\"\"\r\n\r\n", 10, false),
            ("0\r\nX: y\r\n\r\nREQMOD", 11, false), ("0\r\nX:\r\nY:\tz; \u{E9}\r\n\r\n", 19, false),
        ]
    )
    func end(text: String, count: Int, isWhole: Bool) throws {
        for size in 1...text.utf8.count {
            var scanner = ChunkScanner()
            var taken = 0
            let bytes = Array(text.utf8)
            while taken < bytes.count, !scanner.isComplete {
                taken += try scanner.scan(Array(bytes[taken..<min(bytes.count, taken + size)]).span).count
            }
            #expect(scanner.isComplete)
            #expect(taken == count)
            #expect(scanner.isWhole == isWhole)
        }
    }

    @Test(
        "An ambiguous body is refused",
        arguments: [
            "\r\n", "x\r\n", "-1\r\n", "0x5\r\n", "5\n", "5 \r\nhello", "0;\r\n", ";a\r\n",
            "5\r\nhellox", "5\r\nhello\n", "0\r\n\n", "000000005\r\n", "ffffffffff\r\n",
            // Extensions: a line ends at CR LF, and never inside quotes.
            "5;a\nhello", "5;a=\"b\n", "5;a=\"b\r\n", "5;a=\"b\\\r\n", "5;a\r;", "5;a=\r\n", "5;=b\r\n",
            "5;a=b \r\n", "5;a \r\n", "5;a b", "5;a=b c", "5;a=\"b\"c", "5;\"a\"", "5;a=b=c", "5;a,", "5;a\0",
            "5;a=\"\u{7F}", "5;\u{E9}", "5 5\r\n",
            // Trailer fields are as strict as the fields of a head.
            "0\r\nX : y", "0\r\n X: y", "0\r\nX: y\r\n z", "0\r\nX\r\n", "0\r\n: y", "0\r\nX: y\n",
            "0\r\nX: y\rZ", "0\r\nX: \0", "0\r\nX: \u{7F}", "0\r\nREQMOD icap://d/s ICAP/1.0\r\n",
        ]
    )
    func refused(text: String) {
        #expect(throws: HeadFault.chunk) {
            var scanner = ChunkScanner()
            _ = try scanner.scan(Array(text.utf8).span)
        }
    }

    @Test("Extensions and trailer fields have a limit, which begins again with each chunk", arguments: [1, 99, 9_999])
    func limit(size: Int) {
        func isRefused(_ text: String) -> Bool {
            var scanner = ChunkScanner()
            var left = Array(text.utf8)[...]
            while !left.isEmpty, !scanner.isComplete {
                guard (try? scanner.scan(Array(left.prefix(size)).span)) != nil else { return true }
                left = left.dropFirst(size)
            }
            return false
        }
        let longest = ";" + String(repeating: "a", count: 4_095)
        #expect(!isRefused("1\(longest)\r\nx\r\n1\(longest)\r\nx\r\n0\(longest)\r\n\r\n"))
        #expect(isRefused("1\(longest)a"))
        #expect(isRefused("0\(longest)\r\nX"))
        #expect(!isRefused("0\r\n" + String(repeating: "X: y\r\n", count: 682) + "\r\n"))
        #expect(isRefused("0\r\n" + String(repeating: "X: y\r\n", count: 683)))
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
