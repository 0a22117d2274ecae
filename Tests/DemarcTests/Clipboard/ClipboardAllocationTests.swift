import CAllocationCounter
import Demarc
import PolicyModel
import TestSupport
import Testing

/// Counts the allocations of clipboard decisions in the C library; see ``AllocationTests``.
@Suite(
    "Allocations of the clipboard",
    .serialized,
    .enabled(if: demarc_allocation_counting_available(), "allocations cannot be counted in this process")
)
struct ClipboardAllocationTests {
    private static let why: Comment = "code that is not optimized copies more: `swift test -c release`"
    private static let identities: [AccountID?] = [nil, AccountID("dana"), AccountID("home"), AccountID("stranger")]
    private let item = ClipboardItem(.text, characters: 40)
    private let world: ClipboardWorld

    init() throws {
        let policy = ClipboardOracle.Policy(column: 1, exception: 40, uploadColumn: 1)
        world = try ClipboardWorld(ClipboardWorld.Base(treatsAllAsUnmanaged: true), policy, policy)
    }

    @Test("A warm copy allocates nothing, wherever it comes from")
    func copies() {
        var evaluator = world.engine.makeEvaluator()
        var verdicts: Set<Verdict> = []
        for (place, sample) in zip(world.places, ClipboardSample.places) {
            // Looking up a window is one of the operations that allocate in unoptimized code.
            if !TestSize.isOptimized, case .native = place { continue }
            for identity in Self.identities {
                verdicts.insert(evaluator.copy(item, from: place, identity: identity).verdict)
                let before = demarc_allocation_count()
                for _ in 0..<10 { _ = evaluator.copy(item, from: place, identity: identity) }
                let count = demarc_allocation_count() - before
                #expect(count == 0, "\(count) allocations in 10 copies from \(sample.kind)")
            }
        }
        #expect(verdicts == [.block, .plain, .protected])
    }

    @Test(
        "Saving, sending and printing the content of a place allocate nothing",
        .enabled(if: TestSize.isOptimized, why)
    )
    func owners() {
        var evaluator = world.engine.makeEvaluator()
        var verdicts: Set<Verdict> = []
        for (place, sample) in zip(world.places, ClipboardSample.places) {
            var before: UInt64 = 0
            for round in 0..<2 {
                if round == 1 { before = demarc_allocation_count() }
                for identity in Self.identities {
                    verdicts.insert(evaluator.save(to: .box, from: place, identity: identity).verdict)
                    verdicts.insert(evaluator.send(to: "plain", from: place, identity: identity).verdict)
                    verdicts.insert(evaluator.setting(.print, at: place, identity: identity).verdict)
                }
            }
            let count = demarc_allocation_count() - before
            #expect(count == 0, "\(count) allocations for \(sample.kind)")
        }
        #expect(verdicts == [.allow, .block])
    }

    @Test("Pastes, pastes of a recorded owner, and uploads allocate nothing", .enabled(if: TestSize.isOptimized, why))
    func pastes() {
        var evaluator = world.engine.makeEvaluator()
        let owners = ClipboardSample.records.compactMap { sample -> ClipboardOwner? in
            if case .recorded(let owner) = sample.kind { owner } else { nil }
        }
        for (into, sample) in zip(world.places, ClipboardSample.places) {
            var before: UInt64 = 0
            for round in 0..<2 {
                if round == 1 { before = demarc_allocation_count() }
                for identity in Self.identities {
                    for from in world.places {
                        _ = evaluator.paste(item, from: from, into: into, identity: identity)
                        guard case .view(let view) = into else { continue }
                        _ = evaluator.upload(from: from, into: view, identity: identity)
                    }
                    for owner in owners { _ = evaluator.paste(item, ownedBy: owner, into: into, identity: identity) }
                }
            }
            let count = demarc_allocation_count() - before
            #expect(count == 0, "\(count) allocations in pastes and uploads into \(sample.kind)")
        }
    }
}
