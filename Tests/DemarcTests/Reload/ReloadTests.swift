import Demarc
import Diagnostics
import PolicyFiles
import PolicyModel
import RuleIndex
import Testing

@Suite("Reloading") struct ReloadTests {
    private let first = """
        demarc: 1
        policies: {edge: {managedBrowserToOpenLinksRequired: true}}
        accounts: [{account: dana, policy: edge}, {account: home}]
        ruleSets:
          corporate: {default: external, rules: [{id: intranet, class: internal, domain: contoso.example}]}
          old: {default: internal}
        views:
          - {id: kept, policy: currentIdentity, isExternalURL: corporate}
          - {id: dropped, isExternalURL: old}
          - id: box
            policy: unmanaged
            children: [{id: moved}]
        """
    private let second = """
        demarc: 1
        policies: {free: {}}
        accounts: [{account: dana, policy: free}, {account: robin}]
        ruleSets:
          corporate: {default: internal, rules: [{id: search, class: external, domain: search.example}]}
        views:
          - {id: kept, policy: unmanaged, isExternalURL: corporate}
          - {id: added, policy: currentIdentity}
          - {id: moved}
        """
    private let engine: PolicyEngine

    init() throws { engine = try DemarcTests.engine(first) }

    private func decide(_ url: String, in view: ViewID) -> String {
        var evaluator = engine.makeEvaluator()
        return evaluator.navigation(to: url, in: view).line
    }

