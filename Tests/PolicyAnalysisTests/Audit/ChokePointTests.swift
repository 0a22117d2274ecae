import TestSupport
import Testing

@testable import PolicyAnalysis

@Suite("Which changes to make first") struct ChokePointTests {
    /// The definition: in each round, the change that closes the most open paths, and of several the first by its gate.
    private static func chosen(_ fixes: [LeakPath.Fix], _ ids: [String]) -> [LeakPath.Fix] {
        var left = Set(ids)
        var chosen: [LeakPath.Fix] = []
        while true {
            let best = fixes.max { one, two in
                let (first, second) = (left.intersection(one.closes).count, left.intersection(two.closes).count)
                return first == second ? one.gate > two.gate : first < second
            }
            guard let best, !left.isDisjoint(with: best.closes) else { return chosen }
            left.subtract(best.closes)
            chosen.append(best)
        }
    }

    @Test("Each choice closes the most of the paths that are still open", arguments: 1...40)
    func greedy(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let ids = (0..<random.number(in: 0...12)).map { "path \($0)" }
        let fixes = random.some(0...20) { random in
            let gate = FlowGate(kind: .rule, owner: "r", name: "\(random.number(in: 0...30))", value: "", location: nil)
            let closes = random.some(0...6) { "path \($0.number(in: 0...14))" }
            return LeakPath.Fix(gate: gate, value: "\(random.number(in: 0...3))", closes: closes)
        }
        #expect(PolicyAudit.greedy(fixes, ids) == Self.chosen(fixes, ids))
    }
}
