import Foundation
import PolicyFiles
import TestSupport
import Testing

@testable import DemarcCommands

@Suite("Files found in a folder") struct FoundFilesTests {
    @Test("A file that changes after it was found is not read") func swapped() throws {
        let folder = try TemporaryFolder()
        try folder.makeFolder("named/sub")
        try folder.makeFolder("outside")
        try folder.write("inside", to: "named/sub/policy.yaml")
        try folder.write("secret", to: "outside/policy.yaml")
        var walk = FolderWalk()
        walk.staysInside = true
        walk.visit(folder.file("named")) { _, _, _ in }
        let files = walk.found
        let path = folder.file("named/sub/policy.yaml")
        let resolved = try files.resolve(folder.file("named/sub"))
        #expect(try files.read(path, limit: 10, plainOnly: false) == Array("inside".utf8))

        let manager = FileManager.default
        try manager.moveItem(atPath: folder.file("named/sub"), toPath: folder.file("named/away"))
        try manager.createSymbolicLink(atPath: folder.file("named/sub"), withDestinationPath: "../outside")
        #expect(throws: FileError.self) { try files.read(path, limit: 10, plainOnly: false) }
        // A document's references are still resolved in the folder in which the document was found.
        #expect(try files.resolve(folder.file("named/sub")) == resolved)
        #expect(try files.resolve(path) == resolved + "/policy.yaml")
    }

    @Test("Links out of the folder are skipped, and other links are followed") func links() throws {
        let folder = try TemporaryFolder()
        try folder.makeFolder("named/sub")
        try folder.makeFolder("named-too")
        try folder.write("inside", to: "named/sub/a.yaml")
        try folder.write("secret", to: "named-too/b.yaml")
        for (name, target) in [
            ("in", "sub"), ("out", "../named-too"), ("up", ".."), ("out.yaml", "../named-too/b.yaml"),
        ] {
            let link = folder.file("named/" + name)
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        }
        var walk = FolderWalk()
        walk.staysInside = true
        var found: [String] = []
        walk.visit(folder.file("named")) { _, path, _ in found.append(path) }
        #expect(found == [folder.file("named/in/a.yaml")])
        #expect(try walk.found.read(found[0], limit: 10, plainOnly: true) == Array("inside".utf8))
    }
}
