import Diagnostics
import Foundation
import PolicyModel
import Testing

@testable import PolicyFiles

@Suite("Graph files on disk") struct GraphDiskTests {
    @Test("They must be below the document's folder, with links resolved")
    func confinement() throws {
        try DiskTests.withFolder { folder in
            let json = #"{"saveAsBlocked": true}"#
            let path = folder + "/policy/policy.yaml"
            let manager = FileManager.default
            try manager.createDirectory(atPath: folder + "/policy/graph", withIntermediateDirectories: true)
            try json.write(toFile: folder + "/outside.json", atomically: false, encoding: .utf8)
            try json.write(toFile: folder + "/policy/graph/in.json", atomically: false, encoding: .utf8)
            try manager.createSymbolicLink(atPath: folder + "/policy/out.json", withDestinationPath: "../outside.json")
            let made = unsafe mkfifo(folder + "/policy/pipe", 0o600)
            #expect(made == 0)
            for (name, expected) in [
                ("graph/in.json", []), ("./graph/../graph/in.json", []), ("out.json", ["outside-folder"]),
                ("../outside.json", ["outside-folder"]), (folder + "/outside.json", ["outside-folder"]),
                ("graph", ["not-a-file"]), ("pipe", ["not-a-file"]), ("graph/none.json", ["file-not-found"]),
            ] {
                for entry in [name, "{file: \(name)}"] {
                    let document = "demarc: 1\npolicies: {p: {graph: \(entry)}}\n"
                    try document.write(toFile: path, atomically: false, encoding: .utf8)
                    let result = PolicyDocumentReader().load(path: path)
                    #expect(result.diagnostics.map(\.code) == expected, "\(entry): \(summary(result))")
                    #expect(result.isUsable == expected.isEmpty)
                    guard expected == ["outside-folder"] else { continue }
                    #expect(PolicyDocumentReader(allowsOutside: true).load(path: path).isUsable)
                }
            }
        }
    }
}
