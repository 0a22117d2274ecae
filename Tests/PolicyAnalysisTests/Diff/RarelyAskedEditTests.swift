import Diagnostics
import PolicyModel
import Testing

@testable import PolicyAnalysis

/// Edits of parts that audits do not query. If a comparison did not query them either, it would report the policies as
/// equivalent.
@Suite("Comparing rarely used parts") struct RarelyAskedEditTests {
    private static let base = TightDocument()
    /// The text after the document of `base`.
    private static let configured = """
        mdmUser: dana@contoso.com
        appConfigurations:
          - {settings: {color: red}}
          - {channel: mdm, settings: {level: 3}}

        """

    private static func diff(_ old: String, _ new: String) throws -> PolicyDiff {
        PolicyDiff(from: try compiledPolicy(old), to: try compiledPolicy(new))
    }

    @Test(
        "A changed app configuration is reported without its values",
        arguments: [
            ("{settings: {color: red}}", "{settings: {color: blue}}"),
            ("{settings: {color: red}}", "{settings: {Color: red}}"),
            ("{settings: {color: red}}", "{settings: {}}"),
            ("{settings: {color: red}}", "{settings: {color: red, more: x}}"),
            ("{settings: {color: red}}", "{settings: {color: red}, accounts: [dana@home.example]}"),
            ("mdmUser: dana@contoso.com", "mdmUser: dana@home.example"),
            ("{channel: mdm, settings: {level: 3}}", "{channel: mdm, settings: {level: 30}}"),
        ]
    )
    func configuration(old: String, new: String) throws {
        let text = Self.base.text + Self.configured
        let diff = try Self.diff(text, text.replacing(old, with: new))
        #expect(diff.groups.map(\.question) == Array(repeating: .config, count: diff.groups.count))
        #expect(!diff.groups.isEmpty && diff.comparison == .incomparable && diff.isExact)
        #expect(diff.groups.allSatisfy { $0.effect == .elsewhere })
        let causes = Set(diff.groups.flatMap(\.causes).map(\.edit.words))
        #expect(causes == ["app configurations: original → changed"])
        #expect(!diff.json(from: "a", to: "b").contains("blue"))
    }

    @Test("A moved or reordered configuration makes no difference")
    func sameConfiguration() throws {
        let text = Self.base.text + Self.configured
        let diff = try Self.diff(text, "# moved\n" + text.replacing("{color: red}", with: "{ 'color': \"red\" }"))
        #expect(diff.comparison == .equivalent && diff.edits.isEmpty)
    }

    @Test("A configuration of the app itself is reported by its keys only")
    func appConfig() throws {
        let old = Self.base.with { $0.app += "\n  appConfig: {color: red}" }
        let diff = try Self.diff(old.text, old.with { $0.app = $0.app.replacing("red", with: "blue") }.text)
        #expect(diff.groups.map(\.question) == [.config] && diff.groups[0].effect == .elsewhere)
        #expect(diff.edits.map(\.words) == ["app.appConfig: 1 key → changed"])
        #expect(diff.groups[0].causes.map(\.isNecessary) == [true])
        let gone = try Self.diff(old.text, Self.base.text)
        #expect(
            gone.edits.map(\.words) == ["app.appConfig: 1 key → \(AppSetting.appConfig.row.standard)"]
                && gone.comparison == .incomparable
        )
    }

    @Test(
        "Policies that differ in launch conditions are never called equivalent",
        arguments: [
            ("minimumRequiredOsVersion", "'17'"), ("pinRequired", "true"), ("maximumPinRetries", "3"),
            ("periodOfflineBeforeWipeIsEnforced", "P30D"), ("deviceComplianceRequired", "true"),
        ]
    )
    func launch(setting: String, value: String) throws {
        let diff = try Self.diff(Self.base.text, Self.base.setting(setting, value).text)
        #expect(diff.comparison == .unknown && !diff.isExact && diff.isEachAsked)
        #expect(diff.notCompared.map(\.subjectWords) == ["strict.\(setting)"] && diff.withoutEffect.isEmpty)
    }

    @Test(
        "Differences that only other questions show are reported",
        arguments: [
            ("appDataEncryptionType", "afterDeviceRestart", Question.Kind.setting),
            ("managedBrowserToOpenLinksRequired", "false", .connection),
        ]
    )
    func rare(setting: String, value: String, question: Question.Kind) throws {
        let diff = try Self.diff(Self.base.text, Self.base.setting(setting, value).text)
        let kinds = Set(diff.groups.map(\.question)).union(diff.notCompared.map { _ in .launch })
        #expect(diff.comparison != .equivalent && (kinds.contains(question) || kinds.contains(.navigate)), "\(kinds)")
    }

    @Test("Ambiguous URLs and hosts of organizations are edits of their own, named with their values")
    func documentKeys() throws {
        let hosts = "organizations:\n  contoso: {hosts: [contoso.com]}\n"
        let old = Self.base.text + hosts
        let new = Self.base.text + "ambiguousURLs: canonicalize\n"
        let diff = try Self.diff(old, new + hosts.replacing("contoso.com]", with: "contoso.com, partner.example]"))
        let words = ["ambiguousURLs: reject → canonicalize", "organizations: absent → contoso: partner.example"]
        #expect(diff.edits.map(\.words) == words && diff.edits.last?.location?.path == "policy.yaml")
        let causes = diff.groups.flatMap(\.causes)
        #expect(!causes.isEmpty && causes.allSatisfy { $0.edit.words == words[0] && $0.isNecessary && $0.isSufficient })
    }

    @Test("A changed setting of the app is named with its values")
    func appSetting() throws {
        let new = Self.base.with { $0.app += "\n  treatAllWebViewsAsUnmanaged: true" }
        let diff = try Self.diff(Self.base.text, new.text)
        #expect(diff.edits.map(\.words) == ["app.treatAllWebViewsAsUnmanaged: false → true"])
        #expect(diff.edits[0].location?.description.hasPrefix("policy.yaml:") == true)
    }
}
