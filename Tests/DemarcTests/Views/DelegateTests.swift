import Demarc
import PolicyModel
import Testing

@Suite("Delegates") struct DelegateTests {
    private let engine: PolicyEngine
    private let view: ViewID
    private let delegate = ScriptedDelegate(.undecided)

    init() throws {
        engine = try DemarcTests.engine(
            """
            demarc: 1
            policies: {edge: {managedBrowserToOpenLinksRequired: true}}
            accounts: [{account: dana, policy: edge}, {account: home}]
            ruleSets: {corporate: {default: external, rules: [{id: intranet, class: internal, domain: contoso.example}]}}
            views: []
            """
        )
        view = try engine.addView()
        try engine.setDelegate(delegate, for: view, deadline: .seconds(600))
    }

    private func decide(_ url: String, frame: Frame = .top, identity: AccountID? = nil) -> String {
        var evaluator = engine.makeEvaluator()
        return evaluator.navigation(to: url, in: view, frame: frame, identity: identity).line
    }

    @Test(
        "A delegate gets the canonical URL, never the caller's bytes",
        arguments: [
            (#"HTTPS:\\Contoso.example:443/a/../b#c"#, "https://contoso.example/b#c"),
            ("  https://ex%61mple.com/\t", "https://example.com/"),
            ("http://0x7f.1/", "http://127.0.0.1/"),
            ("https://bücher.example/ä", "https://xn--bcher-kva.example/%C3%A4"),
        ]
    )
    func canonical(text: String, canonical: String) throws {
        let engine = try DemarcTests.engine("demarc: 1\nambiguousURLs: canonicalize\nviews: []")
        let view = try engine.addView()
        let delegate = ScriptedDelegate(.answer(false))
        try engine.setDelegate(delegate, for: view, deadline: .seconds(600))
        var evaluator = engine.makeEvaluator()
        let decision = evaluator.navigation(to: text, in: view)
        #expect(decision.has(.delegateInternal))
        #expect(delegate.urls == [canonical])
        #expect(delegate.views == [view])
    }

    @Test("A delegate is called once per navigation, and only if its answer counts")
    func calls() {
        delegate.act = .answer(true)
        let url = "https://contoso.example/"
        #expect(decide(url).hasPrefix("route managedBrowser"))
        #expect(delegate.urls == [url])
        #expect(decide(url, frame: .sub) == "allow view unmanaged - [delegate.external page.external]")
        #expect(delegate.urls == [url, url])
        delegate.forget()
        _ = decide(url, frame: .resource)
        _ = decide(url, identity: AccountID("home"))
        _ = decide(url, identity: .noUser)
        _ = decide(url, identity: AccountID("stranger"))
        for other in ["about:blank", "file:///x", "data:,x", "mailto:a@b", "no url", "https://"] { _ = decide(other) }
        #expect(delegate.urls.isEmpty)
    }

    @Test("Without an opinion, the rule set answers, and without a rule set the URL has no answer")
    func undecided() throws {
        let organizational = "https://contoso.example/"
        #expect(
            decide(organizational)
                == "route managedBrowser - - [delegate.undecided navigation.noAnswer browser.required browser.managed]"
        )
        try engine.setRuleSet("corporate", for: view)
        #expect(decide(organizational) == "allow view managed internal [rule.internal view.unset]")
        #expect(
            decide("https://search.example/")
                == "route managedBrowser - external [rule.default.external browser.required browser.managed]"
        )
        try engine.setRuleSet("gone", for: view)
        #expect(
            decide(organizational)
                == "route managedBrowser - - [rule.setMissing navigation.noAnswer browser.required browser.managed]"
        )
    }

    @Test("A delegate takes precedence over the rule set, whose class is still reported")
    func beforeRules() throws {
        try engine.setRuleSet("corporate", for: view)
        delegate.act = .answer(false)
        #expect(decide("https://search.example/") == "allow view managed external [delegate.internal view.unset]")
        delegate.act = .fail
        #expect(
            decide("https://contoso.example/")
                == "route managedBrowser - internal [delegate.threw navigation.noAnswer browser.required browser.managed]"
        )
    }

    @Test("A hanging delegate is abandoned at its deadline, every time")
    func late() throws {
        delegate.act = .hang
        let deadline = Duration.milliseconds(30)
        try engine.setDelegate(delegate, for: view, deadline: deadline)
        let clock = ContinuousClock()
        for _ in 0..<3 {
            let took = clock.measure { #expect(decide("https://contoso.example/").contains("delegate.late")) }
            #expect(took >= deadline)
            // Generous, because the machine may be busy; a decision that waited for the delegate would never end.
            #expect(took < .seconds(20))
        }
        delegate.act = .undecided
    }

    @Test("A call that nobody waits for any more is not made, so the next decision does not wait for it")
    func abandoned() throws {
        delegate.act = .hang
        try engine.setDelegate(delegate, for: view, deadline: .milliseconds(20))
        decideUntilCallHangs()
        for _ in 0..<4 { #expect(decide("https://contoso.example/").contains("delegate.late")) }
        delegate.act = .answer(false)
        var decisions = 1
        while !decide("https://contoso.example/").contains("delegate.internal") { decisions += 1 }
        #expect(delegate.urls.count <= 1 + decisions, "the call that hung, and those after it")
    }

    @Test("Behind a call that hangs, 64 further calls wait for their deadline")
    func waiting() throws {
        delegate.act = .hang
        let deadline = Duration.milliseconds(10)
        try engine.setDelegate(delegate, for: view, deadline: deadline)
        decideUntilCallHangs()
        let clock = ContinuousClock()
        for number in 1...64 {
            let took = clock.measure { #expect(decide("https://contoso.example/").contains("delegate.late")) }
            #expect(took >= deadline, "call \(number)")
        }
        delegate.act = .undecided
    }

    @Test("A hanging delegate does not delay decisions in other views")
    func hangingElsewhere() throws {
        delegate.act = .hang
        try engine.setDelegate(delegate, for: view, deadline: .milliseconds(20))
        decideUntilCallHangs()
        let other = try engine.addView()
        let healthy = ScriptedDelegate(.answer(false))
        try engine.setDelegate(healthy, for: other, deadline: .seconds(10_000_000_000))
        for _ in 0..<8 { _ = decide("https://contoso.example/") }
        var evaluator = engine.makeEvaluator()
        let decision = evaluator.navigation(to: "https://contoso.example/", in: other)
        #expect(decision.has(.delegateInternal))
        delegate.act = .undecided
    }

    /// On a busy machine, the deadline can pass before the call begins. Then it is not made.
    private func decideUntilCallHangs() {
        while delegate.urls.isEmpty { #expect(decide("https://contoso.example/").contains("delegate.late")) }
    }

    /// A delegate that makes a decision, and changes the view it is called for, before it answers.
    private struct Curious: WebViewPolicyDelegate {
        let engine: PolicyEngine

        func isExternalURL(_ url: String, in view: ViewID) throws -> Bool? {
            var evaluator = engine.makeEvaluator()
            let decision = evaluator.navigation(to: url, in: try engine.addView())
            try engine.setWebViewPolicy(.unmanaged, for: view)
            return decision.verdict != .allow
        }
    }

    @Test("A delegate may query the engine, change it, and decide")
    func reentrant() throws {
        try engine.setDelegate(Curious(engine: engine), for: view, deadline: .seconds(600))
        // The current decision continues with the state it started with; the next decision sees the change.
        #expect(decide("https://contoso.example/") == "allow view managed - [delegate.internal view.unset]")
        #expect(decide("https://contoso.example/") == "allow view unmanaged - [delegate.internal view.unmanaged]")
    }

    /// A delegate that removes a view when it is released.
    private final class Remover: WebViewPolicyDelegate {
        private let engine: PolicyEngine
        private let view: ViewID

        init(_ engine: PolicyEngine, _ view: ViewID) { (self.engine, self.view) = (engine, view) }

        deinit { try? engine.removeView(view) }

        func isExternalURL(_ url: String, in view: ViewID) throws -> Bool? { nil }
    }

    @Test("A delegate may change the engine when it is released, whatever detached it")
    func released() throws {
        let ways: [(ViewID) throws -> Void] = [
            { _ in engine.closeWindow("w") }, { try engine.removeView($0) }, { try engine.setDelegate(nil, for: $0) },
            { try engine.setDelegate(ScriptedDelegate(.undecided), for: $0) },
        ]
        for detach in ways {
            let (view, other) = (try engine.addView(window: "w"), try engine.addView())
            try engine.setDelegate(Remover(engine, other), for: view)
            #expect(throws: Never.self) { try engine.setDocument(nil, of: other) }
            try detach(view)
            #expect(throws: ViewTreeError.unknownView) { try engine.setDocument(nil, of: other) }
        }
    }

    private final class WeakDelegate { weak var delegate: ScriptedDelegate? }

    @Test("A delegate can be replaced and removed, and is removed with its view")
    func detaching() throws {
        let first = WeakDelegate()
        do {
            let delegate = ScriptedDelegate(.answer(true))
            first.delegate = delegate
            try engine.setDelegate(delegate, for: view)
        }
        let second = ScriptedDelegate(.answer(false))
        try engine.setDelegate(second, for: view, deadline: .seconds(600))
        #expect(decide("https://contoso.example/").contains("delegate.internal"))
        #expect(first.delegate == nil)
        try engine.setDelegate(nil, for: view)
        #expect(decide("https://contoso.example/").contains("navigation.unclassified"))
        try engine.setDelegate(second, for: view)
        try engine.removeView(view)
        #expect(decide("https://contoso.example/").contains("view.unknown"))
        // A new view that reuses the removed view's slot does not get its delegate.
        let other = try engine.addView()
        #expect(
            {
                var evaluator = engine.makeEvaluator()
                return evaluator.navigation(to: "https://contoso.example/", in: other).line
            }() == "allow view managed - [navigation.unclassified view.unset]"
        )
    }
}
