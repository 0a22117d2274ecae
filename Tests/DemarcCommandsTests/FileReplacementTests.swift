import Foundation
import PolicyFiles
import Testing

@testable import DemarcCommands

@Suite("A file is replaced all at once") struct FileReplacementTests {
    @Test("Its permissions stay, and nothing is left beside it") func replaced() throws {
        let folder = try Folder()
        let path = try folder.write("old", to: "a")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        try FileReplacement.replace(path, holding: Array("old".utf8), with: Array("new and longer".utf8))
        #expect(try folder.read("a") == "new and longer")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o640)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a"])
    }

    @Test("A link stays a link") func link() throws {
        let folder = try Folder()
        try folder.write("old", to: "a")
        let link = folder.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "a")
        try FileReplacement.replace(link, holding: Array("old".utf8), with: [])
        #expect(try folder.read("a") == "")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "a")
    }

    @Test("What was changed meanwhile, is missing or is no file stays as it is") func refused() throws {
        let folder = try Folder()
        let path = try folder.write("other", to: "a")
        for target in [path, folder.path, folder.path + "/missing", "/dev/null"] {
            #expect(throws: FileError.self) {
                try FileReplacement.replace(target, holding: Array("old".utf8), with: Array("new".utf8))
            }
        }
        #expect(try folder.read("a") == "other")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a"])
    }
}
