import ArgumentParser

/// How `demarc test` reports.
enum TestReportFormat: String, CaseIterable, ExpressibleByArgument {
    /// For people, as a test runner does.
    case plain
    /// JUnit's XML.
    case junit
    /// One array.
    case json
}
