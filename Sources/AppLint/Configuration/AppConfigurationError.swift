import Diagnostics
public import PropertyList

/// An app could not be configured, by no fault of its files: a check asks for what can't be added.
public struct AppConfigurationError: Error, Hashable, Sendable {
    /// Why.
    public enum Problem: Hashable, Sendable {
        /// What a check asked for was added, and it asks for it again.
        case repeats(AppLintCode)
        /// Every addition makes another one necessary.
        case doesNotSettle
        /// A change doesn't fit the file that it is for.
        case unfit(PropertyListChangeError)
        /// The file could not be read any more with everything added, for this reason: it became too large.
        case unreadable(String)
    }

    /// What is wrong.
    public var problem: Problem
    /// The file.
    public var file: String

    init(_ problem: Problem, file: String) {
        self.problem = problem
        self.file = file
    }

    /// What is wrong, for people: lower case, one line, no final period.
    public var message: String {
        let reason =
            switch problem {
            case .repeats(let code): "internal error: what \(code.rawValue) asks for was added, and it asks again"
            case .doesNotSettle: "internal error: every addition makes another one necessary"
            case .unfit(let error): "internal error: \(error.message)"
            case .unreadable(let message): "with everything added, \(message)"
            }
        return "`\(VisibleText.of(file))`: \(reason); nothing was written"
    }
}
