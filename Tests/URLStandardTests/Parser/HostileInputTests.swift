import TestSupport
import Testing

@testable import URLStandard

@Suite("Hostile input") struct HostileInputTests {
    @Test(
        "Malformed UTF-8 is read as one U+FFFD per maximal part",
        arguments: [
            ([0x80], "%EF%BF%BD", "a lone continuation byte"),
            ([0xC3], "%EF%BF%BD", "a sequence cut off at the end"),
            ([0xE2, 0x80, 0x41], "%EF%BF%BDA", "one cut off by an ASCII byte, which stays"),
            ([0xC0, 0xAF], "%EF%BF%BD%EF%BF%BD", "an overlong slash is no slash"),
            ([0xE0, 0x80, 0xAF], "%EF%BF%BD%EF%BF%BD%EF%BF%BD", "nor is a longer one"),
            ([0xED, 0xA0, 0x80], "%EF%BF%BD%EF%BF%BD%EF%BF%BD", "a surrogate"),
            ([0xF0, 0x9F, 0x92], "%EF%BF%BD", "three bytes of four are one part"),
            ([0xF4, 0x90, 0x80, 0x80], "%EF%BF%BD%EF%BF%BD%EF%BF%BD%EF%BF%BD", "a code point above U+10FFFF"),
            ([0xFF, 0xFE], "%EF%BF%BD%EF%BF%BD", "bytes that are never UTF-8"),
            ([0xF0, 0x9F, 0x92, 0xA9], "%F0%9F%92%A9", "and what is well formed, stays"),
        ] as [([UInt8], String, Comment)]
    )
    func malformed(bytes: [UInt8], encoded: String, why: Comment) {
        for prefix in ["https://a/", "https://a/?", "https://a/#", "foo:", "foo://", "https://"] {
            let isUserName = prefix == "https://"
            let outcome = ParseOutcome(Array(prefix.utf8) + bytes + (isUserName ? Array("@a/".utf8) : []))
            #expect(outcome == .url(prefix + encoded + (isUserName ? "@a/" : "")), why)
        }
    }

    @Test("Malformed UTF-8 in a domain is never a host", arguments: [[0xFF], [0xC3], [0xED, 0xA0, 0x80]] as [[UInt8]])
    func malformedDomain(bytes: [UInt8]) {
        let outcome = ParseOutcome(Array("https://a".utf8) + bytes + Array(".example/".utf8))
        #expect(outcome == .refused(.domainToASCII))
    }

    @Test("A newline inside a sequence does not join its halves, because decoding comes first")
    func newlineInsideSequence() {
        let outcome = ParseOutcome(Array("https://a/".utf8) + [0xC3, 0x0A, 0xA9])
        #expect(outcome == .url("https://a/%EF%BF%BD%EF%BF%BD"))
    }

    @Test(
        "Every control byte is removed, encoded or refused, and never kept",
        arguments: Array(0...0x20) + [0x7F] as [UInt8]
    )
    func controls(byte: UInt8) {
        let isNewline = [0x09, 0x0A, 0x0D].contains(byte)
        let encoded = isNewline ? "" : "%" + String(String(Int(byte) + 256, radix: 16, uppercase: true).dropFirst())
        let character = String(Unicode.Scalar(byte))
        #expect(ParseOutcome("https://h/a\(character)b") == .url("https://h/a\(encoded)b"))
        #expect(ParseOutcome("https://a\(character)b/").href == (isNewline ? "https://ab/" : nil))
        let isTrimmed = byte != 0x7F
        #expect(ParseOutcome("\(character)https://h/").href == (isTrimmed ? "https://h/" : nil))
        #expect(ParseOutcome("https://h/\(character)") == .url("https://h/" + (isTrimmed ? "" : encoded)))
    }

