import Diagnostics
import FileLint
import Testing

/// Info.plists with their entitlements, in folders and named.
@Suite("Entitlements of an app") struct LintAppTargetTests {
    private static let app = "<plist><dict><key>CFBundleIdentifier</key><string>com.contoso.app</string></dict></plist>"
    private static let managed =
        "<plist><dict><key>CFBundleIdentifier</key><string>com.contoso.app</string>"
        + "<key>IntuneMAMSettings</key><dict/></dict></plist>"

    /// Entitlements with these keychain groups.
    private static func groups(_ names: String...) -> String {
        let elements = names.map { "<string>$(AppIdentifierPrefix)\($0)</string>" }.joined()
        return "<plist><dict><key>keychain-access-groups</key><array>\(elements)</array></dict></plist>"
    }

    private static func missingGroups(_ lint: LintRun) -> [String] {
        lint.diagnostics.filter { $0.code == "DM085" }.compactMap { $0.location?.path }
    }

    @Test("Every entitlements file is checked, however many there are beside an Info.plist")
    func severalEntitlements() {
        let own = Self.groups("com.contoso.app")
        let one = Linting.lint(["Info.plist": Self.managed, "Runner.entitlements": own])
        let files = ["Info.plist": Self.managed, "Runner.entitlements": own, "RunnerRelease.entitlements": own]
        let two = Linting.lint(files)
        #expect(Self.missingGroups(one) == ["Runner.entitlements"])
        #expect(Self.missingGroups(two) == ["Runner.entitlements", "RunnerRelease.entitlements"])
        // What is missing in the Info.plist is reported once.
        let codes = { (lint: LintRun) in lint.diagnostics.filter { $0.location?.path == "Info.plist" }.map(\.code) }
        #expect(codes(two) == codes(one) && codes(one).count > 2)
    }

    @Test(
        "Entitlements of an app with the SDK need its groups, even if only its other files show the SDK",
        arguments: [
            (
                ["Info.plist": app, "BDebug.entitlements": groups("com.contoso.app", "com.microsoft.intune.mam")],
                ["B.entitlements"]
            ),
            (["Info.plist": app, "A.entitlements": groups("com.contoso.app")], []),
            (["App-Info.plist": app, "Share-Info.plist": managed], ["B.entitlements"]),
            (["App-Info.plist": app, "Share-Info.plist": app], []),
        ] as [([String: String], [String])]
    )
    func assumesSDK(others: [String: String], missing: [String]) {
        let files = others.merging(["B.entitlements": Self.groups("com.contoso.app")]) { first, _ in first }
        #expect(Self.missingGroups(Linting.lint(files)) == missing)
    }

    @Test(
        "Entitlements that may belong to another target give no error",
        arguments: [
            // Only one of them has the SDK's groups, so the other is likely not the app's.
            (["App.entitlements": groups("com.contoso.app", "com.microsoft.intune.mam")], []),
            (["App.entitlements": groups("com.contoso.app")], ["note", "note"]),
            (["Tests-Info.plist": app], ["note"]),
            (
                ["App.entitlements": groups("com.contoso.app"), "AppDebug.entitlements": groups("com.contoso.app")],
                ["error", "error"]
            ),
        ] as [([String: String], [String])]
    )
    func doubtsOthers(others: [String: String], severities: [String]) {
        let own = ["Info.plist": Self.managed, "Widget.entitlements": "<plist><dict/></plist>"]
        let lint = Linting.lint(others.merging(own) { first, _ in first })
        let found = lint.diagnostics.filter { $0.code == "DM085" }
        #expect(found.map { "\($0.severity)" } == severities)
        #expect(found.allSatisfy { $0.severity == .note || $0.location?.path != "Widget.entitlements" })
    }

    @Test("Sandboxed entitlements beside others are those of the app for macOS") func sandbox() {
        let sandbox = "<plist><dict><key>com.apple.security.app-sandbox</key><true/></dict></plist>"
        let own = Self.groups("com.contoso.app")
        let files = ["Info.plist": Self.managed, "App.entitlements": own, "App-mac.entitlements": sandbox]
        #expect(Self.missingGroups(Linting.lint(files)) == ["App.entitlements"])
    }

    @Test("If all entitlements are sandboxed, each needs the groups, also beside those that have them")
    func sandboxedAlike() {
        let sandboxed = { (rights: String) in
            rights.replacing("<dict>", with: "<dict><key>com.apple.security.app-sandbox</key><true/>")
        }
        let own = sandboxed(Self.groups("com.contoso.app"))
        let complete = sandboxed(Self.groups("com.contoso.app", "com.microsoft.intune.mam"))
        for (rights, missing) in [(own, ["App.entitlements"]), (complete, [])] {
            let files = ["Info.plist": Self.managed, "App.entitlements": rights, "AppDebug.entitlements": own]
            #expect(Self.missingGroups(Linting.lint(files)) == missing + ["AppDebug.entitlements"])
        }
    }

    @Test("The only Info.plist and the only entitlements that the user names are one target") func namedPair() {
        let files = ["a/Info.plist": Self.managed, "b/App.entitlements": Self.groups("com.contoso.app")]
        var options = LintOptions()
        #expect(Self.missingGroups(Linting.lint(files, options)) == [])
        options.namedPaths = ["a/Info.plist", "b/App.entitlements"]
        #expect(Self.missingGroups(Linting.lint(files, options)) == ["b/App.entitlements"])
        let more = files.merging(["c/Info.plist": Self.app]) { first, _ in first }
        options.namedPaths.insert("c/Info.plist")
        #expect(Self.missingGroups(Linting.lint(more, options)) == [], "either of them may belong to the entitlements")
    }
}
