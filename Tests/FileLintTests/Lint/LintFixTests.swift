import AppLint
import Diagnostics
import LintChecks
import Testing

@testable import FileLint

@Suite("Applying fixes") struct LintFixTests {
    private let source = SourceFile(path: "a.txt", bytes: Array("one two three".utf8))

    private func results(_ edits: [(Range<Int>, String)]) -> [LintFinding] {
        edits.map { range, text in
            let edit = TextEdit(range: source.range(range), replacement: text)
            return LintFinding(
                check: SuppressionLintCode.unusedSuppression,
                "m\(range)\(text)",
                at: [edit.range],
                fix: edit
            )
        }
    }

    @Test(
        "Edits of one round do not overlap",
        arguments: [
            ([(0..<3, "1")], "1 two three", 1), ([(8..<13, "3"), (0..<3, "1")], "1 two 3", 2),
            ([(0..<7, "x"), (4..<7, "2")], "x three", 1), ([(0..<3, "1"), (0..<3, "1")], "1 two three", 2),
            ([(0..<3, "1"), (3..<3, "!")], "1 two three", 1), ([(3..<3, "!"), (4..<4, "?")], "one! ?two three", 2),
            ([(13..<13, "."), (4..<8, "")], "one three.", 2),
        ] as [([(Range<Int>, String)], String, Int)]
    )
    func rounds(edits: [(Range<Int>, String)], expected: String, count: Int) throws {
        let fixes = try #require(LintFixes.all(of: results(edits)).first)
        let applied = try #require(fixes.applied(to: source.bytes, source: source))
        #expect(String(decoding: applied.bytes, as: UTF8.self) == expected)
        #expect(applied.fixed.count == count)
    }

    @Test("A file that changed meanwhile, and one that no edit changes, are left alone") func refused() throws {
        let fixes = try #require(LintFixes.all(of: results([(0..<3, "1")])).first)
        #expect(fixes.applied(to: Array("one two".utf8), source: source)?.fixed == nil)
        #expect(fixes.applied(to: source.bytes, source: nil)?.fixed == nil)
        let same = try #require(LintFixes.all(of: results([(0..<3, "one")])).first)
        #expect(same.applied(to: source.bytes, source: source)?.fixed == nil)
    }

    @Test(
        "What is suppressed or switched off takes no room, and nothing else is left to it",
        arguments: [
            ("", "", [], ["<string>http-intunemam</string>"]),
            ("<!-- demarc:ignore DM061 few places -->", "", [], ["<string>own9-intunemam</string>"]),
            ("", "", ["DM061"], ["<string>own9-intunemam</string>"]),
            ("", "<!-- demarc:ignore DM087 as before -->", [], [".mam</string>"]),
            ("", "", ["DM087"], [".mam</string>"]),
        ] as [(String, String, Set<String>, [String])]
    )
    func independent(schemes: String, groups: String, skipped: Set<String>, expected: [String]) throws {
        let own = (0..<10).map { "<string>own\($0)</string>\n" }.joined()
        let plist = """
            <plist><dict><key>CFBundleIdentifier</key><string>com.contoso.app</string>
            <key>IntuneMAMSettings</key><dict/><key>DTSDKName</key><string>iphoneos27.0</string>
            <key>LSApplicationQueriesSchemes</key>\(schemes)
            <array>\n\(own)</array></dict></plist>
            """
        let rights = """
            <plist><dict><key>keychain-access-groups</key>
            <array>
            <string>$(AppIdentifierPrefix)com.microsoft.adalcache</string>\(groups)
            <string>$(AppIdentifierPrefix)com.contoso.app</string>
            </array></dict></plist>
            """
        var options = LintOptions()
        options.skipped = skipped
        let files = ["Info.plist": plist, "App.entitlements": rights]
        let lint = Linting.lint(files, options)
        let fixed = try LintFixes.all(of: lint.findings).map { fixes in
            let bytes = Array(try #require(files[fixes.path]).utf8)
            let applied = try #require(fixes.applied(to: bytes, source: lint.source(of: fixes.path)))
            return String(decoding: applied.bytes, as: UTF8.self)
        }
        for text in expected { #expect(fixed.contains { $0.contains(text) }, "\(fixed)") }
        let isReordered = groups.isEmpty && skipped != ["DM087"]
        let first = "<array>\n<string>$(AppIdentifierPrefix)com.microsoft.adalcache"
        #expect(fixed.contains { $0.contains(first) } != isReordered, "\(fixed)")
    }

    @Test("With only one code, its findings and their fixes are those among all codes", arguments: ["DM060", "DM061"])
    func onlyOne(code: String) {
        let own = (0..<12).map { "<string>own\($0)</string>\n" }.joined()
        let plist = """
            <plist><dict><key>CFBundleIdentifier</key><string>com.contoso.app</string>
            <key>IntuneMAMSettings</key><dict/><key>DTSDKName</key><string>iphoneos27.0</string>
            <key>LSApplicationQueriesSchemes</key><array>\n\(own)</array></dict></plist>
            """
        var options = LintOptions()
        options.only = [code]
        let found = Linting.lint(["Info.plist": plist], options).diagnostics
        let all = Linting.lint(["Info.plist": plist]).diagnostics.filter { $0.code == code }
        #expect(!found.isEmpty)
        #expect(found.map(\.help) == all.map(\.help) && found.map(\.fix) == all.map(\.fix))
    }

    @Test("Reports show the first fixes of a file, as far as its bytes may be passed over, and no suppressed one")
    func shown() throws {
        let own = (0..<8).map { "<string>own\($0)</string>\n" }.joined()
        let plist = """
            <plist><dict><key>IntuneMAMSettings</key><dict/>
            <key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array>
            \(own)</array></dict></array></dict></plist>
            """
        let lint = Linting.lint(["Info.plist": plist])
        let source = try #require(lint.source(of: "Info.plist"))
        var findings = lint.findings.filter { $0.code == "DM066" }
        try #require(findings.count == 8)
        findings[0].suppression = .init(isInSource: true, reason: "x")
        for (limit, count) in [(8 * source.bytes.count, 7), (4 * source.bytes.count - 1, 3), (0, 0)] {
            var shown = ShownFindings(limit: limit)
            let fixes = findings.map { shown.shown($0, in: source).fix }
            #expect(fixes.map { $0 != nil } == (0..<8).map { $0 > 0 && $0 <= count })
            #expect(fixes.compactMap(\.self).allSatisfy { $0.replacement.contains("-intunemam</string>") })
        }
    }

    @Test("Suppressed findings and a reader's guesses are not fixed") func notMended() {
        var suppressed = results([(0..<3, "1")])
        suppressed[0].suppression = .init(isInSource: true, reason: "x")
        #expect(LintFixes.all(of: suppressed).isEmpty)
        let guess = LintFinding(reading: results([(0..<3, "1")])[0].diagnostic)
        #expect(LintFixes.all(of: [guess]).isEmpty)
    }
}
