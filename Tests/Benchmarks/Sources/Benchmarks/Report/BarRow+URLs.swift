extension BarRow {
    /// The rows about single URLs, from the measurements on every corpus.
    static func urls(_ measurements: [Measurement]) -> [BarRow] {
        var rows: [BarRow] = []
        for row in measurements {
            guard let ratio = row.ratio, let bar = row.bar else { continue }
            let reference = measurements.first { $0.corpus == row.corpus && $0.ratio == 1 }
            rows.append(
                BarRow(
                    "\(row.workload), \(row.corpus)",
                    ratio,
                    atMost: bar,
                    unit: "× ada",
                    median: reference.map { row.median / $0.median },
                    "--measure urls"
                )
            )
        }
        if let most = measurements.filter({ $0.workload.contains("verdict") }).compactMap(\.allocations).max() {
            // The initial allocations of a pass do not belong to a verdict.
            let each = (most * 100).rounded() / 100
            rows.append(BarRow("allocations per verdict, warm", each, atMost: 0, unit: "", "--measure urls"))
        }
        return rows
    }

    /// The row about questions other than URLs.
    static func sharing(_ decisions: [DecisionMeasurement]) -> [BarRow] {
        guard let slowest = decisions.map(\.perSecond).min() else { return [] }
        let bar = DecisionMeasurement.bar
        return [BarRow("slowest question of sharing", slowest, atLeast: bar, unit: "a second", "--measure sharing")]
    }
}
