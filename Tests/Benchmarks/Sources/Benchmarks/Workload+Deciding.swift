import Demarc
import PolicyFiles
import PolicyModel
import URLStandard

extension Workload {
    /// From bytes to a verdict under a policy of 100 rules, with hosts that the corpus has.
    static func deciding(on corpus: Corpus) throws -> Workload {
        let files = MemoryFiles(["/policy.yaml": mixedPolicy(for: corpus)])
        let engine = try PolicyEngine(contentsOf: "/policy.yaml", reader: PolicyDocumentReader(files: files))
        guard let view = engine.view(named: "page") else { throw MissingView() }
        return Workload(name: "Demarc verdict, 100 rules", bar: .verdictWithHundredRules) { corpus in
            var evaluator = engine.makeEvaluator()
            return corpus.sum { input in
                evaluator.navigation(to: input, in: view).verdict == .allow ? 1 : 0
            }
        }
    }

    private struct MissingView: Error {}

    /// 35 hosts, 35 domains, 10 schemes and 20 networks, of every class and several priorities.
    private static func mixedPolicy(for corpus: Corpus) -> String {
        var lines = [
            "demarc: 1",
            "policies: {work: {managedBrowserToOpenLinksRequired: true}}",
            "ruleSets:",
            "  mixed:",
            "    default: external",
            "    rules:",
        ]
        let classes = ["internal", "external", "blocked"]
        func add(_ key: String, _ value: String, _ position: Int) {
            lines.append(
                "      - {id: \(key)-\(position), class: \(classes[position % 3]), priority: \(position % 4), "
                    + "\(key): \"\(value)\"}"
            )
        }
        for (position, host) in hosts(of: corpus, 70).enumerated() {
            add(position % 2 == 0 ? "host" : "domain", host, position)
        }
        lines.append("      - {id: scheme-http, class: external, scheme: http}")
        for position in 1..<10 { add("scheme", "x-scheme-\(position)", position) }
        for position in 0..<20 { add("address", "10.\(position).0.0/16", position) }
        lines.append("views: [{id: page, isExternalURL: mixed}]")
        return lines.joined(separator: "\n") + "\n"
    }

    /// Different hosts from all over the corpus.
    private static func hosts(of corpus: Corpus, _ count: Int) -> [String] {
        var hosts: [String] = []
        var position = 0
        _ = corpus.sum { input in
            position += 1
            guard hosts.count < count, position % 37 == 0, let host = plainHost(of: input), !hosts.contains(host) else {
                return 0
            }
            hosts.append(host)
            return 0
        }
        return hosts
    }

    private static func plainHost(of input: Span<UInt8>) -> String? {
        guard let url = try? URLRecord(parsing: input), url.isPlain else { return nil }
        return url.hostString
    }
}
