import Diagnostics
import FileLint
import Foundation
import PolicyFiles
import PolicyModel
import RuleIndex
import Scenarios
import TestSupport
import Testing
import URLStandard

/// The folder `Rules` of the repository.
@Suite("Files shipped in Rules") struct ShippedRulesTests {
    @Test("All files are present, because a missing folder would pass every test")
    func count() {
        #expect(Self.files("levels").count == 3)
        #expect(Self.files("defaults").count == 6)
        #expect(Self.files("scenarios").count == 33)
        #expect(Self.files("scenarios/policies").count == 29)
    }

    @Test("Every scenario passes and reads without a finding", arguments: files("scenarios"))
    func scenarios(path: String) throws {
        let loaded = ScenarioFileReader().load(path: path)
        Self.expectNoFinding(loaded.diagnostics, loaded.sources)
        let file = try #require(loaded.file)
        #expect(!file.scenarios.isEmpty)
        var runner = ScenarioRunner(file)
        let result = ScenarioFileResult(
            path: path,
            runs: file.scenarios.map { .init(runner.run($0), duration: .zero) },
            sources: loaded.sources
        )
        #expect(result.count(.passed) == file.scenarios.count, "\(ScenarioTextReport().text(result))")
    }

    @Test("Every policy reads without a finding", arguments: files("levels") + files("scenarios/policies"))
    func policy(path: String) {
        // An app in which accounts sign in one after another may declare more accounts than it can hold.
        let loaded = PolicyDocumentReader(requiresUser: false, allowsSecondManagedAccount: true).load(path: path)
        Self.expectNoFinding(loaded.diagnostics, loaded.sources)
        #expect(loaded.document != nil)
    }

    @Test("Every rule file reads without a finding in a rule set that includes it", arguments: files("defaults"))
    func ruleFile(path: String) throws {
        let name = URL(filePath: path).lastPathComponent
        let document = "demarc: 1\nruleSets:\n  corporate:\n    default: external\n    include: [\(name)]\n"
        let loaded = PolicyDocumentReader().load(text: document, path: Self.folder + "/defaults/policy.yaml")
        Self.expectNoFinding(loaded.diagnostics, loaded.sources)
        #expect(loaded.document?.ruleSets.first?.rules.isEmpty == false)
    }

    @Test(
        "The link lists match exactly the links of a new policy, only with default ports",
        arguments: [
            ("managed-universal-links", "https://a.sharepoint.com/sites/x", true),
            ("managed-universal-links", "http://a.sharepoint.com:80/", true),
            ("managed-universal-links", "https://a.sharepoint.com:8443/", false),
            ("managed-universal-links", "http://a.sharepoint.com:443/", false),
            ("managed-universal-links", "https://sharepoint.com/", false),
            ("managed-universal-links", "https://zoom.us/j/1", true),
            ("managed-universal-links", "https://zoom.us:444/j/1", false),
            ("managed-universal-links", "https://my-teams.microsoft.com/l/x", true),
            ("managed-universal-links", "https://my.teams.microsoft.com/l/x", false),
            ("managed-universal-links", "https://teams.microsoft.com:8080/l/x", false),
            ("managed-universal-links", "https://teams.microsoft.com/x", false),
            ("managed-universal-links", "https://to-do.microsoft.com/sharing?x", true),
            ("managed-universal-links", "https://to-do.microsoft.com:1/sharing", false),
            ("managed-universal-links", "ftp://a.sharepoint.com/", false),
            ("exempt-universal-links", "https://maps.apple.com/?q=x", true),
            ("exempt-universal-links", "https://maps.apple.com:8443/", false),
        ]
    )
    func links(name: String, url: String, isListed: Bool) throws {
        let document = "demarc: 1\nruleSets:\n  r:\n    default: blocked\n    include: [\(name).yaml]\n"
        let loaded = PolicyDocumentReader().load(text: document, path: Self.folder + "/defaults/policy.yaml")
        let ruleSet = CompiledPolicy(try #require(loaded.document)).ruleSets[0]
        var subject = MatchSubject()
        try subject.url.parse(url.utf8.span)
        let match = ruleSet.match(&subject, parsedFrom: url.utf8.span)
        #expect((match.urlClass != .blocked) == isListed)
    }

    @Test("Lint has no warnings") func lint() throws {
        let paths = ["levels", "defaults", "scenarios", "scenarios/policies"].flatMap { Self.files($0) }
        let files = try paths.map { path in
            let bytes = try DiskFiles().read(path, limit: 1 << 20, plainOnly: true)
            let name = URL(filePath: path).lastPathComponent
            return (path, try #require(LintFileKind(of: bytes, name: name, isNamed: true)))
        }
        let lint = LintRun(LintTarget.targets(of: files))
        Self.expectNoFinding(lint.diagnostics.filter { $0.severity != .note }, lint.sources)
    }

    @Test("The README has a line for every scenario file", arguments: files("scenarios"))
    func readme(path: String) throws {
        let text = try String(contentsOfFile: Self.folder + "/README.md", encoding: .utf8)
        #expect(text.contains("`\(URL(filePath: path).lastPathComponent)`"))
    }

    private static func expectNoFinding(_ findings: [Diagnostic], _ sources: [SourceFile]) {
        #expect(findings.isEmpty, "\(TextReport(sources: sources).text(findings))")
    }

    private static let folder = Repository.path("Rules")

    /// The YAML files of a folder, by name.
    private static func files(_ name: String) -> [String] {
        let folder = "\(folder)/\(name)"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".yaml") }.sorted().map { "\(folder)/\($0)" }
    }
}
