import ArgumentParser

/// A word that an option takes. Like every word that options take, it is not case-sensitive.
protocol OptionWord: ExpressibleByArgument, RawRepresentable, CaseIterable where RawValue == String {}

extension OptionWord {
    init?(argument: String) { self.init(word: argument) }
}

/// A value of an enumeration of the library, by its name in scenario files.
struct Choice<Value: RawRepresentable<String> & CaseIterable>: ExpressibleByArgument {
    let value: Value

    init(_ value: Value) { self.value = value }

    init?(argument: String) {
        guard let value = Value(word: argument) else { return nil }
        self.value = value
    }

    var defaultValueDescription: String { value.rawValue }
    static var allValueStrings: [String] { Value.allCases.map(\.rawValue) }
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

/// A comma-separated list of values of an option, such as the results of `--fail-on`.
struct FailureList<Result: RawRepresentable<String> & CaseIterable>: ExpressibleByArgument {
    let values: [Result]

    /// Nil if one of the names is unknown.
    init?(argument: String) {
        var values: [Result] = []
        for word in argument.split(separator: ",", omittingEmptySubsequences: false) {
            guard let value = Result(word: String(word)) else { return nil }
            values.append(value)
        }
        self.values = values
    }

    static var allValueStrings: [String] { Result.allCases.map(\.rawValue) }
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

extension RawRepresentable where Self: CaseIterable, RawValue == String {
    /// The value with this name, in any case.
    fileprivate init?(word: String) {
        let word = word.lowercased()
        guard let value = Self.allCases.first(where: { $0.rawValue.lowercased() == word }) else { return nil }
        self = value
    }
}
