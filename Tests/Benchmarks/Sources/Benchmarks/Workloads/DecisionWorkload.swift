import Demarc

/// A workload of questions other than URLs: a name, and a loop over requests of many kinds.
struct DecisionWorkload {
    /// How often a pass goes through the requests.
    static let repetitions = 5_000

    let name: String
    /// The number of decisions in a pass.
    let decisions: Int
    /// Runs a pass and returns a checksum.
    let run: () -> UInt64

    /// - Parameters:
    ///   - name: The name of the question.
    ///   - engine: The engine that decides.
    ///   - requests: The requests, asked in turn.
    ///   - decide: Decides one of them.
    init<Request>(
        _ name: String,
        _ engine: PolicyEngine,
        _ requests: [Request],
        _ decide: @escaping (inout Evaluator, Request) -> Decision
    ) {
        self.name = name
        decisions = requests.count * Self.repetitions
        run = {
            var evaluator = engine.makeEvaluator()
            var checksum: UInt64 = 0
            for _ in 0..<Self.repetitions {
                for request in requests {
                    checksum = checksum &* 31 &+ (decide(&evaluator, request).verdict == .block ? 0 : 1)
                }
            }
            return checksum
        }
    }
}
