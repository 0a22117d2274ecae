import CDemarc
import DemarcEngine
import PolicyModel
import QuestionAnswering

/// Questions in JSON, and what an evaluator keeps between them.
struct QuestionAsking: Sendable {
    /// The answer that was written last.
    private(set) var text: [UInt8] = []
    private var asker: QuestionAsker

    init(_ engine: PolicyEngine) { asker = QuestionAsker(engine) }

    /// Asks a question.
    ///
    /// - Parameters:
    ///   - question: The question, in JSON.
    ///   - evaluator: What it is asked of.
    /// - Returns: The decision, where it is one.
    /// - Throws: Why it was not asked; the last answer is gone then.
    mutating func ask(
        _ question: borrowing Span<UInt8>,
        with evaluator: inout Evaluator
    ) throws(CallFailure) -> Decision? {
        text = []
        // Before it is copied: the host may say any length.
        guard question.count <= QuestionAsker.byteLimit else {
            throw .limit("a question has up to \(QuestionAsker.byteLimit) bytes")
        }
        var json: [UInt8] = []
        json.reserveCapacity(question.count)
        for position in question.indices { json.append(question[position]) }
        do throws(AskingError) {
            let asked = try asker.ask(json, with: &evaluator)
            text = Array(asked.json.utf8)
            return asked.decision
        } catch {
            throw CallFailure(error)
        }
    }
}

extension CallFailure {
    /// A question that was not answered.
    fileprivate init(_ error: AskingError) {
        let status =
            switch error.kind {
            case .malformed, .stateful, .invalid: DEMARC_QUESTION
            case .tooLarge, .tooMany: DEMARC_LIMIT
            case .unanswerable: DEMARC_UNKNOWN
            }
        self.init(status, error.code, error.description)
    }
}
