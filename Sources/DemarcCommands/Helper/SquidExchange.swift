import ByteText
import Glibc
import Hosting
import Synchronization

/// Squid's lines and the replies to them, and the rule for which thread reads and writes them.
///
/// Squid waits indefinitely for a helper, and a decision cannot be interrupted. Therefore a second thread, the deputy,
/// watches the first. The answering thread owns the lines and replies, except during each decision. If a decision is
/// still running when its line has waited for too long, the deputy takes the turn: it replies `BH` to that line and to
/// all lines that arrive until the decision ends, and the result of the decision is dropped. The thread that changes
/// ``turn`` first has the turn, so each line gets exactly one reply.
///
/// PERF: a line costs one reading of the clock, one store and one uncontended exchange.
final class SquidExchange: Sendable {
    /// How long a line may wait, in nanoseconds: its reply reaches Squid within 50 ms.
    static let limit = 45_000_000
    /// The interval between the deputy's checks, in nanoseconds. Once it has seen a decision, it knows when that
    /// decision is late.
    private static let interval = 40_000_000
    /// How long the deputy continues, in nanoseconds, if there is nothing more to answer and the decision does not end.
    private static let patience = 2_000_000_000

    /// Whose turn it is: one of the values below, or the start time of a running decision, in nanoseconds.
    private let turn = Atomic(answering)
    private static let answering = 0
    private static let deputy = -1
    /// The deputy's turn, and the answering thread is waiting for it.
    private static let wantedBack = -2

    /// When the lines that are being answered were read.
    private let batchStart = Atomic(0)
    private let isStopped = Atomic(false)
    // SAFETY: used only by the thread that has the turn. A thread releases the turn with a releasing exchange or store
    // of `turn`, and takes it with an acquiring exchange.
    private nonisolated(unsafe) var streams: SquidStreams
    // SAFETY: as above. It is the channel of the line under decision.
    private nonisolated(unsafe) var channel: [UInt8] = []
    private let giveUp: @Sendable () -> Void

    /// - Parameters:
    ///   - streams: The source of lines and the destination of replies.
    ///   - giveUp: Ends the process if its input has ended but a decision does not end.
    init(_ streams: consuming SquidStreams, giveUp: @escaping @Sendable () -> Void = { _exit(1) }) {
        unsafe self.streams = streams
        self.giveUp = giveUp
    }

    // MARK: The answering thread

    /// Starts a batch with the lines that have arrived.
    func beginBatch() { batchStart.store(Clock.monotonic, ordering: .relaxed) }

    /// The next line to decide; nil if no arrived line is left. Malformed lines are answered here.
    func nextLine() -> SquidLine? { unsafe streams.nextLine() }

    /// Lets the deputy see that a decision begins.
    ///
    /// - Parameter line: The line.
    /// - Returns: False if the line has already waited for too long and has been answered.
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

    // SAFETY: used only by the answering thread.
    private nonisolated(unsafe) var began = 0

    /// Ends the current decision.
    ///
    /// - Returns: False if it took too long: the line has been answered, and the decision must be dropped.
    func end() -> Bool {
        let isMine = turn.compareExchange(
            expected: unsafe began,
            desired: Self.answering,
            ordering: .acquiringAndReleasing
        )
        if isMine.exchanged { return true }
        _ = turn.compareExchange(expected: Self.deputy, desired: Self.wantedBack, ordering: .acquiringAndReleasing)
        while turn.load(ordering: .acquiring) != Self.answering { _ = usleep(200) }
        // Lines that arrive from now on have not waited for the late decision.
        beginBatch()
        return false
    }

    /// Appends a reply.
    func append(_ reply: borrowing [UInt8]) { unsafe streams.append(reply) }

    /// Writes the appended replies.
    ///
    /// - Returns: The system error, if writing fails.
    func flush() -> Int32? { unsafe streams.flush() }

    /// Whether all lines were taken.
    var isAtEnd: Bool { unsafe streams.isAtEnd }

    /// Waits for lines.
    ///
    /// - Returns: The system error, if any.
    func fill() -> Int32? { unsafe streams.fill() }

    // MARK: The deputy

    /// Starts the deputy, which ends after ``stop()``.
    ///
    /// - Returns: Whether the system could create its thread. Without it, Squid would wait for a late decision.
    func startDeputy() -> Bool { WorkerThreads.runAside { self.lookOn() } }

    /// Stops the deputy at its next check.
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

/// The incoming lines and outgoing replies.
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

    /// The next well-formed line. Others are answered.
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

    /// The content of a line; nil for an empty line.
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

    /// Replies the same to every line that has arrived.
    mutating func answerAllLate() {
        while let line = nextLine() { appendLate(line.channel) }
    }

    mutating func flush() -> Int32? {
        output.flush()
        return output.failure
    }

    /// Whether there is input, or its end, within this many milliseconds.
    func hasInput(within milliseconds: Int32) -> Bool {
        Polling.wait(for: POLLIN, on: input, milliseconds: milliseconds)
    }

    private mutating func appendBroken(_ channel: [UInt8]?, _ why: String) {
        reply.removeAll(keepingCapacity: true)
        SquidReply.appendBroken(channel: channel, why, to: &reply)
        output.append(reply)
    }
}
