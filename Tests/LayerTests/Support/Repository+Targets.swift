import Foundation
import TestSupport

extension Repository {
    /// The Swift files below `folder`, relative to the root and sorted, without the build products of a package there.
    static func swiftFiles(below folder: String) -> [String] {
        guard let walk = FileManager.default.enumerator(atPath: path(folder)) else { return [] }
        var files: [String] = []
        while let name = walk.nextObject() as? String {
            if name.split(separator: "/").last?.hasPrefix(".") == true {
                walk.skipDescendants()
            } else if name.hasSuffix(".swift") {
                files.append("\(folder)/\(name)")
            }
        }
        return files.sorted()
    }

    /// The folder of the server, which is a separate package.
    static let server = "Sources/Server"

    /// The folder of the modules for proxies, which are written in C and built with the proxies' own tools.
    static let modules = "Sources/Modules"

    /// The folder of the Python package.
    static let python = "Sources/Python"

    /// The folders of non-test targets: those of `Sources` and of the server, and those that tests use. Each folder has
    /// the name of its target.
    static func targetFolders() throws -> [(target: String, folder: String)] {
        try targetFolders(in: "Sources").filter { ![server, modules, python].contains($0.folder) }
            + targetFolders(in: "\(server)/Sources")
            + ["EngineAlone", "Transcripts", "WriteTranscripts", "WriteReadings", "TestSupport"].map {
                ($0, "Tests/\($0)")
            }
    }

    private static func targetFolders(in folder: String) throws -> [(target: String, folder: String)] {
        let names = try FileManager.default.contentsOfDirectory(atPath: path(folder))
        return names.filter { !$0.hasPrefix(".") }.sorted().map { ($0, "\(folder)/\($0)") }
    }
}
