import Diagnostics
import PolicyAnalysis
import PolicyFiles
import TestSupport
import Testing

/// Published policies and property lists, where they are at hand.
@Suite("Lint reads published files") struct LintCorpusTests {
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
        "Policies that were published to be used have no error",
        .enabled(if: isThere, "\(PublishedData.howToGet)")
    )
    func graph() throws {
        let lint = try lint("graph")
        #expect(lint.sources.count == 23)
        let errors = lint.diagnostics.filter { $0.severity == .error }
        #expect(errors.map(\.code) == [], "\(errors.map { "\($0.location?.description ?? ""): \($0.message)" })")
    }

    @Test(
        "Property lists are read without a crash",
        .enabled(if: isThere, "\(PublishedData.howToGet)")
    )
    func propertyLists() throws {
        #expect(try lint("plist").sources.count > 40)
    }
}
