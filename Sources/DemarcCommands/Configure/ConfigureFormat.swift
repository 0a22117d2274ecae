import ArgumentParser

/// How `demarc configure` tells what it did.
enum ConfigureFormat: String, CaseIterable, ExpressibleByArgument {
    /// For people, on standard error.
    case text
    /// One object, on standard output.
    case json
}
