import Demarc
import Foundation
import Hosting
import RequestReading
import Synchronization
import Testing

@testable import DemarcCommands

/// A helper whose decisions take as long as a test requires.
private final class HangingHelper: Sendable {
    /// Whether decisions on the path `/slow` continue.
    private let isOpen = Atomic(false)
    /// Whether a decision hangs.
    private let isHanging = Atomic(false)
    private let number = Atomic(0)
    /// Signalled when the helper has ended, and when its deputy has given up.
    let ended = DispatchSemaphore(value: 0)
    let gaveUp = DispatchSemaphore(value: 0)
    private let input = Pipe()
    private let output = Pipe()
    private let unread = Mutex<[UInt8]>([])

    init() throws {
        let text = """
            demarc: 1
            ruleSets:
              default: {default: blocked, rules: [{id: good, class: internal, host: good.test}]}
            """
        let result = PolicyDocumentReader(requiresUser: false).load(bytes: Array(text.utf8), path: "policy.yaml")
        let engine = PolicyEngine(try #require(result.document))
        let streams = SquidStreams(
            .accessControl,
            input: input.fileHandleForReading.fileDescriptor,
            output: output.fileHandleForWriting.fileDescriptor
        )
        let (gaveUp, ended) = (gaveUp, ended)
        let exchange = SquidExchange(streams) { gaveUp.signal() }
        Thread.detachNewThread { [self] in
            var run = SquidRun(
                PolicyWatch(engine, PolicyFollower("/nonexistent"), isQuiet: true),
                RequestBinding(view: PolicyDocument.implicitView, absentAccount: .lockDown),
                .accessControl,
                SquidReply(.accessControl, key: .random(), page: nil),
                exchange
            ) { [self] line in
                guard line.request.target.suffix(5) == Array("/slow".utf8)[...] else { return }
                isHanging.store(true, ordering: .releasing)
                while !isOpen.load(ordering: .acquiring) { usleep(1_000) }
                isHanging.store(false, ordering: .releasing)
            }
            try? run.run()
            try? output.fileHandleForWriting.close()
            ended.signal()
        }
    }

    func ask(_ channel: Int, _ path: String = "/") throws { try ask([(channel, path)]) }

    /// Sends lines in one piece.
    func ask(_ lines: [(channel: Int, path: String)]) throws {
        let text = lines.map { "\($0.channel) GET http://good.test\($0.path) good.test - 127.0.0.1 -\n" }.joined()
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    }

    /// Sends lines until one is decided. On a busy machine, lines can be late for that reason alone.
    func askUntilDecided() throws {
        for _ in 0..<10_000 {
            let channel = number.add(1, ordering: .relaxed).newValue
            try ask(channel)
            let reply = try reply()
            if reply == "\(channel) OK" { return }
            #expect(reply == "\(channel) BH message=late")
        }
        Issue.record("nothing is decided any more")
    }

    /// Sends hanging lines until one hangs.
    func askUntilHanging() throws {
        isOpen.store(false, ordering: .releasing)
        for _ in 0..<10_000 {
            let channel = number.add(1, ordering: .relaxed).newValue
            try ask(channel, "/slow")
            #expect(try reply() == "\(channel) BH message=late")
            if isHanging.load(ordering: .acquiring) { return }
        }
        Issue.record("nothing hangs")
    }

    /// Lets hanging decisions continue.
    func release() { isOpen.store(true, ordering: .releasing) }

    func close() throws { try input.fileHandleForWriting.close() }

    /// The next reply; nil if none arrives within a minute.
    func reply() throws -> String? {
        let end = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < end {
            let line: String? = unread.withLock { bytes in
                guard let feed = bytes.firstIndex(of: 0x0A) else { return nil }
                defer { bytes.removeSubrange(...feed) }
                return String(decoding: bytes[..<feed], as: UTF8.self)
            }
            if let line { return line }
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { return nil }
            unread.withLock { $0 += data }
        }
        return nil
    }
}

@Suite("A hanging decision of the helper", .timeLimit(.minutes(5))) struct HangingDecisionTests {
    @Test("Its channel gets `BH` while it hangs, as do later lines, and its own reply never comes")
    func late() throws {
        let helper = try HangingHelper()
        for _ in 0..<3 {
            try helper.askUntilDecided()
            let begin = ContinuousClock.now
            try helper.askUntilHanging()
            #expect(ContinuousClock.now - begin >= .milliseconds(40))
            for channel in 1001...1003 {
                try helper.ask(channel)
                #expect(try helper.reply() == "\(channel) BH message=late")
            }
            helper.release()
        }
        try helper.askUntilDecided()
        try helper.close()
        helper.ended.wait()
        #expect(try helper.reply() == nil)
    }

    @Test("It delays no reply to lines that came with it")
    func together() throws {
        let helper = try HangingHelper()
        try helper.askUntilDecided()
        let lines = [(2001, "/"), (2002, "/slow"), (2003, "/")]
        try helper.ask(lines)
        let replies = try lines.map { _ in try helper.reply() }
        #expect(replies[0] == "2001 OK" || replies[0] == "2001 BH message=late")
        #expect(replies[1...] == ["2002 BH message=late", "2003 BH message=late"])
        helper.release()
        try helper.close()
        helper.ended.wait()
    }

    @Test("It does not keep a process alive after the input ends")
    func endless() throws {
        let helper = try HangingHelper()
        try helper.askUntilHanging()
        try helper.close()
        helper.gaveUp.wait()
        helper.release()
        helper.ended.wait()
    }
}
