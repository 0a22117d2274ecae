public import Logging
import Synchronization

/// Messages to the operator on standard error, for which no caller waits.
///
/// A pipe that nobody reads takes 64 KiB. With a handler that writes at once, the next message would then stop the
/// thread that has it, for example while that thread puts a stricter policy in force. So messages wait in a queue for a
/// thread that writes them, and a full queue drops and counts them.
///
/// ```swift
/// let messages = OperatorMessages()
/// let logger = messages.logger(label: "demarc-serve")
/// ```
public final class OperatorMessages: Sendable {
    /// How many messages may wait.
    static let capacity = 1024

    /// The number of messages that were dropped, which two threads increase.
    private final class Losses: Sendable {
        let count = Atomic<UInt64>(0)
    }

    private let losses = Losses()
    private let taker: BackgroundTaker<String>
    /// Any thread may have a message, and only one at a time may push. INVARIANT: nobody writes or waits while holding
    /// the lock.
    private let ring: Mutex<HandOverRing<String>>

    /// Creates a queue for standard error, and starts the thread that writes.
    public convenience init() { self.init(to: LogFile(stream: .standardError)) }

    init(to file: LogFile) {
        let losses = losses
        taker = BackgroundTaker("demarc-messages", capacity: Self.capacity) {
            var reported: UInt64 = 0
            return { messages in
                guard !messages.isEmpty else { return }
                file.waitUntilWritable()
                var text = messages.joined()
                let lost = losses.count.load(ordering: .relaxed)
                if lost > reported {
                    text += "demarc-serve: \(lost - reported) messages are missing: standard error was not read\n"
                }
                let written = file.write(Array(text.utf8), until: ContinuousClock.now + LogFile.patience)
                // A message may have several lines.
                var lines = 0
                let unwritten = messages.count { message in
                    lines += message.utf8.count { $0 == UInt8(ascii: "\n") }
                    return lines > written
                }
                losses.count.add(UInt64(unwritten), ordering: .relaxed)
                // The last line is about losses, and is repeated until it is written.
                if written > lines { reported = lost }
            }
        }
        ring = Mutex(taker.makeRing())
    }

    deinit { taker.stop() }

    /// A logger whose messages are written to standard error.
    ///
    /// - Parameter label: The name that every message begins with.
    /// - Returns: The logger.
    public func logger(label: String) -> Logger {
        Logger(label: label) { StreamLogHandler(label: $0, stream: Queue(messages: self)) }
    }

    /// The number of messages that were dropped so far.
    public var countOfDropped: UInt64 { losses.count.load(ordering: .relaxed) }

    /// Waits until all messages so far are written, for example before the process ends.
    ///
    /// - Parameter limit: The maximum time to wait.
    /// - Returns: Whether everything was written or dropped.
    @discardableResult
    public func flush(within limit: Duration) -> Bool { taker.waitUntilTaken(within: limit) }

    /// Queues a text.
    ///
    /// - Parameter text: Lines, each with its line feed.
    public func write(_ text: String) {
        if ring.withLock({ $0.push(text) }) {
            taker.wake()
        } else {
            losses.count.add(1, ordering: .relaxed)
        }
    }

    /// The queue as the stream of a handler.
    private struct Queue: TextOutputStream, Sendable {
        let messages: OperatorMessages

        func write(_ text: String) { messages.write(text) }
    }
}
