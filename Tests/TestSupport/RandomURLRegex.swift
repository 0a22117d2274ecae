/// Generates regular expressions about URLs, and URLs that they match or nearly match.
///
/// An expression is a tree of groups, quantifiers on every kind of atom, alternatives with empty branches, look-arounds
/// and inline flags, built around a scheme, a host and its end. URLs are derived from the tree, and then changed where
/// an analysis of the expression might be wrong: after the host, before it, or in the middle.
public struct RandomURLRegex<Source: RandomNumberGenerator> {
    /// The source of all choices.
    public var source: Source
    private var groupCount = 0

    /// Creates a generator with a source of choices.
    public init(_ source: Source) { self.source = source }

    /// A piece of an expression.
    private indirect enum Piece {
        /// An atom as it is written, and texts that it matches.
        case atom(String, [String])
        case sequence([Piece])
        case choice([Piece])
        /// A group with an opening; a look-around takes no bytes.
        case group(String, Piece, takesBytes: Bool)
        case repetition(Piece, String, ClosedRange<Int>)

        var pattern: String {
            switch self {
            case .atom(let text, _): text
            case .sequence(let pieces): pieces.map(\.pattern).joined()
            case .choice(let pieces): pieces.map(\.pattern).joined(separator: "|")
            case .group(let open, let piece, _): open + piece.pattern + ")"
            case .repetition(let piece, let quantifier, _): piece.pattern + quantifier
            }
        }
    }

    /// An expression, which may not compile, with URLs for it.
    public mutating func next(urls count: Int) -> (pattern: String, urls: [String]) {
        groupCount = 0
        let piece = expression()
        var urls: [String] = []
        for index in 0..<count {
            let text = sample(piece)
            urls.append(index % 4 == 0 ? text : changed(text))
        }
        return (piece.pattern, urls)
    }

    /// Only an expression, which may not compile.
    public mutating func pattern() -> String { next(urls: 0).pattern }

    // MARK: Choices

    private mutating func once(in count: Int) -> Bool { Int.random(in: 0..<count, using: &source) == 0 }

    private mutating func one<Element>(of choices: [Element]) -> Element {
        choices[Int.random(in: 0..<choices.count, using: &source)]
    }

    // MARK: Expressions

    private static var hosts: [String] { ["contoso.com", "www.contoso.com", "a.b", "com", "10.0.0.1", "x-y.example"] }

    private static var starts: [(String, [String])] {
        [
            ("^", [""]), ("^", [""]), ("^", [""]), ("\\A", [""]), ("(?i)^", [""]), ("(?m)^", [""]), ("", [""]),
            ("(^|x)", [""]), ("^(?i)", [""]), ("(?=https)^", [""]), ("^(?!x)", [""]), ("^{1}", [""]), ("^?", [""]),
        ]
    }

    private static var schemes: [(String, [String])] {
        [
            ("https://", ["https://"]), ("https?://", ["http://", "https://"]), ("http(s)?://", ["https://"]),
            ("(https|http)://", ["http://"]), ("[a-z]+://", ["https://"]), ("https:/{2}", ["https://"]),
            ("http\\x73:\\/\\/", ["https://"]), ("(?:http|ws)s?://", ["wss://", "http://"]),
            ("(?i:HTTPS)://", ["https://"]), ("https://*", ["https://"]), (".*://", ["https://"]),
            ("https:/?/?", ["https://"]), ("(https://|ftp://)", ["ftp://"]), ("[hH]ttps://", ["https://"]),
        ]
    }

    /// Text that may precede a host.
    private static var fronts: [(String, [String])] {
        [
            ("[^/]+\\.", ["www.", "a.b."]), ("[a-z0-9-]+\\.", ["www."]), ("[\\w-]*\\.", ["a."]),
            (".+\\.", ["a.", "x/."]),
            ("[^/:]*", ["evil", ""]), ("www\\.", ["www."]), ("[a-z]", ["a"]), ("(?:[a-z]+\\.)+", ["a.b."]),
            ("[^.]+\\.", ["a.", "a/b."]), ("\\S", ["a"]), ("(?<!x)", [""]), ("\\b", [""]), ("[^/]*[.]", ["a."]),
            ("(a|b\\.)", ["b."]), ("[^/@]*\\.", ["www."]),
        ]
    }

