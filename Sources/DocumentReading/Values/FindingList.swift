import Diagnostics

/// What was found: each finding once, and no more of them than anybody reads.
struct FindingList {
    private let limit: Int
    private var findings: [Diagnostic] = []
    private var known: Set<Diagnostic> = []
    private var droppedCount = 0
    /// How many errors there are, those dropped included.
    private(set) var errorCount = 0

    init(limit: Int) { self.limit = limit }

    /// Whether further findings are only counted.
    var isFull: Bool { findings.count >= limit }

    /// Adds a finding.
    mutating func add(_ finding: Diagnostic) {
        if finding.severity == .error { errorCount += 1 }
        guard !isFull else {
            droppedCount += 1
            return
        }
        // What an alias stands for is read once for each alias, and found wrong each time.
        if known.insert(finding).inserted { findings.append(finding) }
    }

    /// The findings in the order of the files; the last one says how many are missing.
    func sorted() -> [Diagnostic] {
        guard droppedCount > 0, let last = findings.last else { return findings.sorted() }
        let rest = Diagnostic(
            code: FindingCode.tooManyFindings.rawValue,
            severity: .note,
            message: "\(droppedCount) more findings are not shown",
            places: last.places.first.map { [$0] } ?? []
        )
        return findings.sorted() + [rest]
    }
}