    @Test(
        "Parsing a huge input takes time proportional to its length",
        arguments: TestSize.rows([
            ("https://a/", "../", "", "a path that goes back at each step"),
            ("https://a/", "a/../", "", "a path that goes on and back"),
            ("https://a/", "%2e", "", "dots without an end"),
            ("https://a/", "\u{FFFE}", "", "what triples when it is encoded"),
            ("https://", "a@", "h/", "an `@` after another"),
            ("https://", "a:", "@h/", "colons in credentials"),
            ("https://", "1.", "/", "an address with parts without an end"),
            ("https://", "a.", "/", "labels without an end"),
            ("https://", "%61", "/", "a host of percent-encoded bytes"),
            ("https://h:", "0", "1/", "a port of zeros"),
            ("foo:", " ", "?", "spaces before a query"),
            ("foo:/", "/", "", "slashes behind a scheme without a host"),
            ("\t", "\t", "https://a/", "tabs"),
            ("a", "a", "://h/", "a scheme without an end"),
            ("https://a/?", "\"", "", "a query to encode"),
        ])
    )
    func huge(prefix: String, piece: String, suffix: String, why: Comment) {
        let times = [20_000, 160_000].map { count in
            Self.timeToParse(Array((prefix + String(repeating: piece, count: count) + suffix).utf8))
        }
        // Eight times the input; quadratic time would be sixty-four times as long.
        #expect(times[1] < times[0] * 32 + .milliseconds(20), why)
    }

    /// The shortest of three times, because other load on the machine only adds to it.
    private static func timeToParse(_ input: [UInt8]) -> Duration {
        let times = (0..<3).map { _ in Growth.time { _ = ParseOutcome(input, byteLimit: .max) } }
        return times.min() ?? .zero
    }

    @Test("A domain that needs IDNA is bounded, because ICU's time is not linear")
    func hugeDomain() throws {
        var limit = "ü" + String(repeating: ".ü", count: 1364)
        #expect(limit.utf8.count == 4094)
        #expect(ParseOutcome("https://\(limit)/").href != nil)
        limit += "aaa"
        #expect(ParseOutcome("https://\(limit)/") == .refused(.domainToASCII))
    }

    @Test("An input above the limit is refused, and the record is empty")
    func byteLimit() throws {
        #expect(ParseOutcome("https://b/", byteLimit: 9) == .refused(.inputTooLong))
        #expect(ParseOutcome("https://b/", byteLimit: 10) == .url("https://b/"))
        let long = "https://a/" + String(repeating: "x", count: URLRecord.defaultByteLimit - 10)
        #expect(ParseOutcome(long) == .url(long))
        #expect(ParseOutcome(long + "x") == .refused(.inputTooLong))

        var url = try URLRecord(parsing: "https://a/".utf8.span)
        do throws(URLParsingError) { try url.parse(long.utf8.span, byteLimit: 9) } catch {
            #expect(error == .inputTooLong)
        }
        let isEmpty = url.isEmpty
        #expect(isEmpty)
    }

    @Test(
        "Every error is named",
        arguments: [
            ("", .missingScheme), ("example.com", .missingScheme), ("//example.com/", .missingScheme),
            ("1http://a/", .missingScheme),
            ("https://", .hostMissing), ("https:///", .hostMissing), ("https://u@/", .hostMissing),
            ("https://:80/", .hostMissing),
            ("foo://u@/", .hostMissing), ("foo://:80/", .hostMissing), ("https://a:b/", .portInvalid),
            ("https://a:-1/", .portInvalid),
            ("https://a:65536/", .portOutOfRange), ("https://a\u{FFFD}/", .domainToASCII),
            ("https://\u{AD}/", .domainToASCII),
            ("https://a b/", .domainInvalidCodePoint), ("https://a%2Fb/", .domainInvalidCodePoint),
            ("foo://a b/", .hostInvalidCodePoint),
            ("foo://a^b/", .hostInvalidCodePoint), ("https://1.2.3.4.5/", .ipv4TooManyParts),
            ("https://a.1/", .ipv4NonNumericPart),
            ("https://09/", .ipv4NonNumericPart), ("https://256.1.1.1/", .ipv4OutOfRangePart),
            ("https://4294967296/", .ipv4OutOfRangePart),
            ("https://[::1/", .ipv6Unclosed), ("https://[::1]a/", .ipv6Unclosed), ("https://[:::]/", .ipv6Invalid),
        ] as [(String, URLParsingError)]
    )
    func errors(input: String, error: URLParsingError) {
        #expect(ParseOutcome(input) == .refused(error))
    }
}
