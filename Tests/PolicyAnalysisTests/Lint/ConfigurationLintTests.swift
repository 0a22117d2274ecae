import AppLint
import PolicyAnalysis
import Testing

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
            ("[{accounts: [one], settings: {k: a}}, {default: true, settings: {k: b}}]", []),
            ("[{settings: {Key: a}}, {settings: {key: a}}]", ["DM142"]),
            ("[{settings: {intuneMAMUPN: one}}]", ["DM142"]),
            ("[{settings: {IntuneMAMUPN: one}}]", []),
            ("[{settings: {com.microsoft.intune.mam.screencapturecontrol: Enabled}}]", ["DM143"]),
            ("[{settings: {k: '{{userid}}'}}]", ["DM144"]), ("[{settings: {k: '{userid}}'}}]", []),
        ] as [(String, [String])]
    )
    func cases(configurations: String, expected: [String]) {
        let found = codes(
            """
            demarc: 1
            user: one
            app: {multiManagedIdentities: true}
            policies: {p: {}}
            accounts: [{account: one, policy: p}, {account: two, policy: p}]
            appConfigurations: \(configurations)
            """
        )
        #expect(found == expected)
    }

    private func codes(_ text: String) -> [String] { Linting.lint(["p.yaml": text]).codes }
}
