import CDemarc
import DemarcEngine
import PolicyModel
import QuestionAnswering

/// Questions in JSON, and the state that an evaluator keeps between them.
struct QuestionAsking: Sendable {
    /// The last answer that was written.
    private(set) var text: [UInt8] = []
    private var asker: QuestionAsker

    init(_ engine: PolicyEngine) { asker = QuestionAsker(engine) }

    /// Asks a question.
    ///
    /// - Parameters:
    ///   - question: The question, in JSON.
    ///   - evaluator: The evaluator to ask.
    /// - Returns: The decision, if the answer is a decision.
    /// - Throws: Why the question was not answered; the previous answer is discarded.
    mutating func ask(
        _ question: borrowing Span<UInt8>,
        with evaluator: inout Evaluator
    ) throws(CallFailure) -> Decision? {
        text = []
        // Checked before the copy, because the host may pass any length.
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
