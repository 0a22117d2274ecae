import ByteText
import Glibc
import Hosting
import RequestReading

/// Reads Squid's lines and writes the replies, until Squid closes its end.
///
/// All lines that have come are answered before more are read, and their replies are written at once. What was not decided
/// in time since its line was read gets `BH`: Squid waits without end for a helper that is late.
struct SquidRun: ~Copyable {
    /// How long a line may wait for its reply, in nanoseconds.
    static let limit = 50_000_000

    private let watch: PolicyWatch
    private let binding: RequestBinding
    private let format: SquidLine.Format
    private var reply: SquidReply
    private var decider: SquidDecider
    private var policyNumber: Int
    private var output = OutputStream(descriptor: STDOUT_FILENO)
    private var bytes: [UInt8] = []

    init(_ watch: PolicyWatch, _ binding: RequestBinding, _ format: SquidLine.Format, _ reply: SquidReply) {
        self.watch = watch
        self.binding = binding
        self.format = format
        self.reply = reply
        let current = watch.current
        decider = SquidDecider(current.engine, binding, format)
        policyNumber = current.number
    }

    /// Answers every line.
    ///
    /// - Throws: An exit code, unless the input has ended.
    mutating func run() throws {
        var lines = LineReader(descriptor: STDIN_FILENO, lineLimit: SquidLine.byteLimit)
        while true {
            takeLatestPolicy()
            let start = Clock.monotonic
            let now = Int(time(nil))
            while let line = lines.nextLine() {
                answer(lines.bytes(of: line), since: start, now: now)
            }
            output.flush()
            if let error = output.failure {
                throw error == EPIPE ? ExitStatus.brokenPipe : ExitStatus.unreadable
            }
            if let signal = Interruption.signal { throw ExitStatus.signal(signal) }
            if lines.isAtEnd { return }
            guard lines.fill() == nil else { throw ExitStatus.unreadable }
        }
    }

    private mutating func takeLatestPolicy() {
        guard watch.isLater(than: policyNumber) else { return }
        let current = watch.current
        decider = SquidDecider(current.engine, binding, format)
        policyNumber = current.number
    }

    private mutating func answer(_ line: Span<UInt8>, since start: Int, now: Int) {
        guard !line.isEmpty else { return }
        bytes.removeAll(keepingCapacity: true)
        do throws(SquidLineError) {
            let isLate = Clock.monotonic - start > Self.limit
            if isLate {
                SquidReply.appendBroken(channel: try SquidLine(line, format).channel, "late", to: &bytes)
            } else {
                let (channel, decision) = try decider.decide(line)
                if Clock.monotonic - start > Self.limit {
                    SquidReply.appendBroken(channel: channel, "late", to: &bytes)
                } else {
                    reply.append(decision, channel: channel, now: now, to: &bytes)
                }
            }
        } catch {
            switch error {
            case .noChannel: SquidReply.appendBroken(channel: nil, "concurrency-is-missing", to: &bytes)
            case .malformed(let channel): SquidReply.appendBroken(channel: channel, "format-is-another", to: &bytes)
            }
        }
        output.append(bytes)
    }
}
