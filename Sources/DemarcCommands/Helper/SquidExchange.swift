import ByteText
import Glibc
import Hosting
import Synchronization

/// The lines that Squid writes and the replies to them, and whose turn it is to read and write.
///
/// Squid waits without end for a helper, and a decision cannot be interrupted. So a second thread, the deputy, looks on.
/// The thread that answers has the lines and replies, but for the time of each decision. Where that is not over when its
/// line has waited for too long, the deputy takes the turn: it replies `BH` to that line and to all that come, until the
/// decision is over, and what was decided then is dropped. Whoever changes ``turn`` first has the turn, so each line gets
/// one reply.
///
/// PERF: a line costs a look at the clock, a store and an exchange that nobody contends for.
final class SquidExchange: Sendable {
    /// How long a line may wait in nanoseconds: at 50 ms its reply is with Squid.
    static let limit = 45_000_000
    /// How often the deputy looks, in nanoseconds. From then on it knows when the decision that it saw is late.
    private static let interval = 40_000_000
    /// How long the deputy goes on where there is nothing more to answer and the decision does not end, in nanoseconds.
    private static let patience = 2_000_000_000

    /// Whose turn it is: one of the values below, or since when a decision is under way, in nanoseconds.
    private let turn = Atomic(answering)
    private static let answering = 0
    private static let deputy = -1
    /// The deputy's, but the answering thread waits for it.
    private static let wantedBack = -2

    /// When the lines that are being answered were read.
    private let batchStart = Atomic(0)
    private let isStopped = Atomic(false)
    // SAFETY: used only by whose turn it is. Each hands it over with a releasing exchange, or store, of `turn`, and takes
    // it with an acquiring one.
    private nonisolated(unsafe) var streams: SquidStreams
    // SAFETY: as above. It is the channel of the line under decision.
    private nonisolated(unsafe) var channel: [UInt8] = []
    private let giveUp: @Sendable () -> Void

    /// - Parameters:
    ///   - streams: Where lines come from, and where replies go.
    ///   - giveUp: What ends a process in which a decision never ends, when its input has ended.
    init(_ streams: consuming SquidStreams, giveUp: @escaping @Sendable () -> Void = { _exit(1) }) {
        unsafe self.streams = streams
        self.giveUp = giveUp
    }

    // MARK: The thread that answers

    /// Begins with the lines that have come.
    func beginBatch() { batchStart.store(Clock.monotonic, ordering: .relaxed) }

    /// The next line to decide on; nil where none is left of those that have come. What is no line is answered here.
    func nextLine() -> SquidLine? { unsafe streams.nextLine() }

    /// Lets the deputy see that a decision begins.
    ///
    /// - Parameter line: The line.
    /// - Returns: False where it has waited for too long already: it is answered.
    func begin(_ line: borrowing SquidLine) -> Bool {
        let moment = Clock.monotonic
        guard moment - batchStart.load(ordering: .relaxed) <= Self.limit else {
            unsafe streams.appendLate(line.channel)
            return false
        }
        unsafe channel = line.channel
        turn.store(moment, ordering: .releasing)
        unsafe began = moment
        return true
    }

    // SAFETY: the answering thread's own.
    private nonisolated(unsafe) var began = 0

    /// Ends the decision that was begun last.
    ///
    /// - Returns: False where it took too long: the line is answered, and the decision must be dropped.
    func end() -> Bool {
        let isMine = turn.compareExchange(
            expected: unsafe began,
            desired: Self.answering,
            ordering: .acquiringAndReleasing
        )
        if isMine.exchanged { return true }
        _ = turn.compareExchange(expected: Self.deputy, desired: Self.wantedBack, ordering: .acquiringAndReleasing)
        while turn.load(ordering: .acquiring) != Self.answering { _ = usleep(200) }
        // What comes now has not waited for the one that was late.
        beginBatch()
        return false
    }

    /// Appends a reply.
    func append(_ reply: borrowing [UInt8]) { unsafe streams.append(reply) }

    /// Writes what was appended.
    ///
    /// - Returns: The system's error, where it cannot be written.
    func flush() -> Int32? { unsafe streams.flush() }

    /// Whether every line was taken.
    var isAtEnd: Bool { unsafe streams.isAtEnd }

