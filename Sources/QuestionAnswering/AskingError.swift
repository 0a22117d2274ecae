import DemarcEngine
import Diagnostics

/// Why a question in JSON was not answered.
public struct AskingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong in general.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// The text is no JSON.
        case malformed
        /// The text is too long.
        case tooLarge
        /// A batch has too many requests.
        case tooMany
        /// A question would change what others are answered, where it must not.
        case stateful
        /// It is JSON, and not a request.
        case invalid
        /// It names something that the engine does not have, or does not say enough.
        case unanswerable
    }

    /// What is wrong in general.
    public var kind: Kind
    /// What is wrong: `question.malformed`, `question.tooLarge`, `question.tooMany`, `question.stateful`, the code of a
    /// finding such as `unknown-key`, or that of a `QuestionError`. Stable.
    public var code: String
    /// The path of what is wrong, such as `when.navigate.url`; nil where it is not one value in particular.
    public var field: String?
    /// Lower case, one line, no final period; control characters are spelled out.
    public var message: String

    init(_ kind: Kind, code: String, field: String? = nil, message: String) {
        (self.kind, self.code) = (kind, code)
        // Both may quote a key of the question, in which an escape can be a line break.
        self.field = field.map { VisibleText.of($0) }
        self.message = VisibleText.of(message)
    }

    /// What was found while reading. The first three findings are said.
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

    /// The message, behind the field where the message does not name it.
    public var description: String {
        guard let field, !message.split(separator: "`").contains(field[...]) else { return message }
        return "\(field): \(message)"
    }
}
