import TestSupport
import Testing
import URLStandard

@testable import RuleRegions

@Suite("The shape of canonical URLs") struct CanonicalURLShapeTests {
    private static let urls = [
        "https://contoso.com", "https://contoso.com:443/a", "https://contoso.com:8443/a?b#c", "HTTP://CONTOSO.COM/%7Ea",
        "https://u:p@contoso.com./a/../b", "https://10.1.2.3/", "https://0x7f.1/", "https://[::ffff:10.0.0.1]/",
        "https://[2001:DB8::1]:8080/x?y", "https://m\u{FC}nchen.de/\u{FC}?\u{FC}", "https://a..b/", "https://.a/",
        "https://a../", "https://a.b../x", "https://0x.a/", "https://1a/", "https://a.0b/", "https://0xg/",
        "https://01a/", "https://../", "https://10.0.0.1../x",
        "https://a.1../", "https://a.0x../x", "https://a.0xfg../", "https://.../", "https://./", "https://1.2.3.4.5../",
        "https://0x7f.1../", "http://1.2.300../x", "ws://3232235777.:81/", "file://10.0.0.1../x", "foo://10.0.0.1../x",
        "http://192.0.2.300../",
        "https://a_b!$&'()*+,;=`{}~/", "file:///etc/hosts", "file://localhost/c:/x", "file://host/C|/x", "file:c:\\x",
        "ftp://a.b:21/x", "ftp://a.b:2121/x;type=a", "ws://a.b:80/", "wss://a.b:444/", "mailto:a@b.c?subject=d e",
        "foo://HOST%41/Path?q'q", "foo://a:b@c:99/x", "foo:/.//p", "foo:opaque path", "foo:", "foo:///", "foo://",
        "data:text/html,<b>", "javascript:alert(1)", "about:blank", "blob:https://contoso.com/1", "httpsx://a/",
        "htt://a/", "h:x", "https://a.b/?'\"<>`{}|\\^[]", "https://a.b/\"<>`{}|\\^[]'", "https://a.b/%2e%2E/./x/..",
        "https://a.b:65535/", "https://a.b:0/", "https://a.b:4430/", "http://a.b:8/", "http://a.b:808/",
        "file://10.0.0.1/x", "foo://10.0.0.1:80/x", "foo://[::1]/x", "a+b-c.d:x",
        "foo://[::ffff:a00:1]/x", "https://[::ffff:0]/", "https://[::ffff:1:2:3]/", "https://a.b/x://[::ffff:a00:1]",
    ]

    @Test("Every URL that the parser writes has the shape, in both forms that rules see")
    func everyURL() throws {
        var generator = RandomURLRegex(SplitMix(seed: 3))
        let random = (0..<(TestSize.isExhaustive ? 20_000 : 400)).flatMap { _ in generator.next(urls: 6).urls }
        var shape = AutomatonRun(try #require(CanonicalURLShape.every.automaton))
        var dots = AutomatonRun(try #require(CanonicalURLShape.dotSegments))
        var addresses = AutomatonRun(try #require(CanonicalURLShape.unseenAddresses))
        var specialShape = AutomatonRun(try #require(CanonicalURLShape.special.automaton))
        var (count, special) = (0, 0)
        for url in Self.urls + random {
            for text in seenTexts(of: url) {
                count += 1
                let answers = [
                    shape.takes(text), dots.takes(text), addresses.takes(text), specialShape.takes(text),
                ]
                let isSpecial = ["https:", "http:", "ws:", "wss:", "ftp:"].contains { text.hasPrefix($0) }
                special += isSpecial ? 1 : 0
                #expect(answers == [true, false, false, isSpecial], "\(text)")
            }
        }
        #expect(count > 2_000 && special > 1_000, "\(count), \(special)")
    }

    @Test(
        "A text that the parser would write differently does not have the shape",
        arguments: [
            "https://contoso.com", "https://contoso.com:443/", "http://a.b:80/", "ws://a.b:80/", "https://A.b/",
            "https://a.b:65536/", "https://a.b:01/", "https://a.1/", "https://0x7f/", "https://256.1.1.1/",
            "https://a.b/ ", "https://a.b/<", "https://a b/", "https:a", "https:///a", "HTTPS://a.b/", "https://a%41/",
            "https://a.b/\u{FC}", "1a:x", "https://a.b/?<", "https://a.b/#c", "https://a.b/\\", "ftp:/a", "wss:x",
            "https://contoso.com./", "https://a../", "https://../",
        ]
    )
    func others(text: String) throws {
        #expect(!(try #require(CanonicalURLShape.every.automaton).takes(text)))
    }

    @Test("The shortest text of each shape is a URL in canonical form", arguments: CanonicalURLShape.allCases)
    func shortest(shape: CanonicalURLShape) throws {
        var budget = Int.max
        let outcome = LanguageSearch(wanted: [try #require(shape.automaton)]).first(budget: &budget) { _ in true }
        guard case .found(let bytes) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(seenTexts(of: text).first == text)
    }
}
