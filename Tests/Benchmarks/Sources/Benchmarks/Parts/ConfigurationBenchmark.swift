import CAllocationCounter
import Demarc
import PolicyModel

/// The cost of a look-up in an app configuration, and of resolving many documents.
struct ConfigurationBenchmark {
    let passes: Int

    private static let rounds = 100_000
    private static let source = "--measure configuration"

    /// The rows of the table: the bars for a look-up and for resolving, and the allocations of a look-up.
    func run() -> [BarRow] {
        let documents = (0..<1_000).map { document in
            AppConfigurationDocument(
                settings: (0..<100).map { key in
                    // Half of the keys are in every document, and half in only one.
                    let name = key < 50 ? "com.contoso.shared.\(key)" : "com.contoso.document.\(document).\(key)"
                    return AppConfigurationSetting(name, .string("\(document % 7)"))
                }
            )
        }
        let dana = AccountID("dana")
        let document = PolicyDocument(
            policies: ["p": AppProtectionPolicy(name: "p")],
            accounts: AccountDirectory([Account(id: dana, policy: "p")]),
            user: dana,
            appConfigurations: documents
        )
        var (resolving, lookups): ([Double], [Double]) = ([], [])
        for pass in 0...passes {
            let time = Self.nanoseconds { precondition(document.appConfigurationViews().count == 1) }
            if pass > 0 { resolving.append(time / 1e6) }  // The first round warms caches.
        }
        let engine = PolicyEngine(document)
        var evaluator = engine.makeEvaluator()
        let keys = (0..<50).map { "com.contoso.shared.\($0)" }
        var found = 0
        for pass in 0...passes {
            let time = Self.nanoseconds {
                for round in 0..<Self.rounds {
                    let view = evaluator.appConfiguration()
                    if case .value = view.numberValue(keys[round % keys.count], .max) { found += 1 }
                }
            }
            if pass > 0 { lookups.append(time / Double(Self.rounds)) }
        }
        precondition(found == Self.rounds * (passes + 1), "a key was not found")
        let middle = { (values: [Double]) in values.sorted()[values.count / 2] }
        var rows = [
            BarRow("a look-up in an app configuration", middle(lookups), atMost: 150, unit: "ns", Self.source),
            BarRow("1,000 documents × 100 keys resolved", middle(resolving), atMost: 100, unit: "ms", Self.source),
        ]
        if demarc_allocation_counting_available() {
            // Counted from the second round on, because one-time allocations do not belong to a look-up.
            var before: UInt64 = 0
            for round in 0...10 {
                if round == 1 { before = demarc_allocation_count() }
                for key in keys { _ = evaluator.appConfiguration().numberValue(key, .max) }
            }
            let count = Double(demarc_allocation_count() - before) / Double(keys.count * 10)
            rows.append(BarRow("allocations of a look-up", count, atMost: 0, unit: "each", Self.source))
        }
        return rows
    }

    private static func nanoseconds(_ body: () -> Void) -> Double {
        let time = ContinuousClock().measure(body)
        return Double(time.components.seconds) * 1e9 + Double(time.components.attoseconds) / 1e9
    }
}
