import CAllocationCounter
import Demarc
import PolicyModel
import Testing

/// Counts what deciding on the clipboard asks the C library for; see ``AllocationTests``.
@Suite(
    "Allocations of the clipboard",
    .serialized,
    .enabled(if: demarc_allocation_counting_available(), "allocations cannot be counted in this process")
)
struct ClipboardAllocationTests {
    @Test("a warm copy, paste or upload allocates nothing, whatever its places")
    func decisions() throws {
        let base = try ClipboardWorld.Base(treatsAllAsUnmanaged: true)
        let policy = ClipboardOracle.Policy(column: 1, exception: 40, uploadColumn: 1)
        let world = try ClipboardWorld(base, policy, policy)
        var evaluator = world.engine.makeEvaluator()
        let item = ClipboardItem(.text, characters: 40)
        let identities: [AccountID?] = [nil, AccountID("dana"), AccountID("home"), AccountID("stranger")]
        let owners = ClipboardSample.records.compactMap { sample -> ClipboardOwner? in
            if case .recorded(let owner) = sample.kind { owner } else { nil }
        }
        #expect(owners.count == ClipboardSample.records.count)
        var verdicts: Set<Verdict> = []
        for round in 0..<2 {
            let before = demarc_allocation_count()
            for identity in identities {
                for into in world.places {
                    for from in world.places {
                        let paste = evaluator.paste(item, from: from, into: into, identity: identity)
                        if round == 0 { verdicts.insert(paste.verdict) }
                        guard case .view(let view) = into else { continue }
                        _ = evaluator.upload(from: from, into: view, identity: identity)
                    }
                    for owner in owners { _ = evaluator.paste(item, ownedBy: owner, into: into, identity: identity) }
                    let copy = evaluator.copy(item, from: into, identity: identity)
                    if round == 0 { verdicts.insert(copy.verdict) }
                }
            }
            let count = demarc_allocation_count() - before
            if round == 1 { #expect(count == 0, "\(count) allocations") }
        }
        #expect(verdicts == [.allow, .block, .plain])
    }
}
