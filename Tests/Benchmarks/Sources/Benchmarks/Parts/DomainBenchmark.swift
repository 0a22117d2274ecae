import Foundation

/// Lists of up to a million domains, compared with ada and a flat table in C++.
struct DomainBenchmark {
    let peer: Peer?
    let shared: String
    let passes: Int

    /// The rows, and the measurements they are based on.
    func run() throws -> (rows: [BarRow], measurements: [Measurement]) {
        let names = ["a million domains", "cost of a million domains, of a thousand"]
        guard let domains = try Corpus.decompressed("\(shared)/corpus/lists/domains1m.txt.xz"),
            let urls = try Corpus.decompressed("\(shared)/corpus/urls/blk_hit50.txt.xz")
        else {
            return (names.map { BarRow($0, skipped: "no lists in \(shared)/corpus, or no xz") }, [])
        }
        let corpus = Corpus(name: "blk_hit50", bytes: urls)
        let thousand = Array(
            domains.split(separator: UInt8(ascii: "\n"), maxSplits: 1_000).prefix(1_000).joined(separator: [
                UInt8(ascii: "\n")
            ])
        )
        var workloads = [
            try workload("Demarc verdict, million domains", domains),
            try workload("Demarc verdict, thousand domains", thousand),
        ]
        if let peer {
            peer.load(domains: domains)
            workloads.append(Workload(name: "ada + flat table", isReference: true) { peer.run(.domains, $0) })
        }
        let measured = Measurement.measure(workloads, on: corpus, passes: passes)
        let (million, few) = (measured[0], measured[1])
        var rows = [
            // A thousand domains fit into the first-level cache, so the difference is one memory access, which has no
            // bar.
            BarRow(
                names[1],
                million.minimum / few.minimum,
                unit: "×",
                median: million.median / few.median,
                command
            )
        ]
        if measured.count > 2 {
            let ratio = million.minimum / measured[2].minimum
            let median = million.median / measured[2].median
            rows.insert(
                BarRow(names[0], ratio, atMost: 0.48, unit: "× ada + flat table", median: median, command),
                at: 0
            )
        } else {
            rows.insert(BarRow(names[0], skipped: "no peer: run Scripts/build-peer"), at: 0)
        }
        return (rows, measured)
    }

    private var command: String { "--measure domains" }

    /// A policy with one list.
    static let policy = """
        demarc: 1
        policies: {work: {managedBrowserToOpenLinksRequired: false}}
        ruleSets:
          web:
            default: internal
            rules: [{id: list, class: blocked, list: [{file: domains.txt, format: domains}]}]
        views: [{id: page, isExternalURL: web}]
        """

    private func workload(_ name: String, _ domains: [UInt8]) throws -> Workload {
        let files = ["/domains.txt": String(decoding: domains, as: UTF8.self)]
        return try Workload.deciding(name: name, by: Self.policy, files: files)
    }
}