    @Test("Views declared by both documents keep their id and follow the new one; others come and go")
    func declaredViews() throws {
        let kept = try engine.requireView("kept")
        let dropped = try engine.requireView("dropped")
        let box = try engine.requireView("box")
        let moved = try engine.requireView("moved")
        #expect(decide("https://contoso.example/", in: kept).hasPrefix("allow view managed internal [rule.internal"))
        #expect(decide("https://contoso.example/", in: moved).hasSuffix("view.unmanaged]"))

        engine.reload(try document(second))

        #expect(engine.view(named: "kept") == kept)
        #expect(
            decide("https://contoso.example/", in: kept)
                == "allow view unmanaged internal [rule.default.internal view.unmanaged]"
        )
        #expect(decide("https://contoso.example/", in: dropped) == "block - - - [view.unknown]")
        #expect(engine.view(named: "dropped") == nil)
        #expect(
            try decide("https://contoso.example/", in: engine.requireView("added")).hasSuffix("view.currentIdentity]")
        )
        // It was below `box`, which was removed; the new document declares it as a root.
        #expect(decide("https://contoso.example/", in: box) == "block - - - [view.unknown]")
        #expect(engine.view(named: "moved") == moved)
        #expect(decide("https://contoso.example/", in: moved).hasSuffix("view.unset]"))
    }

    @Test("A declared view keeps its page and its tag when the container around it is no longer declared")
    func keptOutOfContainers() throws {
        let inner =
            "demarc: 1\naccounts: [{account: dana}]\nviews: [{id: box, children: [{id: row, children: [{id: page}]}]}]"
        let outer = "demarc: 1\naccounts: [{account: dana}]\nviews: [{id: page}]"
        let engine = try DemarcTests.engine(inner)
        let page = try engine.requireView("page")
        let own = try engine.addView(named: "own", in: engine.requireView("row"))
        try engine.setPage(of: page, to: .external)
        try engine.setWebViewPolicy(.unmanaged, for: page)
        engine.reload(try document(outer))
        #expect(engine.view(named: "page") == page)
        #expect(engine.view(named: "box") == nil && engine.view(named: "row") == nil)
        // A view of the host in the container is removed with it.
        #expect(engine.name(of: own) == nil)
        var evaluator = engine.makeEvaluator()
        let copied = evaluator.copy(.oneCharacter, from: .view(page))
        #expect(copied.has(.pageExternal), "\(copied.transferLine)")
        engine.reload(try document(inner))
        #expect(engine.view(named: "page") == page)
    }

    @Test("A declared view stays where the host has moved it: under its tag, and in its window")
    func movedByTheHost() throws {
        let kept = try engine.requireView("kept")
        let box = try engine.requireView("box")
        let moved = try engine.requireView("moved")
        let url = "https://contoso.example/"
        try engine.setWebViewPolicy(.unset, for: kept)
        try engine.moveView(kept, to: box)
        #expect(decide(url, in: kept).hasSuffix("view.unmanaged]"))
        try engine.moveView(moved, to: nil, window: "work")
        #expect(engine.switchIdentity(to: AccountID("home"), at: .window("work")) == .success)
        let before = decide(url, in: moved)
        #expect(before.contains("identity.unmanaged"))
        for _ in 0..<2 { engine.reload(try document(first + "\nrevision: 2\n")) }
        #expect(decide(url, in: kept).hasSuffix("view.unmanaged]"))
        #expect(decide(url, in: moved) == before)
        engine.closeWindow("work")
        #expect(decide(url, in: moved) == "block - - - [view.unknown]")
        // Where the host has put it no longer exists, so it goes where the document says.
        engine.reload(try document(second))
        #expect(engine.view(named: "kept") == kept && engine.view(named: "box") == nil)
    }

    @Test("A declared view that the host has removed is declared again only after a document has dropped its name")
    func removedByTheHost() throws {
        try engine.removeView(engine.requireView("box"))
        try engine.moveView(engine.requireView("kept"), to: nil, window: "work")
        engine.closeWindow("work")
        for _ in 0..<2 {
            engine.reload(try document(first))
            for name in ["box", "moved", "kept"] { #expect(engine.view(named: name) == nil, "\(name)") }
        }
        let below = first.replacing("[{id: moved}]", with: "[{id: moved}, {id: below}]")
        engine.reload(try document(below))
        #expect(engine.view(named: "below") == nil)
        // The host can use the name meanwhile.
        let own = try engine.addView(named: "kept", policy: .currentIdentity)
        engine.reload(try document(first))
        #expect(engine.view(named: "kept") == own)
        try engine.removeView(own)
        engine.reload(try document("demarc: 1\nviews: []"))
        engine.reload(try document(first))
        for name in ["box", "moved", "kept"] { #expect(engine.view(named: name) != nil, "\(name)") }
    }

    @Test("A view that the host has moved out of a container that it removed stays, and follows the document")
    func movedOutOfRemoved() throws {
        let moved = try engine.requireView("moved")
        try engine.moveView(moved, to: nil)
        try engine.removeView(engine.requireView("box"))
        engine.reload(try document(first.replacing("{id: moved}", with: "{id: moved, policy: currentIdentity}")))
        #expect(engine.view(named: "moved") == moved)
        #expect(decide("https://contoso.example/", in: moved).hasSuffix("view.currentIdentity]"))
        // A container that becomes a web view contains nothing.
        let holder = try engine.requireView("dropped")
        engine.reload(
            try document(first.replacing("{id: dropped, isExternalURL: old}", with: "{id: dropped, webView: false}"))
        )
        try engine.moveView(moved, to: holder)
        engine.reload(try document(first))
        #expect(engine.view(named: "moved") == moved)
    }

    @Test("What the host has set of a declared view stays, also if a document declares it again")
    func hostSettings() throws {
        let kept = try engine.requireView("kept")
        try engine.setDocument("https://contoso.example/page", of: kept)
        try engine.setWebViewPolicy(.unmanaged, for: kept)
        try engine.setRuleSet("old", for: kept)
        let before = decide("https://search.example/", in: kept)
        #expect(before == "allow view unmanaged internal [rule.default.internal view.unmanaged]")
        // No other view has its rule set then, and it stays nevertheless, reload by reload.
        for _ in 0..<3 { engine.reload(try document(first.replacing(", isExternalURL: old}", with: "}"))) }
        #expect(engine.document(of: kept) == "https://contoso.example/page")
        #expect(decide("https://search.example/", in: kept) == before)
        // The new document lacks the rule set that the host chose.
        engine.reload(try document(second))
        #expect(decide("https://search.example/", in: kept).contains("rule.setMissing"))
    }

    @Test("A process identity that the host has set stays, even if it is the one that the document named")
    func hostsProcessIdentity() throws {
        func text(user: String) -> String {
            """
            demarc: 1
            app: {multiIdentity: true}
            user: \(user)
            policies: {p: {printBlocked: true}}
            accounts: [{account: dana, policy: p}, {account: home}]
            views: []
            """
        }
        for setsIt in [false, true] {
            let engine = try DemarcTests.engine(text(user: "dana"))
            if setsIt { engine.switchIdentity(to: AccountID("dana"), at: .process) }
            engine.reload(try document(text(user: "home")))
            #expect(engine.effectiveIdentity() == AccountID(setsIt ? "dana" : "home"))
        }
    }

    @Test("Of two reloads at once, the one that began later stays in force, whichever ends first")
    func order() throws {
        let (old, new) = try (CompiledPolicy(document(first)), CompiledPolicy(document(second)))
        let (earlier, later) = (engine.beginReload(), engine.beginReload())
        engine.reload(new, later)
        engine.reload(old, earlier)
        #expect(engine.policy === new)
        engine.reload(old)
        #expect(engine.policy === old)
    }

    @Test("A declared view moves to another parent with its id")
    func movingDeclaredViews() throws {
        let moved = try engine.requireView("moved")
        engine.reload(try document(first.replacing("children: [{id: moved}]", with: "webView: false\n  - {id: moved}")))
        #expect(engine.view(named: "moved") == moved)
        #expect(decide("https://contoso.example/", in: moved).hasSuffix("view.unset]"))
        engine.reload(try document(first))
        #expect(engine.view(named: "moved") == moved)
        #expect(decide("https://contoso.example/", in: moved).hasSuffix("view.unmanaged]"))
    }

    @Test("A declared view goes below one that was below it, also where the host has moved that one")
    func swappedPlaces() throws {
        let containers = "{id: shell, children: [{id: pane, webView: false}]}, {id: box, webView: false}"
        engine.reload(try document("demarc: 1\nviews: [\(containers)]"))
        try engine.moveView(engine.requireView("box"), to: engine.requireView("pane"))
        let swapped = "{id: box, policy: unmanaged, children: [{id: shell}]}, {id: pane, webView: false}"
        // The second of them is the same tree as another document.
        for revision in 1...2 {
            engine.reload(try document("demarc: 1\nrevision: \(revision)\nviews: [\(swapped)]"))
            let line = try decide("https://contoso.example/", in: engine.requireView("shell"))
            #expect(line.hasSuffix("view.unmanaged]"), "\(line)")
        }
    }

    @Test("A declared view stays where it was if the host has moved its new parent below it")
    func newParentBelow() throws {
        let before = "{id: outer, policy: unmanaged, children: [{id: inner, children: [{id: page}]}]}"
        engine.reload(try document("demarc: 1\nviews: [\(before), {id: box, webView: false}]"))
        try engine.moveView(engine.requireView("box"), to: engine.requireView("inner"))
        let after = "{id: box, children: [{id: inner, children: [{id: page}]}]}"
        engine.reload(try document("demarc: 1\nviews: [{id: outer, policy: unmanaged, webView: false}, \(after)]"))
        let line = try decide("https://contoso.example/", in: engine.requireView("page"))
        #expect(line.hasSuffix("view.unmanaged]"), "\(line)")
    }

    @Test("Views of the host stay, and may name a missing rule set")
    func hostViews() throws {
        let own = try engine.addView(policy: .currentIdentity)
        try engine.setRuleSet("old", for: own)
        #expect(decide("https://x.example/", in: own).hasPrefix("allow view managed internal [rule.default.internal"))
        engine.reload(try document(second))
        #expect(decide("https://x.example/", in: own) == "block - - - [rule.setMissing navigation.noAnswer]")
        engine.reload(try document(first))
        #expect(decide("https://x.example/", in: own).hasPrefix("allow view managed internal [rule.default.internal"))
    }

    @Test("A document changes no view of the host, even under its name, and takes none away")
    func namesOfHostViews() throws {
        let url = "https://x.example/"
        let own = try engine.addView(named: "mail", policy: .currentIdentity)
        let before = decide(url, in: own)
        #expect(before.hasSuffix("view.currentIdentity]"))
        let looser = second.replacing("views:", with: "views:\n  - {id: mail, policy: unmanaged}")
        for yaml in [looser, second, looser, first] {
            engine.reload(try document(yaml))
            #expect(engine.view(named: "mail") == own)
            #expect(decide(url, in: own).hasSuffix("view.currentIdentity]"), "\(decide(url, in: own))")
        }
        try engine.removeView(own)
        #expect(engine.view(named: "mail") == nil)
        engine.reload(try document(looser))
        #expect(try decide(url, in: engine.requireView("mail")).hasSuffix("view.unmanaged]"))
        engine.reload(try document(second))
        #expect(engine.view(named: "mail") == nil)
    }

    @Test("A container of the host stays one, and views that a document declares below its name are not declared")
    func containersOfTheHost() throws {
        engine.reload(try document("demarc: 1\nviews: [{id: inner, policy: currentIdentity}]"))
        let box = try engine.addView(named: "box", isWebView: false, policy: .currentIdentity)
        let below = try engine.addView(named: "below", in: box)
        engine.reload(try document("demarc: 1\nviews: [{id: box, policy: unmanaged}]"))
        #expect(decide("https://x.example/", in: below).hasSuffix("view.currentIdentity]"))
        let added = try engine.addView(in: box)
        #expect(decide("https://x.example/", in: added).hasSuffix("view.currentIdentity]"))
        let nested = "demarc: 1\nviews: [{id: box, policy: unmanaged, children: [{id: inner, children: [{id: deep}]}]}]"
        engine.reload(try document(nested))
        #expect(engine.view(named: "inner") == nil && engine.view(named: "deep") == nil)
        #expect(engine.view(named: "box") == box && engine.view(named: "below") == below)
        try engine.removeView(box)
        engine.reload(try document(nested))
        #expect(try decide("https://x.example/", in: engine.requireView("deep")).hasSuffix("view.unmanaged]"))
    }

    @Test("A delegate and the shown page survive a reload")
    func keptWithViews() throws {
        let kept = try engine.requireView("kept")
        let delegate = ScriptedDelegate(.answer(true))
        try engine.setDelegate(delegate, for: kept, deadline: .seconds(600))
        engine.reload(try document(second))
        var evaluator = engine.makeEvaluator()
        let external = evaluator.navigation(to: "https://contoso.example/", in: kept)
        #expect(external.has(.delegateExternal))
        try engine.didNavigate(kept, external)
        engine.reload(try document(second.replacing("policy: unmanaged", with: "policy: currentIdentity")))
        #expect(evaluator.navigation(to: "https://contoso.example/", in: kept, frame: .resource).page == .unmanaged)
        #expect(evaluator.navigation(to: "https://contoso.example/", in: kept).has(.delegateExternal))
    }

    @Test("An identity that was set stays, and blocks if the new policy does not know it")
    func identities() throws {
        let kept = try engine.requireView("kept")
        #expect(engine.switchIdentity(to: AccountID("home")) == .success)
        engine.reload(try document(second))
        #expect(decide("https://contoso.example/", in: kept) == "block - - - [identity.unknown]")
        #expect(engine.switchIdentity(to: AccountID("home")) == .failed)
        #expect(engine.switchIdentity(to: AccountID("robin")) == .success)
        #expect(decide("https://contoso.example/", in: kept).contains("identity.unmanaged"))
    }

    @Test("An identity that was not set follows the document")
    func identityOfDocument() throws {
        let kept = try engine.requireView("kept")
        #expect(engine.effectiveIdentity() == AccountID("dana"))
        engine.reload(try document(second.replacing("dana", with: "robin.new")))
        #expect(engine.effectiveIdentity() == AccountID("robin.new"))
        #expect(decide("https://contoso.example/", in: kept).hasPrefix("allow"))
    }

    @Test("An unreadable document leaves the policy in force and reports every problem")
    func failing() throws {
        let reader = PolicyDocumentReader(
            files: MemoryFiles([
                "good.yaml": first,
                "bad.yaml": "demarc: 1\nviews: [{id: kept, polcy: unmanaged}]\nruleSets: {corporate: {rules: []}}\n",
            ])
        )
        let engine = try PolicyEngine(contentsOf: "good.yaml", reader: reader)
        let kept = try engine.requireView("kept")
        var evaluator = engine.makeEvaluator()
        let before = evaluator.navigation(to: "https://search.example/", in: kept)
        for path in ["bad.yaml", "missing.yaml"] {
            let error = try #require(throws: PolicyLoadingError.self) {
                try engine.reload(contentsOf: path, reader: reader)
            }
            #expect(error.diagnostics.count >= (path == "bad.yaml" ? 2 : 1))
            #expect("\(error)".contains(path))
            #expect(throws: PolicyLoadingError.self) { _ = try PolicyEngine(contentsOf: path, reader: reader) }
        }
        let after = evaluator.navigation(to: "https://search.example/", in: kept)
        #expect(after == before)
        #expect(engine.view(named: "kept") == kept)
        try engine.reload(contentsOf: "good.yaml", reader: reader)
        #expect(evaluator.navigation(to: "https://search.example/", in: kept) == before)
    }

    @Test("A decision is explained under its own policy, whatever came later")
    func explanationAfterReload() throws {
        let kept = try engine.requireView("kept")
        var evaluator = engine.makeEvaluator()
        let decision = evaluator.navigation(to: "https://contoso.example/", in: kept)
        engine.reload(try document("demarc: 1\nviews: []"))
        let explanation = try evaluator.explanation(of: decision)
        #expect(explanation.reasons.map(\.rule?.id) == ["intranet", nil])
        #expect(explanation.reasons.map { $0.location?.description } == ["policy.yaml:5:42", "policy.yaml:8:24"])
    }
}
