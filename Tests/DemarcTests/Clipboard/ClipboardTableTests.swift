import Demarc
import PolicyModel
import TestSupport
import Testing

/// The engine against ``ClipboardOracle``, over every combination of policies, places, identities and items.
///
/// The whole product is 38 million questions, which `make laws` asks. Otherwise, fewer exceptions, lengths and identities
/// are used; together they still reach every reason. An ordinary run pastes in one world of five, and CI in each of
/// them.
@Suite("Clipboard and uploads compared with an oracle") struct ClipboardTableTests {
    private typealias Oracle = ClipboardOracle

    @Test("Pastes between every two places and from every recorded owner equal the table")
    func pastes() throws {
        let product = TestSize.isExhaustive ? Product.whole : .reduced
        let minimum = TestSize.isExhaustive ? 38_000_000 : TestSize.isThorough ? 1_000_000 : 200_000
        try check(.clipboard, product, atLeast: minimum, isSampled: true)
    }

    @Test("Uploads have their own level and no exception")
    func uploads() throws {
        var product = Product.whole
        product.ownerPolicies = [0, 1, 3].map { Oracle.Policy(column: 3 - $0, exception: 40, uploadColumn: $0) }
        product.otherPolicies = product.ownerPolicies
        product.items = [ClipboardItem(.text, characters: 1)]
        try check(.upload, product, atLeast: 75_000)
    }

    @Test("Copies from every place equal the table")
    func copies() throws {
        let bases = try Bases()
        var differences: [String] = []
        var codes: Set<String> = []
        for (policy, flag) in Product.whole.ownerPolicies.flatMap({ policy in [false, true].map { (policy, $0) } }) {
            let world = try ClipboardWorld(bases[flag], policy, policy)
            for identity in Product.whole.identities {
                for (sample, place) in zip(ClipboardSample.places, world.places) {
                    let side = sample.side(actingAs: identity, treatsAllAsUnmanaged: flag, .out)
                    for item in Product.whole.items {
                        let account = identity.map { AccountID($0) }
                        let actual = world.evaluator.copy(item, from: place, identity: account).clipboardAnswer
                        let expected = Oracle.copy(from: side, characters: item.textLength, world.policies)
                        codes.formUnion(actual.reasons)
                        if actual != expected, differences.count < 10 {
                            differences.append("\(sample.kind) \(item) \(policy)\n  \(expected)\n  \(actual)")
                        }
                    }
                }
            }
        }
        #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
        #expect(codes.count == 18)
    }

