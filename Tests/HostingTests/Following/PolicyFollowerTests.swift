import Foundation
import Hosting
@_spi(Fuzzing) import RuleIndex
import TestSupport
import Testing

@Suite("Following a policy") struct PolicyFollowerTests {
    private static let policy = "demarc: 1\nviews: [{id: E}]\n"

    @Test("Changed, new and removed files are noticed, and a broken policy is an error")
    func changes() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "follow-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "policy.yaml")
        var follower = PolicyFollower(file.path(percentEncoded: false))
        #expect(follower.hasChanged)
        #expect(follower.modified == nil)
        #expect(throws: PolicyLoadingError.self) { try follower.load() }
        #expect(!follower.hasChanged)

        try Data(Self.policy.utf8).write(to: file, options: .atomic)
        #expect(follower.hasChanged)
        #expect(try follower.load().document.views.map(\.id) == ["E"])
        #expect(!follower.hasChanged)
        #expect(follower.present == follower.present)
        let modified = try #require(follower.modified)
        #expect(abs(modified / .seconds(1) - Date.now.timeIntervalSince1970) < 60)

        try Data("demarc: 1\nviews: 7\n".utf8).write(to: file, options: .atomic)
        #expect(follower.hasChanged)
        #expect(throws: PolicyLoadingError.self) { try follower.load() }

        let before = follower.present
        try FileManager.default.removeItem(at: file)
        #expect(follower.hasChanged)
        #expect(follower.present != before)
    }

    @Test("A file that the system refuses to read is read again without a change, and reported once")
    func refusal() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "follow-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "policy.yaml")
        let path = file.path(percentEncoded: false)
        // Permissions would not stop root. A loop of links does, and has no stamp that could change.
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "policy.yaml")
        var follower = PolicyFollower(path)
        #expect(throws: PolicyLoadingError.self) { try follower.load() }
        #expect(follower.hasChanged)
        #expect(!follower.isFailureRepeated)
        #expect(throws: PolicyLoadingError.self) { try follower.load() }
        #expect(follower.hasChanged)
        #expect(follower.isFailureRepeated)

        try FileManager.default.removeItem(at: file)
        try Data("demarc: 1\nviews: 7\n".utf8).write(to: file)
        #expect(throws: PolicyLoadingError.self) { try follower.load() }
        #expect(!follower.hasChanged)
        #expect(!follower.isFailureRepeated)
        // On request, a file that was read and found wrong is reported again.
        #expect(throws: PolicyLoadingError.self) { try follower.load() }
        #expect(!follower.isFailureRepeated)

        try Data(Self.policy.utf8).write(to: file, options: .atomic)
        #expect(try follower.load().document.views.map(\.id) == ["E"])
        #expect(!follower.hasChanged)
    }

    @Test("A compiled policy is copied, so writing to its file does no harm")
    func compiled() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "follow-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let document = try #require(PolicyDocumentReader().load(text: Self.policy, path: "policy.yaml").document)
        let file = folder.appending(path: "policy.demarc")
        try Data(try CompiledFileParts(CompiledPolicy(document)).file()).write(to: file)
        var follower = PolicyFollower(file.path(percentEncoded: false))
        let policy = try follower.load()
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: 0)
        try handle.close()
        #expect(policy.document.views.map(\.id) == ["E"])
        #expect(throws: PolicyLoadingError.self) { try follower.load() }
    }
}
