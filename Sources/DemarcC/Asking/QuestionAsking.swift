import CDemarc
import DemarcEngine
import PolicyModel

/// Questions in JSON, and what an evaluator keeps between them.
struct QuestionAsking: Sendable {
    /// The answer that was written last.
    private(set) var text: [UInt8] = []

    init(_ engine: PolicyEngine) {}

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
        throw CallFailure(DEMARC_UNSUPPORTED, "unsupported", "this library does not take questions in JSON")
    }
}
