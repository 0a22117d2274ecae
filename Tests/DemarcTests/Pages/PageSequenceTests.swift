import TestSupport
import Testing

/// Pages against a model, over random sequences of all events: navigations that are decided and reported in any order,
/// switching, moving, retagging, signing in and out, reloading, opening and closing.
///
/// `make laws` runs a hundred thousand.
@Suite("Pages compared with a model") struct PageSequenceTests {
    private static let count = TestSize.count(2_500, exhaustive: 100_000)

    @Test("Random sequences of all events equal the model")
    func sequences() throws {
        var met: Set<String> = []
        for seed in 0..<Self.count {
            let world = try PageWorld(seed: UInt64(seed))
            for _ in 0..<16 where world.differences.isEmpty { try world.step() }
            met.formUnion(world.met)
            guard world.differences.isEmpty else {
                Issue.record("seed \(seed):\n\(world.differences.joined(separator: "\n"))")
                return
            }
        }
        // Each kind of page with every owner that it can have on both sides.
        for row in [
            "unreported unmanaged unmanaged", "unreported account account", "unreported several several",
            "unreported unknown unknown", "ofOpener unmanaged unmanaged", "ofOpener account account",
            "ofOpener account unmanaged", "ofOpener unknown unknown", "unmanaged unmanaged unmanaged",
            "account account account", "account account unmanaged", "account account unknown",
            "account unknown unknown", "several several several", "several several unmanaged",
        ] {
            #expect(met.contains(row), "no sequence met \(row)")
        }
    }
}
