import TestSupport
import Testing

@testable import DemarcEngine

/// Values by position against a dictionary, with the versions that were kept meanwhile.
@Suite("Shared slots") struct SharedSlotsTests {
    /// Positions at both sides of the end of a leaf, of a page and of the first leaf.
    private static let positions =
        Array(0..<4) + Array(60..<70) + Array(126..<130) + Array(4090..<4100) + Array(8190..<8196) + [300_000]

    @Test("Every version keeps its values, and positions that were never written are vacant", arguments: 0..<8)
    func versions(seed: Int) {
        var random = SplitMix(seed: UInt64(seed))
        var slots = SharedSlots(vacant: -1)
        var expected: [Int: Int] = [:]
        var kept: [(slots: SharedSlots<Int>, expected: [Int: Int])] = []
        for number in 0..<60 {
            let position = random.one(of: Self.positions)
            slots[position] = number
            expected[position] = number
            if random.once(in: 4) { kept.append((slots, expected)) }
        }
        kept.append((slots, expected))
        kept.append((SharedSlots(vacant: -1), [:]))
        for version in kept {
            for position in Self.positions {
                #expect(version.slots[position] == version.expected[position, default: -1], "seed \(seed), \(position)")
            }
        }
    }
}