    @Test("Every reason is reached")
    func reached() throws {
        var product = Product.reduced
        product.items = [ClipboardItem(.text, characters: 1)]
        product.identities = [nil, "home", "stranger"]
        var codes: Set<String> = []
        try check(.clipboard, product, atLeast: 1, &codes)
        product.ownerPolicies = [0, 1, 3].map { Oracle.Policy(column: $0, exception: 0, uploadColumn: $0) }
        product.otherPolicies = product.ownerPolicies
        try check(.upload, product, atLeast: 1, &codes)
        let own = ReasonCode.allCases.map(\.rawValue).filter { $0.hasPrefix("clipboard.") || $0.hasPrefix("upload.") }
        #expect(codes.isSuperset(of: own), "\(Set(own).subtracting(codes).sorted())")
        #expect(
            codes.subtracting(own).sorted() == [
                "identity.lockDown", "identity.unknown", "identity.unmanaged", "page.blockUpload", "page.external",
                "page.external.frame", "page.loadedFor", "page.unmanagedIdentity", "page.unmanagedView",
                "view.currentIdentityBlockUpload", "view.treatAllWebViewsAsUnmanaged", "view.unknown",
                "view.unmanaged",
            ]
        )
    }

    @Test("A recorded owner is decided like its place while nothing changes")
    func records() throws {
        let bases = try Bases()
        let policies = (0..<4).map { Oracle.Policy(column: $0, exception: 40, uploadColumn: 3) }
        for (owner, other) in policies.flatMap({ owner in policies.map { (owner, $0) } }) {
            let world = try ClipboardWorld(bases[true], owner, other)
            for (account, source) in [nil, "kim", "home", "stranger"].flatMap({ name in
                world.places.map { (name.map { AccountID($0) }, $0) }
            }) {
                let record = world.evaluator.owner(of: source, identity: account)
                for (into, length) in world.places.flatMap({ place in [40, 41].map { (place, $0) } }) {
                    let item = ClipboardItem(.text, characters: length)
                    let now = world.evaluator.paste(item, from: source, into: into, identity: account).verdict
                    let later = world.evaluator.paste(item, ownedBy: record, into: into, identity: account).verdict
                    guard now != later else { continue }
                    Issue.record("\(source) \(record) into \(into): \(now), and \(later) when recorded")
                    return
                }
            }
        }
    }

    // MARK: The product

    private struct Product {
        var ownerPolicies: [ClipboardOracle.Policy]
        var otherPolicies: [ClipboardOracle.Policy]
        /// Nil alternates between both.
        var flags: [Bool]?
        var identities: [String?]
        var items: [ClipboardItem]

        private static func policies(_ exceptions: [Int]) -> [ClipboardOracle.Policy] {
            (0..<4).flatMap { column in
                exceptions.map { ClipboardOracle.Policy(column: column, exception: $0, uploadColumn: 3) }
            }
        }

        static let whole = Product(
            ownerPolicies: policies([0, 1, 40, 65535]),
            otherPolicies: policies([0, 100]),
            flags: [false, true],
            identities: [nil, "dana", "kim", "robin", "lee", "home", "", "stranger"],
            items: [-1, 0, 1, 2, 40, 41, 65535, 65536].map { ClipboardItem(.text, characters: $0) }
                + [ClipboardItem(.image), ClipboardItem(.file, characters: 40)]
        )

        static let reduced = Product(
            ownerPolicies: policies([0, 40]),
            otherPolicies: policies([100]),
            identities: [nil, "kim", "home", "stranger"],
            items: [0, 1, 40, 41].map { ClipboardItem(.text, characters: $0) } + [ClipboardItem(.image)]
        )
    }

    private struct Bases {
        private let bases: [ClipboardWorld.Base]
        init() throws { bases = try [false, true].map { try ClipboardWorld.Base(treatsAllAsUnmanaged: $0) } }
        subscript(flag: Bool) -> ClipboardWorld.Base { bases[flag ? 1 : 0] }
    }

    private func check(
        _ question: ClipboardOracle.Question,
        _ product: Product,
        atLeast minimum: Int,
        isSampled: Bool = false
    ) throws {
        var codes: Set<String> = []
        try check(question, product, atLeast: minimum, isSampled: isSampled, &codes)
    }

    private func check(
        _ question: ClipboardOracle.Question,
        _ product: Product,
        atLeast minimum: Int,
        isSampled: Bool = false,
        _ codes: inout Set<String>
    ) throws {
        let bases = try Bases()
        var run = ClipboardRun(question: question, items: product.items)
        var turn = false
        var number = 0
        for owner in product.ownerPolicies {
            for other in product.otherPolicies {
                turn.toggle()
                for flag in product.flags ?? [turn] {
                    let world = try ClipboardWorld(bases[flag], owner, other)
                    for identity in product.identities {
                        number += 1
                        if !isSampled || TestSize.tries(number) { run.ask(world, actingAs: identity) }
                    }
                }
            }
            turn.toggle()
        }
        codes.formUnion(run.codes)
        #expect(run.differences.isEmpty, "\(run.differences.joined(separator: "\n"))")
        #expect(run.asked >= minimum)
    }
}

extension ClipboardItem {
    /// The length of a text, or nil if the item is not text.
    var textLength: Int? { kind == .text ? characters : nil }
}