    /// Text that may follow a host.
    private static var ends: [(String, [String])] {
        [
            ("/", ["/"]), ("/", ["/"]), ("(/|$)", ["/"]), ("[/:]", ["/", ":8443/"]), ("(:[0-9]+)?/", ["/", ":8443/"]),
            (":?", [":8443", ""]), (":\\d*", [":8443"]), ("(:?[.a-z0-9-]+)?", ["", ".evil.example", ":8443"]),
            ("$", [""]),
            ("(?::\\d+)?", [":8443", ""]), ("[^a-z]", ["/", "."]), ("\\W", ["/", ".", "-"]), ("\\b", [""]), ("", [""]),
            ("[/?#]", ["/"]), (".", ["/", "x", "."]), ("(?=/)", [""]), ("(?!\\.)", [""]),
            ("(?:\\.evil\\.example)?", [".evil.example"]),
            ("[:/.]", ["/", "."]), ("(|/)", ["", "/"]), ("(:|[.])", [":", "."]), ("(?:/|:|\\?)", ["/"]),
            ("[^/]*/", ["/", ".evil.example/"]),
            ("\\z", [""]), (":?/", ["/"]), ("[:]?[^/]*", [".evil.example"]), ("(:)?", [""]), ("(:){0}", [""]),
            ("(?:/)??", ["/", ""]),
        ]
    }

    private static var rests: [(String, [String])] {
        [
            ("", [""]), ("a", ["a"]), (".*", ["a/b?c"]), ("(a|aa)+", ["aaa"]), ("[?&]d=1", ["?d=1"]),
            ("docs/", ["docs/"]),
            ("[^?]*\\?", ["a?"]), ("\\d{2,4}", ["123"]), ("$", [""]), ("(?i)DOCS", ["docs"]), ("([a-z]+/)*", ["a/b/"]),
        ]
    }

    private mutating func expression() -> Piece {
        var pieces = [atom(of: Self.starts)]
        if !once(in: 12) { pieces.append(decorated(atom(of: Self.schemes), oneIn: 8)) }
        while once(in: 3) { pieces.append(decorated(atom(of: Self.fronts), oneIn: 2)) }
        pieces.append(decorated(host(), oneIn: 6))
        for _ in 0...1 where !once(in: 4) { pieces.append(decorated(atom(of: Self.ends), oneIn: 4)) }
        for _ in 0...1 where once(in: 2) { pieces.append(decorated(atom(of: Self.rests), oneIn: 4)) }
        var whole = Piece.sequence(pieces)
        if once(in: 12) { whole = .group("(?:", whole, takesBytes: true) }
        if once(in: 12) {
            whole = .choice([
                whole, .sequence([atom(of: Self.starts), atom(of: Self.schemes), host(), atom(of: Self.ends)]),
            ])
        }
        return whole
    }

    private mutating func atom(of choices: [(String, [String])]) -> Piece {
        let (pattern, texts) = one(of: choices)
        return .atom(pattern, texts)
    }

    /// A host in which some characters are written differently or may be missing.
    private mutating func host() -> Piece {
        var pieces: [Piece] = []
        for character in one(of: Self.hosts) {
            let text = String(character)
            let written =
                character == "."
                ? one(of: ["\\.", "\\.", "\\.", "\\.", "[.]", ".", "\\x2e", "[.-]"])
                : one(of: [text, text, text, text, text, text, text, text, text, "[\(text)]", text.uppercased()])
            pieces.append(decorated(.atom(written, [text]), oneIn: 40))
        }
        return .sequence(pieces)
    }

    /// The piece, occasionally in a group, with alternatives, repeated, or next to a look-around.
    private mutating func decorated(_ piece: Piece, oneIn count: Int) -> Piece {
        var piece = piece
        var depth = 0
        while depth < 3, once(in: count) {
            depth += 1
            switch Int.random(in: 0..<8, using: &source) {
            case 0: piece = group(piece)
            case 1, 2: piece = repeated(piece)
            case 3: piece = group(.choice([piece, atom(of: one(of: [Self.ends, Self.fronts, Self.rests]))]))
            case 4: piece = group(.choice(once(in: 2) ? [piece, .atom("", [""])] : [.atom("", [""]), piece]))
            case 5: piece = .sequence([look(), piece])
            case 6: piece = .sequence([piece, look()])
            default:
                piece = .sequence([atom(of: [("(?i)", [""]), ("(?-i)", [""]), ("(?s)", [""]), ("(?m)", [""])]), piece])
            }
        }
        return piece
    }

