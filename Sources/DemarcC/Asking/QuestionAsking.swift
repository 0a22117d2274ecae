import CDemarc
import DemarcEngine
import PolicyModel
import QuestionAnswering

/// Questions in JSON, and the state that an evaluator keeps between them.
struct QuestionAsking: Sendable {
    /// The last answer that was written.
    private(set) var text: [UInt8] = []
    /// The identity that a question has set at the level `task`; nil if none is set there.
    ///
    /// PERF: a copy of the asker's. Every question of the evaluator reads it, which must not be a call.
    private(set) var task: AccountID?
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
            throw CallFailure(
                DEMARC_LIMIT,
                "question.tooLarge",
                "the text has more than \(QuestionAsker.byteLimit) bytes"
            )
        }
        var json: [UInt8] = []
        json.reserveCapacity(question.count)
        for position in question.indices { json.append(question[position]) }
        do throws(AskingError) {
            let asked = try asker.ask(json, with: &evaluator)
            text = Array(asked.json.utf8)
            task = asker.task
            return asked.decision
        } catch {
            throw CallFailure(error)
        }
    }

    /// Notes that the evaluator has just decided a copy, which is the next thing to paste unless it is blocked.
    mutating func noteCopy(of item: ClipboardItem, _ decision: Decision, by evaluator: inout Evaluator) {
        if decision.verdict != .block { asker.noteCopy(of: item, by: &evaluator) }
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
