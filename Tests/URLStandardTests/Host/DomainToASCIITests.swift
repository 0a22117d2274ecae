import Testing

@testable import URLStandard

@Suite("Domain to ASCII") struct DomainToASCIITests {
    @Test(
        "An invalid domain is refused",
        arguments: [
            ("", false, .domainToASCII), ("\u{AD}", false, .domainToASCII), ("a b", false, .domainInvalidCodePoint),
            ("ü b", false, .domainInvalidCodePoint), ("a%41", false, .domainInvalidCodePoint),
            ("\u{FF05}41", false, .domainInvalidCodePoint),
            ("ü.xn--", false, .domainToASCII), ("ü.xn--a-", false, .domainToASCII),
            ("ü.xn--xn--nchn-3ya", false, .domainToASCII), ("a_b", true, .domainToASCII),
            ("-a", true, .domainToASCII), ("a-", true, .domainToASCII), ("ab--c", true, .domainToASCII),
            ("a..b", true, .domainToASCII),
            ("a..", true, .domainToASCII), (".", true, .domainToASCII), ("xn--a", true, .domainToASCII),
            ("xn--", true, .domainToASCII),
            (String(repeating: "a", count: 64), true, .domainToASCII),
        ] as [(String, Bool, URLParsingError)]
    )
    func refused(domain: String, beStrict: Bool, error: URLParsingError) {
        #expect(throws: error) { try DomainToASCII.convert(domain, beStrict: beStrict) }
    }

    @Test(
        "A valid domain is converted",
        arguments: [
            ("EXAMPLE.com", false, "example.com", "ASCII is lower-cased"),
            ("xn--a.XN--", false, "xn--a.xn--", "and otherwise left alone, even where it does not decode"),
            ("faß.de", false, "xn--fa-hia.de", "not transitional"),
            ("Bücher。example", true, "xn--bcher-kva.example", "an ideographic full stop is a dot"),
            ("１２７．１", false, "127.1", "no address yet: that is the host parser's work"),
            ("a<\u{338}b", false, "xn--ab-tjv", "a forbidden code point that composes away is none"),
            ("example.com.", true, "example.com.", "the root may be named, in DNS too"),
            ("-a_b-", false, "-a_b-", "hyphens and STD3 count only when strict"),
            (String(repeating: "ü.", count: 600), false, String(repeating: "xn--tda.", count: 600), "a long result"),
        ] as [(String, Bool, String, Comment)]
    )
    func converted(domain: String, beStrict: Bool, expected: String, why: Comment) throws {
        #expect(try DomainToASCII.convert(domain, beStrict: beStrict) == expected, why)
    }

    @Test(
        "An A-label of a name that starts with xn-- is refused, and a similar one is not",
        arguments: [
            ("xn--xn---epa", "xn--é", false), ("xn--xn--ab-fva", "xn--aéb", false),
            ("xn--xn--a-5e1k07e", "xn--日本a", false),
            ("xn--xn--a-esab", "xn--éaé", false), ("xn--xn--abc-gs3o65g", "xn--a日b本c", false),
            ("xn--xn--a-9ra", "éxn--a", true),
            ("xn--xn--a-dsa", "xn-é-a", true), ("xn--xxn--b-bva", "xéxn--b", true),
            ("xn--xn---f79hq9d", "日xn--本", true),
            ("xn--xxn---bsae", "xéxn--é", true),
        ]
    )
    func nestedPunycode(label: String, decoded: String, isPermitted: Bool) {
        // Another label that is not ASCII; without it the domain would be left unchanged.
        #expect((try? DomainToASCII.convert("é.\(label)")) == (isPermitted ? "xn--9ca.\(label)" : nil), "\(decoded)")
        #expect((try? DomainToASCII.convert(decoded)) == (isPermitted ? label : nil), "\(decoded)")
    }

    @Test("A code point that an older ICU maps to another host is refused there in any spelling")
    func remapped() throws {
        let isCurrent = UnicodeIDNA.shared.unicodeVersion >= 15 << 8 | 1
        let expected = isCurrent ? "xn--zca" : nil
        for form in ["\u{1E9E}", "%E1%BA%9E"] { #expect(URLRecord("https://\(form)/")?.hostString == expected) }
        let bytes = Array("a\u{1E9E}".utf8)
        for (start, version, expected) in [(1, 0x0F00, true), (2, 0x0F00, false), (0, 0x0F01, false)] {
            let isContained = RemappedCodePoints.areContained(
                in: bytes.span,
                from: start,
                unicodeVersion: UInt16(version)
            )
            #expect(isContained == expected)
        }
    }
}
