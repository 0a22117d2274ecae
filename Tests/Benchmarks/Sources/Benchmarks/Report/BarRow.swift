/// One line of the table of bars: a target of the project, and the measured value.
struct BarRow: Encodable {
    let name: String
    /// The bar as text, such as `≤ 0.75 × ada`.
    let bar: String
    /// The measured value; nil if it could not be measured.
    let figure: String?
    /// Whether the bar is kept; nil if nothing was measured, or if there is no bar.
    let isKept: Bool?
    /// The command that produced the figure, or the reason why there is none.
    let source: String

    /// A figure with an upper limit.
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

    /// A figure with a lower limit.
    init(_ name: String, _ value: Double, atLeast limit: Double, unit: String, _ source: String) {
        self.name = name
        bar = "≥ \(Self.decimal(limit)) \(unit)"
        figure = Self.decimal(value)
        isKept = value >= limit
        self.source = source
    }

    /// A row that was not measured.
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
