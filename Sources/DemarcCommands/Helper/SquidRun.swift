import ByteText
import Glibc
import Hosting
import RequestReading

/// Reads Squid's lines and writes the replies, until Squid closes its end.
///
/// All lines that have arrived are answered before more are read, and their replies are written together. A line that
/// is not decided in time after it was read gets `BH`, even while its decision is still running: see ``SquidExchange``.
struct SquidRun: ~Copyable {
    private let watch: PolicyWatch
    private let binding: RequestBinding
    private let format: SquidLine.Format
    private let exchange: SquidExchange
    /// A hook for tests at the start of a decision.
    private let atDecision: ((borrowing SquidLine) -> Void)?
    private var reply: SquidReply
    private var decider: SquidDecider
    private var policyNumber: Int
    private var bytes: [UInt8] = []

    init(
        _ watch: PolicyWatch,
        _ binding: RequestBinding,
        _ format: SquidLine.Format,
        _ reply: SquidReply,
        _ exchange: SquidExchange? = nil,
        atDecision: ((borrowing SquidLine) -> Void)? = nil
    ) {
        self.watch = watch
        self.binding = binding
        self.format = format
        self.reply = reply
        self.exchange = exchange ?? SquidExchange(SquidStreams(format))
        self.atDecision = atDecision
        let current = watch.current
        decider = SquidDecider(current.engine, binding, format)
        policyNumber = current.number
    }

    /// Answers every line.
    ///
    /// - Throws: An exit code, unless the input has ended; ``CommandError`` if it cannot begin.
    mutating func run() throws {
        guard exchange.startDeputy() else { throw CommandError.noThread }
        defer { exchange.stop() }
        while true {
            takeLatestPolicy()
            exchange.beginBatch()
            let now = Int(time(nil))
            while let line = exchange.nextLine() { answer(line, now: now) }
            if let error = exchange.flush() {
                throw error == EPIPE ? ExitStatus.brokenPipe : ExitStatus.unreadable
            }
            if let signal = Interruption.signal { throw ExitStatus.signal(signal) }
            if exchange.isAtEnd { return }
            guard exchange.fill() == nil else { throw ExitStatus.unreadable }
        }
    }

    private mutating func takeLatestPolicy() {
        guard watch.isLater(than: policyNumber) else { return }
        let current = watch.current
        decider = SquidDecider(current.engine, binding, format)
        policyNumber = current.number
    }

    private mutating func answer(_ line: borrowing SquidLine, now: Int) {
        guard exchange.begin(line) else { return }
        atDecision?(line)
        let decision = decider.decide(line)
        guard exchange.end() else { return }
        bytes.removeAll(keepingCapacity: true)
        reply.append(decision, channel: line.channel, now: now, to: &bytes)
        exchange.append(bytes)
    }
}
