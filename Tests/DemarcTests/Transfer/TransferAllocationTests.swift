import CAllocationCounter
import Demarc
import PolicyModel
import Testing

/// Counts the allocations of transfer decisions in the C library.
@Suite(
    "Allocations of transfers",
    .serialized,
    .enabled(if: demarc_allocation_counting_available(), "allocations cannot be counted in this process")
)
struct TransferAllocationTests {
    @Test("A warm decision allocates nothing, whoever acts and whatever the policies")
    func decisions() {
        let engine = TransferEngine()
        var lines: Set<String> = []
        for first in TransferWorld.Policy.levels {
            var world = TransferWorld(first: first, acting: .dana, isEnrolled: true)
            world.second.outbound = .managedApps
            world.first.savesOnlyTo = [.sharePoint, .photoLibrary, .localStorage]
            world.first.opensOnlyFrom = [.sharePoint, .camera, .localStorage]
            world.first.unprotectsMDM = first.inbound == .none
            world.first.protectsUnknown = true
            for acting in [TransferPerson.dana, .home, .everyone] {
                world.acting = acting
                engine.enter(world)
                var probe = Probe(engine.engine)
                probe.goThrough()
                lines.formUnion(probe.lines)
                probe.allocations = 0
                probe.goThrough()
                #expect(probe.allocations == 0, "as \(acting) under \(first)")
            }
        }
        // The cases are as diverse as intended.
        #expect(lines.count > 35, "\(lines.count)")
    }

    /// Decides, and counts only the decision's own allocations: unoptimized loops allocate, too.
    private struct Probe: ~Copyable {
        private var evaluator: Evaluator
        private(set) var lines: Set<String> = []
        var allocations: UInt64 = 0

        init(_ engine: PolicyEngine) { evaluator = engine.makeEvaluator() }

        private static let people: [AccountID?] = [nil] + TransferPerson.named.map(\.account)

        mutating func goThrough() {
            for own in Self.people {
                for other in Self.people {
                    for location in SaveLocation.allCases {
                        let before = demarc_allocation_count()
                        count(evaluator.save(to: location, of: other, ownedBy: own), since: before)
                    }
                    for location in OpenLocation.allCases {
                        let before = demarc_allocation_count()
                        count(evaluator.open(from: location, of: other, receivedBy: own), since: before)
                    }
                }
                for app in TransferApp.allCases.map(\.id) {
                    for method in SharingMethod.allCases {
                        let before = demarc_allocation_count()
                        count(evaluator.send(to: app, via: method, ownedBy: own), since: before)
                    }
                    let before = demarc_allocation_count()
                    count(evaluator.receive(from: app, into: own), since: before)
                }
                let before = demarc_allocation_count()
                _ = evaluator.isAppSharingAllowed(for: own)
                allocations += demarc_allocation_count() - before
            }
        }

        private mutating func count(_ decision: Decision, since before: UInt64) {
            allocations += demarc_allocation_count() - before
            lines.insert(decision.transferLine)
        }
    }
}
