import TestSupport

/// Generates regular expressions, mostly with syntax that is easily misread, and texts that they may match.
struct RandomRegex {
    private var random: SplitMix

    init(seed: UInt64) { random = SplitMix(seed: seed) }

    /// The number of expressions that a test tries.
    static var count: Int { TestSize.isExhaustive ? 1_000_000 : 3_000 }

    /// Pieces of syntax, each with a text that it matches, if there is one.
    private static let pieces: [(pattern: String, sample: String)] = [
        ("abc", "abc"), ("qz", "qz"), ("b", "b"), ("b", "b"), ("/a", "/a"), ("\\.com", ".com"), ("x-y", "x-y"),
        (".", "c"), ("\\d", "7"), ("\\w", "_"), ("\\W", "/"), ("\\S", "S"), ("^", ""), ("$", ""), ("\\b", ""),
        ("\\B", ""), ("\\A", ""), ("\\z", ""), ("\\Z", ""), ("[abc]", "b"), ("[^abc]", "z"), ("[]a]", "]"),
        ("[^]a]", "b"), ("[a\\]b]", "]"), ("[.]", "."), ("[-]", "-"), ("[a-]", "-"), ("[[:alpha:]]", "q"),
        ("[[:^alpha:]x]", "1"), ("[a[b]", "["), ("[\\]]", "]"), ("[\\\\]", "\\"), ("[\\d]]", "7]"), ("[[:alpha]", "p"),
        ("\\x41", "A"), ("\\x2e", "."), ("\\x", "\0"), ("\\x4", "\u{4}"), ("\\x{41}", "A"), ("\\101", "A"),
        ("\\0", "\0"),
        ("\\Qa.b\\E", "a.b"), ("\\Q(\\E", "("), ("\\Q|", "|"), ("\\E", ""), ("[\\Qa]\\E]", "]"), ("[\\c]]", "\u{1D}"),
        ("\\cA", "\u{1}"), ("(?#abc)", ""), ("(?#a(b)", ""), ("(?i)", ""), ("(?-i)", ""), ("(?x)", ""), ("(?xx)", ""),
        ("(?x: a b #c\n)", "ab"), ("(?s)", ""), ("(?m)", ""), ("(?U)", ""), ("(?J)", ""), ("(?n)", ""), ("(?^)", ""),
        ("(?i:abc)", "ABC"), ("(?i-s:q)", "Q"), ("(?:abc)", "abc"), ("(?>abc)", "abc"), ("(?=abc)", ""),
        ("(?!abc)", ""),
        ("(?<=abc)", ""), ("(?<!abc)", ""), ("(?=.*qz)", ""), ("(abc)", "abc"), ("(?<n>abc)", "abc"),
        ("(?P<m>qz)", "qz"), ("(?'o'qz)", "qz"), ("\\1", "abc"), ("\\g1", "abc"), ("\\g{-1}", "abc"), ("\\k<n>", "abc"),
        ("(?1)", "abc"), ("(?R)?", ""), ("(?&n)", "abc"), ("(?|abc|qz)", "qz"), ("(?(1)abc|qz)", "qz"),
        ("(?(DEFINE)abc)", ""), ("(?(?=a)abc|qz)", "abc"), ("\\K", ""), ("\\R", "\n"), ("\\h", " "), ("\\X", "a"),
        ("\\N", "a"), ("\\C", "a"), ("\\pL", "a"), ("\\p{Lu}", "A"), ("(*ACCEPT)", ""), ("(*FAIL)", ""),
        ("(*SKIP)", ""), ("(*pla:abc)", ""), ("(*atomic:abc)", "abc"), ("(*NO_JIT)", ""), ("{", "{"), ("{,3}", "{,3}"),
        ("{a}", "{a}"), ("a{,2}", "a{,2}"), ("}", "}"), ("]", "]"), ("#", "#"), (" ", " "), ("-", "-"), ("(?C1)", ""),
        ("()", ""), ("(|abc)", "abc"), ("(abc|)", ""), ("(?:)", ""), ("\\/", "/"), ("\\_", "_"), ("\\@", "@"),
    ]
    private static let quantifiers = [
        "?", "*", "+", "??", "*?", "+?", "?+", "*+", "++", "{0}", "{1}", "{2}", "{0,1}", "{0,2}", "{1,2}", "{2,}",
        "{0,}",
        "{1}?", "{0}+", "{,2}", "{2}{0}", "{ 0 }",
    ]
    private static let opens = ["(", "(?:", "(?i:", "(?>", "(?<g>", "(?=", "(?!", "(?:", "(", "(?s-i:"]

    /// An expression, which may not compile, and a text that it may match.
    mutating func pattern() -> (pattern: String, sample: String) { alternation(depth: 0) }

    /// The text and similar ones: with an addition in front, at the end or in the middle, with a part missing, and in
    /// other case.
    mutating func subjects(around sample: String) -> [String] {
        var subjects = [sample, "x\(sample)", "\(sample)y", sample.uppercased(), ""]
        for _ in 0..<3 {
            var characters = Array(sample)
            for _ in 0..<random.number(in: 1...3) {
                let place = random.number(in: 0...characters.count)
                if random.once(in: 2), place < characters.count {
                    characters.remove(at: place)
                } else {
                    characters.insert(random.one(of: Array("abcqz./-]{}A1\n")), at: place)
                }
            }
            subjects.append(String(characters))
        }
        return subjects
    }

    private mutating func alternation(depth: Int) -> (pattern: String, sample: String) {
        let branches = (0..<(random.once(in: 3) ? random.number(in: 2...3) : 1)).map { _ in branch(depth: depth) }
        return (branches.map(\.pattern).joined(separator: "|"), random.one(of: branches.map(\.sample)))
    }

    private mutating func branch(depth: Int) -> (pattern: String, sample: String) {
        var (pattern, sample) = ("", "")
        for _ in 0..<random.number(in: depth == 0 ? 1...4 : 0...3) {
            var item: (pattern: String, sample: String)
            if depth < 3, random.once(in: 4) {
                let inner = alternation(depth: depth + 1)
                let open = random.one(of: Self.opens)
                item = (open + inner.pattern + ")", open == "(?=" || open == "(?!" ? "" : inner.sample)
            } else {
                // Plain texts are what expressions require, so there must be enough of them.
                item = random.one(of: random.once(in: 2) ? Array(Self.pieces.prefix(7)) : Self.pieces)
            }
            if random.once(in: 3) {
                item.pattern += random.one(of: Self.quantifiers)
                item.sample = String(repeating: item.sample, count: random.number(in: 0...2))
            }
            pattern += item.pattern
            sample += item.sample
        }
        return (pattern, sample)
    }
}