    private mutating func group(_ piece: Piece) -> Piece {
        groupCount += 1
        let open = one(of: [
            "(", "(?:", "(?:", "(?>", "(?<n\(groupCount)>", "(?i:", "(?P<p\(groupCount)>", "(?'q\(groupCount)'",
            "(?s-i:",
        ])
        return .group(open, piece, takesBytes: true)
    }

    private mutating func look() -> Piece {
        let inner = atom(of: one(of: [Self.ends, Self.fronts, Self.rests]))
        return .group(one(of: ["(?=", "(?!", "(?<=", "(?<!"]), inner, takesBytes: false)
    }

    private mutating func repeated(_ piece: Piece) -> Piece {
        let quantifiers: [(String, ClosedRange<Int>)] = [
            ("?", 0...1), ("?", 0...1), ("*", 0...2), ("+", 1...2), ("??", 0...1), ("*?", 0...2), ("+?", 1...2),
            ("?+", 0...1),
            ("*+", 0...2), ("++", 1...2), ("{0}", 0...0), ("{1}", 1...1), ("{2}", 2...2), ("{0,1}", 0...1),
            ("{0,2}", 0...2),
            ("{1,2}", 1...2), ("{2,}", 2...3), ("{0,}", 0...2), ("{1}?", 1...1), ("{0,3}+", 0...3), ("{2}{0,1}", 0...2),
        ]
        let (quantifier, range) = one(of: quantifiers)
        // Usually repeats the whole piece, and sometimes only its last atom.
        return .repetition(once(in: 4) ? piece : group(piece), quantifier, range)
    }

    // MARK: URLs

    private mutating func sample(_ piece: Piece) -> String {
        switch piece {
        case .atom(_, let texts): return one(of: texts)
        case .sequence(let pieces):
            var text = ""
            for piece in pieces { text += sample(piece) }
            return text
        case .choice(let pieces): return sample(one(of: pieces))
        case .group(_, let piece, let takesBytes): return takesBytes ? sample(piece) : ""
        case .repetition(let piece, _, let range):
            var text = ""
            for _ in 0..<Int.random(in: range, using: &source) { text += sample(piece) }
            return text
        }
    }

    /// A text with an addition in front, at the end or in the middle, or with a part missing.
    private mutating func changed(_ text: String) -> String {
        var text = text.contains("://") ? text : "https://" + text
        switch Int.random(in: 0..<8, using: &source) {
        case 0:
            text += one(of: ["/", ".evil.example/", ":8443/", "/x", "?", ".", "x", "-", "@evil.example/", "/a?d=1"])
        case 1:
            // Inserts after the host that the expression is about, whatever follows.
            for host in Self.hosts {
                guard let range = text.firstRange(of: host) else { continue }
                let more = one(of: [".evil.example", "evil", ".", ":8443", ":80.evil", "/", "@evil.example", "-"])
                text.insert(contentsOf: more, at: range.upperBound)
                break
            }
        case 2:
            if let range = text.firstRange(of: "://") {
                text.insert(
                    contentsOf: one(of: ["evil", "www.", "evil.example/", "u:p@", ".", "a.b.", "x"]),
                    at: range.upperBound
                )
            }
        case 3: text = "https://evil.example/" + one(of: ["", "?", "x/"]) + text
        case 4: text = text.uppercased()
        default:
            var characters = Array(text)
            for _ in 0...Int.random(in: 0...2, using: &source) {
                let place = Int.random(in: 0...characters.count, using: &source)
                if place < characters.count, once(in: 2) {
                    characters.remove(at: place)
                } else {
                    characters.insert(one(of: Array("ac.:/?-x1")), at: place)
                }
            }
            text = String(characters)
        }
        return text
    }
}
