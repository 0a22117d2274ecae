import Demarc
import PolicyModel
import TestSupport
import Testing

/// The engine against a second reading of the tables, over every combination of their inputs.
///
/// The whole product is some 23 million questions, which `make laws` asks. Otherwise, inputs that the answer does not
/// depend on – or must not depend on, according to the table – are held constant; and an ordinary run enters one world
/// in five, and CI each of them.
@Suite("Transfer to and from other apps compared with an oracle") struct SharingTableTests {
    /// Senders and receivers; nil is the acting account.
    private static let sides: [TransferPerson?] = [nil] + TransferPerson.named

    @Test("Every sender, app and way equals the table, under every policy of the sender")
    func sending() {
        var product = Product()
        product.inbound = [.none]
        product.protectsUnknown = [false]
        product.isMultiIdentity = [true]
        product.hasHome = [true]
        send(product, count: 829_440)
    }

    @Test("Every receiver and app equals the table, under every policy of both")
    func receiving() {
        var product = Product()
        product.filters = [false]
        product.unprotectsMDM = [false]
        receive(product, count: 1_140_480)
    }

    @Test("An owner of received data can restrict the decision, but never permit more")
    func owned() {
        var product = Product()
        product.filters = [false]
        product.unprotectsMDM = [false]
        product.isEnrolled = [true]
        product.hasApps = [true]
        product.hasHome = [true]
        let owners: [TransferPerson?] = [.nobody, .home, .dana, .kim, .robin, .loner, .stranger]
        receive(product, ownedBy: owners, count: 1_088_640)
    }

    @Test(
        "Sending with every combination equals the table",
        .enabled(if: TestSize.isExhaustive, "takes minutes: make laws")
    )
    func sendingEverything() { send(Product(), count: 18_247_680) }

    @Test(
        "Receiving with every combination equals the table",
        .enabled(if: TestSize.isExhaustive, "takes minutes: make laws")
    )
    func receivingEverything() { receive(Product(), count: 4_561_920) }

    // MARK: The products

    private func send(_ product: Product, count: Int) {
        let engine = TransferEngine()
        let worlds = product.forEach { world in
            engine.enter(world)
            for sender in Self.sides {
                for app in TransferApp.allCases {
                    for method in SharingMethod.allCases {
                        let decision = engine.evaluator.send(to: app.id, via: method, ownedBy: sender?.account)
                        let expected = world.expectedSend(to: app, via: method, ownedBy: sender)
                        engine.compare(decision, with: expected) {
                            "\(String(describing: sender)) to \(app) via \(method) in \(world)"
                        }
                    }
                }
                if engine.evaluator.isAppSharingAllowed(for: sender?.account) != world.expectsSharing(of: sender) {
                    engine.note("isAppSharingAllowed for \(String(describing: sender)) in \(world)")
                }
            }
        }
        check(engine, asked: count, in: worlds)
        engine.check("send.")
    }

    private func receive(_ product: Product, ownedBy owners: [TransferPerson?] = [nil], count: Int) {
        let engine = TransferEngine()
        let worlds = product.forEach { world in
            engine.enter(world)
            for receiver in Self.sides {
                for app in TransferApp.allCases {
                    for owner in owners { Self.receive(engine, world, app, receiver, owner) }
                }
            }
        }
        check(engine, asked: count, in: worlds)
        engine.check("receive.", without: owners == [nil] ? "receive.owner." : nil)
    }

    private static func receive(
        _ engine: TransferEngine,
        _ world: TransferWorld,
        _ app: TransferApp,
        _ receiver: TransferPerson?,
        _ owner: TransferPerson?
    ) {
        let question = { "\(app) to \(String(describing: receiver)) of \(String(describing: owner)) in \(world)" }
        let decision = engine.evaluator.receive(from: app.id, into: receiver?.account, ownedBy: owner?.account)
        let expected = world.expectedReceive(from: app, into: receiver, ownedBy: owner)
        engine.compare(decision, with: expected, question)
        let account = try? engine.evaluator.account(of: decision)
        if account != (expected.hasPrefix("switchAccount") ? TransferPerson.home.account : nil) {
            engine.note("\(question()) switches to \(String(describing: account))")
        }
        // An owner permits nothing: whatever is allowed with an owner is also allowed without one.
        if owner != nil, expected.hasPrefix("allow"),
            !world.expectedReceive(from: app, into: receiver).hasPrefix("allow")
        {
            engine.note("\(question()) is permitted by the owner")
        }
    }

    /// Checks how many questions were asked: the same number in every world.
    private func check(_ engine: TransferEngine, asked count: Int, in worlds: (entered: Int, all: Int)) {
        #expect(engine.asked * worlds.all == count * worlds.entered && worlds.entered > worlds.all / 6)
    }

    /// The axes of the worlds.
    private struct Product {
        var outbound = ManagedAppDataTransferLevel.allCases
        var inbound = ManagedAppDataTransferLevel.allCases
        var filters = [false, true]
        var unprotectsMDM = [false, true]
        var protectsUnknown = [false, true]
        var second = TransferWorld.Policy.levels
        var acting = TransferPerson.allCases.filter { $0 != .stranger && $0 != .loner }
        var isEnrolled = [false, true]
        var isMultiIdentity = [false, true]
        var hasHome = [false, true]
        var hasApps = [true, false]

        /// Dana's policies.
        private var first: [TransferWorld.Policy] {
            var policies: [TransferWorld.Policy] = []
            for (outbound, inbound) in outbound.flatMap({ level in inbound.map { (level, $0) } }) {
                for (filters, unprotectsMDM) in filters.flatMap({ flag in unprotectsMDM.map { (flag, $0) } }) {
                    for protectsUnknown in protectsUnknown {
                        policies.append(
                            TransferWorld.Policy(
                                outbound: outbound,
                                inbound: inbound,
                                filters: filters,
                                unprotectsMDM: unprotectsMDM,
                                protectsUnknown: protectsUnknown
                            )
                        )
                    }
                }
            }
            return policies
        }

        /// Enters worlds, and counts them.
        func forEach(_ body: (TransferWorld) -> Void) -> (entered: Int, all: Int) {
            var worlds = (entered: 0, all: 0)
            for (first, second) in first.flatMap({ first in second.map { (first, $0) } }) {
                for (acting, isEnrolled) in acting.flatMap({ acting in isEnrolled.map { (acting, $0) } }) {
                    for (isMultiIdentity, hasHome) in isMultiIdentity.flatMap({ flag in hasHome.map { (flag, $0) } }) {
                        // An account that does not exist cannot act.
                        guard hasHome || acting != .home else { continue }
                        for hasApps in hasApps {
                            worlds.all += 1
                            guard TestSize.tries(worlds.all) else { continue }
                            worlds.entered += 1
                            body(
                                TransferWorld(
                                    first: first,
                                    second: second,
                                    acting: acting,
                                    isEnrolled: isEnrolled,
                                    isMultiIdentity: isMultiIdentity,
                                    hasApps: hasApps,
                                    hasHome: hasHome
                                )
                            )
                        }
                    }
                }
            }
            return worlds
        }
    }
}
