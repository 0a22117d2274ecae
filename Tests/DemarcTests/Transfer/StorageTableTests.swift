import Demarc
import PolicyModel
import TestSupport
import Testing

/// The engine against a second reading of the tables, over every combination of their inputs.
///
/// The whole product, with every possible list of locations, is some 23 million questions, which `make laws` asks.
/// Otherwise, a list is empty, contains one location or all, or lacks one.
@Suite("Transfer to and from storage compared with an oracle") struct StorageTableTests {
    /// Owners and receivers; nil is several accounts that act at once.
    private static let sides: [TransferPerson?] = [nil] + TransferPerson.named
    /// The accounts of places; nil is no account.
    private static let accounts: [TransferPerson?] = [nil] + TransferPerson.named

    @Test("Every copy, owner, place and account equals the table, under every policy of owner and place")
    func saving() {
        save(Self.lists(of: ManagedAppDataStorageLocation.allCases), count: 969_408)
    }

    @Test("Every receiver, place and account equals the table, under every policy of both")
    func opening() {
        open(Self.lists(of: ManagedAppDataIngestionLocation.allCases), count: 1_181_952)
    }

    @Test("Saving with every list equals the table", .enabled(if: TestSize.isExhaustive, "takes minutes: make laws"))
    func savingWithEveryList() {
        save(Self.allLists(of: ManagedAppDataStorageLocation.allCases), count: 7_356_096)
    }

    @Test("Opening with every list equals the table", .enabled(if: TestSize.isExhaustive, "takes minutes: make laws"))
    func openingWithEveryList() {
        open(Self.allLists(of: ManagedAppDataIngestionLocation.allCases), count: 15_987_456)
    }

    // MARK: The products

    private func save(_ lists: [[ManagedAppDataStorageLocation]], count: Int) {
        let engine = TransferEngine()
        forEachWorld(lists) { list, world in
            world.first.savesOnlyTo = list
            engine.enter(world)
            for owner in Self.sides {
                for account in Self.accounts {
                    for location in SaveLocation.allCases {
                        let decision = engine.evaluator.save(
                            to: location,
                            of: account?.account,
                            ownedBy: owner?.account
                        )
                        let expected = world.expectedSave(to: location, of: account, ownedBy: owner)
                        engine.compare(decision, with: expected) {
                            "\(String(describing: owner)) to \(location) of \(String(describing: account)) in \(world)"
                        }
                    }
                }
            }
        }
        #expect(engine.asked == count)
        engine.check("save.")
    }

    private func open(_ lists: [[ManagedAppDataIngestionLocation]], count: Int) {
        let engine = TransferEngine()
        forEachWorld(lists) { list, world in
            world.first.opensOnlyFrom = list
            engine.enter(world)
            for receiver in Self.sides {
                for account in Self.accounts {
                    for location in OpenLocation.allCases {
                        let decision = engine.evaluator.open(
                            from: location,
                            of: account?.account,
                            receivedBy: receiver?.account
                        )
                        let expected = world.expectedOpen(from: location, of: account, receivedBy: receiver)
                        engine.compare(decision, with: expected) {
                            "\(location) of \(String(describing: account)) to \(String(describing: receiver)) in \(world)"
                        }
                    }
                }
            }
        }
        #expect(engine.asked == count)
        engine.check("openFrom.")
    }

    /// Every list, and no list with the flag off, with every pair of levels on both sides.
    private func forEachWorld<Location>(_ lists: [[Location]], _ body: ([Location]?, inout TransferWorld) -> Void) {
        for list in [nil] + lists.map(Optional.some) {
            for first in TransferWorld.Policy.levels {
                for second in TransferWorld.Policy.levels {
                    var world = TransferWorld(first: first, second: second, acting: .everyone)
                    world.first.isListedInVain = list == nil
                    body(list, &world)
                }
            }
        }
    }

    // MARK: Lists

    private static func lists<Location: Equatable>(of all: [Location]) -> [[Location]] {
        [[], all] + all.map { [$0] } + all.map { one in all.filter { $0 != one } }
    }

    private static func allLists<Location>(of all: [Location]) -> [[Location]] {
        (0..<1 << all.count).map { bits in all.indices.filter { bits >> $0 & 1 == 1 }.map { all[$0] } }
    }
}
