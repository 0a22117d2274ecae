import ByteText
import Foundation
import PolicyModel
import TestSupport
import Testing

@testable import RuleIndex

@Suite("Compiled files on disk") struct CompiledFileDiskTests {
    private func code(_ path: String, copying: Bool) -> CompiledFileError.Code? {
        do throws(CompiledFileError) {
            _ = try CompiledPolicy(opening: path, copying: copying)
            return nil
        } catch {
            return error.code
        }
    }

    @Test("A policy is written, mapped and copied", arguments: [false, true])
    func opens(copying: Bool) throws {
        let folder = try TemporaryFolder()
        let document = try FilledDocument.make()
        let count = try CompiledPolicy(document).write(to: folder.file("a.demarc"))
        let opened = try CompiledPolicy(opening: folder.file("a.demarc"), copying: copying)
        #expect(opened.document == document)
        #expect(count == (try Data(contentsOf: URL(filePath: folder.file("a.demarc")))).count)
        #expect(folder.names == ["a.demarc"])
        #expect(CompiledPolicy.isCompiledFile(at: folder.file("a.demarc")))
    }

    @Test("A copied policy ignores changes of its file, and a mapped one keeps the replaced file")
    func changes() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.demarc")
        let document = try FilledDocument.make()
        try CompiledPolicy(document).write(to: path)
        let copied = try CompiledPolicy(opening: path, copying: true)
        let mapped = try CompiledPolicy(opening: path)
        try CompiledPolicy(PolicyDocument(accounts: AccountDirectory([]), user: nil)).write(to: path)
        #expect(mapped.document == document)
        #expect(try CompiledPolicy(opening: path).document != document)
        let handle = try #require(FileHandle(forUpdatingAtPath: path))
        try handle.truncate(atOffset: 0)
        #expect(copied.document == document)
    }

    @Test("A file that cannot be opened is reported with the cause", arguments: [false, true])
    func refused(copying: Bool) throws {
        let folder = try TemporaryFolder()
        try Data().write(to: URL(filePath: folder.file("empty")))
        try Data("demarc: 1\n".utf8).write(to: URL(filePath: folder.file("text")))
        #expect(unsafe mkfifo(folder.file("pipe"), 0o600) == 0)
        #expect(code(folder.file("missing"), copying: copying) == .missing)
        #expect(code(folder.file("text") + "/x", copying: copying) == .missing)
        #expect(code(folder.file("text") + "\0", copying: copying) == .missing)
        #expect(code(folder.path, copying: copying) == .notAFile)
        #expect(code(folder.file("pipe"), copying: copying) == .notAFile)
        #expect(code("/dev/null", copying: copying) == .notAFile)
        #expect(code(folder.file("empty"), copying: copying) == .empty)
        #expect(code(folder.file("text"), copying: copying) == .notCompiled)
        for name in ["missing", "empty", "text", "pipe", "."] {
            #expect(!CompiledPolicy.isCompiledFile(at: folder.file(name)))
        }
    }

    @Test("A file that is mostly nothing is refused before memory is requested for it", arguments: [false, true])
    func sparse(copying: Bool) throws {
        let folder = try TemporaryFolder()
        let compiled = folder.file("compiled")
        try CompiledPolicy(PolicyDocument(accounts: AccountDirectory([]), user: nil)).write(to: compiled)
        try Data().write(to: URL(filePath: folder.file("nothing")))
        let limit = UInt64(CompiledFileHeader.fileLimit)
        for (name, size, expected): (String, UInt64, CompiledFileError.Code) in [
            ("nothing", limit, .notCompiled), ("compiled", limit, .damaged),
            ("nothing", limit + 1, .tooLarge), ("compiled", limit + 1, .tooLarge), ("compiled", 400 << 30, .tooLarge),
        ] {
            let handle = try #require(FileHandle(forUpdatingAtPath: folder.file(name)))
            try handle.truncate(atOffset: size)
            try handle.close()
            #expect(code(folder.file(name), copying: copying) == expected, "\(name) \(size)")
        }
    }

    @Test("A file that cannot be written is reported with the cause, and leaves nothing behind")
    func unwritable() throws {
        let folder = try TemporaryFolder()
        let policy = CompiledPolicy(PolicyDocument(accounts: AccountDirectory([]), user: nil))
        #expect(unsafe symlink("nothing", folder.file("dangling")) == 0)
        #expect(unsafe mkfifo(folder.file("pipe"), 0o600) == 0)
        for path in [
            "", folder.path, folder.file("no/such/folder"), folder.file("a\0b"), folder.file("dangling"),
            folder.file("pipe"), "/dev/null",
        ] {
            #expect(throws: CompiledFileError.self, "\(path)") { try policy.write(to: path) }
        }
        #expect(folder.names == ["dangling", "pipe"])
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("dangling")) == "nothing")
    }

    @Test("A replaced file keeps its permissions, and a link leads to the new file")
    func replaces() throws {
        let folder = try TemporaryFolder()
        let policy = CompiledPolicy(PolicyDocument(accounts: AccountDirectory([]), user: nil))
        try policy.write(to: folder.file("a.demarc"))
        // Only root can change the owner of a file.
        let owner: UInt32 = getuid() == 0 ? 1234 : getuid()
        #expect(unsafe chown(folder.file("a.demarc"), owner, getuid() == 0 ? 4321 : getgid()) == 0)
        #expect(unsafe chmod(folder.file("a.demarc"), 0o4640) == 0)
        #expect(unsafe symlink("a.demarc", folder.file("link")) == 0)
        try policy.write(to: folder.file("link"))
        #expect(folder.names == ["a.demarc", "link"])
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("a.demarc"))
        #expect((attributes[.posixPermissions] as? Int).map { $0 & 0o7777 } == 0o4640)
        #expect(attributes[.ownerAccountID] as? Int == Int(owner))
        #expect(attributes[.groupOwnerAccountID] as? Int == (getuid() == 0 ? 4321 : Int(getgid())))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("link")) == "a.demarc")
    }
}
