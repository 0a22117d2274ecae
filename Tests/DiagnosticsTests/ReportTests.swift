import Testing

@testable import Diagnostics

@Suite("Reports") struct ReportTests {
    /// The report of one finding about the first occurrence of a text in a file.
    static func report(
        _ bytes: [UInt8],
        underlining range: Range<Int>,
        help: String? = "do this",
        width: Int = 40,
        color: Bool = false
    ) -> String {
        let file = SourceFile(path: "p.yaml", bytes: bytes)
        let finding = Diagnostic(code: "some-code", message: "a message", places: [file.range(range)], help: help)
        return TextReport(sources: [file], usesColor: color, width: width).text(finding)
    }

    @Test(
        "The text shows the line and underlines the place",
        arguments: [
            (
                "a: b\nclass: alow\n", 12..<16,
                "p.yaml:2:8: error[some-code]: a message\n2 | class: alow\n  |        ^^^^ help: do this\n"
            ),
            ("\tx: y", 1..<2, "p.yaml:1:2: error[some-code]: a message\n1 |     x: y\n  |     ^ help: do this\n"),
            ("a\tx", 2..<3, "p.yaml:1:3: error[some-code]: a message\n1 | a   x\n  |     ^ help: do this\n"),
            ("漢字: x", 8..<9, "p.yaml:1:5: error[some-code]: a message\n1 | 漢字: x\n  |       ^ help: do this\n"),
            (
                "e\u{301}: x", 5..<6,
                "p.yaml:1:5: error[some-code]: a message\n1 | e\u{301}: x\n  |    ^ help: do this\n"
            ),
            ("ab", 2..<2, "p.yaml:1:3: error[some-code]: a message\n1 | ab\n  |   ^ help: do this\n"),
            ("a\nbc\nd", 2..<6, "p.yaml:2:1: error[some-code]: a message\n2 | bc\n  | ^^ help: do this\n"),
            (
                "a\u{1B}[31mb", 6..<7,
                "p.yaml:1:7: error[some-code]: a message\n1 | a␛[31mb\n  |       ^ help: do this\n"
            ),
            (
                "a\u{202E}b", 4..<5,
                "p.yaml:1:3: error[some-code]: a message\n1 | a<U+202E>b\n  |          ^ help: do this\n"
            ),
            (
                "\u{FEFF}a: b", 6..<7, "p.yaml:1:4: error[some-code]: a message\n1 | a: b\n  |    ^ help: do this\n"
            ),
            (
                "##[a]b", 5..<6,
                "p.yaml:1:6: error[some-code]: a message\n1 | <U+0023>#[a]b\n  |             ^ help: do this\n"
            ),
        ]
    )
    func text(text: String, range: Range<Int>, expected: String) {
        #expect(Self.report(Array(text.utf8), underlining: range) == expected)
    }

    @Test("Invalid UTF-8 is spelled out")
    func invalidBytes() {
        let report = Self.report([0x61, 0xFF, 0xC3], underlining: 1..<2)
        #expect(report.contains(#"1 | a\xFF\xC3"#))
        #expect(report.contains("  |  ^^^^ help"))
    }

