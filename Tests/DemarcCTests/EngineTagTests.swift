import Testing

@testable import DemarcC

/// What distinguishes the views of one engine from those of another.
@Suite("Tags of engines") struct EngineTagTests {
    @Test("Engines that exist at the same time have different tags, until there are more engines than tags")
    func together() {
        var tags = EngineTags()
        let all = (0..<EngineTags.count).map { _ in tags.take() }
        #expect(Set(all) == Set(1...UInt16(EngineTags.count)))
        let shared = (0..<10).map { _ in tags.take() }
        #expect(Set(shared).count == 10 && Set(shared).isSubset(of: all))
        // One of its two engines is left.
        tags.release(shared[0])
        tags.release(500)
        let next = tags.take()
        #expect(next == 500)
    }

    @Test("The tag of a freed engine is used again after all others, and never beside an engine that has it")
    func oneAfterTheOther() {
        var tags = EngineTags()
        let kept = tags.take()
        var seen: [UInt16] = []
        for _ in 0..<5_000 {
            let tag = tags.take()
            tags.release(tag)
            seen.append(tag)
        }
        #expect(!seen.contains(kept))
        #expect(Set(seen.prefix(EngineTags.count - 1)).count == EngineTags.count - 1)
    }
}
