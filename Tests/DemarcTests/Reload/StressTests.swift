import Demarc
import PolicyModel
import Synchronization
import Testing

/// Decisions while everything that they read changes. The tests are most useful under ThreadSanitizer:
/// `swift test --sanitize thread --filter StressTests`.
@Suite("Decisions during changes of policies, views and identities", .timeLimit(.minutes(15))) struct StressTests {
    /// Two documents whose decisions differ in everything at once, so that a decision that mixes both equals neither.
    private static let documents = ["one", "two"].map { name in
        let isOne = name == "one"
        return """
            demarc: 1
            policies: {\(name): {managedBrowserToOpenLinksRequired: \(!isOne), customBrowserProtocol: \(name)}}
            accounts: [{account: dana, policy: \(name)}, {account: home}]
            ruleSets:
              corporate:
                default: blocked
                rules: [{id: \(name), class: \(isOne ? "internal" : "external"), domain: contoso.example}]
            views:
              - {id: fixed, policy: \(isOne ? "unmanaged" : "currentIdentity"), isExternalURL: corporate}
              - {id: windowed, isExternalURL: corporate}
              \(isOne ? "" : "- {id: declared, isExternalURL: corporate}")
            """
    }

    private static let url = "https://www.contoso.example/a"
    private static let byTwo = "route unmanagedBrowser - external [rule.external browser.required browser.custom]"
    private static let unmanaged = "allow view unmanaged - [identity.unmanaged]"

    /// The allowed decisions for each view. A view that the host moves may be unmanaged or not, under either policy.
    private static let allowed: [String: Set<String>] = [
        "fixed": ["allow view unmanaged internal [rule.internal view.unmanaged]", byTwo],
        "moving": [
            "allow view unmanaged internal [rule.internal view.unmanaged]",
            "allow view managed internal [rule.internal view.currentIdentity]", byTwo,
        ],
        "own": ["allow view managed internal [rule.internal view.unset]", byTwo, unmanaged],
        "coming": [
            "allow view managed internal [rule.internal view.unset]", byTwo, "block - - - [view.unknown]",
            // Added, but still without its rule set.
            "allow view managed - [navigation.unclassified view.unset]",
        ],
    ]

    @Test("No decision fails, blocks or mixes two states")
    func everythingAtOnce() throws {
        let documents = try Self.documents.map { try document($0) }
        let engine = PolicyEngine(documents[0])
        let boxes = [
            try engine.addView(isWebView: false, policy: .unmanaged),
            try engine.addView(isWebView: false, policy: .currentIdentity),
        ]
        let moving = try engine.addView(named: "moving", in: boxes[0])
        let own = try engine.addView(named: "own", window: "w")
        for view in [moving, own] { try engine.setRuleSet("corporate", for: view) }
        let shared = Shared(coming: try engine.addView())

        let operations: [@Sendable () throws -> [String: Set<String>]] = [
            {
                // At least this many rounds, and until both policies have decided as often.
                var round = 0
                while round < 400 || !shared.hasDecidedOften || round % 2 == 1 {
                    engine.reload(documents[round % 2])
                    round += 1
                }
                // The last reload puts policy two in force.
                shared.isOver.store(true, ordering: .releasing)
                return [:]
            },
            {
                var round = 0
                while !shared.isOver.load(ordering: .acquiring) {
                    round += 1
                    try engine.moveView(moving, to: boxes[round % 2])
                    let account = AccountID(round % 2 == 0 ? "home" : "dana")
                    let result = engine.switchIdentity(to: account, at: .window("w"))
                    guard result == .success else { return ["switching": [result.rawValue]] }
                    try engine.removeView(shared.coming.withLock { $0 })
                    let next = try engine.addView()
                    try engine.setRuleSet("corporate", for: next)
                    shared.coming.withLock { $0 = next }
                }
                return [:]
            },
            { try Self.decide(engine, shared) },
            { try Self.decide(engine, shared) },
            { try Self.decide(engine, shared) },
        ]
        let decided: [String: Set<String>] = try onThreads(operations).reduce(into: [:]) {
            $0.merge($1) { $0.union($1) }
        }

        #expect(Set(decided.keys) == Set(Self.allowed.keys))
        for (name, lines) in decided {
            let others = lines.subtracting(Self.allowed[name] ?? [])
            #expect(others.isEmpty, "\(name) was decided as \(others)")
        }
        // Both policies have decided; otherwise nothing was tested.
        #expect(decided["fixed"]?.count == 2)
        var evaluator = engine.makeEvaluator()
        let last = evaluator.navigation(to: Self.url, in: try engine.requireView("fixed"))
        #expect(last.line == Self.byTwo)
    }

    /// Decides until the test is over, and returns the decisions for each view.
    private static func decide(_ engine: PolicyEngine, _ shared: Shared) throws -> [String: Set<String>] {
        var evaluator = engine.makeEvaluator()
        var views = try ["fixed", "moving", "own"].map { ($0, try engine.requireView($0)) }
        views.append(("coming", shared.coming.withLock { $0 }))
        var seen: [String: Set<String>] = [:]
        while !shared.isOver.load(ordering: .acquiring) {
            views[3].1 = shared.coming.withLock { $0 }
            for (name, view) in views {
                let decision = evaluator.navigation(to: url, in: view)
                if name == "fixed" { shared.count(isByTwo: decision.line == byTwo) }
                seen[name, default: []].insert(decision.line)
                // The explanation of a decision must come from the policy that made it.
                let rule = try evaluator.reasons(of: decision).first?.rule
                let isMixed = rule.map { ($0.id == "one") != ($0.urlClass == .internal) } ?? false
                let route = try evaluator.route(of: decision)
                if isMixed || route.map({ $0 != "twos://www.contoso.example/a" }) == true {
                    seen[name, default: []].insert(
                        "explained by \(rule?.id ?? "nothing"), routed to \(route ?? "nothing")"
                    )
                }
            }
        }
        return seen
    }

    @Test("The next decision of every evaluator sees a change")
    func visibility() throws {
        let engine = try DemarcTests.engine("demarc: 1\nviews: []")
        let view = try engine.addView()
        var evaluators: [EvaluatorHolder] = (0..<8).map { _ in EvaluatorHolder(engine) }
        for round in 0..<200 {
            let policy: WebViewPolicy = round % 2 == 0 ? .unmanaged : .currentIdentity
            try engine.setWebViewPolicy(policy, for: view)
            for evaluator in evaluators {
                let page = evaluator.evaluator.navigation(to: Self.url, in: view).page
                #expect(page == (round % 2 == 0 ? .unmanaged : .managed))
            }
            evaluators.shuffle()
        }
    }

    @Test("An evaluator may outlive its engine")
    func outliving() throws {
        var evaluator: Evaluator
        let view: ViewID
        do {
            let engine = try DemarcTests.engine("demarc: 1\nviews: []")
            view = try engine.addView(policy: .unmanaged)
            evaluator = engine.makeEvaluator()
        }
        let decision = evaluator.navigation(to: Self.url, in: view)
        #expect(decision.line == "allow view unmanaged - [navigation.unclassified view.unmanaged]")
    }
}

/// The state that the tasks of the test share.
private final class Shared: Sendable {
    let isOver = Atomic(false)
    private let decisionsByOne = Atomic(0)
    private let decisionsByTwo = Atomic(0)
    /// A view that is replaced repeatedly.
    let coming: Mutex<ViewID>

    init(coming: ViewID) { self.coming = Mutex(coming) }

    /// Whether each of the two policies has decided a thousand times.
    var hasDecidedOften: Bool {
        min(decisionsByOne.load(ordering: .relaxed), decisionsByTwo.load(ordering: .relaxed)) >= 1_000
    }

    func count(isByTwo: Bool) {
        if isByTwo {
            decisionsByTwo.add(1, ordering: .relaxed)
        } else {
            decisionsByOne.add(1, ordering: .relaxed)
        }
    }
}

private final class EvaluatorHolder {
    var evaluator: Evaluator
    init(_ engine: PolicyEngine) { evaluator = engine.makeEvaluator() }
}