    @Test("A long line is shortened around the place", arguments: [0, 50, 4_000, 9_990, 9_999])
    func longLines(offset: Int) {
        let bytes = (0..<10_000).map { UInt8(ascii: "a") + UInt8($0 % 26) }
        let report = Self.report(bytes, underlining: offset..<min(offset + 3, 10_000), width: 60)
        let lines = report.split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 60 })
        let line = lines[1].dropFirst(4)
        #expect(line.hasPrefix("…") == (offset > 0))
        #expect(line.hasSuffix("…") == (offset < 9_990))
        let underline = lines[2].dropFirst(4)
        let indent = underline.prefix { $0 == " " }.count
        let count = underline.dropFirst(indent).prefix { $0 == "^" }.count
        let underlined = line.dropFirst(indent).prefix(count)
        #expect(Array(underlined.utf8) == Array(bytes[offset..<min(offset + 3, 10_000)]))
    }

    @Test("The text fits the width, and help moves below if it does not fit beside")
    func width() {
        let report = Self.report(
            Array("class: alow".utf8),
            underlining: 7..<11,
            help: "write one of the three classes that there are"
        )
        #expect(
            report == """
                p.yaml:1:8: error[some-code]: a message
                1 | class: alow
                  |        ^^^^
                    help: write one of the three classes
                      that there are

                """
        )
        let narrow = Self.report(Array("class: alow".utf8), underlining: 7..<11, help: nil, width: 24)
        #expect(narrow == "p.yaml:1:8:\n    error[some-code]: a\n    message\n1 | class: alow\n  |        ^^^^\n")
    }

    @Test("At most sixty columns are underlined")
    func longUnderline() {
        let report = Self.report(Array(repeating: UInt8(ascii: "a"), count: 100), underlining: 0..<100, width: 200)
        #expect(report.contains("  | " + String(repeating: "^", count: 60) + " help"))
    }

    @Test(
        "Nothing of a binary file is quoted",
        arguments: [Array("bplist00\u{1}\u{2}".utf8), [0x61, 0, 0x3A, 0, 0x20, 0, 0x62, 0]]
    )
    func binary(bytes: [UInt8]) {
        #expect(
            Self.report(bytes, underlining: 2..<3) == "p.yaml:1:3: error[some-code]: a message\n  help: do this\n"
        )
    }

    @Test("Findings that differ in one word become one with a list, in text and for GitHub")
    func alike() {
        let file = SourceFile(path: "p.plist", bytes: Array("abc\ndef".utf8))
        func finding(_ name: String, _ range: Range<Int> = 0..<3, help: String? = nil) -> Diagnostic {
            Diagnostic(
                code: "DM061",
                severity: .warning,
                message: "the query scheme `\(name)` is missing",
                places: [file.range(range)],
                help: help ?? "add `\(name)`"
            )
        }
        let findings = [
            finding("a"), finding("b"), finding("d", 4..<7), finding("e", 4..<7, help: "no"), finding("c"),
        ]
        #expect(
            TextReport(sources: [file]).text(findings) == """
                p.plist:1:1: warning[DM061]: the query scheme `a` is missing
                1 | abc
                  | ^^^ help: add `a`
                    2 more like this: `b`, `c`
                p.plist:2:1: warning[DM061]: the query scheme `d` is missing
                2 | def
                  | ^^^ help: add `d`
                p.plist:2:1: warning[DM061]: the query scheme `e` is missing
                2 | def
                  | ^^^ help: no

                """
        )
        #expect(GitHubReport.lines(findings).split(separator: "\n").count == 3)
        #expect(GitHubReport.lines(findings).contains("is missing; add `a`; 2 more like this: `b`, `c`\n"))
        #expect(JSONReport.lines(findings).split(separator: "\n").count == 5)
        // Equal findings are not joined, because nothing distinguishes them.
        #expect(TextReport(sources: []).text([finding("a"), finding("a")]).split(separator: "\n").count == 4)
    }

    @Test("No file can send control characters to the terminal")
    func controls() {
        let bytes = Array("a\u{7}\u{9B}31m\u{2028}\u{200B}\u{2066}".utf8)
        let file = SourceFile(path: "p\u{1B}.yaml", bytes: bytes)
        var finding = Diagnostic(code: "c", message: "m \u{1B}[2J", places: [file.range(0..<1), file.range(1..<2)])
        finding.help = "h \r\n\u{85}"
        let report = TextReport(sources: [file]).text(finding)
        for scalar in report.unicodeScalars where scalar != "\n" {
            #expect(![.control, .format, .lineSeparator].contains(scalar.properties.generalCategory))
        }
        #expect(report.split(separator: "\n").count == 6)
    }

    @Test("Color is used only on request")
    func color() {
        #expect(!Self.report([0x61], underlining: 0..<1).contains("\u{1B}"))
        let painted = Self.report([0x61], underlining: 0..<1, color: true)
        #expect(painted.contains("\u{1B}[1;31merror[some-code]\u{1B}[0m: a message"))
        #expect(painted.contains("\u{1B}[1;31m^\u{1B}[0m help"))
    }

    @Test("A missing file is not required for the text")
    func noFile() {
        let report = TextReport(sources: [])
        let whole = Diagnostic(code: "c", message: "m", places: [SourceRange(wholeFile: "x")], help: "h")
        #expect(report.text(whole) == "x:1:1: error[c]: m\n  help: h\n")
        #expect(report.text(Diagnostic(code: "c", severity: .note, message: "m", places: [])) == "note[c]: m\n")
    }

    @Test("A place that no file has is reported, however large its numbers are", arguments: [nil, 20, 40] as [Int?])
    func largestLine(width: Int?) {
        let file = SourceFile(path: "p", bytes: Array("abc".utf8))
        let place = SourceRange(at: SourceLocation(path: "p", line: .max, column: .max))
        let finding = Diagnostic(code: "c", message: "m", places: [place])
        let report = TextReport(sources: [file], width: width).text(finding)
        #expect(report.contains("\(Int.max) | "), "\(report)")
    }

    @Test("Every place is shown")
    func severalPlaces() {
        let file = SourceFile(path: "p", bytes: Array("id: a\nid: a\n".utf8))
        let finding = Diagnostic(
            code: "c",
            message: "twice",
            places: [file.range(6..<8), file.range(0..<2)],
            help: "h"
        )
        #expect(
            TextReport(sources: [file]).text([finding]) == """
                p:2:1: error[c]: twice
                2 | id: a
                  | ^^ help: h
                p:1:1: note: also here
                1 | id: a
                  | ^^

                """
        )
    }

    @Test("JSON has a field for everything")
    func json() {
        let file = SourceFile(path: "p\"\u{2028}", bytes: Array("id: é a\n".utf8))
        var finding = Diagnostic(
            code: "c",
            severity: .warning,
            message: "a\tb\u{1}\u{7F}\u{85}\\",
            places: [file.range(4..<6)]
        )
        let start =
            #"{"code":"c","severity":"warning","file":"p\"\u2028","line":1,"column":5,"endLine":1,"endColumn":6,"#
        let message = #""message":"a\tb\u0001\u007f\u0085\\","#
        #expect(JSONReport.object(finding) == start + message + #""fix":null}"#)
        finding.fix = TextEdit(range: file.range(7..<8), replacement: "b\n")
        let fix = #""fix":{"line":1,"column":7,"endLine":1,"endColumn":8,"replacement":"b\n"}}"#
        #expect(JSONReport.object(finding) == start + message + fix)
        #expect(JSONReport.lines([finding, finding]).split(separator: "\n").count == 2)
        #expect(JSONReport.array([finding]) == "[\n\(JSONReport.object(finding))\n]\n")
        #expect(JSONReport.array([]) == "[]\n")
        let nowhere = Diagnostic(code: "c", message: "m", places: [])
        let nulls = #""file":null,"line":null,"column":null,"endLine":null,"endColumn":null,"#
        #expect(JSONReport.object(nowhere).contains(nulls))
    }

    @Test("Findings come in the order of the files")
    func order() {
        let a = SourceFile(path: "a", bytes: Array("12345\n678".utf8))
        let b = SourceFile(path: "b", bytes: Array("12345".utf8))
        func finding(_ range: SourceRange?, _ severity: Diagnostic.Severity = .error, _ message: String = "m")
            -> Diagnostic
        {
            Diagnostic(code: "c", severity: severity, message: message, places: range.map { [$0] } ?? [])
        }
        let sorted = [
            finding(nil), finding(a.range(1..<2)), finding(a.range(1..<3)), finding(a.range(2..<3)),
            finding(a.range(2..<3), .warning, "a"), finding(a.range(2..<3), .note, "a"),
            finding(a.range(2..<3), .note, "b"), finding(a.range(7..<8)), finding(b.range(0..<1)),
        ]
        #expect(sorted.reversed().sorted() == sorted)
    }
}
