package import Hosting
package import RequestReading

/// For benchmarks only: what a worker does apart from deciding and logging. The server itself never uses it.
extension DecisionWorker {
    /// Answers with an earlier decision as if it had been made now, without logging, as a baseline for a benchmark.
    package func answerAgain(
        _ decision: RequestDecision,
        binding: String,
        host: AdapterKind,
        wantsHTML: @autoclosure () -> Bool,
        language: @autoclosure () -> [UInt8]?
    ) -> HostAnswer? {
        let start = ContinuousClock.now
        desk.renew()
        guard let binding = service.positions[binding], let policy = desk.policy, !policy.isStale(at: start) else {
            return nil
        }
        let took = ContinuousClock.now - start
        count(decision, host: host, binding: binding, took)
        return finish(decision, binding, policy, host, ids.next(), wantsHTML: wantsHTML(), language: language())
    }
}
