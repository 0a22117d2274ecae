import TestSupport

/// Generates byte strings that look like URLs only at first sight.
struct URLFactory {
    private var random: SplitMix

    init(seed: UInt64) { random = SplitMix(seed: seed) }

    private static let pieces: [String] = [
        "http:", "https:", "ws:", "ftp:", "file:", "foo:", "HTTP:", "data:", "//", "//", "//", "/", "\\", "\\\\", "@",
        ":", ":80", ":443",
        ":8080", "?", "#", ".", "..", "/./", "/../", "%2e", "/%2E%2e/", "[::1]", "[1:2::3.4.5.6]", "127.0.0.1",
        "0x7f.1", "1.2.3.4.5",
        "example.com", "EXAMPLE.Org", "xn--fa-hia", "localhost", "C:", "c|", "/C|/", "a", "b c", "%", "%zz", "%41",
        "%00", "%c3%9f", "ß",
        "日本", "\u{3002}", "\u{200D}", "\u{FF0F}", "\u{1E9E}", "💩", "\t", "\n", "\r", " ", "\0", "\u{1F}", "\u{7F}", "'",
        "\"", "<", ">",
        "`", "{", "}", "^", "|", "~", ";=&", "x=1&y", "path/to/file.html", "0123456789abcdef0123456789abcdef",
    ]

    /// The next string; about one in four is not UTF-8.
    mutating func next() -> [UInt8] {
        var bytes: [UInt8] = []
        if Bool.random(using: &random) { bytes += pick(from: ["https://", "http://", "foo://", "file:///"]).utf8 }
        for _ in 0..<Int.random(in: 0..<9, using: &random) { bytes += pick(from: Self.pieces).utf8 }
        guard Int.random(in: 0..<4, using: &random) == 0 else { return bytes }
        for _ in 0..<Int.random(in: 1..<4, using: &random) {
            let offset = Int.random(in: 0...bytes.count, using: &random)
            bytes.insert(UInt8.random(in: .min ... .max, using: &random), at: offset)
        }
        return bytes
    }

    private mutating func pick(from pieces: [String]) -> String {
        pieces[Int.random(in: 0..<pieces.count, using: &random)]
    }
}
