import Demarc
import Diagnostics
import Foundation
import PolicyFiles
import PolicyModel
import RuleIndex
import Synchronization
import TestSupport
import Testing

@Suite("Following policy files", .timeLimit(.minutes(15))) struct FollowingTests {
    /// A policy whose only rule set gives every URL the class `urlClass`.
    private static func policy(_ urlClass: String, _ more: String = "") -> String {
        """
        demarc: 1
        ruleSets:
          corporate:
            default: \(urlClass)
            \(more)
        views: [{id: page, policy: currentIdentity, isExternalURL: corporate}]
        """
    }

    private static let listed = policy(
        "internal",
        "rules: [{id: l, class: blocked, list: {file: l.txt, format: domains}}]"
    )

    private func verdict(_ engine: PolicyEngine, _ url: String = "https://a.example/") throws -> String {
        var evaluator = engine.makeEvaluator()
        let decision = evaluator.navigation(to: url, in: try engine.requireView("page"))
        return decision.urlClass?.rawValue ?? "none"
    }

    @Test("A changed document is put in force; a bad one is refused, and the old one stays")
    func document() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.policy("internal"), to: "p.yaml")
        let engine = try PolicyEngine(contentsOf: folder.file("p.yaml"))
        var reloads = engine.reloads(of: folder.file("p.yaml"), every: .milliseconds(5)).makeAsyncIterator()
        #expect(await reloads.next()?.isInForce == true)

        try folder.write(Self.policy("external"), to: "p.yaml")
        #expect(await reloads.next()?.isInForce == true)
        #expect(try verdict(engine) == "external")

        try folder.write("demarc: 1\nruelSets: {}", to: "p.yaml")
        #expect(await reloads.next()?.refusal == ["unknown-key"])
        #expect(try verdict(engine) == "external")

        try FileManager.default.removeItem(atPath: folder.file("p.yaml"))
        #expect(await reloads.next()?.refusal == ["file-not-found"])
        #expect(try verdict(engine) == "external")

        try folder.write(Self.policy("blocked"), to: "p.yaml")
        #expect(await reloads.next()?.isInForce == true)
        #expect(try verdict(engine) == "blocked")
    }

    @Test("A list counts like the document, even if it does not exist yet")
    func list() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.policy("internal"), to: "p.yaml")
        let engine = try PolicyEngine(contentsOf: folder.file("p.yaml"))
        try folder.write(Self.listed, to: "p.yaml")
        var reloads = engine.reloads(of: folder.file("p.yaml"), every: .milliseconds(5)).makeAsyncIterator()
        #expect(await reloads.next()?.refusal == ["file-not-found"])

        try folder.write("a.example\n", to: "l.txt")
        #expect(await reloads.next()?.isInForce == true)
        #expect(try verdict(engine) == "blocked")

        try folder.write("b.example\n", to: "l.txt")
        #expect(await reloads.next()?.isInForce == true)
        #expect(try verdict(engine) == "internal")
    }

    /// Compiles a policy that blocks a host, and whose rule has a sentence for the user.
    private static func compile(blocking host: String, because sentence: String, to path: String) throws {
        let yaml = policy(
            "internal",
            "rules: [{id: l, class: blocked, because: \(sentence), list: {file: l.txt, format: domains}}]"
        )
        try CompiledPolicy(DemarcTests.document(yaml, files: ["l.txt": "\(host)\n"])).write(to: path)
    }

    @Test("A compiled policy is copied: what is written to its file is in force once it is read")
    func compiledPolicy() async throws {
        let folder = try TemporaryFolder()
        let (path, other) = ("\(folder.path)/p.demarc", "\(folder.path)/other.demarc")
        try Self.compile(blocking: "a.example", because: "Short.", to: path)
        let engine = try PolicyEngine(contentsOf: path)
        var reloads = engine.reloads(of: path, every: .milliseconds(5)).makeAsyncIterator()
        #expect(await reloads.next()?.isInForce == true)

        // Not replaced, but written in place. The sentence makes the file longer, so that the change is noticed.
        let sentence = String(repeating: "A longer sentence. ", count: 10)
        try Self.compile(blocking: "b.example", because: sentence, to: other)
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        try handle.write(contentsOf: Data(contentsOf: URL(filePath: other)))
        try handle.close()
        #expect(try verdict(engine) == "blocked")
        #expect(await reloads.next()?.isInForce == true)
        #expect(try verdict(engine) == "internal")
        withExtendedLifetime(folder) {}
    }

    @Test("Swapping a folder behind a link changes its files")
    func swappedFolder() async throws {
        let folder = try TemporaryFolder()
        for (name, urlClass) in [("one", "internal"), ("two", "external")] {
            try folder.makeFolder(name)
            try folder.write(Self.policy(urlClass), to: "\(name)/p.yaml")
        }
        try FileManager.default.createSymbolicLink(atPath: folder.file("data"), withDestinationPath: "one")
        let engine = try PolicyEngine(contentsOf: folder.file("data/p.yaml"))
        var reloads = engine.reloads(of: folder.file("data/p.yaml"), every: .milliseconds(5)).makeAsyncIterator()
        #expect(await reloads.next()?.isInForce == true)

        try FileManager.default.createSymbolicLink(atPath: folder.file("next"), withDestinationPath: "two")
        // SAFETY: both paths are passed as NUL-terminated strings for the duration of the call.
        let status = unsafe rename(folder.file("next"), folder.file("data"))
        try #require(status == 0)
        #expect(await reloads.next()?.isInForce == true)
        #expect(try verdict(engine) == "external")
    }

    @Test("Files are read when they stop changing, or after a while if they never stop")
    func settling() async throws {
        for (changes, reads) in [(3, 1), (1000, 1)] {
            let files = RestlessFiles(Self.policy("external"), changes: changes)
            let engine = try PolicyEngine(contentsOf: "p.yaml", reader: PolicyDocumentReader(files: files))
            let reader = PolicyDocumentReader(files: files)
            var reloads = engine.reloads(of: "p.yaml", reader: reader, every: .milliseconds(1)).makeAsyncIterator()
            _ = await reloads.next()
            files.start()
            let before = files.reads
            #expect(await reloads.next()?.isInForce == true)
            #expect(files.reads - before == reads)
            if changes == 3 { #expect(files.isAtRest, "it was read while it was still changing") }
        }
    }

    @Test("A file that the system refused to read is read again without a change, and reported once")
    func refusal() async throws {
        let files = RefusedFiles(Self.policy("external"))
        let engine = try PolicyEngine(contentsOf: "p.yaml", reader: PolicyDocumentReader(files: files))
        let reader = PolicyDocumentReader(files: files)
        var reloads = engine.reloads(of: "p.yaml", reader: reader, every: .milliseconds(1)).makeAsyncIterator()
        files.refuse(attempts: 10)
        #expect(await reloads.next()?.refusal == ["file-unreadable"])
        // The attempts that fail in the same way are not reported.
        #expect(await reloads.next()?.isInForce == true)
        #expect(files.isReadable)
    }

    @Test("Cancelling the task stops following")
    func cancellation() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.policy("internal"), to: "p.yaml")
        let engine = try PolicyEngine(contentsOf: folder.file("p.yaml"))
        let path = folder.file("p.yaml")
        let following = Task {
            var count = 0
            for await _ in engine.reloads(of: path, every: .seconds(3600)) { count += 1 }
            return count
        }
        try await Task.sleep(for: .milliseconds(50))
        following.cancel()
        #expect(await following.value <= 1)
    }

    @Test("A replaced policy is released once every evaluator rests or has decided under another")
    func release() throws {
        let engine = try DemarcTests.engine(Self.policy("internal"))
        let page = try engine.requireView("page")
        weak let first = engine.policy
        var deciding = engine.makeEvaluator()
        var resting = engine.makeEvaluator()
        _ = deciding.navigation(to: "https://a.example/", in: page)
        let decision = resting.navigation(to: "https://a.example/", in: page)

        engine.reload(try DemarcTests.document(Self.policy("external")))
        #expect(first != nil)
        _ = deciding.navigation(to: "https://a.example/", in: page)
        #expect(first != nil)
        resting.rest()
        #expect(first == nil)

        // Its earlier decision can no longer be explained, but it can still be used for new questions.
        #expect(throws: StaleDecision.self) { _ = try resting.explanation(of: decision) }
        let hasNoURL = resting.url.isEmpty
        #expect(hasNoURL)
        let urlClass = resting.navigation(to: "https://a.example/", in: page).urlClass
        #expect(urlClass == .external)
    }
}

