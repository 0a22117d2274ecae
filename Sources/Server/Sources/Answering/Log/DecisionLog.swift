import Hosting
import Logging
import Synchronization

/// The decision log: a ring for each thread that answers, and one thread that writes.
///
/// An answer does not wait for the log: if a ring is full, its thread drops the record and counts it. With an audit it
/// is the other way around: each record is written by the thread that answers, before it answers, and a request whose
/// record cannot be written in time is blocked. Written means that the operating system has accepted it.
final class DecisionLog: Sendable {
    /// How many records one thread may be ahead of the writer.
    static let ringCapacity = 4096
    /// The number of recent records that can be looked up.
    static let recentCapacity = 4096

    /// The most recent entries, so that an operator can look up a decision.
    private let recent = RecentByID<LogEntry>(capacity: recentCapacity)
    private let output: LogOutput
    private let taker: BackgroundTaker<LogEntry>

    /// Opens the log.
    ///
    /// - Parameters:
    ///   - configuration: What is logged, and where.
    ///   - registry: Where the tallies for its counts are.
    ///   - file: Where lines are written; nil for the destination in the configuration.
    /// - Throws: ``AnsweringError`` if its file cannot be opened.
    init(_ configuration: AnsweringConfiguration, _ registry: TallyRegistry, file: LogFile?) throws(AnsweringError) {
        let opened = if let file { file } else { try LogFile(configuration.log.destination) }
        let output = LogOutput(
            opened,
            RecordWriter(masks: configuration.log.masks, key: configuration.pseudonymKey),
            configuration.logger
        )
        self.output = output
        let recent = recent
        taker = BackgroundTaker("demarc-log", capacity: Self.ringCapacity) {
            let tallies = registry.open()
            return { entries in
                guard !entries.isEmpty else { return }
                for entry in entries where entry.shadow == nil { recent.add(entry, id: entry.id) }
                guard output.isOn else { return }
                let written = output.write(entries)
                tallies.add(UInt64(written), to: tallies.shape.logWritten)
                tallies.add(UInt64(entries.count - written), to: tallies.shape.logDropped)
            }
        }
    }

    deinit { taker.stop() }

    /// Creates a ring for another thread.
    func makeRing() -> HandOverRing<LogEntry> { taker.makeRing() }

    /// Wakes the writer after a push.
    func wake() { taker.wake() }

    /// Writes a record immediately, for an audit.
    ///
    /// - Parameters:
    ///   - entry: The record.
    ///   - deadline: How long to wait for the reader of a pipe or a terminal.
    /// - Returns: Whether it was written.
    func writeNow(_ entry: LogEntry, until deadline: ContinuousClock.Instant) -> Bool {
        guard output.write(entry, until: deadline) else { return false }
        recent.add(entry, id: entry.id)
        return true
    }

    /// The record of a recent decision; nil if the log has none, or none that is recent.
    func recentRecord(_ id: String) -> DecisionRecord? { recent.value(id).map(output.writer.record) }

    /// Reopens the file.
    func reopen() { output.reopen() }

    /// Waits until everything that has been pushed so far is written.
    func flush(within limit: Duration) -> Bool { taker.waitUntilTaken(within: limit) }
}

/// The file of the log, and the code that writes records to it.
private final class LogOutput: Sendable {
    private let file: LogFile
    let writer: RecordWriter
    private let logger: Logger
    /// Whether the last write failed, so that the operator is notified of the first failure only.
    private let isFailing = Atomic(false)

    init(_ file: LogFile, _ writer: RecordWriter, _ logger: Logger) {
        self.file = file
        self.writer = writer
        self.logger = logger
    }

    /// Whether records are written at all. Recent decisions can be looked up in any case.
    var isOn: Bool { file.destination != .nowhere }

    /// Writes the records of the thread that only writes, which waits as long as nobody reads a pipe or a terminal.
    ///
    /// - Returns: How many were written: the first ones.
    func write(_ entries: [LogEntry]) -> Int {
        let lines = writer.lines(entries)
        file.waitUntilWritable()
        return write(lines, of: entries.count, until: ContinuousClock.now + LogFile.patience)
    }

    /// Writes the record of a thread that answers.
    func write(_ entry: LogEntry, until deadline: ContinuousClock.Instant) -> Bool {
        // Only the first answer waits for a reader who has stopped. If each of them did, a thread would have no time
        // for anything else, and clients would give up before they learn that they are blocked.
        write(writer.lines([entry]), of: 1, until: isFailing.load(ordering: .relaxed) ? .now : deadline) == 1
    }

    /// Writes one line for each of so many records, and returns how many were written.
    private func write(_ lines: [UInt8], of count: Int, until deadline: ContinuousClock.Instant) -> Int {
        let written = file.write(lines, until: deadline)
        let isWritten = written == count
        if isFailing.exchange(!isWritten, ordering: .relaxed) == isWritten {
            if isWritten {
                logger.notice("the decision log can be written again")
            } else {
                logger.error(
                    "the decision log cannot be written: records are dropped; under audit, requests are blocked"
                )
            }
        }
        return written
    }

    func reopen() {
        do throws(AnsweringError) {
            try file.reopen()
        } catch {
            logger.error("\(error); writing continues to the file that was open")
        }
    }
}
