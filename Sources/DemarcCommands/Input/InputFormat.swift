import ArgumentParser

/// What a line of the input is.
enum InputFormat: String, CaseIterable, ExpressibleByArgument {
    /// A URL, as it is.
    case lines
    /// A JSON string, or an object with `url`, `view` and `user`.
    case ndjson
}
