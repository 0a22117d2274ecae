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

/// A comma-separated list that an option takes. The option may also be repeated, and then has several lists.
protocol CommaList: ExpressibleByArgument {
    associatedtype Value

    /// The values in the order in which they are written.
    var values: [Value] { get }
}

extension Array where Element: CommaList {
    /// The values of all lists.
    var values: [Element.Value] { flatMap(\.values) }
}

/// A comma-separated list of words, such as the results of `--fail-on`.
struct WordList<Word: RawRepresentable<String> & CaseIterable>: CommaList {
    let values: [Word]

    /// Nil if one of the words is unknown.
    init?(argument: String) {
        var values: [Word] = []
        for text in argument.split(separator: ",", omittingEmptySubsequences: false) {
            guard let value = Word(word: String(text)) else { return nil }
            values.append(value)
        }
        self.values = values
    }

    static var allValueStrings: [String] { Word.allCases.map(\.rawValue) }
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

/// The names of accounts, apps and places that options take.
///
/// None may be empty. A variable of a script that is not set would otherwise be no account, to which no policy applies.
enum OptionName {
    static func account(_ argument: String) throws -> String {
        guard !argument.isEmpty else { throw ValidationError("it is empty; write none for no account") }
        return argument
    }

    static func app(_ argument: String) throws -> String {
        guard !argument.isEmpty else { throw ValidationError("it is empty; name an app") }
        return argument
    }

    /// The text of a place, or of an account that stands for one.
    static func place(_ argument: String) throws -> String {
        switch argument {
        case "": throw ValidationError("it is empty; name a place")
        case "account:": throw ValidationError("it names no account; write account:none for no account")
        case "app:": throw ValidationError("it names no app")
        case "frame:": throw ValidationError("it names no view")
        default: return argument
        }
    }
}
