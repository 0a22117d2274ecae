import Diagnostics
import FileLint
import PolicyFiles
import TestSupport
import Testing

/// Published policies and property lists, if they are available.
@Suite("Lint of published files") struct LintCorpusTests {
    private static let isThere = PublishedData.has("corpus/graph")

    private func lint(_ name: String) throws -> LintRun {
        let folder = "corpus/" + name
        let files = try PublishedData.names(in: folder)
            .compactMap { name -> (String, LintFileKind)? in
                let path = PublishedData.path(folder + "/" + name)
                let bytes = try DiskFiles().read(path, limit: 1 << 26, plainOnly: true)
                return LintFileKind(of: bytes, name: name, isNamed: false).map { (path, $0) }
            }
        return LintRun(LintTarget.targets(of: files))
    }

    @Test(
        "Policies published for use have no error",
        .enabled(if: isThere, "\(PublishedData.howToGet)")
    )
    func graph() throws {
        let lint = try lint("graph")
        #expect(lint.sources.count == 23)
        let errors = lint.diagnostics.filter { $0.severity == .error }
        #expect(errors.map(\.code) == [], "\(errors.map { "\($0.location?.description ?? ""): \($0.message)" })")
    }

    /// Every finding was checked and is correct: a template exempts `tel` and names a placeholder as the dialer's
    /// scheme, a policy blocks saving and sends data to all apps, two have keys of a portal, two require the PIN
    /// whenever a face could be shown, and twelve define what happens on a device with threats but no threat level.
    @Test(
        "Published policies have the known number of findings of each code",
        .enabled(if: isThere, "\(PublishedData.howToGet)")
    )
    func graphFindings() throws {
        let counts = try Self.counts(lint("graph"))
        let ofChecks = counts.filter { $0.key != "policy-reach" }
        #expect(ofChecks == ["DM044": 16, "DM045": 4, "DM047": 4, "DM049": 4, "DM056": 4, "DM127": 2, "DM128": 12])
        #expect(counts["policy-reach"] == 17, "templates are assigned to nobody")
    }

    @Test(
        "Property lists have only known true errors",
        .enabled(if: isThere, "\(PublishedData.howToGet)")
    )
    func propertyLists() throws {
        let lint = try lint("plist")
        #expect(lint.sources.count > 40)
        #expect(Self.counts(lint, .error) == ["DM064": 12, "conflict-marker": 1])
    }

    private static func counts(_ lint: LintRun, _ severity: Diagnostic.Severity? = nil) -> [String: Int] {
        let found = lint.diagnostics.filter { severity == nil || $0.severity == severity }
        return Dictionary(found.map { ($0.code, 1) }, uniquingKeysWith: +)
    }
}
