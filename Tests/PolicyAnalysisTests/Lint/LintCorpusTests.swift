import Diagnostics
import Foundation
import PolicyAnalysis
import PolicyFiles
import Testing

/// Published policies and property lists, where they are at hand.
@Suite("Lint reads published files") struct LintCorpusTests {
    private static let folder =
        ProcessInfo.processInfo.environment["DEMARC_SHARED"]
        ?? URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "../shared").standardizedFileURL.path

    private static let isThere = FileManager.default.fileExists(atPath: folder + "/corpus/graph")

    private func lint(_ name: String) throws -> Lint {
        let folder = Self.folder + "/corpus/" + name
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            .compactMap { name -> (String, LintFileKind)? in
                let path = folder + "/" + name
                let bytes = try DiskFiles().read(path, limit: 1 << 26, plainOnly: true)
                return LintFileKind(of: bytes, name: name, isNamed: false).map { (path, $0) }
            }
        return Lint(LintTarget.targets(of: files))
    }

    @Test(
        "Policies that were published to be used have no error",
        .enabled(if: isThere, "skipped: the corpus is in the folder that DEMARC_SHARED names, or in ../shared")
    )
    func graph() throws {
        let lint = try lint("graph")
        #expect(lint.sources.count == 23)
        let errors = lint.diagnostics.filter { $0.severity == .error }
        #expect(errors.map(\.code) == [], "\(errors.map { "\($0.location?.description ?? ""): \($0.message)" })")
    }

    @Test(
        "Property lists are read without a crash",
        .enabled(if: isThere, "skipped: the corpus is in the folder that DEMARC_SHARED names, or in ../shared")
    )
    func propertyLists() throws {
        #expect(try lint("plist").sources.count > 40)
    }
}
