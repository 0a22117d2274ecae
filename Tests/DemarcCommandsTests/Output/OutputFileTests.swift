import Foundation
import TestSupport
import Testing

@testable import DemarcCommands

@Suite("Output files") struct OutputFileTests {
    @Test("A file is created when there is something to write")
    func creation() throws {
        let folder = try TemporaryFolder()
        let created = folder.file("new.txt")
        var file = try OutputFile(created)
        #expect(!FileManager.default.fileExists(atPath: created))
        try file.begin(besides: [])
        #expect(FileManager.default.fileExists(atPath: created))
    }

    @Test("An older file is emptied when there is something to write")
    func emptying() throws {
        let folder = try TemporaryFolder()
        var file = try OutputFile(try folder.write("old", to: "old.txt"))
        #expect(try folder.read("old.txt") == "old")
        try file.begin(besides: [])
        #expect(try folder.read("old.txt").isEmpty)
    }

    @Test(
        "An error is known before there is something to write",
        arguments: [
            ("missing/new.txt", "there is no such file or folder"),
            ("old.txt/new.txt", "there is no such file or folder"), (".", "it is a folder"),
            ("link.txt", "it is a broken symbolic link"),
        ]
    )
    func error(name: String, reason: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("old", to: "old.txt")
        try FileManager.default.createSymbolicLink(atPath: folder.file("link.txt"), withDestinationPath: "target.txt")
        do {
            _ = try OutputFile(folder.file(name))
            Issue.record("\(name) can be written")
        } catch {
            #expect(error.message.hasSuffix(reason), "\(error.message)")
        }
    }
}
