import ArgumentParser

/// How `demarc import` reports.
enum ImportReportFormat: String, CaseIterable, ExpressibleByArgument {
    /// For people.
    case text
    /// One object.
    case json
}
