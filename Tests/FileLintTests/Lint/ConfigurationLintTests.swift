import AppLint
import Diagnostics
import FileLint
import Testing

@testable import LintChecks

@Suite("Contradictory or useless app configurations") struct ConfigurationLintTests {
    @Test(
        "The example of each code has that finding, and its correction has none",
        arguments: ConfigurationLintCode.allCases
    )
    func examples(code: ConfigurationLintCode) {
        let explanation = code.explanation
        #expect(codes(explanation.example).contains(code.rawValue))
        if let corrected = explanation.corrected { #expect(codes(corrected) == []) }
    }

    @Test(
        "Each case is found",
        arguments: [
            ("[{settings: {k: a}}, {settings: {k: a}}]", []), ("[{settings: {k: a}}, {settings: {k: A}}]", ["DM140"]),
            ("[{settings: {k: a}}, {default: true, settings: {k: b}}]", ["DM141"]),
            ("[{accounts: [one], settings: {k: a}}, {accounts: [two], settings: {k: b}}]", []),
            (
                "[{accounts: [one], settings: {k: a}}, {accounts: [one], settings: {k: b}}, "
                    + "{accounts: [two], settings: {k: c}}, {accounts: [two], settings: {k: d}}]",
                ["DM140", "DM140"]
            ),
            ("[{accounts: [one], settings: {k: a}}, {default: true, settings: {k: b}}]", []),
            ("[{settings: {Key: a}}, {settings: {key: a}}]", ["DM142"]),
            ("[{settings: {intuneMAMUPN: one}}]", ["DM142"]),
            ("[{settings: {IntuneMAMUPN: one}}]", []),
            ("[{settings: {com.microsoft.intune.mam.screencapturecontrol: Enabled}}]", ["DM143"]),
            ("[{settings: {k: '{{userid}}'}}]", ["DM144"]), ("[{settings: {k: '{userid}}'}}]", []),
        ] as [(String, [String])]
    )
    func cases(configurations: String, expected: [String]) {
        #expect(codes(Self.document(configurations)) == expected)
    }

    private static func document(_ configurations: String) -> String {
        """
        demarc: 1
        user: one
        app: {multiManagedIdentities: true}
        policies: {p: {}}
        accounts: [{account: one, policy: p}, {account: two, policy: p}]
        appConfigurations: \(configurations)
        """
    }

    @Test(
        "A conflict names every account that it reaches, also accounts whose other keys differ",
        arguments: [
            ("", "`one`, `two`"), (", {accounts: [two], settings: {z: c}}", "`one`, `two`"),
            (", {accounts: [one], settings: {z: c}}, {accounts: [two], settings: {y: c}}", "`one`, `two`"),
        ]
    )
    func accountsInConflict(more: String, accounts: String) {
        let text = Self.document("[{settings: {k: a}}, {settings: {k: b}}\(more)]")
        let messages = Linting.lint(["p.yaml": text]).diagnostics.map(\.message)
        #expect(messages == ["app configurations disagree on `k` for \(accounts)"])
    }

    @Test("A suppressed conflict hides no conflict of other accounts on the same key")
    func suppressed() {
        let text = Self.document(
            """

              - {accounts: [one], settings: {k: a}} # demarc:ignore DM140 known
              - {accounts: [one], settings: {k: b}}
              - {accounts: [two], settings: {k: c}}
              - {accounts: [two], settings: {k: d}}
            """
        )
        let found = Linting.lint(["p.yaml": text]).diagnostics
        #expect(found.map(\.message) == ["app configurations disagree on `k` for `two`"])
        #expect(found.first?.places.map(\.start.line) == [9, 10])
    }

    private func codes(_ text: String) -> [String] { Linting.lint(["p.yaml": text]).codes }
}
