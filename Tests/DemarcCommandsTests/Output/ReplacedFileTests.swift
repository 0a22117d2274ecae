import Foundation
import PolicyFiles
import TestSupport
import Testing

@testable import DemarcCommands

@Suite("Replacing a file in one step") struct ReplacedFileTests {
    @Test("The file's permissions are kept, and no other file is left behind") func replaced() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("old", to: "a")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        try ReplacedFile.prepare(path, bytes: Array("new and longer".utf8)).commit()
        #expect(try folder.read("a") == "new and longer")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o640)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a"])
    }

    @Test("A link stays a link") func link() throws {
        let folder = try TemporaryFolder()
        try folder.write("old", to: "a")
        let link = folder.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "a")
        try ReplacedFile.prepare(link, bytes: []).commit()
        #expect(try folder.read("a") == "")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "a")
    }

    @Test("Until the commit, or if it fails, everything is unchanged") func refused() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("old", to: "a")
        do { _ = try ReplacedFile.prepare(path, bytes: Array("new".utf8)) }
        try FileManager.default.createSymbolicLink(atPath: folder.file("dangling"), withDestinationPath: "nothing")
        for target in ["", folder.path, folder.path + "/missing/a", folder.file("dangling"), folder.file("a\0b")] {
            #expect(throws: CommandError.self) {
                try ReplacedFile.prepare(target, bytes: Array("new".utf8)).commit()
            }
        }
        #expect(try folder.read("a") == "old")
        #expect(folder.names == ["a", "dangling"])
    }

    @Test("A file with a name of the maximum length is replaced too") func longName() throws {
        let folder = try TemporaryFolder()
        let name = String(repeating: "é", count: 127)
        try ReplacedFile.prepare(folder.file(name), bytes: Array("new".utf8)).commit()
        #expect(try folder.read(name) == "new")
    }

    @Test("The destination of an option is replaced in one step, and an input is refused") func destination() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("old", to: "a")
        // The old file has a second name, which would show a change in place.
        try FileManager.default.linkItem(atPath: path, toPath: folder.file("held"))
        let input = try #require(FileStatus(path: path))
        #expect(throws: CommandError.self) { try ReplacedFile.write(Array("new".utf8), to: path, besides: [input]) }
        #expect(try folder.read("a") == "old")
        try ReplacedFile.write(Array("new".utf8), to: path, besides: [])
        #expect(try folder.read("a") == "new" && folder.read("held") == "old")
        try ReplacedFile.write(Array("new".utf8), to: "/dev/null", besides: [])
    }

    @Test("Anything other than a file is written to directly") func device() throws {
        try ReplacedFile.prepare("/dev/null", bytes: Array("new".utf8)).commit()
        #expect(throws: CommandError.self) {
            try ReplacedFile.prepare("/dev/full", bytes: Array("new".utf8)).commit()
        }
    }
}
