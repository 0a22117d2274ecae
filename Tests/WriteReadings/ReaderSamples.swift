import PolicyAnalysis
import TestSupport

/// Texts that are hostile to readers of URLs: filled templates, and some of them with a few characters changed.
///
/// One seed gives one sequence.
struct ReaderSamples {
    private var random: SplitMix

    init(seed: UInt64) { random = SplitMix(seed: seed) }

    private static let schemes = ["https", "http", "http", "https", "ftp", "ws", "foo", "file"]
    private static let hosts = [
        "allow.example", "evil.example", "a.b.allow.example", "contoso.com", "x", "localhost", "127.0.0.1", "10.1.2.3",
        "1.2.3.4",
        "[::1]", "[2001:db8::1]", "[fe80::1]", "[::ffff:1.2.3.4]", "xn--mnchen-3ya.de", "a_b.example", "ftp.example",
        "1.example",
        "strasse.example", "b-c.example", "0x7f.example", "dict.example", "a.1",
    ]
    private static let ports = ["", "", "", "", ":8080", ":443", ":80", ":1"]
    private static let paths = [
        "/", "", "/pay", "/pay/roll", "/a/b/c", "/a/../b", "/a/./b/", "/a//b", "/%70ay", "/a%2fb", "/a;x=1/b", "/..",
        "/a/..",
        "/.", "/a/b/../../c", "/x.y", "/+.a",
    ]
    private static let queries = ["", "", "", "?", "?q", "?a=b&c=%64", "?/../x", "?a?b", "?'\""]
    private static let fragments = ["", "", "", "#", "#f", "#a?b", "#/..", "#%zz"]
    /// What readers take for more than a character.
    private static let hostile: [Unicode.Scalar] =
        "/\\?#@:[]%.&=;|^`'\"<>{}~ \t\n\r\u{0}\u{1}\u{7F}-_+*!$,()0123456789abfxzAZ".unicodeScalars.map(\.self) + [
            "\u{E9}", "\u{3002}", "\u{FF0E}", "\u{FF0F}", "\u{FF1A}", "\u{FF20}", "\u{AD}", "\u{2100}", "\u{A0}",
            "\u{FEFF}", "\u{85}",
            "\u{2028}", "\u{1F600}",
        ]
    private static let runs = [
        "%2e", "%2f", "%5c", "%00", "%40", "%25", "%0a", "..", "//", "://", "/../", "/./", "%zz", "]:", "@[",
    ]

    mutating func next() -> [UInt8] {
        while true {
            let (first, second) = (url(), url())
            guard let a = ConfusionTemplate.Parts(first), let b = ConfusionTemplate.Parts(second) else { continue }
            // Now and then a URL as it is, with all that canonical forms do not have.
            guard !random.once(in: 8) else { return changed(first + random.one(of: Self.fragments)) }
            if let text = random.one(of: ConfusionTemplate.all).filled(a, b) { return changed(text) }
        }
    }

    private mutating func url() -> String {
        random.one(of: Self.schemes) + "://" + random.one(of: Self.hosts) + random.one(of: Self.ports)
            + random.one(of: Self.paths) + random.one(of: Self.queries)
    }

    private mutating func changed(_ text: String) -> [UInt8] {
        guard random.once(in: 2) else { return Array(text.utf8) }
        var scalars = Array(text.unicodeScalars)
        for _ in 0..<random.number(in: 1...3) {
            let place = random.number(in: 0...scalars.count)
            switch random.number(in: 0...3) {
            case 0: if place < scalars.count { scalars.remove(at: place) }
            case 1: if place < scalars.count { scalars[place] = random.one(of: Self.hostile) }
            case 2: scalars.insert(random.one(of: Self.hostile), at: place)
            default: scalars.insert(contentsOf: random.one(of: Self.runs).unicodeScalars, at: place)
            }
        }
        var changed = String.UnicodeScalarView()
        changed.append(contentsOf: scalars)
        return Array(String(changed).utf8)
    }
}
