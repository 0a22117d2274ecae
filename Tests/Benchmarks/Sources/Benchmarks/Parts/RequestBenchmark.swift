import CAllocationCounter
import Demarc
import PolicyFiles
import PolicyModel
import RequestReading

/// The cost of reading a request and deciding it, and the additional cost of several readings of its path.
struct RequestBenchmark {
    let passes: Int

    private static let yaml = """
        demarc: 1
        app: {multiManagedIdentities: true}
        user: dana
        policies: {free: {}}
        accounts: [{account: dana, policy: free}]
        ruleSets:
          corporate:
            default: external
            rules:
              - {id: good, class: internal, domain: contoso.example}
              - {id: admin, class: blocked, pattern: 'https://contoso.example/admin/*'}
              - {id: gambling, class: blocked, domain: casino.example}
        views: [{id: page, policy: currentIdentity, isExternalURL: corporate}]
        """

    /// Targets with one reading, and a target with nine readings that get the same decision.
    private static let plain = ["/", "/reports/2026/summary?page=2", "/teams/a/pages/b.html", "/search?q=%20;b//c"]
    private static let ambiguous = ["/a;b//%2541%2fd/x"]

    /// The rows of the table: the bars for readings, the time of a request, and its allocations.
    func run() throws -> [BarRow] {
        let loaded = PolicyDocumentReader(files: MemoryFiles([String: String]())).load(text: Self.yaml, path: "p.yaml")
        guard let document = loaded.document else { return [BarRow("requests", skipped: "the policy is not valid")] }
        let engine = PolicyEngine(document)
        var all = Workload(engine, Self.plain, .all)
        var one = Workload(engine, Self.plain, .proxy)
        var many = Workload(engine, Self.ambiguous, .all)
        var single = Workload(engine, Self.ambiguous, .proxy)
        var (plainRatios, readingRatios, times): ([Double], [Double], [Double]) = ([], [], [])
        for pass in 0...passes {
            let (allTime, oneTime) = (all.time(), one.time())
            let (manyTime, singleTime) = (many.time(), single.time())
            guard pass > 0 else { continue }  // The first round warms caches.
            plainRatios.append(allTime / oneTime)
            readingRatios.append(manyTime / singleTime)
            times.append(allTime)
        }
        let middle = { (values: [Double]) in values.sorted()[values.count / 2] }
        let source = "--measure requests"
        var rows = [
            BarRow("nine readings of a path", middle(readingRatios), atMost: 6, unit: "× one", source),
            BarRow("a plain URL with readings", middle(plainRatios), atMost: 1.02, unit: "× without", source),
            BarRow("a request, read and decided", middle(times), unit: "ns", source),
        ]
        if demarc_allocation_counting_available() {
            rows.append(
                BarRow("allocations of a request", all.allocations(), unit: "each, owned by its decision", source)
            )
        }
        return rows
    }

    private struct Workload: ~Copyable {
        private static let rounds = 20_000
        private let requests: [ObservedRequest]
        private var evaluator: Evaluator
        private var reader: RequestReader

        init(_ engine: PolicyEngine, _ targets: [String], _ readings: RequestBinding.Readings) {
            requests = targets.map { target in
                var request = ObservedRequest(method: Array("GET".utf8), target: Array(target.utf8))
                request.add(authority: Array("www.contoso.example".utf8), from: .host)
                return request
            }
            evaluator = engine.makeEvaluator()
            reader = RequestReader(
                RequestBinding(view: "page", scheme: .https, fixedAccount: AccountID("dana"), readings: readings)
            )
        }

        /// Nanoseconds of thread time per request.
        mutating func time() -> Double {
            let start = Measurement.threadTime()
            decide(Self.rounds)
            return Double(Measurement.threadTime() - start) / Double(Self.rounds * requests.count)
        }

        mutating func allocations() -> Double {
            let before = demarc_allocation_count()
            decide(1_000)
            return Double(demarc_allocation_count() - before) / Double(1_000 * requests.count)
        }

        private mutating func decide(_ rounds: Int) {
            for _ in 0..<rounds {
                for request in requests {
                    let decision = reader.decide(request, with: &evaluator)
                    precondition(decision.verdict == .allow, "\(decision)")
                }
            }
        }
    }
}
