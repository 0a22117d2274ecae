import Foundation

/// All measurements of one run, with the information needed to judge them.
struct Report: Encodable {
    /// The peer's name and version, absent if it could not be built.
    let peer: String?
    let passes: Int
    var measurements: [Measurement] = []
    var decisions: [DecisionMeasurement] = []

    /// The project's targets.
    var bars: [BarRow] = []

    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    /// One line per workload and corpus, one per question other than a URL, and one per bar; columns are aligned.
    func table() -> String {
        [
            urlTable(), decisionTable(),
            Self.table(["bar", "kept at", "figure", "", "by"], bars.map(\.cells), left: [0, 1, 3, 4]),
        ].filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    private func decisionTable() -> String {
        guard !decisions.isEmpty else { return "" }
        let header = ["question", "min ns", "median ns", "decisions/s", "bar", "allocs"]
        let rows = decisions.map { row in
            [
                row.workload, Self.decimal(row.minimum, 1), Self.decimal(row.median, 1), Self.decimal(row.perSecond, 0),
                Self.decimal(DecisionMeasurement.bar, 0)
                    + (row.perSecond < DecisionMeasurement.bar ? " MISSED" : ""),
                row.allocations.map { Self.decimal($0, 2) } ?? "-",
            ]
        }
        return Self.table(header, rows, left: [0])
    }

    private func urlTable() -> String {
        guard !measurements.isEmpty else { return "" }
        let header = ["corpus", "URLs", "workload", "min ns", "median ns", "x ada", "bar", "allocs"]
        let rows = measurements.map { row in
            [
                row.corpus, String(row.urls), row.workload, Self.decimal(row.minimum, 1), Self.decimal(row.median, 1),
                row.ratio.map { Self.decimal($0, 3) } ?? "-",
                row.bar.map { bar in Self.decimal(bar, 2) + (row.ratio ?? 0 > bar ? " MISSED" : "") } ?? "",
                row.allocations.map { Self.decimal($0, 2) } ?? "-",
            ]
        }
        return Self.table(header, rows, left: [0, 2])
    }

    /// Aligns columns: to the left for names, in the columns `left`, and to the right for numbers.
    private static func table(_ header: [String], _ rows: [[String]], left: Set<Int>) -> String {
        let widths = header.indices.map { column in ([header] + rows).map { $0[column].count }.max() ?? 0 }
        let lines = ([header] + rows).map { cells in
            cells.enumerated().map { column, cell in
                let padding = String(repeating: " ", count: widths[column] - cell.count)
                return left.contains(column) ? cell + padding : padding + cell
            }
            .joined(separator: "  ")
        }
        return lines.joined(separator: "\n")
    }

    private static func decimal(_ value: Double, _ digits: Int) -> String {
        String(format: "%.\(digits)f", value)
    }
}
