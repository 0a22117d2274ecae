import TestSupport
import Testing
import URLStandard

@Suite("Ambiguities") struct AmbiguityTests {
    /// An input and its ambiguities: code, and the underlined text.
    struct Row: Sendable, CustomTestStringConvertible {
        var input: String
        var found: [(code: Ambiguity.Code, text: String)]
        var base: String?

        init(_ input: String, _ found: [(Ambiguity.Code, String)], base: String? = nil) {
            self.input = input
            self.found = found
            self.base = base
        }

        var testDescription: String { input.debugDescription }
    }

    private static let base = "https://base.example/folder/page?query"

    static let nothing: [Row] = [
        Row("https://example.org/", []),
        Row("HTTPS://EXAMPLE.org", []),
        Row("https://example.org:8443/a/b.c/...?x=//../\\%2f#//..\\", []),
        Row("https://example.org:/", []),
        Row("https://münchen.de/%C3%A9", []),
        Row("https://MÜNCHEN.de/", []),
        Row("https://xn--mnchen-3ya.de/", []),
        Row("https://例え.テスト/", []),
        Row("https://127.0.0.1/", []),
        Row("https://[::1]:8080/", []),
        Row("https://[2001:DB8::1]/", []),
        Row("file:///C:/x", []),
        Row("file:/x", []),
        Row("mailto:a@b.example", []),
        Row("javascript://x/\\..\\", []),
        Row("data:,//a/../b%2fc", []),
        Row("foo://a\\b@c/", [(.credentials, "a\\b@")]),
        Row("foo:/a\\b", []),
        Row("page", [], base: base),
        Row("?a:b", [], base: base),
        Row("//other.example/", [], base: base),
        Row("#f", [], base: "mailto:a@b"),
    ]

    static let anywhere: [Row] = [
        Row("ht\ntps://a/", [(.tabOrNewlineRemoved, "\n")]),
        Row("https://a\r\n\t.example/x\ty", [(.tabOrNewlineRemoved, "\r\n\t"), (.tabOrNewlineRemoved, "\t")]),
        Row("\t https://a/\u{1}", [(.controlOrSpaceTrimmed, "\t "), (.controlOrSpaceTrimmed, "\u{1}")]),
        Row(" \n", [(.controlOrSpaceTrimmed, " \n")], base: base),
        Row(
            "https://a/x\0\u{7F}?\u{1B}#\u{8}.",
            [
                (.controlByte, "\0\u{7F}"), (.controlByte, "\u{1B}"), (.controlByte, "\u{8}"),
            ]
        ),
        Row("https://a/x%00.png%0a?%00#%0d", [(.controlByte, "%00"), (.controlByte, "%0a")]),
        Row(
            "https://%@a/100%?%g1#%4",
            [
                (.invalidPercentSequence, "%"), (.credentials, "%@"), (.invalidPercentSequence, "%"),
                (.invalidPercentSequence, "%"), (.invalidPercentSequence, "%"),
            ]
        ),
        Row(
            "https://a/%%%41x%%%?%%",
            [(.invalidPercentSequence, "%%"), (.invalidPercentSequence, "%%%"), (.invalidPercentSequence, "%%")]
        ),
        Row(
            "https://a/%4\t1%%41",
            [
                (.tabOrNewlineRemoved, "\t"), (.invalidPercentSequence, "%"),
            ]
        ),
    ]

