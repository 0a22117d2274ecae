import Demarc
import PolicyFiles
import PolicyModel

extension Workload {
    /// From bytes to a verdict, under policies of 100 and of 10,000 rules with hosts from the corpus.
    static func deciding(on corpus: Corpus) throws -> [Workload] {
        let hundred = MixedPolicy(.hundred, for: corpus)
        let tenThousand = MixedPolicy(.tenThousand, for: corpus)
        return [
            try deciding(name: "Demarc verdict, \(hundred.ruleCount) rules", by: hundred.text, bar: .hundredRules),
            try deciding(
                name: "Demarc verdict, \(tenThousand.ruleCount) rules",
                by: tenThousand.text,
                bar: .tenThousandRules
            ),
        ]
    }

    /// From bytes to a verdict for the view `page` of a policy; `files` are the other files that the policy reads.
    static func deciding(
        name: String,
        by policy: String,
        files: [String: String] = [:],
        bar: Bar? = nil
    ) throws -> Workload {
        let files = MemoryFiles(files.merging(["/policy.yaml": policy]) { $1 })
        let engine = try PolicyEngine(contentsOf: "/policy.yaml", reader: PolicyDocumentReader(files: files))
        guard let view = engine.view(named: "page") else { throw MissingView() }
        return Workload(name: name, bar: bar) { corpus in
            var evaluator = engine.makeEvaluator()
            return corpus.sum { input in
                evaluator.navigation(to: input, in: view).verdict == .allow ? 1 : 0
            }
        }
    }

    private struct MissingView: Error {}
}
