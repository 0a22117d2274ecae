import ArgumentParser

/// How `demarc lint` reports.
enum LintReportFormat: String, CaseIterable, ExpressibleByArgument {
    /// For people.
    case text
    /// One array.
    case json
    /// For code scanning services and editors.
    case sarif
    /// Commands that GitHub shows beside the lines of a change.
    case github
}
