import ArgumentParser

/// How a measurement is written.
enum BenchFormat: String, CaseIterable, ExpressibleByArgument {
    case table, json
}