    /// Waits for lines.
    ///
    /// - Returns: The system's error, where there is one.
    func fill() -> Int32? { unsafe streams.fill() }

    // MARK: The deputy

    /// Starts the deputy, which ends after ``stop()``.
    func startDeputy() { WorkerThreads.runAside { self.lookOn() } }

    /// Ends the deputy at its next look.
    func stop() { isStopped.store(true, ordering: .relaxed) }

    private func lookOn() {
        while !isStopped.load(ordering: .relaxed) {
            let seen = turn.load(ordering: .acquiring)
            var left = Self.interval
            if seen > 0 {
                left = batchStart.load(ordering: .relaxed) + Self.limit - Clock.monotonic
                if left <= 0 {
                    takeOver(seen)
                    continue
                }
            }
            _ = usleep(UInt32(min(left, Self.interval) / 1_000 + 1))
        }
    }

    private func takeOver(_ seen: Int) {
        guard
            turn.compareExchange(expected: seen, desired: Self.deputy, ordering: .acquiringAndReleasing).exchanged
        else { return }
        unsafe streams.appendLate(channel)
        var ended: Int?
        repeat {
            unsafe streams.answerAllLate()
            let isOver = unsafe streams.flush() != nil || streams.isAtEnd || Interruption.signal != nil
            ended = isOver ? ended ?? Clock.monotonic : nil
            if let ended, Clock.monotonic - ended > Self.patience {
                giveUp()
                break
            }
            if isOver {
                _ = usleep(2_000)
            } else if unsafe streams.hasInput(within: 2) {
                _ = unsafe streams.fill()
            }
        } while turn.load(ordering: .acquiring) != Self.wantedBack
        unsafe streams.answerAllLate()
        _ = unsafe streams.flush()
        turn.store(Self.answering, ordering: .releasing)
    }
}

/// Lines in and replies out.
struct SquidStreams: ~Copyable {
    private let input: Int32
    private let format: SquidLine.Format
    private var lines: LineReader
    private var output: OutputStream
    private var reply: [UInt8] = []

    init(_ format: SquidLine.Format, input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO) {
        self.format = format
        self.input = input
        lines = LineReader(descriptor: input, lineLimit: SquidLine.byteLimit)
        self.output = OutputStream(descriptor: output)
    }

    var isAtEnd: Bool { lines.isAtEnd }

    mutating func fill() -> Int32? { lines.fill() }

    /// The next line in the format. Others are answered.
    mutating func nextLine() -> SquidLine? {
        while let line = lines.nextLine() {
            var error: SquidLineError?
            if let line = Self.read(lines.bytes(of: line), format, &error) { return line }
            switch error {
            case .noChannel: appendBroken(nil, "concurrency-is-missing")
            case .malformed(let channel): appendBroken(channel, "format-is-another")
            case nil: continue
            }
        }
        return nil
    }

    /// What a line is; nil for an empty one.
    private static func read(
        _ line: Span<UInt8>,
        _ format: SquidLine.Format,
        _ failure: inout SquidLineError?
    ) -> SquidLine? {
        guard !line.isEmpty else { return nil }
        do throws(SquidLineError) {
            return try SquidLine(line, format)
        } catch {
            failure = error
            return nil
        }
    }

    mutating func append(_ reply: borrowing [UInt8]) { output.append(reply) }

    /// Replies that a line was not decided in time.
    mutating func appendLate(_ channel: [UInt8]) { appendBroken(channel, "late") }

    /// Replies so to every line that has come.
    mutating func answerAllLate() {
        while let line = nextLine() { appendLate(line.channel) }
    }

    mutating func flush() -> Int32? {
        output.flush()
        return output.failure
    }

    /// Whether there is something to read, or the end of it, within some milliseconds.
    func hasInput(within milliseconds: Int32) -> Bool {
        var waited = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        // SAFETY: `poll` reads and writes one `pollfd`, which lives until the call returns.
        return unsafe poll(&waited, 1, milliseconds) > 0
    }

    private mutating func appendBroken(_ channel: [UInt8]?, _ why: String) {
        reply.removeAll(keepingCapacity: true)
        SquidReply.appendBroken(channel: channel, why, to: &reply)
        output.append(reply)
    }
}
