import PolicyModel
import TestSupport
import Testing

@testable import DemarcEngine

@Suite("Reasons in words") struct ReasonListTests {
    @Test(
        "A list contains exactly the codes that were added, whatever is beside them",
        arguments: 0...ReasonList.capacity
    )
    func contains(count: Int) {
        var random = SplitMix(seed: UInt64(count))
        for _ in 0..<300 {
            var (list, added) = (ReasonList(), [ReasonCode]())
            for _ in 0..<count {
                // Neighboring codes differ in one bit or borrow from each other.
                let near = added.last.flatMap { ReasonCode.allCases.firstIndex(of: $0) } ?? 0
                let position = random.once(in: 2) ? near + random.number(in: 0...1) : random.number(in: 0...10_000)
                let code = ReasonCode.allCases[position % ReasonCode.allCases.count]
                list.append(code)
                added.append(code)
            }
            #expect((0..<list.count).map { list[$0] } == added)
            #expect(ReasonCode.allCases.filter { list.contains($0) } == ReasonCode.allCases.filter(added.contains))
        }
    }
}