extension PolicyReload {
    fileprivate var isInForce: Bool {
        if case .inForce = self { return true }
        return false
    }

    /// The codes of the findings.
    fileprivate var refusal: [String]? {
        if case .refused(let error) = self { return error.diagnostics.map(\.code) }
        return nil
    }
}

/// A file that never changes, and that the system refuses to read for some attempts, as if too many files were open.
private final class RefusedFiles: FileSource {
    private let text: String
    private let refusalsLeft = Mutex(0)

    init(_ text: String) { self.text = text }

    var isReadable: Bool { refusalsLeft.withLock { $0 == 0 } }
    func refuse(attempts: Int) { refusalsLeft.withLock { $0 = attempts } }

    func read(_ path: String, limit: Int, plainOnly: Bool) throws(FileError) -> [UInt8] {
        let isRefused = refusalsLeft.withLock { left in
            guard left > 0 else { return false }
            left -= 1
            return true
        }
        if isRefused { throw .unreadable("system error 24") }
        return Array(text.utf8)
    }

    func resolve(_ path: String) throws(FileError) -> String { path }

    func stamp(of path: String) -> FileStamp? { FileStamp(device: 1, number: 1, size: 1, modified: 0, changed: 0) }
}

/// A file that, once started, differs on each read, for a number of reads.
private final class RestlessFiles: FileSource {
    private struct State {
        var changesLeft = 0
        var looks: Int64 = 0
        var reads = 0
    }

    private let text: String
    private let changes: Int
    private let state = Mutex(State())

    init(_ text: String, changes: Int) {
        self.text = text
        self.changes = changes
    }

    var reads: Int { state.withLock(\.reads) }
    var isAtRest: Bool { state.withLock { $0.changesLeft == 0 } }
    func start() { state.withLock { $0.changesLeft = changes } }

    func read(_ path: String, limit: Int, plainOnly: Bool) throws(FileError) -> [UInt8] {
        state.withLock { $0.reads += 1 }
        return Array(text.utf8)
    }

    func resolve(_ path: String) throws(FileError) -> String { path }

    func stamp(of path: String) -> FileStamp? {
        state.withLock { state in
            if state.changesLeft > 0 {
                state.changesLeft -= 1
                state.looks += 1
            }
            return FileStamp(device: 1, number: 1, size: state.looks, modified: 0, changed: 0)
        }
    }
}
