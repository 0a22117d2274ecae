import Diagnostics
import FileLint
import PolicyFiles
import PolicyModel
import Testing

@testable import PolicyImport

/// The output of an import makes the same decisions as the foreign list, so lint reports nothing about it.
@Suite("Lint of imported files") struct ImportLintTests {
    private static let lists: [(name: String, allow: String?, block: String?)] = [
        ("a block list", nil, "casino.example\nads.example/path\n"),
        ("a block list with a whole suffix", nil, "zip\ncasino.example\n"),
        ("all blocked", nil, "*\n"),
        ("all blocked but some", "contoso.com\n", "*\n"),
        ("some blocked but some", "good.casino.example\n", "casino.example\n"),
        ("an entry in two spellings", nil, "casino.example/x\nCASINO.example/x\n"),
    ]

    @Test("Imported filters of enterprise browsers pass", arguments: lists.indices, [URLClass.internal, .external])
    func filters(row: Int, allowed: URLClass) {
        let (name, allow, block) = Self.lists[row]
        let result = BrowserListFormat.chrome.read(
            allow: allow.map { SourceFile(path: "allow.txt", bytes: Array($0.utf8)) },
            block: block.map { SourceFile(path: "block.txt", bytes: Array($0.utf8)) },
            allowed: allowed
        )
        #expect(Self.complaints(result) == [], "\(name)\n\(result.text)")
    }

    @Test(
        "Imported lists of the managed browser pass",
        arguments: [
            (nil, "https://*.casino.example\nhttp://ads.example/path"), ("https://*.contoso.com\n", nil),
            (nil, "https://casino.example/*\nhttps://Casino.example/*"),
        ] as [(String?, String?)],
        [URLClass.internal, .external]
    )
    func edge(lists: (allow: String?, block: String?), allowed: URLClass) {
        let result = BrowserListFormat.edge.read(
            allow: lists.allow.map { SourceFile(path: "allow.txt", bytes: Array($0.utf8)) },
            block: lists.block.map { SourceFile(path: "block.txt", bytes: Array($0.utf8)) },
            allowed: allowed
        )
        #expect(result.carried > 0)
        #expect(Self.complaints(result) == [], "\(result.text)")
    }

    /// The warnings and errors of lint, and of reading.
    private static func complaints(_ result: ImportResult) -> [String] {
        let lint = Linting.lint(["policy.yaml": result.text])
        return lint.diagnostics.filter { $0.severity != .note }.map { "\($0.code) \($0.message)" }
    }
}
