import ArgumentParser

/// How results are written.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
    /// For people.
    case table
    /// One array.
    case json
    /// One object per line.
    case ndjson
}
