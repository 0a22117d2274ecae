import Testing

@testable import URLMatching

@Suite("Required literals of a regular expression") struct RequiredLiteralsTests {
    @Test(
        "If the syntax is unclear or unsupported, nothing is required",
        arguments: [
            "ab", "a.b.c", "abc|", "|abc", "abc|de", "(abc)?", "(abc)*", "(?:abc){0,3}", "(?:abc){0}", "abc{0,2}d",
            "[abc]", "[]abc]", "[^]abc]de]?", "(?=abc)", "(?!abc)", "(?<=abc)", "(?<!abc)", "(?!abc)de", "a(?=bc)d",
            "https?://", "^https://www\\.", "://", "(?x)a b c", "(?ix:a b c)", "(?#abc)abc", "\\Qabc\\E", "(a)\\1bcd",
            "abc\\Kdef", "(*NO_JIT)abc", "(?|abc|abd)", "(abc)(?1)", "abc(?R)?", "(?(?=a)abc|abd)", "abc\\cxdef",
            "abc{,3}", "a{b}cdef", "abc\\pL", "[\\c]]abc", "[\\Qabc]\\E]def", "[[.a.]]bcd", "abc(?C1)",
            "(?P>n)(?<n>abc)", "(?<n>abc)\\k<n>", "\\x{61}bcd", "\\x6", "abc\\G", "abc\\R", "abc\\07", "abc(?^i)",
            "(?<n>abc)(?(<n>)d|e)",
        ]
    )
    func nothing(pattern: String) {
        // Some of these do not compile, which must not matter.
        let required = RegexTree(pattern).flatMap { LiteralAnalysis.literals(of: $0) }
        #expect(required == nil, "\(required.map(texts) ?? [])")
    }

    @Test(
        "Fixed texts are required, one for every alternative",
        arguments: [
            ("abc", ["abc"]), ("ABC", ["abc"]), ("(?i)abc", ["abc"]),
            ("^https?://[^/]*contoso\\.com/", ["contoso.com/"]),
            ("^https?://([^/]+\\.)?contoso\\.com/", ["contoso.com/"]), ("contoso[.]com", ["contoso.com"]),
            ("\\.(exe|dll|msi)$", [".dll", ".exe", ".msi"]), ("xyz|foobar", ["foobar", "xyz"]),
            ("(?:foo|bar)+quux", ["barquux", "fooquux"]), ("zab+cdz", ["bcdz"]), ("(abc)+d", ["abcd"]),
            ("(?:qqq){2,5}", ["qqq"]), ("qqqz?", ["qqq", "qqqz"]), ("qq(?i)z", ["qqz"]), ("(?-i:qqz)", ["qqz"]),
            ("(?<name>qqz)", ["qqz"]), ("(?P<n>qqz)", ["qqz"]), ("(?'n'qqz)", ["qqz"]), ("(?>qqz)", ["qqz"]),
            ("qqz(?=abc)", ["qqz"]), ("qqz(?!zzz)", ["qqz"]), ("[]a]qqz", ["qqz"]), ("[^]a]qqz", ["qqz"]),
            ("[a\\]b]qqz", ["qqz"]), ("[[:alpha:]]qqz", ["qqz"]), ("[a[b]qqz", ["qqz"]), ("\\x71\\x51z", ["qqz"]),
            ("qqz*qqx", ["qqx"]), ("qqz+?", ["qqz"]), ("qqz++x", ["qqz"]), ("\\bqqz\\b", ["qqz"]), ("qqz\\d+", ["qqz"]),
            ("/a\\/b", ["/a/b"]), ("qq]z", ["qq]z"]), ("qq}z", ["qq}z"]), ("q#q z", ["q#q z"]), ("qqz\\N", ["qqz"]),
            ("qq(?=z|x)z", ["qqz"]), ("qq\\Bz", ["qqz"]),
        ] as [(String, [String])]
    )
    func something(pattern: String, literals: [String]) throws {
        let program = try RegexProgram(compiling: pattern.utf8.span)
        let required = try #require(program.required)
        #expect(required.alternatives == literals.map { $0.utf8.map { $0 | 0x20 } }, "\(texts(required))")
    }

