/// One line of the table of bars: what the project holds itself to, and what was measured.
struct BarRow: Encodable {
    let name: String
    /// The bar in words, such as `≤ 0.75 × ada`.
    let bar: String
    /// What was measured; nil where it could not be.
    let figure: String?
    /// Whether the bar is kept; nil where nothing was measured, or there is no bar.
    let isKept: Bool?
    /// What made the figure, or why there is none.
    let source: String

    /// A figure that must not be above a limit.
    init(_ name: String, _ value: Double, atMost limit: Double, unit: String, median: Double? = nil, _ source: String) {
        self.name = name
        bar = "≤ \(Self.decimal(limit)) \(unit)"
        figure = Self.decimal(value) + (median.map { " (median \(Self.decimal($0)))" } ?? "")
        isKept = value <= limit
        self.source = source
    }

    /// A figure without a bar.
    init(_ name: String, _ value: Double, unit: String, median: Double? = nil, _ source: String) {
        self.name = name
        bar = ""
        figure = Self.decimal(value) + " \(unit)" + (median.map { " (median \(Self.decimal($0)))" } ?? "")
        isKept = nil
        self.source = source
    }

    /// A figure that must not be below a limit.
    init(_ name: String, _ value: Double, atLeast limit: Double, unit: String, _ source: String) {
        self.name = name
        bar = "≥ \(Self.decimal(limit)) \(unit)"
        figure = Self.decimal(value)
        isKept = value >= limit
        self.source = source
    }

    /// Something that was not measured.
    init(_ name: String, skipped reason: String) {
        self.name = name
        bar = ""
        (figure, isKept) = (nil, nil)
        source = reason
    }

    /// The cells of the table: row, bar, figure, verdict, command.
    var cells: [String] {
        [name, bar, figure ?? "-", isKept.map { $0 ? "ok" : "OVER" } ?? (figure == nil ? "skipped" : "-"), source]
    }

    private static func decimal(_ value: Double) -> String {
        guard value < 1e6 else { return "\(Int(value))" }
        let hundredths = Int((value * 100).rounded())
        let fraction = hundredths % 100
        if fraction == 0 { return "\(hundredths / 100)" }
        return "\(hundredths / 100)." + (fraction < 10 ? "0" : "") + "\(fraction)"
    }
}
