import Foundation
import TestSupport

extension Repository {
    /// The Swift files below `folder`, given from the root and sorted.
    static func swiftFiles(below folder: String) -> [String] {
        let names = FileManager.default.enumerator(atPath: path(folder))?.compactMap { $0 as? String }
        return (names ?? []).filter { $0.hasSuffix(".swift") }.map { "\(folder)/\($0)" }.sorted()
    }

    /// The folders of targets that are no tests: those of `Sources`, and those that tests use. Each is named as its
    /// target.
    static func targetFolders() throws -> [(target: String, folder: String)] {
        let sources = try FileManager.default.contentsOfDirectory(atPath: path("Sources"))
        return sources.filter { !$0.hasPrefix(".") }.sorted().map { ($0, "Sources/\($0)") }
            + [("EngineAlone", "Tests/EngineAlone"), ("TestSupport", "Tests/TestSupport")]
    }
}