    @Test("A long text requires some bytes around its rarest")
    func long() throws {
        let text = String(repeating: "a", count: 60) + "qjxz" + String(repeating: "e", count: 60)
        let found = try LiteralAnalysis.literals(of: #require(RegexTree(text)))
        let required = try #require(found)
        #expect(texts(required).allSatisfy { $0.utf8.count == RequiredLiterals.longest && $0.contains("qjxz") })
    }

    @Test(
        "The beginning, the middle and the end of a long text are among its choices",
        arguments: [3, 31, 32, 33, 63, 64, 65, 96, 97, 200, 4_000]
    )
    func choices(count: Int) {
        let text = (0..<count).map { UInt8(ascii: "a") + UInt8($0 / 16 % 26) }
        let texts = RequiredLiterals.choices(of: text).flatMap(\.alternatives)
        #expect(texts.count <= 4)
        #expect(texts.allSatisfy { $0.count == min(count, RequiredLiterals.longest) })
        #expect(texts.contains { text.starts(with: $0) })
        #expect(texts.contains { $0.contains(text[count / 2]) })
        #expect(texts.contains { text.suffix($0.count) == $0[...] })
        // None of up to three parts is left out.
        if count <= 96 { #expect(Set(texts.joined()) == Set(text)) }
    }

    @Test("An unfinished expression does not match if a required text is missing")
    func limits() throws {
        var scratch = RegexScratch()
        let runaway = "https://\(String(repeating: "a", count: 2_000))/!"
        func outcome(_ pattern: String, _ subject: String) throws -> MatchOutcome {
            let program = try RegexProgram(compiling: pattern.utf8.span)
            return program.matches(subject.utf8.span, scratch: &scratch)
        }
        #expect(try outcome("^https://(a|aa)+$", runaway) == .limitReached)
        #expect(try outcome("^https://(a|aa)+[b-d]*qqz?\\b(x|qqz)[0-9]*$", runaway) == .notMatched)
        #expect(try outcome("^https://(a|aa)+([b-d]qqz|[0-9]qqy)", runaway) == .notMatched)
        #expect(try outcome("^https://(a|aa)+([b-d]qqz|[0-9]qqy)", runaway + "qqy") == .limitReached)
        let huge = String(repeating: "b", count: RegexLimits.subjectBytes + 1)
        #expect(try outcome("[a-z]qqz", huge) == .notMatched)
        #expect(try outcome("[a-z]qqz", huge + "QQZ") == .limitReached)
    }

    @Test("No random expression matches a text without its required literals", arguments: [1, 2, 3, 4])
    func law(seed: UInt64) throws {
        var generator = RandomRegex(seed: seed)
        var scratch = RegexScratch()
        var (required, told, failures) = (0, 0, [String]())
        for _ in 0..<RandomRegex.count {
            let (pattern, sample) = generator.pattern()
            guard let program = try? RegexProgram(compiling: pattern.utf8.span), let literals = program.required else {
                continue
            }
            required += 1
            for subject in generator.subjects(around: sample) {
                guard program.matches(subject.utf8.span, scratch: &scratch) == .matched else { continue }
                told += 1
                guard !holds(literals, subject), failures.count < 5 else { continue }
                failures.append("`\(pattern)` matches `\(subject)` without any of \(texts(literals))")
            }
        }
        #expect(failures.isEmpty, "\(failures.joined(separator: "\n"))")
        // The generator must produce the cases that the law is about.
        #expect(required > RandomRegex.count / 20, "\(required)")
        #expect(told > RandomRegex.count / 20, "\(told)")
    }

    private func holds(_ literals: RequiredLiterals, _ subject: String) -> Bool {
        let subject = subject.utf8.map { $0 | 0x20 }
        return literals.alternatives.contains { literal in
            subject.indices.contains { subject[$0...].starts(with: literal) }
        }
    }

    private func texts(_ literals: RequiredLiterals) -> [String] {
        literals.alternatives.map { String(decoding: $0, as: UTF8.self) }
    }
}
