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
        for identity in identities {
            for (into, sample) in zip(world.places, ClipboardSample.places) {
                verdicts.insert(evaluator.copy(item, from: into, identity: identity).verdict)
                var before = demarc_allocation_count()
                for _ in 0..<10 { _ = evaluator.copy(item, from: into, identity: identity) }
                let copies = demarc_allocation_count() - before
                #expect(
                    copies == 0,
                    "\(copies) allocations in copies from \(sample.kind) as \(String(describing: identity))"
                )

                before = demarc_allocation_count()
                for from in world.places {
                    _ = evaluator.paste(item, from: from, into: into, identity: identity)
                    guard case .view(let view) = into else { continue }
                    _ = evaluator.upload(from: from, into: view, identity: identity)
                }
                let pastes = demarc_allocation_count() - before
                #expect(
                    pastes == 0,
                    "\(pastes) allocations in pastes into \(sample.kind) as \(String(describing: identity))"
                )

                before = demarc_allocation_count()
                for owner in owners { _ = evaluator.paste(item, ownedBy: owner, into: into, identity: identity) }
                let records = demarc_allocation_count() - before
                #expect(records == 0, "\(records) allocations in pastes of records into \(sample.kind)")
            }
        }
        #expect(verdicts == [.block, .plain, .protected])
    }
}
