import Demarc
import PolicyModel
import Testing

@Suite("View tree") struct ViewTreeTests {
    /// One managed account that acts, and nothing else.
    private let engine: PolicyEngine
    private let url = "https://contoso.example/"

    init() throws { engine = try DemarcTests.engine("demarc: 1\nviews: []") }

    /// The decision for a page in the view. It contains the classification that the page would get and the tag that
    /// determines it.
    private func decide(_ view: ViewID) -> String {
        var evaluator = engine.makeEvaluator()
        return evaluator.navigation(to: url, in: view).line
    }

    private func expect(
        _ view: ViewID,
        _ page: PageClassification,
        _ code: ReasonCode,
        sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) {
        let expected = "allow view \(page.rawValue) - [navigation.unclassified \(code.rawValue)]"
        #expect(decide(view) == expected, sourceLocation: sourceLocation)
    }

    // MARK: Inheritance

    @Test("A policy reaches existing and later views at any depth")
    func inheritance() throws {
        let root = try engine.addView(named: "root", isWebView: false)
        let present = try engine.addView(in: root)
        expect(present, .managed, .viewUnset)

        try engine.setWebViewPolicy(.unmanaged, for: root)
        expect(present, .unmanaged, .viewUnmanaged)

        var holder = root
        for _ in 0..<20 { holder = try engine.addView(isWebView: false, in: holder) }
        let future = try engine.addView(in: holder)
        expect(future, .unmanaged, .viewUnmanaged)
    }

    @Test("The nearest view with a policy wins, and unset removes a view's own policy")
    func nearest() throws {
        let outer = try engine.addView(isWebView: false, policy: .unmanaged)
        let inner = try engine.addView(isWebView: false, in: outer, policy: .currentIdentity)
        let view = try engine.addView(in: inner)
        expect(view, .managed, .viewCurrentIdentity)
        try engine.setWebViewPolicy(.currentIdentityBlockUpload, for: view)
        expect(view, .managed, .viewCurrentIdentityBlockUpload)
        try engine.setWebViewPolicy(.unset, for: view)
        expect(view, .managed, .viewCurrentIdentity)
        try engine.setWebViewPolicy(.unset, for: inner)
        expect(view, .unmanaged, .viewUnmanaged)
        try engine.setWebViewPolicy(.unset, for: outer)
        expect(view, .managed, .viewUnset)
    }

    @Test("A view takes the policy of its new place, and a subtree moves as a whole")
    func moves() throws {
        let unmanaged = try engine.addView(isWebView: false, policy: .unmanaged)
        let current = try engine.addView(isWebView: false, policy: .currentIdentity)
        let box = try engine.addView(isWebView: false, in: unmanaged)
        let view = try engine.addView(in: box)
        let sibling = try engine.addView(in: unmanaged)
        expect(view, .unmanaged, .viewUnmanaged)
        try engine.moveView(box, to: current)
        expect(view, .managed, .viewCurrentIdentity)
        expect(sibling, .unmanaged, .viewUnmanaged)
        try engine.moveView(box, to: nil)
        expect(view, .managed, .viewUnset)
        // The old parent no longer refers to the view: changes to it do not reach the view.
        try engine.removeView(unmanaged)
        expect(view, .managed, .viewUnset)
        #expect(decide(sibling) == "block - - - [view.unknown]")
    }

    @Test("A view is in its root's window, and changes windows when it moves")
    func windows() throws {
        let engine = try DemarcTests.engine(
            "demarc: 1\nviews: []\naccounts: [{account: dana, policy: p}, {account: home}]\npolicies: {p: {}}"
        )
        let left = try engine.addView(isWebView: false, window: "left")
        let right = try engine.addView(isWebView: false, window: "right")
        // A view with a parent is in its parent's window, whatever window is given.
        let view = try engine.addView(in: left, window: "right")
        #expect(engine.switchIdentity(to: AccountID("home"), at: .window("right")) == .success)
        var evaluator = engine.makeEvaluator()
        #expect(evaluator.navigation(to: url, in: view).page == .managed)
        try engine.moveView(view, to: right)
        #expect(evaluator.navigation(to: url, in: view).has(.identityUnmanaged))
        try engine.moveView(view, to: left)
        #expect(evaluator.navigation(to: url, in: view).page == .managed)
    }

