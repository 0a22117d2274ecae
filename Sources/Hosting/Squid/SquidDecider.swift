public import DemarcEngine
import PolicyModel
public import RequestReading

/// Answers Squid's lines under one policy. Each thread of a helper has one.
///
/// Create another decider for another policy; that way, two readings of a line are never decided under two policies.
public struct SquidDecider: ~Copyable {
    private var evaluator: Evaluator
    private var reader: RequestReader
    private let format: SquidLine.Format

    /// Creates a decider.
    public init(_ engine: PolicyEngine, _ binding: RequestBinding, _ format: SquidLine.Format) {
        evaluator = engine.makeEvaluator()
        reader = RequestReader(binding)
        self.format = format
    }

    /// Decides a line.
    ///
    /// - Parameter line: The line without its terminator; any bytes.
    /// - Returns: The channel and the decision.
    /// - Throws: ``SquidLineError`` if it is not a line of the format.
    /// - Complexity: O(*n*) in the bytes, plus the cost of the rules.
    public mutating func decide(
        _ line: Span<UInt8>
    ) throws(SquidLineError) -> (channel: [UInt8], decision: RequestDecision) {
        let line = try SquidLine(line, format)
        return (line.channel, decide(line, detail: .all))
    }

    /// Decides a parsed line.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - detail: The level of detail of the decision; replies contain no details of allowed requests.
    /// - Returns: The decision.
    /// - Complexity: O(*n*) in the bytes, plus the cost of the rules.
    public mutating func decide(
        _ line: borrowing SquidLine,
        detail: RequestDecision.Detail = .denials
    ) -> RequestDecision {
        let decision = reader.decide(line.request, with: &evaluator, detail: detail)
        guard decision.verdict != .block else { return decision }
        guard let others = line.otherRequests else { return RequestDecision(blockedBy: .targetFragment) }
        for request in others {
            let other = reader.decide(request, with: &evaluator, detail: detail)
            if other.verdict == .block { return other }
            if !decision.isSame(as: other) { return RequestDecision(differing: decision, other) }
        }
        return decision
    }
}
