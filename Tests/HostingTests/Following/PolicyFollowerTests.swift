import Foundation
import Hosting
@_spi(Fuzzing) import RuleIndex
import TestSupport
import Testing

@Suite("Following a policy") struct PolicyFollowerTests {
    private static let policy = "demarc: 1\nviews: [{id: E}]\n"

    @Test("Changed, new and removed files are noticed, and a broken policy is an error")
    func changes() throws {
        let folder = try TemporaryFolder()
        var follower = PolicyFollower(folder.file("policy.yaml"))
        #expect(follower.hasChanged)
        #expect(follower.modified == nil)
        #expect(throws: PolicyLoadingError.self) { try follower.load() }
        #expect(!follower.hasChanged)

        try folder.write(Self.policy, to: "policy.yaml")
        #expect(follower.hasChanged)
        #expect(try follower.load().document.views.map(\.id) == ["E"])
        #expect(!follower.hasChanged)
        let loaded = follower.present
        #expect(follower.present == loaded)
        let modified = try #require(follower.modified)
        #expect(abs(modified / .seconds(1) - Date.now.timeIntervalSince1970) < 60)
        // A file with the same text is another one: its stamp differs.
        try folder.write(Self.policy, to: "policy.yaml")
        #expect(follower.hasChanged)
        #expect(follower.present != loaded)

        try folder.write("demarc: 1\nviews: 7\n", to: "policy.yaml")
        #expect(follower.hasChanged)
        #expect(throws: PolicyLoadingError.self) { try follower.load() }

        let before = follower.present
        try FileManager.default.removeItem(atPath: folder.file("policy.yaml"))
        #expect(follower.hasChanged)
        #expect(follower.present != before)
    }

    @Test("A file that the system refuses to read is read again without a change, and reported once")
    func refusal() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("policy.yaml")
        // Permissions would not stop root. A loop of links does, and has no stamp that could change.
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "policy.yaml")
        var follower = PolicyFollower(path)
        #expect(throws: PolicyLoadingError.self) { try follower.load() }
        #expect(follower.hasChanged)
        #expect(!follower.isFailureRepeated)
        #expect(throws: PolicyLoadingError.self) { try follower.load() }
        #expect(follower.hasChanged)
        #expect(follower.isFailureRepeated)

        try FileManager.default.removeItem(atPath: path)
        try folder.write("demarc: 1\nviews: 7\n", to: "policy.yaml")
        #expect(throws: PolicyLoadingError.self) { try follower.load() }
        #expect(!follower.hasChanged)
        #expect(!follower.isFailureRepeated)
        // On request, a file that was read and found wrong is reported again.
        #expect(throws: PolicyLoadingError.self) { try follower.load() }
        #expect(!follower.isFailureRepeated)

        try folder.write(Self.policy, to: "policy.yaml")
        #expect(try follower.load().document.views.map(\.id) == ["E"])
        #expect(!follower.hasChanged)
        withExtendedLifetime(folder) {}
    }

    @Test("A pipe in place of the policy is an error without waiting for it, and a link to a policy is followed")
    func pipe() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("policy.yaml")
        // SAFETY: the path is lent as a NUL-terminated string for the call.
        let result = unsafe mkfifo(path, 0o600)
        #expect(result == 0)
        var follower = PolicyFollower(path)
        #expect(throws: PolicyLoadingError.self) { try follower.load() }
        #expect(!follower.hasChanged)

        try FileManager.default.removeItem(atPath: path)
        try folder.write(Self.policy, to: "first.yaml")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "first.yaml")
        #expect(follower.hasChanged)
        #expect(try follower.load().document.views.map(\.id) == ["E"])
        #expect(!follower.hasChanged)
        withExtendedLifetime(folder) {}
    }

    @Test("A compiled policy is copied, so writing to its file does no harm")
    func compiled() throws {
        let folder = try TemporaryFolder()
        let document = try #require(PolicyDocumentReader().load(text: Self.policy, path: "policy.yaml").document)
        let path = try folder.write(try CompiledFileParts(CompiledPolicy(document)).file(), to: "policy.demarc")
        var follower = PolicyFollower(path)
        let policy = try follower.load()
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        try handle.truncate(atOffset: 0)
        try handle.close()
        #expect(policy.document.views.map(\.id) == ["E"])
        #expect(throws: PolicyLoadingError.self) { try follower.load() }
        withExtendedLifetime(folder) {}
    }
}