    // MARK: Ids and names

    @Test("A removed view is unknown, and so is everything below it")
    func removal() throws {
        let root = try engine.addView(named: "root", isWebView: false)
        let box = try engine.addView(named: "box", isWebView: false, in: root)
        let view = try engine.addView(named: "view", in: box)
        let other = try engine.addView(named: "other")
        try engine.removeView(root)
        for gone in [root, box, view] {
            #expect(decide(gone) == "block - - - [view.unknown]")
            #expect(engine.name(of: gone) == nil)
            #expect(throws: ViewTreeError.unknownView) { try engine.removeView(gone) }
            #expect(throws: ViewTreeError.unknownView) { try engine.moveView(gone, to: nil) }
            #expect(throws: ViewTreeError.unknownView) { try engine.moveView(other, to: gone) }
            #expect(throws: ViewTreeError.unknownView) { try engine.setWebViewPolicy(.unmanaged, for: gone) }
            #expect(throws: ViewTreeError.unknownView) { try engine.setRuleSet(nil, for: gone) }
            #expect(throws: ViewTreeError.unknownView) { try engine.setDelegate(nil, for: gone) }
            #expect(throws: ViewTreeError.unknownView) { _ = try engine.addView(in: gone) }
        }
        for name in ["root", "box", "view"] { #expect(engine.view(named: name) == nil) }
        expect(other, .managed, .viewUnset)
    }

    @Test("An id is never reused, however often its slot is")
    func ids() throws {
        let first = try engine.addView()
        var seen: Set<ViewID> = [first]
        try engine.removeView(first)
        for _ in 0..<1_000 {
            let view = try engine.addView()
            #expect(seen.insert(view).inserted)
            #expect(decide(first) == "block - - - [view.unknown]")
            try engine.removeView(view)
        }
    }

    @Test("Every view of a large tree keeps its policy while others come and go")
    func manyViews() throws {
        var views: [ViewID] = []
        for number in 0..<1_000 {
            views.append(try engine.addView(policy: number % 3 == 0 ? .unmanaged : .currentIdentity))
        }
        for (number, view) in views.enumerated() where number % 3 == 0 { try engine.removeView(view) }
        for _ in 0..<100 { _ = try engine.addView(policy: .unmanaged) }
        for (number, view) in views.enumerated() where number % 3 != 0 { expect(view, .managed, .viewCurrentIdentity) }
    }

    @Test("A name is taken until its view is removed")
    func names() throws {
        let view = try engine.addView(named: "E")
        #expect(engine.view(named: "E") == view)
        #expect(engine.name(of: view) == "E")
        #expect(throws: ViewTreeError.duplicateName) { _ = try engine.addView(named: "E") }
        #expect(engine.view(named: "e") == nil)
        try engine.removeView(view)
        let again = try engine.addView(named: "E")
        #expect(again != view)
        #expect(engine.view(named: "E") == again)
        #expect(engine.name(of: view) == nil)
        let unnamed = try engine.addView()
        #expect(engine.name(of: unnamed) == nil)
    }

    // MARK: Refusals

    @Test("Nothing goes below a web view, and no view goes below itself")
    func refusals() throws {
        let web = try engine.addView()
        let outer = try engine.addView(isWebView: false)
        let inner = try engine.addView(isWebView: false, in: outer)
        #expect(throws: ViewTreeError.parentIsWebView) { _ = try engine.addView(in: web) }
        #expect(throws: ViewTreeError.parentIsWebView) { try engine.moveView(inner, to: web) }
        #expect(throws: ViewTreeError.cycle) { try engine.moveView(outer, to: outer) }
        #expect(throws: ViewTreeError.cycle) { try engine.moveView(outer, to: inner) }
        // The refused calls have changed nothing.
        try engine.setWebViewPolicy(.unmanaged, for: outer)
        expect(try engine.addView(in: inner), .unmanaged, .viewUnmanaged)
        expect(web, .managed, .viewUnset)
    }

    @Test("Rule sets, delegates and pages belong to web views, not to containers")
    func containers() throws {
        let box = try engine.addView(isWebView: false)
        let delegate = ScriptedDelegate(.undecided)
        let web = try engine.addView()
        var evaluator = engine.makeEvaluator()
        let page = evaluator.navigation(to: url, in: web)
        #expect(throws: ViewTreeError.notAWebView) { try engine.setRuleSet("any", for: box) }
        #expect(throws: ViewTreeError.notAWebView) { try engine.setDelegate(delegate, for: box) }
        #expect(throws: ViewTreeError.notAWebView) { try engine.didNavigate(box, page) }
        #expect(decide(box) == "block - - - [view.notAWebView]")
    }

    @Test("A view of another engine is unknown, although both engines have as many views", arguments: [0, 100])
    func foreign(others: Int) throws {
        let other = try DemarcTests.engine("demarc: 1\nviews: []")
        for _ in 0..<others { _ = try other.addView() }
        let foreign = try other.addView()
        _ = try engine.addView(named: "first")
        #expect(decide(foreign) == "block - - - [view.unknown]")
        #expect(engine.name(of: foreign) == nil)
        #expect(throws: ViewTreeError.unknownView) { try engine.removeView(foreign) }
    }

    @Test("A decision of another engine is not reported: its accounts have other numbers")
    func foreignDecision() throws {
        let other = try DemarcTests.engine("demarc: 1\nviews: []")
        var evaluator = other.makeEvaluator()
        let decision = evaluator.navigation(to: "https://contoso.example/", in: try other.addView())
        let view = try engine.addView()
        #expect(throws: ViewTreeError.unknownView) { try engine.didNavigate(view, decision) }
        // One made for another view of the same engine is.
        var own = engine.makeEvaluator()
        let opener = own.navigation(to: "https://contoso.example/", in: try engine.addView())
        try engine.didNavigate(view, opener)
    }

    // MARK: Pages

    @Test("An external page is unmanaged while it is shown, and the next internal page restores the view")
    func pages() throws {
        let view = try engine.addView(policy: .currentIdentity)
        var evaluator = engine.makeEvaluator()
        let external = evaluator.navigation(to: url, in: view, answer: .external)
        #expect(external.line == "allow view unmanaged - [delegate.external browser.notRequired page.external]")
        // The page changes only when the host reports it.
        #expect(evaluator.navigation(to: url, in: view, frame: .resource).page == .managed)
        try engine.didNavigate(view, external)
        #expect(evaluator.navigation(to: url, in: view, frame: .resource).page == .unmanaged)
        // An empty page leaves the classification unchanged.
        let blank = evaluator.navigation(to: "about:blank", in: view)
        #expect(blank.page == .unmanaged)
        try engine.didNavigate(view, blank)
        #expect(evaluator.navigation(to: url, in: view, frame: .resource).page == .unmanaged)
        // A navigation that was not allowed in the view leaves the page unchanged.
        let blocked = evaluator.navigation(to: "file:///etc/passwd", in: view)
        try engine.didNavigate(view, blocked)
        #expect(evaluator.navigation(to: url, in: view, frame: .resource).page == .unmanaged)
        // The tag cannot bypass it.
        try engine.setWebViewPolicy(.currentIdentityBlockUpload, for: view)
        #expect(evaluator.navigation(to: url, in: view, frame: .resource).page == .unmanaged)
        let organizational = evaluator.navigation(to: url, in: view, answer: .internal)
        #expect(organizational.page == .managed)
        try engine.didNavigate(view, organizational)
        #expect(evaluator.navigation(to: url, in: view, frame: .resource).page == .managed)
    }
}
