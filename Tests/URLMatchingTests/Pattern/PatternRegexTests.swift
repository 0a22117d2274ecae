import Testing
import URLMatching

@Suite("Regular expressions in patterns as in ECMAScript")
struct PatternRegexTests {
    @Test(
        "Expressions have their meaning with the v flag",
        arguments: [
            (#"a.c"#, ["abc", "a.c"], ["ac", "abbc"]), (#"a|bc"#, ["a", "bc"], ["ab", "abc", "c"]),
            (#"[[a-z]--[aeiou]]+"#, ["xyz"], ["xaz", "X", ""]), (#"[\w&&[^\d]]"#, ["a", "_"], ["1", "-"]),
            (#"[\w--\d--_]"#, ["a"], ["1", "_"]), (#"[^[a-y]z]"#, ["A", "1"], ["a", "z"]), (#"[]a]"#, [], []),
            (#"[^]"#, ["a", "~"], ["", "ab"]), (#"a[]?"#, ["a"], ["b"]), (#"[\b\-\&\]]"#, ["-", "&", "]"], ["b"]),
            (#"\p{L}+"#, ["abC"], ["a1"]), (#"\P{L}"#, ["1"], ["a"]),
            (#"\p{Lu}\p{gc=Nd}\p{sc=Latin}"#, ["A1b"], ["a1b"]),
            (#"[\p{Hex}--\p{Ll}]+"#, ["AF09"], ["af", "G"]), (#"\x61\u0062\u{63}\cA?"#, ["abc"], ["ab"]),
            (#"x(?<n>a|b)\k<n>"#, ["xaa", "xbb"], ["xab", "xa"]), (#"x(?<n>a|b)\2"#, ["xaa"], ["xab"]),
            // A reference to a group that did not participate matches the empty text.
            (#"x(?:(?<n>a)|b)\k<n>c"#, ["xaac", "xbc"], ["xac", "xbac"]),
            (#"x(?=a)[a-c]"#, ["xa"], ["xb"]), (#"x(?!a)[a-c]"#, ["xb"], ["xa"]), (#"xa(?<=xa)b"#, ["xab"], ["xa"]),
            (#"xa(?<!xa)b"#, [], ["xab"]), (#"^a$"#, ["a"], ["b"]),
            (#"a{2,3}?b{0}"#, ["aa", "aaa"], ["a", "aaaa", "aab"]),
            (#"a\bb|a\Bb"#, ["ab"], ["a"]), (#"\/\.\*\+\?\^\$\{\}\(\)\[\]\|\\"#, [], ["/"]),
            (#"\u{1F600}?x"#, ["x"], ["y"]),
            (#"\d\D\w\W\s?\S"#, ["1aa-b"], ["11a-b", "1a--b"]),
        ] as [(String, [String], [String])]
    )
    func meaning(expression: String, matching: [String], other: [String]) throws {
        guard expression != "[]a]" else {
            // A `]` must be escaped with `\`, so this is the empty class followed by an error.
            #expect(throws: MatcherError.self) { try URLPattern("x://h?(\(expression))") }
            return
        }
        var components = URLPatternInit()
        components[.search] = "(\(expression))"
        let pattern = try URLPattern(components)
        #expect(pattern.hasRegExpGroups)
        for text in matching { #expect(matches(pattern, text), "\(text)") }
        for text in other { #expect(!matches(pattern, text), "\(text)") }
    }

    @Test(
        "Expressions have their meaning when case is ignored",
        arguments: [
            (#"a[b-d]\x65"#, ["abe", "ABE"], ["afe"]), (#"[^a]"#, ["b", "B"], ["a", "A"]),
            (#"\P{Lu}"#, ["1"], ["a", "A"]),
            (#"\u212a\u017f"#, ["ks", "KS"], ["k"]), (#"x(?<n>a)\k<n>"#, ["xaA", "XAa"], ["xab"]),
            (#"[[a-z]--b]"#, ["A", "a"], ["b", "B"]),
        ] as [(String, [String], [String])]
    )
    func ignoringCase(expression: String, matching: [String], other: [String]) throws {
        var components = URLPatternInit()
        components[.search] = "(\(expression))"
        let pattern = try URLPattern(components, ignoreCase: true)
        for text in matching { #expect(matches(pattern, text), "\(text)") }
        for text in other { #expect(!matches(pattern, text), "\(text)") }
    }

    private func matches(_ pattern: URLPattern, _ search: String) -> Bool {
        var input = URLPatternInit()
        input[.search] = search
        return pattern.test(input)
    }
}
