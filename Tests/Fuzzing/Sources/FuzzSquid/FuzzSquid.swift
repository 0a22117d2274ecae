import Demarc
import Hosting
import PolicyFiles
import RequestReading

/// Checks the laws of the helper for Squid on any bytes, as one line.
///
/// 1. Nothing crashes, hangs or exceeds its limits; libFuzzer watches time and memory.
/// 2. An accepted line has five or six values after a channel of digits, and its reply begins with that channel.
/// 3. A reply is one line, and allows only what the decision allows. It contains nothing from a request except the id
///   of a rule.
/// 4. An allowed URL has the one host that the policy allows: no line is read as having another host.
@c(LLVMFuzzerTestOneInput)
public func fuzzSquid(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // SAFETY: libFuzzer passes `count` bytes, which are valid during the call.
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count)).filter { $0 != 0x0A }
    for format in [SquidLine.Format.accessControl, .rewriting] {
        var decider = SquidDecider(SquidWorld.engine, SquidWorld.binding, format)
        var reply = SquidReply(format, key: SquidWorld.key, page: "https://demarc.test/v1/page")
        do throws(SquidLineError) {
            let (channel, decision) = try decider.decide(bytes.span)
            var line: [UInt8] = []
            reply.append(decision, channel: channel, now: 1_700_000_000, to: &line)
            check(line, channel, decision, of: bytes, format)
            // The helper requests less, and must get the same verdict.
            guard decider.decide(try SquidLine(bytes.span, format)).verdict == decision.verdict else {
                fatalError("decided in two ways")
            }
        } catch {
            guard case .malformed(let channel) = error else { return 0 }
            guard bytes.starts(with: channel) else { fatalError("a channel that was not given") }
        }
    }
    return 0
}

private func check(
    _ line: [UInt8],
    _ channel: [UInt8],
    _ decision: RequestDecision,
    of bytes: [UInt8],
    _ format: SquidLine.Format
) {
    let text = String(decoding: line, as: UTF8.self)
    guard line.count(where: { $0 == 0x0A }) == 1, line.last == 0x0A, line.starts(with: channel + [0x20]),
        line.dropLast().allSatisfy({ $0 >= 0x20 && $0 < 0x7F })
    else { fatalError("a reply that is not one line: \(text)") }
    let values = bytes.split(separator: 0x20, omittingEmptySubsequences: false)
    guard values.count == 6 || values.count == 7, !values.contains(where: \.isEmpty) else {
        fatalError("another number of values")
    }
    let allows = text == String(decoding: channel, as: UTF8.self) + (format == .accessControl ? " OK\n" : " ERR\n")
    guard allows == (decision.verdict == .allow) else { fatalError("\(text) for \(decision.verdict)") }
    guard allows else { return }
    guard let url = decision.url, let record = try? URLRecord(parsing: url.utf8.span), record.hostString == "good.test"
    else { fatalError("allowed: \(decision.url ?? "nothing")") }
    // A target in origin-form belongs to the site that `Host` names.
    let asked = values[format == .accessControl ? 2 : 1]
    let target = asked.first == UInt8(ascii: "/") ? values[3] : asked
    guard String(decoding: target, as: UTF8.self).lowercased().contains("good.test") else {
        fatalError("allowed, and not asked for")
    }
}

/// A policy that allows one host and blocks all others.
private enum SquidWorld {
    static let engine: PolicyEngine = {
        let text = """
            demarc: 1
            ruleSets:
              default:
                default: blocked
                rules: [{id: good, class: internal, host: good.test}]
            """
        let result = PolicyDocumentReader(requiresUser: false).load(bytes: Array(text.utf8), path: "policy.yaml")
        guard let document = result.document else { fatalError("\(result.diagnostics)") }
        return PolicyEngine(document)
    }()
    static let binding = RequestBinding(view: PolicyDocument.implicitView, absentAccount: .lockDown)
    static let key = SecretKey.random()
}
