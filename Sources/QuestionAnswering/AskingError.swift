import DemarcEngine
import Diagnostics

/// Why a question in JSON was not answered.
public struct AskingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The general kind of error.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// The text is not JSON.
        case malformed
        /// The text is too long.
        case tooLarge
        /// A batch has too many requests.
        case tooMany
        /// A question would change the answers to others in a context that does not allow it.
        case stateful
        /// The text is JSON, but not a valid request.
        case invalid
        /// The request names something that the engine does not have, or is incomplete.
        case unanswerable
    }

    /// The general kind of error.
    public var kind: Kind
    /// A stable code: `question.malformed`, `question.tooLarge`, `question.tooMany`, `question.stateful`, the code of a
    /// finding such as `unknown-key`, or the code of a `QuestionError`.
    public var code: String
    /// The path of the faulty value, such as `when.navigate.url`; nil if the error is not about a particular value.
    public var field: String?
    /// A message in lower case, on one line, without a final period; control characters are escaped.
    public var message: String

    init(_ kind: Kind, code: String, field: String? = nil, message: String) {
        (self.kind, self.code) = (kind, code)
        // Both may quote a key of the question, in which an escape can produce a line break.
        self.field = field.map { VisibleText.of($0) }
        self.message = VisibleText.of(message)
    }

    /// Errors found while reading. The message contains the first three findings.
    init(_ kind: Kind, _ findings: [Diagnostic], code: String? = nil, field: String? = nil) {
        self.init(
            kind,
            code: code ?? findings.first?.code ?? "question.invalid",
            field: field,
            message: findings.isEmpty
                ? "the question cannot be asked" : findings.prefix(3).map(\.message).joined(separator: "; ")
        )
    }

    init(_ error: QuestionError, in request: String? = nil) {
        let parts = [request, error.field].compactMap(\.self)
        self.init(
            .unanswerable,
            code: error.code.rawValue,
            field: parts.isEmpty ? nil : parts.joined(separator: "."),
            message: error.message
        )
    }

    /// The message, prefixed by the field unless the message names it.
    public var description: String {
        guard let field, !message.split(separator: "`").contains(field[...]) else { return message }
        return "\(field): \(message)"
    }
}
