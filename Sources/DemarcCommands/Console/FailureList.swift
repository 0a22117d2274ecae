import ArgumentParser

/// Some of the results that `--fail-on` can name, separated by commas.
struct FailureList<Result: RawRepresentable & CaseIterable>: ExpressibleByArgument where Result.RawValue == String {
    let values: [Result]

    /// Nil where one of the names is unknown.
    init?(argument: String) {
        var values: [Result] = []
        for name in argument.split(separator: ",", omittingEmptySubsequences: false) {
            guard let value = Result(rawValue: String(name)) else { return nil }
            values.append(value)
        }
        self.values = values
    }

    static var allValueStrings: [String] { Result.allCases.map(\.rawValue) }
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}