    static let slashes: [Row] = [
        Row(#"https://a\@b/"#, [(.backslashAsSlash, #"\"#)]),
        Row(
            #"https:\\a\b/c\?\#\"#,
            [(.backslashAsSlash, #"\\"#), (.backslashAsSlash, #"\"#), (.backslashAsSlash, #"\"#)]
        ),
        Row(#"\\a.example/"#, [(.backslashAsSlash, #"\\"#)], base: base),
        Row(#"/\a.example/"#, [(.backslashAsSlash, #"\"#)], base: base),
        Row(#"\a\b"#, [(.backslashAsSlash, #"\"#), (.backslashAsSlash, #"\"#)], base: base),
        Row(#"file:\\server\share"#, [(.backslashAsSlash, #"\\"#), (.backslashAsSlash, #"\"#)]),
        Row("https:a.example", [(.missingSlashes, ":")]),
        Row("https:/a.example", [(.missingSlashes, ":/")]),
        Row(#"https:\a.example"#, [(.missingSlashes, #":\"#), (.backslashAsSlash, #"\"#)]),
        Row("https:page", [(.missingSlashes, ":")], base: base),
        Row("https:/\n/a.example", [(.tabOrNewlineRemoved, "\n")]),
        Row("file:x", [(.missingSlashes, ":")]),
        Row("file:/x", [(.missingSlashes, ":/")], base: "file://server/"),
        Row("https:///a.example/", [(.extraSlashes, "/")]),
        Row("https:////a.example/", [(.extraSlashes, "//")]),
        Row(#"https://\a.example/"#, [(.backslashAsSlash, #"\"#), (.extraSlashes, #"\"#)]),
        Row("///a.example/", [(.extraSlashes, "/")], base: base),
        Row("file:////server/x", [(.emptySegment, "//")]),
        Row("1http://a/", [(.colonInFirstSegment, "1http:"), (.emptySegment, "//")], base: base),
        Row("a b:c", [(.colonInFirstSegment, "a b:")], base: base),
        Row("a/b:c", [], base: base),
        Row(":c", [], base: base),
    ]

    static let authority: [Row] = [
        Row("https://user@a/", [(.credentials, "user@")]),
        Row("https://user:p:w@a:8080/", [(.credentials, "user:p:w@")]),
        Row("https://@a/", [(.credentials, "@")]),
        Row("https://a@b@c/", [(.credentials, "a@b@"), (.multipleAtSigns, "@b@")]),
        Row("https://@@c/x@y@z", [(.credentials, "@@"), (.multipleAtSigns, "@@")]),
        Row("foo://u@a/", [(.credentials, "u@")]),
        Row("https://a:443/", [(.defaultPort, ":443")]),
        Row("http://a:00080/", [(.defaultPort, ":00080")]),
        Row("wss://a:4\t43/", [(.defaultPort, ":4\t43"), (.tabOrNewlineRemoved, "\t")]),
        Row("http://a:443/", []),
        Row("https://[::1]:443/", [(.defaultPort, ":443")]),
        Row("https://a.example./", [(.trailingDot, ".")]),
        Row("https://a.example.:443/", [(.trailingDot, "."), (.defaultPort, ":443")]),
        Row("https://a.example%2e/", [(.trailingDot, "a.example%2e"), (.percentEncodedHost, "%2e")]),
        Row("foo://a./", [(.trailingDot, ".")]),
        Row("https://%61%6c%6Cow.ex%61mple/", [(.percentEncodedHost, "%61%6c%6C"), (.percentEncodedHost, "%61")]),
        Row("https://%6\n1/", [(.percentEncodedHost, "%6\n1"), (.tabOrNewlineRemoved, "\n")]),
        Row("custom://%65vil.example/", [(.percentEncodedHost, "%65")]),
        Row("custom://éa/", [(.percentEncodedHost, "é")]),
        Row("https://ｅxample.org/", [(.idnaMapping, "ｅxample.org")]),
        Row("https://u@a。example:8080/", [(.credentials, "u@"), (.idnaMapping, "a。example")]),
        Row("https://faß.example/", [(.idna2003, "faß.example"), (.idnaMapping, "faß.example")]),
        Row("https://ς.example/", [(.idna2003, "ς.example"), (.idnaMapping, "ς.example")]),
        Row(
            "https://نامه\u{200C}ای.example/",
            [(.idna2003, "نامه\u{200C}ای.example"), (.idnaMapping, "نامه\u{200C}ای.example")]
        ),
        Row("https://evil.example;.a.example/", [(.hostDelimiter, ";")]),
        Row(
            #"https://u@"a'`{b}/'"#,
            [
                (.credentials, "u@"), (.hostDelimiter, "\""), (.hostDelimiter, "'`{"), (.hostDelimiter, "}"),
            ]
        ),
        Row("https://a%3B%27b/", [(.hostDelimiter, "%3B%27"), (.percentEncodedHost, "%3B%27")]),
        Row("https://a\u{FF1B}b/", [(.hostDelimiter, "a\u{FF1B}b"), (.idnaMapping, "a\u{FF1B}b")]),
        Row("https://a_b/", []),
        Row("foo://a'b/", []),
        Row("https://a/';\"", []),
        Row("https://a\u{AD}b.example/", [(.idnaMapping, "a\u{AD}b.example")]),
        Row("https://a%C2%ADb.example/", [(.idnaMapping, "a%C2%ADb.example"), (.percentEncodedHost, "%C2%AD")]),
        Row("https://%C3%A9.example/", [(.percentEncodedHost, "%C3%A9")]),
        Row("https://a\u{301}.example/", []),
        Row("file://localhost/x", [(.fileHostRemoved, "localhost")]),
        Row("file://LOCALHOST", [(.fileHostRemoved, "LOCALHOST")]),
        Row("file://C|/x", [(.fileHostRemoved, "C|")]),
        Row("file://server/x", []),
    ]

    static let addresses: [Row] = [
        Row("http://0x7F.0.0.1/", [(.hexIPv4, "0x7F")]),
        Row("http://127.0.0.0x/", [(.hexIPv4, "0x")]),
        Row("http://0177.0.00.1/", [(.octalIPv4, "0177"), (.octalIPv4, "00")]),
        Row("http://127.1/", [(.shortIPv4, "127.1")]),
        Row("http://0/", [(.shortIPv4, "0")]),
        Row("http://127.65536/", [(.shortIPv4, "127.65536"), (.overflowingIPv4, "65536")]),
        Row(
            "http://u@2130706433:8080/",
            [
                (.credentials, "u@"), (.overflowingIPv4, "2130706433"), (.shortIPv4, "2130706433"),
            ]
        ),
        Row(
            "http://0x7f000001./",
            [
                (.hexIPv4, "0x7f000001"), (.overflowingIPv4, "0x7f000001"), (.shortIPv4, "0x7f000001"),
                (.trailingDot, "."),
            ]
        ),
        Row("http://127.0.0.1./", [(.trailingDot, ".")]),
        Row("http://12\t7.1/", [(.shortIPv4, "12\t7.1"), (.tabOrNewlineRemoved, "\t")]),
        Row("http://１２７.1/", [(.idnaMapping, "１２７.1"), (.shortIPv4, "１２７.1")]),
        Row("http://%31.2.3.4/", [(.percentEncodedHost, "%31")]),
        Row("foo://0x7f.1/", []),
        Row(
            "http://[::ffff:127.0.0.1]/",
            [
                (.ipv4MappedIPv6, "[::ffff:127.0.0.1]"), (.nonCanonicalIPv6, "[::ffff:127.0.0.1]"),
            ]
        ),
        Row("http://[::FFFF:7F00:1]/", [(.ipv4MappedIPv6, "[::FFFF:7F00:1]")]),
        Row("foo://[0:0::1]/", [(.nonCanonicalIPv6, "[0:0::1]")]),
    ]

    static let path: [Row] = [
        Row("https://a/./b/../..", [(.dotSegment, "."), (.dotSegment, ".."), (.dotSegment, "..")]),
        Row("../b", [(.dotSegment, "..")], base: base),
        Row(
            "https://a/%2e/.%2E/%2e%2e?%2e/",
            [
                (.encodedDotSegment, "%2e"), (.encodedDotSegment, ".%2E"), (.encodedDotSegment, "%2e%2e"),
            ]
        ),
        Row("https://a/.\t./b", [(.dotSegment, ".\t."), (.tabOrNewlineRemoved, "\t")]),
        Row("https://a/.b/..c/.../%2eb", []),
        Row("https://a//b///", [(.emptySegment, "//"), (.emptySegment, "///")]),
        Row(#"https://a/\b"#, [(.emptySegment, #"/\"#), (.backslashAsSlash, #"\"#)]),
        Row("foo:/.//p", [(.dotSegment, "."), (.emptySegment, "//")]),
        Row("https://a/b%2fc%5C..%2F", [(.encodedSlash, "%2f"), (.encodedSlash, "%5C"), (.encodedSlash, "%2F")]),
    ]

    static let combinations: [Row] = [
        Row(
            " https:\\\\allow.example\t\\@evil.example:443/..//%2e%2E/%2f%\u{1}\n",
            [
                (.controlOrSpaceTrimmed, " "), (.backslashAsSlash, #"\\"#), (.tabOrNewlineRemoved, "\t"),
                (.backslashAsSlash, #"\"#), (.dotSegment, ".."), (.emptySegment, "//"), (.encodedDotSegment, "%2e%2E"),
                (.encodedSlash, "%2f"), (.invalidPercentSequence, "%"), (.controlOrSpaceTrimmed, "\u{1}\n"),
            ]
        ),
        Row(
            "http:/a@b@0x7f.１:080/",
            [
                (.missingSlashes, ":/"), (.credentials, "a@b@"), (.multipleAtSigns, "@b@"), (.hexIPv4, "0x7f.１"),
                (.idnaMapping, "0x7f.１"), (.shortIPv4, "0x7f.１"), (.defaultPort, ":080"),
            ]
        ),
    ]

    static let rows = nothing + anywhere + slashes + authority + addresses + path + combinations

    @Test("Each ambiguity is named at its place", arguments: rows)
    func found(row: Row) throws {
        let input = Array(row.input.utf8)
        let reading = try DoubleReading(input, base: row.base)
        let found = reading.found.map { "\($0.code.rawValue) \(String(decoding: input[$0.range], as: UTF8.self))" }
        #expect(found == row.found.map { "\($0.code.rawValue) \($0.text)" })
    }

    @Test(
        "The other host is that of the other reading, or the part before a delimiter",
        arguments: [
            (#"https://allow.example\@evil.example/"#, "evil.example"), ("https:a.example", ""),
            ("https://evil.example;.allow.example/", "evil.example"), (#"https://"a.example/"#, ""),
            ("https://u:p@a.example%3B:8443/", "a.example%3B"), ("http://0x7f.1/", "0x7f.1"), ("mailto:a", ""),
        ]
    )
    func otherHost(input: String, expected: String) throws {
        var host: [UInt8] = []
        try URLRecord(parsing: input.utf8.span).appendOtherHost(in: input.utf8.span, to: &host)
        #expect(String(decoding: host, as: UTF8.self) == expected)
    }

    @Test("Every code occurs in some row", arguments: Ambiguity.Code.allCases)
    func everyCode(code: Ambiguity.Code) {
        #expect(Self.rows.contains { row in row.found.contains { $0.code == code } })
    }

    @Test("Codes are lower-case words with hyphens", arguments: Ambiguity.Code.allCases)
    func codeNames(code: Ambiguity.Code) {
        #expect(code.rawValue.wholeMatch(of: /[a-z][a-z0-9]*(-[a-z0-9]+)+|credentials/) != nil)
    }

    @Test("Offsets count the bytes of malformed UTF-8 as given")
    func malformed() throws {
        let input = Array("https://a/".utf8) + [0xC3, 0x0A, 0xA9, 0xFF] + Array("%2f//".utf8)
        let reading = try DoubleReading(input)
        let expected: [(Ambiguity.Code, Range<Int>)] = [
            (.tabOrNewlineRemoved, 11..<12), (.encodedSlash, 14..<17), (.emptySegment, 17..<19),
        ]
        #expect(reading.found.map(\.code) == expected.map(\.0))
        #expect(reading.found.map(\.range) == expected.map(\.1))
    }

    @Test(
        "A run four times as long takes about four times as long",
        .timeLimit(.minutes(15)),
        arguments: TestSize.rows(["/", "\\", "@", "%", "\t", "\0", "../", "%2f", "a.", ":", "é", "//."])
    )
    func huge(piece: String) throws {
        let factor = try Growth.factor(from: 25_000, rounds: 3) { count in
            let run = String(repeating: piece, count: count / piece.utf8.count)
            return try Growth.time {
                let inPath = try DoubleReading(Array("https://a.example/\(run)".utf8))
                #expect(!inPath.disagrees)
                let inCredentials = try? DoubleReading(Array("foo://\(run)@h".utf8))
                #expect(inCredentials?.disagrees != true)
            }
        }
        #expect(factor < Growth.linearLimit)
    }

    @Test("An empty record has no ambiguities")
    func empty() {
        let url = URLRecord()
        let found = url.ambiguities(in: "https://a@b@c/".utf8.span)
        #expect(found.isEmpty)
    }
}
