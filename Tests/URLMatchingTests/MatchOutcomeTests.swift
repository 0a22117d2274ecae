import Testing
import URLMatching

@Suite("Match outcome")
struct MatchOutcomeTests {
    /// The actual results that an outcome allows: a limit allows both.
    private func possibilities(_ outcome: MatchOutcome) -> Set<Bool> {
        switch outcome {
        case .notMatched: [false]
        case .limitReached: [false, true]
        case .matched: [true]
        }
    }

    @Test("Combined outcomes keep what holds in every case", arguments: MatchOutcome.allCases, MatchOutcome.allCases)
    func kleene(left: MatchOutcome, right: MatchOutcome) {
        var both: Set<Bool> = []
        var either: Set<Bool> = []
        for first in possibilities(left) {
            for second in possibilities(right) {
                both.insert(first && second)
                either.insert(first || second)
            }
        }
        #expect(possibilities(left.and(right)) == both)
        #expect(possibilities(left.or(right)) == either)
        #expect(possibilities(left.negated) == Set(possibilities(left).map { !$0 }))
    }

    @Test("A list cannot be made from a text")
    func list() throws { expectError(.list, "x", .unsupportedKey, help: nil) }
}
