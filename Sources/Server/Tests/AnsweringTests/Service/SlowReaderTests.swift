import Foundation
import Hosting
import Logging
import RequestReading
import Synchronization
import Testing

@testable import Answering

/// Pipes that nobody reads, or reads in time.
@Suite("Slow readers")
struct SlowReaderTests {
    private static func service(
        _ log: LogConfiguration,
        to pipe: UnreadPipe,
        decisionLimit: Duration? = nil
    ) throws -> DecisionService {
        var configuration = AnsweringFixture.configuration(log)
        if let decisionLimit { configuration.decisionLimit = decisionLimit }
        let service = try DecisionService(configuration, messages: nil, logFile: pipe.file())
        service.put(try AnsweringFixture.policy())
        return service
    }

    @Test("Nothing waits for a stuck writer: records that do not fit the ring are dropped and counted")
    func stuckWriter() throws {
        let pipe = UnreadPipe()
        let service = try Self.service(LogConfiguration(allowRate: 1), to: pipe)
        let worker = service.makeWorker()
        let count = 3 * DecisionLog.ringCapacity
        for _ in 0..<count {
            let answer = worker.answer(AnsweringFixture.request("contoso.example"), binding: "edge", host: .nginx)
            #expect(answer.isAllowed)
        }
        #expect(!service.flush(within: .milliseconds(50)))
        let metrics = try PrometheusText(service.metrics())
        let dropped = try #require(metrics["demarc_log_dropped_total", [:]])
        #expect(dropped > 0)
        pipe.read()
        #expect(service.flush(within: .seconds(60)))
    }

    @Test("Under an audit, a request whose record nobody reads is blocked in time, and the next ones at once")
    func audit() throws {
        let pipe = UnreadPipe()
        let service = try Self.service(LogConfiguration(isAudit: true), to: pipe, decisionLimit: .seconds(3))
        let worker = service.makeWorker()
        func ask() -> HostAnswer {
            worker.answer(AnsweringFixture.request("contoso.example"), binding: "edge", host: .nginx)
        }
        var answer = ask()
        var allowed = 0
        // The system keeps some of what nobody reads.
        while answer.isAllowed, allowed < 100_000 {
            allowed += 1
            answer = ask()
        }
        #expect(allowed > 0)
        #expect(answer.status == 403)
        #expect(String(decoding: answer.body, as: UTF8.self).contains("audit.unavailable"))
        let start = ContinuousClock.now
        for _ in 0..<50 { #expect(!ask().isAllowed) }
        // If each of them waited, it would take more than two minutes.
        #expect(ContinuousClock.now - start < .seconds(60))
        pipe.read()
        #expect(Waiting.until { ask().isAllowed })
        let written = try #require(try PrometheusText(service.metrics())["demarc_log_written_total", [:]])
        #expect(Waiting.until { pipe.lines.count == Int(written) })
        #expect(throws: Never.self) { try pipe.lines.forEach { _ = try DecisionRecord(line: Array($0.utf8)) } }
    }

    @Test("No message to the operator waits for a reader of standard error; those that do not fit are counted")
    func messages() throws {
        let pipe = UnreadPipe()
        let messages = OperatorMessages(to: pipe.file())
        let logger = messages.logger(label: "test")
        for number in 0..<4 * OperatorMessages.capacity { logger.error("message \(number), which nobody reads") }
        #expect(messages.countOfDropped > 0)
        #expect(!messages.flush(within: .milliseconds(50)))
        let service = try DecisionService(AnsweringFixture.configuration(), messages: messages)
        let dropped = try #require(try PrometheusText(service.metrics())["demarc_messages_dropped_total", [:]])
        #expect(dropped > 0)
        pipe.read()
        #expect(messages.flush(within: .seconds(60)))
        #expect(Waiting.until { pipe.lines.contains { $0.contains(" messages are missing: ") } })
        #expect(pipe.lines.first?.hasSuffix("message 0, which nobody reads") == true)
    }

    @Test("Of lines that are written in part, those that are complete are counted")
    func partlyWritten() {
        let pipe = UnreadPipe()
        let line = [UInt8](repeating: UInt8(ascii: "a"), count: 99) + [UInt8(ascii: "\n")]
        let count = 100_000
        let written = pipe.file().write(Array(repeatElement(line, count: count).joined()), until: .now)
        #expect(written > 0)
        #expect(written < count)
        pipe.read()
        #expect(Waiting.until { pipe.lines.count == written })
    }

    @Test("Messages that are lost while standard error cannot be written are reported later")
    func lostMessages() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("messages")
        // Every write to this device fails, as if a disk were full.
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/full")
        let file = try LogFile(.file(path))
        let messages = OperatorMessages(to: file)
        for text in ["one\n", "two\nlines\n"] {
            messages.write(text)
            #expect(messages.flush(within: .seconds(60)))
        }
        try FileManager.default.removeItem(atPath: path)
        try file.reopen()
        for text in ["three\n", "four\n"] {
            messages.write(text)
            #expect(messages.flush(within: .seconds(60)))
        }
        let report = "demarc-serve: 2 messages are missing: standard error was not read"
        #expect(try folder.lines("messages") == ["three", report, "four"])
    }

