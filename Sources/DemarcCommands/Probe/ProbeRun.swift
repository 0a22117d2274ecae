import Diagnostics
import PolicyModel

/// Sends one case after another, and collects the results.
struct ProbeRun: ~Copyable {
    private var exchange: ProbeExchange
    private var names: ProbeCase.Names
    private var log: ProbeLog?
    private var number = 0
    /// How often an ordinary request is sent while the proxy reports that the site is unavailable.
    private static let attempts = 20

    init(_ exchange: consuming ProbeExchange, names: ProbeCase.Names, log: consuming ProbeLog?) {
        self.exchange = exchange
        self.names = names
        self.log = log
    }

    /// Sends a control request that passes everywhere: without it, silence would look like safety.
    ///
    /// It also reveals whether the proxy requires absolute-form targets, as forward proxies do.
    ///
    /// - Throws: ``CommandError`` if the proxy cannot be reached, nothing arrives, or the log does not contain the
    ///   request.
    mutating func begin() throws(CommandError) {
        let control = ProbeCase(
            name: "control",
            topic: .other,
            text: #"GET {origin}/demarc-probe HTTP/1.1\r\nHost: good.test\r\n\r\n"#
        )
        var statuses: [Int] = []
        for attempt in 0..<Self.attempts where Interruption.signal == nil {
            if attempt > 0 { ProbeExchange.pause(milliseconds: 250) }
            statuses = []
            for isForward in [false, true] {
                names.isForward = isForward
                log?.skip()
                number += 1
                let outcome = exchange.run(control.bytes(number: number, names: names), answers: 1)
                guard outcome.isConnected else { throw .unreadable("the proxy cannot be reached, or did not answer") }
                if let status = outcome.status { statuses.append(status) }
                guard !outcome.received.isEmpty else { continue }
                guard log?.questions(waitsFor: true).isEmpty != true else {
                    throw .unreadable(
                        "the log has no decision on the request that arrived: is it the log of this proxy's server, with "
                            + "log.sample.allow: 1?"
                    )
                }
                return
            }
            // A proxy with health checks may not have noticed yet that the site is available.
            guard statuses.contains(where: { $0 >= 500 }) else { break }
        }
        let answers = statuses.isEmpty ? "no answer" : "status " + statuses.map(String.init).joined(separator: " and ")
        throw .unreadable(
            "an ordinary request for \(VisibleText.of(names.allowed)) did not arrive (\(answers)): the proxy has to send to "
                + "the address of --upstream, and the policy has to allow the host of --host"
        )
    }

    /// Sends a case.
    mutating func result(of probeCase: ProbeCase) -> ProbeResult {
        log?.skip()
        number += 1
        let bytes = probeCase.bytes(number: number, names: names)
        let outcome = exchange.run(bytes, answers: probeCase.answers)
        let questions = log?.questions(waitsFor: ProbeJudge.hasPassed(probeCase, outcome) || outcome.status == 403)
        let verdict = ProbeJudge.judge(probeCase, outcome, questions)
        let proxy = ProbeProxy(server: outcome.answer?.text("server"))
        let topic =
            verdict == .different
            ? ProbeJudge.differingTopic(of: probeCase, sent: bytes, outcome, questions ?? []) : probeCase.topic
        return ProbeResult(
            name: probeCase.name,
            sent: ProbeEscapes.text(of: bytes),
            asked: questions?.map { "\($0.url ?? "-") \($0.verdict.rawValue)" },
            received: outcome.received.map { ProbeEscapes.text(of: $0.raw) },
            status: outcome.status,
            verdict: verdict,
            directive: ProbeAdvice.directive(verdict, topic, proxy)
        )
    }
}
