import PropertyList
import Testing

@testable import AppLint

@Suite("Predicates of activation rules") struct PredicateParserTests {
    @Test(
        "An invalid predicate is reported at its first error",
        arguments: [
            ("", 0, "the predicate ends where a value is expected"),
            ("   ", 0, "the predicate ends where a value is expected"),
            ("x", 1, "the predicate ends where a comparison is expected"),
            ("x == 1 y == 2", 7, "expected `&&` or `||` here"),
            ("ANY x UTI-CONFORMS-TO \"a\"\nANY x UTI-CONFORMS-TO \"b\"", 26, "expected `&&` or `||` here"),
            ("SUBQUERY(a, $b, ANY x == 1 ANY y == 2).@count == 1", 27, "expected `&&`, `||` or `)` here"),
            ("(x == 1", 7, "the predicate ends where `&&`, `||` or `)` is expected"),
            ("x == 1)", 6, "expected `&&` or `||` here"),
            ("x == ", 4, "the predicate ends where a value is expected"),
            ("x == 1 ||", 9, "the predicate ends where a value is expected"),
            ("|| x == 1", 0, "expected a value here"),
            ("x | y", 2, "this character is not allowed in a predicate"),
            ("x == \"a", 5, "a string begins here and never ends"),
            ("x == %@", 5, "a placeholder has no value in a file"),
            ("$ == 1", 0, "a name is missing after `$`"),
            ("a.@ == 1", 2, "a name is missing after `@`"),
            ("a. == 1", 3, "expected a name here"),
            ("SUBQUERY(a, b, x == 1).@count == 1", 12, "expected a variable such as `$item` here"),
            ("SUBQUERY(a, $b x == 1).@count == 1", 15, "expected `,` here"),
            ("SUBQUERY(a, $b, x).@count == 1", 16, "this value is not compared with anything"),
            ("SUBQUERY(a, $b, x == 1)", 23, "the predicate ends where a comparison is expected"),
            ("(x == 1) == 1", 0, "expected a value, found a predicate"),
            ("NOT x", 5, "the predicate ends where a comparison is expected"),
            ("x && y == 1", 0, "this value is not compared with anything"),
            ("ANY x", 5, "the predicate ends where a comparison is expected"),
            ("x IN {1, 2", 10, "the predicate ends where `,` or `}` is expected"),
            ("AND == 1", 0, "expected a value here"),
            ("TRUEPREDICATE FALSEPREDICATE", 14, "expected `&&` or `||` here"),
            ("x UTI-CONFORM-TO \"a\"", 2, "expected `&&` or `||` here"),
        ]
    )
    func refuses(text: String, offset: Int, message: String) {
        #expect {
            try PredicateParser.parse(text)
        } throws: { error in
            let error = error as? PredicateError
            return error?.offsets.lowerBound == offset && error?.message == message
        }
    }

    @Test(
        "The whole language is parsed",
        arguments: [
            ("TRUEPREDICATE", "true"), ("falsepredicate", "false"), ("NOT TRUEPREDICATE", "not(true)"),
            ("!(x = 1)", "not(x = 1)"), ("x == 1 AND y == 2 OR z == 3", "or(and(x = 1, y = 2), z = 3)"),
            ("x == 1 && (y == 2 || z == 3)", "and(x = 1, or(y = 2, z = 3))"),
            ("a == 1 || b == 1 || c == 1", "or(a = 1, b = 1, c = 1)"), ("x => 1 and y =< 2", "and(x >= 1, y <= 2)"),
            ("(x + 1) * 2 > 3 - -y", "(x + 1) * 2 > 3 - -y"), ("((x)) == ((1))", "((x)) = ((1))"),
            ("x ==[cd] 'A'", "x = 'A'"), ("x CONTAINS[cd] \"it's \\\"so\\\"\"", "x CONTAINS \"it's \\\"so\\\"\""),
            ("x BETWEEN {1, 10}", "x BETWEEN {1, 10}"), ("x IN {}", "x IN {}"), ("#size == 1", "#size = 1"),
            ("ANY a.b[0].@count uti-conforms-to 'c'", "ANY a.b[0].@count UTI-CONFORMS-TO 'c'"),
            ("NONE x UTI-EQUALS 'c'", "NONE x UTI-EQUALS 'c'"), ("SOME x == 1", "SOME x = 1"),
            ("FUNCTION(a, 'b', 1) == nil", "FUNCTION(a, 'b', 1) = nil"), ("x.@max.y <> 1e3", "x.@max.y != 1e3"),
            ("subquery(a, $b, $b.c == 1).@count == 1", "subquery(a, $b, $b.c == 1).@count = 1"),
            ("x == UTI", "x = UTI"), ("andy == 1 && oracle == 2", "and(andy = 1, oracle = 2)"),
        ]
    )
    func reads(text: String, expected: String) throws {
        #expect(try Self.outline(PredicateParser.parse(text), of: text) == expected)
    }

    @Test("A predicate that is too deep is an error, not a crash")
    func isBounded() throws {
        for (open, close) in [
            ("(", ")"), ("NOT (", ")"), ("x == -", ""), ("x IN {", "}"), ("NOT ", ""), ("f(", ") == 1"),
        ] {
            let text = String(repeating: open, count: 5000) + "x == 1" + String(repeating: close, count: 5000)
            #expect(throws: PredicateError.self) { try PredicateParser.parse(text) }
        }
        let chains = [(".b", 32_000), ("[0]", 20_000), (".b", 65), ("[0]", 65)]
        for (accessor, count) in chains {
            let text = "a" + String(repeating: accessor, count: count) + " == 1"
            #expect(throws: PredicateError.self, "\(count) times \(accessor)") { try PredicateParser.parse(text) }
        }
        let (opening, closing) = (String(repeating: "(", count: 31), String(repeating: ")", count: 31))
        let enclosed = opening + "a" + String(repeating: ".b", count: 40) + closing + " == 1"
        #expect(throws: PredicateError.self) { try PredicateParser.parse(enclosed) }
        let path = "a" + String(repeating: ".b", count: 64) + " == 1"
        #expect(try Self.outline(PredicateParser.parse(path), of: path).hasSuffix(".b = 1"))
        let nested = String(repeating: "(", count: 60) + "x == 1" + String(repeating: ")", count: 60)
        #expect(try Self.outline(PredicateParser.parse(nested), of: nested) == "x = 1")
        let long = Array(repeating: "x == 1", count: 5000).joined(separator: " || ")
        #expect(try Self.outline(PredicateParser.parse(long), of: long).hasPrefix("or(x = 1, x = 1"))
        #expect(throws: PredicateError.self) { try PredicateParser.parse(long + " || " + long) }
    }

    @Test("No prefix of a predicate crashes, and its error lies within it")
    func survivesCuts() throws {
        let text = AppSamples.rule + " && NONE a[1].b IN {1, 'é'} OR NOT f(-1) BETWEEN $c"
        _ = try PredicateParser.parse(text)
        let bytes = Array(text.utf8)
        for end in bytes.indices {
            let cut = String(decoding: bytes[..<end], as: UTF8.self)
            do {
                _ = try PredicateParser.parse(cut)
            } catch {
                #expect(error.offsets.upperBound <= cut.utf8.count)
            }
        }
    }

    /// A predicate with its structure; comparisons are shown as written.
    private static func outline(_ predicate: Predicate, of text: String) -> String {
        switch predicate.content {
        case .constant(let value): return "\(value)"
        case .not(let inner): return "not(\(outline(inner, of: text)))"
        case .and(let parts): return "and(\(parts.map { outline($0, of: text) }.joined(separator: ", ")))"
        case .or(let parts): return "or(\(parts.map { outline($0, of: text) }.joined(separator: ", ")))"
        case .comparison(let comparison):
            let source = { (offsets: Range<Int>) in String(decoding: Array(text.utf8)[offsets], as: UTF8.self) }
            let quantifier = comparison.quantifier.map { "\($0.rawValue) " } ?? ""
            let (left, right) = (source(comparison.left.offsets), source(comparison.right.offsets))
            return "\(quantifier)\(left) \(comparison.comparator.rawValue) \(right)"
        }
    }
}

