import TestSupport
import Testing

@testable import URLStandard

@Suite("Agreement on the authority") struct AuthorityAgreementTests {
    private static let base = "https://base.example:8443/folder/page?query"

    @Test(
        "If an RFC 3986 reader would go elsewhere, the readings disagree",
        arguments: [
            (#"https://allow.example\@evil.example/"#, nil, "the backslash ends the authority for a browser only"),
            (#"https://evil.example\.allow.example/"#, nil, "the backslash is part of the host"),
            (#"https:\\a.example/"#, nil, "no authority without slashes"),
            ("https:a.example", nil, "no authority without slashes"),
            ("https:/a.example", nil, "a path"),
            ("https:///a.example", nil, "an empty host"),
            (" https://a.example/", nil, "the space is part of the scheme"),
            ("https://a.example ", nil, "the space is part of the host"),
            ("https://a.example\t/", nil, "the tab is part of the host"),
            ("https://a.example:4\n43/", nil, "no port has a newline"),
            ("java\nscript:alert(1)", nil, "the newline is part of the scheme"),
            ("foo:/\t/a.example/", nil, "a tab between the slashes leaves a path"),
            ("https://%61.example/", nil, "bytes are not decoded"),
            ("https://ｅxample.org/", nil, "full-width letters are not mapped"),
            ("https://a。example/", nil, "an ideographic full stop divides no labels"),
            ("https://a\u{AD}b.example/", nil, "nothing is ignorable"),
            ("https://㎏.example/", nil, "compatibility characters stay"),
            ("https://ΌΣ.example/", nil, "lower-casing ends a word in another sigma than the mapping does"),
            ("foo://é/", nil, "an opaque host has it percent-encoded"),
            ("http://2130706433/", nil, "a number is no address"),
            ("http://0177.0.0.1/", nil, "nor an octal one"),
            ("http://127.0.0.1./", nil, "the dot is part of the host"),
            ("https://evil.example;.allow.example/", nil, "older readers end the host at the semicolon"),
            ("https://allow.example'.evil.example/", nil, "at the apostrophe"),
            (#"https://"allow.example/"#, nil, "at the quotation mark"),
            ("https://evil.example%3B.allow.example/", nil, "it comes out of an escape"),
            ("https://evil.example\u{FF1B}.allow.example/", nil, "or out of a mapping"),
            ("https://a!b/", nil, "!"), ("https://a$b/", nil, "$"), ("https://a&b/", nil, "&"),
            ("https://a(b/", nil, "("), ("https://a)b/", nil, ")"), ("https://a*b/", nil, "*"),
            ("https://a+b/", nil, "+"), ("https://a,b/", nil, ","), ("https://a=b/", nil, "="),
            ("https://a`b/", nil, "`"), ("https://a{b/", nil, "{"), ("https://a}b/", nil, "}"),
            ("https://a~b/", nil, "~"), ("file://a'b/x", nil, "in every special URL"),
            ("//a'b/", base, "in a reference"),
            ("file://localhost/x", nil, "a host is a host"),
            ("file://C:/x", nil, "a drive letter is a host, with an empty port"),
            ("https:page", base, "a scheme leaves nothing of the base"),
            ("https:/page", base, "a scheme leaves nothing of the base"),
            ("///a.example/", base, "an empty host"),
            (#"/\a.example/"#, base, "a path on the base"),
            ("\n//a.example/", base, "a path on the base"),
            ("1https://a.example/", base, "a digit may begin a scheme"),
            ("file:/x", "file://server/", "the base's host is not taken"),
        ] as [(String, String?, Comment)]
    )
    func disagreement(input: String, base: String?, why: Comment) throws {
        let reading = try DoubleReading(Array(input.utf8), base: base)
        #expect(reading.disagrees, why)
        #expect(!reading.found.isEmpty, why)
    }

    @Test(
        "If both go to the same place, the readings agree, whatever else is ambiguous",
        arguments: [
            ("https://a.example", nil, "plain"),
            ("HTTPS://A.Example:443/", nil, "case and the scheme's own port"),
            ("https://a.example:/", nil, "an empty port"),
            ("https://a.example:08443/", nil, "leading zeros"),
            ("https://a.example?x:1@b", nil, "what is behind the authority"),
            (#"https://a.example/\@b"#, nil, "a backslash in the path"),
            ("https://u:p@x@a.example/", nil, "the last @ counts for both"),
            ("https://u@[::1]:8080/", nil, "colons in brackets are no port"),
            ("https://[2001:DB8::A]/", nil, "case of an address"),
            ("https://[2001:DB8:0::1]/", nil, "an address is one, however it is written"),
            ("http://[0::1]/", nil, "an address is one, however it is written"),
            ("http://[::ffff:127.0.0.1]:80/", nil, "dotted decimal inside"),
            ("foo://[0:0::1]/", nil, "in every URL"),
            ("https://a_b-c.example/", nil, "an underscore ends no host"),
            ("foo://a'b;c/", nil, "an opaque host is no domain"),
            ("https://u'p;@a.example/'", nil, "elsewhere it ends nothing"),
            ("https://ς.example/", nil, "it stays, though older readers map it"),
            ("https://a.example./", nil, "the dot stays"),
            ("https://a.example/x\ty ", nil, "tabs and spaces behind the authority"),
            ("https://münchen.de/", nil, "the label is only encoded"),
            ("https://MÜNCHEN.DE/", nil, "and lower-cased"),
            ("https://mu\u{308}nchen.de/", nil, "and composed"),
            ("https://xn--mnchen-3ya.É.example/", nil, "ASCII labels stay beside it"),
            ("https://faß.example/", nil, "ß stays"),
            ("https://a.\u{212A}.example/", nil, "the Kelvin sign is a K under NFC"),
            ("CUSTOM://EVIL.example/", nil, "case of an opaque host"),
            ("custom://%65vil.example:80/", nil, "percent-encoded bytes stay in an opaque host"),
            (#"foo://a\b@c/"#, nil, "a backslash divides no other scheme"),
            ("foo:/.//a.example/", nil, "a path"),
            ("foo:///x", nil, "an empty host"),
            ("mailto:a@b.example", nil, "no authority"),
            (#"javascript:"https://a.example\@b""#, nil, "no authority"),
            ("mailto:a\n@b.example ", nil, "no authority, whatever the path"),
            ("blob:https://a.example/x", nil, "no authority"),
            ("data:,//a.example\\@b", nil, "no authority"),
            ("file:///x", nil, "an empty host"),
            ("file:/x", nil, "an absent host is an empty one"),
            ("file://server/x", nil, "a host"),
            ("page", base, "the base's authority"),
            ("page", "https://a'b/", "the base's host is not the reference's"),
            ("", base, "the base's authority"),
            ("?x=//a.example", base, "the base's authority"),
            ("/a:b", base, "the base's authority"),
            ("//a.example:443", base, "the base's scheme"),
            ("http://a.example:80", base, "nothing of the base"),
            ("x", "https://u:p@base.example/", "the base's credentials are no part of it"),
            ("C|/x", "file://server/y", "a drive on the base's host"),
            ("#f", "mailto:a@b", "no authority"),
        ] as [(String, String?, Comment)]
    )
    func agreement(input: String, base: String?, why: Comment) throws {
        #expect(try !DoubleReading(Array(input.utf8), base: base).disagrees, why)
    }

    @Test(
        "The other reader's host may be longer than any that the parser accepts",
        .timeLimit(.minutes(15)),
        arguments: TestSize.rows(["é", "é.", "e\u{301}\u{302}", "."])
    )
    func hugeHost(piece: String) throws {
        let factor = try Growth.factor(from: 50_000, rounds: 3) { count in
            let host = String(repeating: piece, count: count)
            return try Growth.time {
                let reading = try DoubleReading(Array("https://é.\\\(host)".utf8))
                #expect(reading.disagrees)
            }
        }
        #expect(factor < Growth.linearLimit)
    }

    @Test("A label far too long for DNS is compared if the parser accepts it")
    func longLabel() throws {
        let composed = String(repeating: "ǖ", count: 800)
        #expect(try !DoubleReading(Array("https://\(composed)/".utf8)).disagrees)
        let decomposed = String(repeating: "U\u{308}\u{304}", count: 800)
        #expect(try !DoubleReading(Array("https://\(decomposed)/".utf8)).disagrees)
    }

    @Test("An empty record disagrees with everything")
    func empty() {
        let url = URLRecord()
        let disagrees = url.disagreesOnAuthority(with: "https://a/".utf8.span)
        #expect(disagrees)
    }
}
