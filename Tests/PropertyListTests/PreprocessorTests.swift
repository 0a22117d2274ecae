import PropertyList
import Testing

@Suite("Preprocessor conditions") struct PreprocessorTests {
    private func resolved(_ text: String, _ definitions: [String]) -> String {
        String(decoding: Preprocessor(definitions: definitions).resolved(Array(text.utf8)), as: UTF8.self)
    }

    /// The remaining lines, without their blanks.
    private func lines(_ text: String, _ definitions: [String]) -> [Substring] {
        resolved(text, definitions).split(separator: "\n").filter { !$0.allSatisfy { $0 == " " || $0 == "\r" } }
    }

    @Test(
        "Conditions select the lines that stay",
        arguments: [
            ("#ifdef A\na\n#endif\nb", ["A"], "a b"), ("#ifdef A\na\n#endif\nb", [], "b"),
            ("#ifdef A\na\n#endif\nb", ["A=0"], "a b"), ("#ifndef A\na\n#else\nb\n#endif", [], "a"),
            ("#ifndef A\na\n#else\nb\n#endif", ["A"], "b"), ("#if A\na\n#else\nb\n#endif", ["A=0"], "b"),
            ("#if A\na\n#elif B\nb\n#elif C\nc\n#else\nd\n#endif", ["B", "C"], "b"),
            ("#if A\na\n#elif B\nb\n#elif C\nc\n#else\nd\n#endif", [], "d"),
            ("#if A\n#if B\na\n#else\nb\n#endif\n#else\nc\n#endif", ["A"], "b"),
            ("#if A\n#if B\na\n#else\nb\n#endif\n#else\nc\n#endif", ["B"], "c"),
            ("  #  if A // why\na\n\t# else /* not A */\nb\n#endif // A", ["A"], "a"),
            ("#define A 2\n#if A == 2\na\n#endif\n#undef A\n#ifdef A\nb\n#endif", [], "a"),
            ("#if 0\n#define A\n#endif\n#ifdef A\na\n#endif", [], ""),
            ("#if A /* why */ && B\na\n#else\nb\n#endif", ["A"], "b"),
            ("#if/*1*/A/*2*/&&/* // */B // && !A /*\na\n#else\nb\n#endif", ["A", "B"], "a"),
            ("#ifdef A /* a */ // b\na\n#else /* b */ // a\nb\n#endif", [], "b"),
            ("#define A /* two */  2 /**/\n#if A == 2\na\n#endif", [], "a"),
            ("#define A \"\\\"/*\" // a\n#ifdef A\na\n#endif", [], "a"),
            ("#if 0\n#if )(\na\n#endif\n#endif\nb", [], "b"), ("*/ /\n#if A\nb\n#endif", [], "*/ /"),
        ] as [(String, [String], String)]
    )
    func branches(text: String, definitions: [String], left: String) {
        #expect(lines(text, definitions).joined(separator: " ") == left)
    }

    @Test(
        "Expressions are evaluated as in C",
        arguments: [
            ("A", true), ("!A", false), ("!!A", true), ("B", false), ("A && B", false), ("A || B", true),
            ("B || A && A", true), ("(B || A) && B", false), ("defined(A)", true), ("defined A && !defined(B)", true),
            ("N == 3", true), ("N != 3", false), ("N < 4 && N <= 3 && N > 2 && N >= 3", true), ("M == N", true),
            ("1", true), ("0", false), ("(((A)))", true),
        ]
    )
    func expressions(text: String, holds: Bool) {
        let file = "#if \(text)\na\n#endif"
        #expect(lines(file, ["A", "N=3", "M=N"]) == (holds ? ["a"] : []))
    }

    @Test(
        "Invalid conditions stay in place and are reported",
        arguments: [
            "#if\na\n#endif", "#if A +\na\n#endif", "#if (A\na\n#endif", "#if A)\na\n#endif", "#if \"A\"\na\n#endif",
            "#if defined\na\n#endif", "#if 99999999999999999999\na\n#endif", "#ifdef 1\na\n#endif", "#endif", "#else",
            "#elif A", "#if A\na", "#if B\na", "#include \"a.h\"", "#error no", "#if A == \na\n#endif",
            "#if \(String(repeating: "(", count: 10_000))\na\n#endif", "#if L\na\n#endif", "#if Ä\na\n#endif",
            "#if A\n#else\n#else\n#endif", "#if 0\n#elif 0 0\n#endif",
            "#if \(String(repeating: "!", count: 10_000))A\n#endif", "#if A /* on\nthe next line */\na\n#endif",
            "#ifdef B\n#else /* on\n*/\n#endif", "#ifdef A\n#endif /*", "#define N 1 /*\n2 */",
            "#if 0\n#undef A /*\n#endif", "#if 010 == 10\na\n#endif", "#if 00\na\n#endif", "#if O == 8\na\n#endif",
            "#if A/**/A\na\n#endif", "#if A\u{301}\na\n#endif", "#if A &&\u{301} A\na\n#endif",
            "#if A \u{301}\na\n#endif", "#define F(x) x\n#ifdef F\na\n#endif",
            "<key>image/*</key>\n#if A\n<true/>\n#endif", "#if A\n<key>/* a */ /* b</key>\n<true/>\n#endif",
            "#if 0\n/*\n#endif\n*/", "/* a */\n#if A\n<true/>\n#endif", "#if A\n<key>a/* b */c</key>\n<true/>\n#endif",
            "<!-- \"image/*\" -->\n#if A\n<key>a</key>\n<true/>\n#endif",
        ]
    )
    func nonsense(text: String) {
        let result = resolved(text, ["A", "L=L", "O=-010"])
        #expect(result.contains("#"))
        let lists = try? PropertyListReader().read(Array("<plist><dict>\n\(result)\n</dict></plist>".utf8), path: "a")
        #expect(lists == nil)
    }

    @Test("Every remaining byte keeps its place")
    func places() throws {
        let text = "<plist>\r\n<array>\r\n#if A\r\n<string>ä</string>\r\n#else\r\n<true/>\r\n#endif\r\n</array></plist>"
        for definitions in [["A"], []] {
            let bytes = Preprocessor(definitions: definitions).resolved(Array(text.utf8))
            #expect(bytes.count == text.utf8.count)
            for (old, new) in zip(text.utf8, bytes) { #expect(new == old || new == 0x20) }
            let read = try PropertyListReader().read(bytes, path: "Info.plist")
            guard case .array(let elements) = read.root.content else { continue }
            let place = try #require(elements.first?.place)
            let element = String(decoding: Array(text.utf8)[place], as: UTF8.self)
            #expect(element == (definitions.isEmpty ? "<true/>" : "<string>ä</string>"))
        }
    }

    @Test("Thousands of long values cost no more than their length")
    func longValues() {
        let value = String(repeating: "1", count: 100_000)
        let text = "#define A \(value)\n#if \(Array(repeating: "A", count: 100_000).joined(separator: "||"))\na\n#endif"
        #expect(resolved(text, []).contains("#if A||A"))
    }

    @Test(
        "A file without conditions is unchanged",
        arguments: ["", "\n", "<plist/>", "#iffy\r\n# 1", "\u{0}#", "bplist00\n#if B\nb\n#endif"]
    )
    func nothing(text: String) { #expect(resolved(text, ["A"]) == text) }
}