    @Test("Lines of two writers to one pipe are not mixed")
    func twoWriters() {
        let pipe = UnreadPipe()
        pipe.read()
        let group = DispatchGroup()
        let (count, size) = (2_000, 300)
        for letter in [UInt8(ascii: "a"), UInt8(ascii: "b")] {
            let file = pipe.file()
            Thread.detachIn(group) {
                let line = [UInt8](repeating: letter, count: size) + [UInt8(ascii: "\n")]
                let lines = Array(repeatElement(line, count: 100).joined())
                for _ in 0..<count / 100 { _ = file.write(lines, until: ContinuousClock.now + .seconds(60)) }
            }
        }
        group.wait()
        #expect(Waiting.until { pipe.lines.count == 2 * count })
        #expect(pipe.lines.allSatisfy { $0.utf8.count == size && Set($0.utf8).count == 1 })
    }

    @Test("A pipe, a socket or a folder in place of the log is refused without waiting for a reader")
    func kinds() throws {
        let folder = try TemporaryFolder()
        try #require(unsafe mkfifo(folder.file("pipe"), 0o600) == 0)
        let reasons: [(String, String?)] = [
            ("pipe", "it is a pipe; name a file, or write `stderr`"), (".", "it is a folder"), ("none", nil),
        ]
        for (name, reason) in reasons { #expect(LogFile.obstacle(at: folder.file(name)) == reason, "\(name)") }
        #expect(LogFile.obstacle(at: "/dev/null") == nil)
        let service = try AnsweringFixture.service(
            AnsweringFixture.configuration(LogConfiguration(to: .file(folder.file("log")), allowRate: 1))
        )
        #expect(throws: AnsweringError.log(path: folder.file("pipe"), reason: reasons[0].1 ?? "")) {
            _ = try LogFile(.file(folder.file("pipe")))
        }
        // In place of a log that is reopened, too, and the old file stays in use.
        try FileManager.default.moveItem(atPath: folder.file("log"), toPath: folder.file("log.1"))
        try FileManager.default.moveItem(atPath: folder.file("pipe"), toPath: folder.file("log"))
        service.reopenLog()
        _ = service.makeWorker().answer(AnsweringFixture.request("contoso.example"), binding: "edge", host: .nginx)
        #expect(service.flush(within: .seconds(60)))
        #expect(try folder.lines("log.1").count == 1)
    }
}

/// A pipe that nobody reads until a test wants it to be read.
private final class UnreadPipe {
    /// What was read so far.
    private final class Received: Sendable {
        let bytes = Mutex<[UInt8]>([])
    }

    private let reading: FileHandle
    private let writing: FileHandle
    private let received = Received()

    init() {
        let pipe = Pipe()
        (reading, writing) = (pipe.fileHandleForReading, pipe.fileHandleForWriting)
    }

    /// The end for writing, as a log.
    func file() -> LogFile { LogFile(stream: .stream(writing.fileDescriptor)) }

    /// Lets a thread read from now on, until the pipe is closed.
    func read() {
        Thread.detachNewThread { [reading, received] in
            while true {
                let data = reading.availableData
                guard !data.isEmpty else { return }
                received.bytes.withLock { $0 += data }
            }
        }
    }

    /// The lines that were read so far.
    var lines: [Substring] {
        String(decoding: received.bytes.withLock { $0 }, as: UTF8.self).split(separator: "\n")
    }
}