@Suite("Types of activation rules") struct PredicateTypesTests {
    private static let sdk = "com.microsoft.intune.mam."

    @Test(
        "The SDK's types are added next to the original types",
        arguments: [
            ("x UTI-CONFORMS-TO 'a'", "(x UTI-CONFORMS-TO 'a' || x UTI-CONFORMS-TO 'SDK.a')"),
            (
                "x UTI-CONFORMS-TO 'a' || x UTI-CONFORMS-TO 'b'",
                "x UTI-CONFORMS-TO 'a' || x UTI-CONFORMS-TO 'b' || x UTI-CONFORMS-TO 'SDK.a' || x UTI-CONFORMS-TO 'SDK.b'"
            ),
            (
                "ANY x UTI-EQUALS \"a\" OR\n  ANY x UTI-EQUALS \"SDK.b\"",
                "ANY x UTI-EQUALS \"a\" OR\n  ANY x UTI-EQUALS \"SDK.b\" OR\n  ANY x UTI-EQUALS \"SDK.a\""
            ),
            (
                "x UTI-EQUALS 'a' && y == 1",
                "(x UTI-EQUALS 'a' || x UTI-EQUALS 'SDK.a') && y == 1"
            ),
            (
                "NONE x UTI-EQUALS 'a' && y == 1",
                "NONE x UTI-EQUALS 'a' && y == 1 && NONE x UTI-EQUALS 'SDK.a'"
            ),
            ("NONE x UTI-EQUALS 'a'", "(NONE x UTI-EQUALS 'a' && NONE x UTI-EQUALS 'SDK.a')"),
            ("NOT x UTI-EQUALS 'a'", "NOT (x UTI-EQUALS 'a' || x UTI-EQUALS 'SDK.a')"),
            (
                "SUBQUERY(c, $x, $x UTI-EQUALS 'a').@count == 1",
                "SUBQUERY(c, $x, ($x UTI-EQUALS 'a' || $x UTI-EQUALS 'SDK.a')).@count == 1"
            ),
            (
                "(x UTI-EQUALS 'a' || x UTI-EQUALS 'SDK.a') || (y == 1 || x UTI-EQUALS 'b')",
                "(x UTI-EQUALS 'a' || x UTI-EQUALS 'SDK.a') || (y == 1 || x UTI-EQUALS 'b' || x UTI-EQUALS 'SDK.b')"
            ),
        ]
    )
    func completes(text: String, expected: String) throws {
        let (text, expected) = (Self.spelled(text), Self.spelled(expected))
        let types = PredicateTypes(try PredicateParser.parse(text), text: text)
        let completed = PropertyListValue.string(text).applying(.insertText([], try #require(types.completion)))
        guard case .string(let completed) = completed else {
            Issue.record("it is not a text")
            return
        }
        #expect(completed == expected)
        let again = PredicateTypes(try PredicateParser.parse(completed), text: completed)
        #expect(again.lacking == [])
    }

    @Test(
        "A type is missing unless its twin is in the same condition",
        arguments: [
            ("x UTI-EQUALS 'SDK.a'", []),
            ("(x UTI-EQUALS 'a') || (x UTI-EQUALS 'SDK.a')", []),
            ("(x UTI-EQUALS 'a' || y == 1) || (x UTI-EQUALS 'SDK.A' || y == 2)", []),
            ("NONE x UTI-EQUALS 'a' AND NONE x UTI-EQUALS 'SDK.a'", []),
            ("NOT x UTI-EQUALS 'a' AND NOT x UTI-EQUALS 'SDK.a'", []),
            ("x == 'a' && y CONTAINS 'a'", []),
            // A copy of the whole alternative is a pair too.
            (
                "SUBQUERY(c, $x, $x UTI-EQUALS 'a').@count == 1 ||\n"
                    + "SUBQUERY(c, $x, $x UTI-EQUALS 'SDK.a').@count == 1", []
            ),
            ("(x UTI-EQUALS 'a' && y == 1) || z == 1 || (x UTI-EQUALS 'SDK.a' && y == 1)", []),
            ("(x UTI-EQUALS 'a' && y == 1) || (x UTI-EQUALS 'SDK.a' && y == 2)", ["a"]),
            ("(x UTI-EQUALS 'a' && y == 1) || (x UTI-EQUALS 'a' && y == 1)", ["a"]),
            ("(x UTI-EQUALS 'a' && y UTI-EQUALS 'b') || (x UTI-EQUALS 'SDK.a' && y UTI-EQUALS 'b')", ["a", "b"]),
            (
                "SUBQUERY(c, $x, $x UTI-EQUALS 'a').@count == 0 || SUBQUERY(c, $x, $x UTI-EQUALS 'SDK.a').@count == 0",
                ["a"]
            ),
            // A text search would take each of these for a twin.
            ("x UTI-EQUALS 'a' && x UTI-EQUALS 'SDK.a'", ["a"]),
            ("x UTI-EQUALS 'a' || y UTI-EQUALS 'SDK.a'", ["a"]),
            ("x UTI-EQUALS 'a' || ANY x UTI-EQUALS 'SDK.a'", ["a"]),
            ("x UTI-EQUALS 'a' || x UTI-CONFORMS-TO 'SDK.a'", ["a"]),
            ("(x UTI-EQUALS 'a' && y == 1) || x UTI-EQUALS 'SDK.a'", ["a"]),
            ("x UTI-EQUALS 'a' || y == 'SDK.a'", ["a"]),
        ] as [(String, [String])]
    )
    func finds(text: String, lacking: [String]) throws {
        let text = Self.spelled(text)
        #expect(PredicateTypes(try PredicateParser.parse(text), text: text).lacking == lacking)
    }

    @Test(
        "A type is refused behind `NOT` or `NONE`, and where a subquery must find nothing",
        arguments: [
            ("x UTI-EQUALS 'a'", ["a"], []), ("NONE x UTI-EQUALS 'a'", [], ["a"]),
            ("NOT x UTI-EQUALS 'a'", [], ["a"]), ("NOT (x UTI-EQUALS 'a' || y == 1)", [], ["a"]),
            ("NOT NONE x UTI-EQUALS 'a'", ["a"], []), ("NOT NOT x UTI-EQUALS 'a'", ["a"], []),
            ("x UTI-EQUALS 'a' && NONE x UTI-EQUALS 'b'", ["a"], ["b"]),
            ("SUBQUERY(c, $x, $x UTI-EQUALS 'a').@count == 0", [], ["a"]),
            ("SUBQUERY(c, $x, NONE $x UTI-EQUALS 'a').@count < 1", ["a"], []),
            ("0 == SUBQUERY(c, $x, $x UTI-EQUALS 'a').@count", [], ["a"]),
            ("1 > SUBQUERY(c, $x, $x UTI-EQUALS 'a').@count", [], ["a"]),
            ("1 <= SUBQUERY(c, $x, $x UTI-EQUALS 'a').@count", ["a"], []),
            (
                "SUBQUERY(c, $x, $x UTI-EQUALS 'a').@count == 0 && 0 == SUBQUERY(c, $x, $x UTI-EQUALS 'SDK.a').@count",
                [],
                []
            ),
            (
                "SUBQUERY(c, $x, $x UTI-EQUALS 'a').@count == 0 && SUBQUERY(d, $x, $x UTI-EQUALS 'SDK.a').@count == 0",
                [],
                ["a"]
            ),
            ("SUBQUERY(c, $x, $x UTI-EQUALS 'a').@count <= 5", ["a"], []),
            ("NOT x UTI-EQUALS 'a' || NOT x UTI-EQUALS 'SDK.a'", [], ["a"]),
        ] as [(String, [String], [String])]
    )
    func tellsPolarity(text: String, taken: [String], refused: [String]) throws {
        let text = Self.spelled(text)
        let types = PredicateTypes(try PredicateParser.parse(text), text: text)
        #expect(types.taken == taken && types.refused == refused)
    }

    @Test(
        "Types that are compared as texts are found, and not added",
        arguments: [
            ("ANY $a.TYPES == 'a'", ["a"]), ("'a' == $a.TYPES", ["a"]), ("ANY $a.TYPES IN {'a', 'b'}", ["a", "b"]),
            ("'a' IN $a.TYPES", ["a"]), ("$a.TYPES CONTAINS 'a'", ["a"]), ("ANY TYPES BEGINSWITH 'a'", ["a"]),
            ("NOT ($a.TYPES CONTAINS[c] 'a')", ["a"]), ("ANY $a.TYPES IN {'a', 'SDK.A'}", []),
            ("ANY $a.TYPES == 'a' || ANY $a.TYPES == 'SDK.a'", []),
            ("ANY $a.TYPES == 'a' || ANY $b.TYPES == 'SDK.a'", ["a"]),
            // This looks inside each type, and that of the SDK ends with the original.
            ("ANY TYPES BEGINSWITH 'com.'", []), ("ANY TYPES BEGINSWITH 'com.microsoft.intune.mam'", []),
            ("ANY $a.TYPES CONTAINS 'a'", []), ("ANY $a.TYPES == nil", []), ("$a.TYPES[0] == 'a'", []),
        ] as [(String, [String])]
    )
    func findsTexts(text: String, lacking: [String]) throws {
        let text = Self.spelled(text.replacing("TYPES", with: "registeredTypeIdentifiers"))
        let types = PredicateTypes(try PredicateParser.parse(text), text: text)
        #expect(types.lacking == lacking)
        #expect(types.completion == nil)
    }

    @Test("Only the whole beginning of the SDK's types names the SDK", arguments: [("com.", false), ("SDK", true)])
    func namesSDK(beginning: String, isNamed: Bool) throws {
        let beginning = beginning == "SDK" ? String(Self.sdk.dropLast()) : beginning
        let text = "ANY registeredTypeIdentifiers BEGINSWITH '\(beginning)'"
        #expect(PredicateTypes(try PredicateParser.parse(text), text: text).namesSDK == isNamed)
    }

    @Test(
        "A predicate that always holds is recognized",
        arguments: [
            ("TRUEPREDICATE", true), ("NOT FALSEPREDICATE", true), ("1 == 1", true), ("'a' == 'a'", true),
            ("extensionItems.@count >= 1", true), ("extensionItems.@count > 0 || x == 1", true),
            ("SUBQUERY(extensionItems, $i, $i.attachments.@count >= 1).@count >= 1", true),
            ("SUBQUERY(extensionItems, $i, SUBQUERY($i.attachments, $a, 1 == 1).@count != 0).@count > 0", true),
            ("1 == 2", false), ("FALSEPREDICATE", false), ("extensionItems.@count == 1", false),
            ("extensionItems.@count >= 2", false), ("extensionItems.@count >= 1 && x == 1", false),
            ("SUBQUERY(extensionItems, $i, $i.x == 1).@count >= 1", false), ("x.@count >= 1", false),
        ]
    )
    func holdsForEverything(text: String, holds: Bool) throws {
        #expect(try PredicateParser.parse(text).holdsForEverything == holds)
    }

    private static func spelled(_ text: String) -> String {
        text.split(separator: "SDK.", omittingEmptySubsequences: false).joined(separator: sdk)
    }
}
