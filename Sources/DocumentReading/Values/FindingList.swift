import Diagnostics

/// The findings, each once, up to a limit.
struct FindingList {
    private let limit: Int
    private var findings: [Diagnostic] = []
    private var known: Set<Diagnostic> = []
    private var droppedCount = 0
    /// The number of errors, including dropped ones.
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
        // The content of an alias is read once for each use, and produces the same findings each time.
        if known.insert(finding).inserted { findings.append(finding) }
    }

    /// The findings in file order; the last one gives the number of dropped findings.
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
