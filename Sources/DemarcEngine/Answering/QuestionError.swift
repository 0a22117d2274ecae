import Diagnostics
import PolicyModel

/// Why a question cannot be answered: it names something that does not exist, or is incomplete.
public struct QuestionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error. Raw values are stable.
    public enum Code: String, CaseIterable, Hashable, Sendable {
        /// There is no view with that name.
        case unknownView = "unknown-view"
        /// The view contains other views and loads no URLs.
        case notAWebView = "not-a-web-view"
        /// No view is named, and there are several.
        case missingView = "missing-view"
        /// No view is named, and the policy has no view that loads URLs.
        case noWebView = "no-web-view"
        /// No window with that name is open; in questions to an engine that a host keeps.
        case unknownWindow = "unknown-window"
        /// The policy contains no such account.
        case unknownAccount = "unknown-account"
        /// The policy contains no such acting account; in lines of input that name a user.
        case unknownUser = "unknown-user"
        /// An app is listed as installed that the policy does not declare.
        case unknownApp = "unknown-app"
        /// Nothing was copied that could be pasted.
        case emptyPasteboard = "empty-pasteboard"
        /// The current time is not given, and the answer depends on it.
        case missingInstant = "missing-instant"
        /// There is no clock that could be advanced.
        case noClock = "no-clock"
        /// No acting account is named, and there are several candidates; in the preconditions of a scenario.
        case missingUser = "missing-user"
        /// The account cannot act; in the preconditions of a scenario.
        case identityRefused = "identity-refused"
        /// The view tree cannot be changed in this way; in the preconditions of a scenario.
        case viewRefused = "view-refused"
    }

    /// The kind of error.
    public var code: Code
    /// The field of the question that is wrong; nil if it is not a particular field.
    public var field: String?
    /// Lower case, one line, no final period. It lists what exists.
    public var message: String

    /// Creates an error.
    public init(code: Code, field: String? = nil, message: String) {
        self.code = code
        self.field = field
        self.message = message
    }

    /// The field and the message.
    public var description: String { field.map { "\($0): \(message)" } ?? message }
}

extension QuestionError {
    static func unknownView(_ name: String, field: String, known: [String]) -> Self {
        let names = known.isEmpty ? "no views" : Quoted.names(known)
        return Self(
            code: .unknownView,
            field: field,
            message: "unknown view `\(Quoted.shown(name))`\(Quoted.hint(name, known)); the policy has \(names)"
        )
    }

    static func container(_ name: String, field: String, known: [String]) -> Self {
        Self(
            code: .notAWebView,
            field: field,
            message: "`\(Quoted.shown(name))` holds other views and loads no URLs; "
                + "the policy has the web views \(Quoted.names(known))"
        )
    }

    static func missingView(field: String, known: [String]) -> Self {
        known.isEmpty
            ? Self(code: .noWebView, message: "the policy has no web view that could load a URL")
            : Self(
                code: .missingView,
                field: field,
                message: "the policy has several web views; name one of \(Quoted.names(known))"
            )
    }

    static func unknownAccount(_ name: String, field: String, _ directory: AccountDirectory) -> Self {
        let known = directory.accounts.flatMap { [$0.id, $0.userPrincipalName].compactMap { $0?.canonical } }
        return Self(
            code: .unknownAccount,
            field: field,
            message: "unknown account `\(Quoted.shown(name))`\(Quoted.hint(name, known)); "
                + "the policy has \(Quoted.names(known)), and `none` is no account"
        )
    }

    static func unknownApp(_ app: AppID, field: String, known: [String]) -> Self {
        let apps = known.isEmpty ? "the policy has no apps" : "the policy has the apps \(Quoted.names(known))"
        let name = app.bundleID
        return Self(
            code: .unknownApp,
            field: field,
            message: "unknown app `\(Quoted.shown(name))`\(Quoted.hint(name, known)); \(apps)"
        )
    }

    package static func unknownWindow(_ name: String) -> Self {
        Self(code: .unknownWindow, field: "window", message: "no window `\(Quoted.shown(name))` is open")
    }

    static let missingInstant = Self(
        code: .missingInstant,
        field: Question.Field.at.rawValue,
        message: "the time is unknown: set `at`, or `now` in `given`"
    )

    static let noClock = Self(code: .noClock, message: "only scenario files have a clock; use `at` instead")

    static let emptyPasteboard = Self(
        code: .emptyPasteboard,
        field: Question.Field.from.rawValue,
        message: "nothing is on the pasteboard: no earlier step copied anything"
    )
}
