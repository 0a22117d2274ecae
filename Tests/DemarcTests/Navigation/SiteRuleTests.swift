import CAllocationCounter
import Demarc
import PolicyModel
import TestSupport
import Testing

@Suite("Rules about the view's document", .serialized) struct SiteRuleTests {
    private let engine: PolicyEngine

    init() throws {
        engine = try DemarcTests.engine(
            """
            demarc: 1
            ruleSets:
              near:
                default: blocked
                rules:
                  - {id: origin, class: internal, priority: 1, site: same-origin}
                  - {id: site, class: external, site: same-site, unless: {chrome: 'contoso.com/admin?d=1'}}
            views:
              - {id: page, isExternalURL: near, document: 'https://docs.contoso.com/d/42'}
              - {id: bare, isExternalURL: near}
              - id: box
                document: 'https://docs.contoso.com/d/42'
                children: [{id: inner, isExternalURL: near}]
            """
        )
    }

    private func urlClass(_ url: String, _ view: String = "page") throws -> URLClass? {
        var evaluator = engine.makeEvaluator()
        return evaluator.navigation(to: url, in: try engine.requireView(view)).urlClass
    }

    @Test("A rule is compared with the document of the view")
    func declared() throws {
        #expect(try urlClass("https://docs.contoso.com/x") == .internal)
        #expect(try urlClass("blob:https://docs.contoso.com/x") == .internal)
        #expect(try urlClass("https://www.contoso.com/x") == .external)
        #expect(try urlClass("https://www.contoso.com/admin?d=1&d=2") == .blocked)
        #expect(try urlClass("https://www.fabrikam.com/x") == .blocked)
        for view in ["bare", "inner"] { #expect(try urlClass("https://docs.contoso.com/x", view) == .blocked) }
    }

    @Test("Changes of the host apply, and a removed document is forgotten")
    func changes() throws {
        let page = try engine.requireView("page")
        let bare = try engine.requireView("bare")
        try engine.setDocument("https://www.fabrikam.com/", of: bare)
        #expect(try urlClass("https://fabrikam.com/", "bare") == .external)
        try engine.setDocument(nil, of: page)
        #expect(try urlClass("https://docs.contoso.com/x") == .blocked)
        try engine.setDocument("https://www.contoso.com/", of: page)
        #expect(try urlClass("https://www.contoso.com/x") == .internal)
        #expect(try urlClass("https://fabrikam.com/", "bare") == .external)
        try engine.setDocument("no URL", of: page)
        #expect(try urlClass("https://www.contoso.com/x") == .blocked)
        try engine.removeView(page)
        let other = try engine.addView(named: "other")
        try engine.setRuleSet("near", for: other)
        #expect(try urlClass("https://www.contoso.com/x", "other") == .blocked)
        #expect(throws: ViewTreeError.unknownView) { try engine.setDocument("https://a.example/", of: page) }
    }

    @Test("The explanation names overridden rules about the same document")
    func explanation() throws {
        var evaluator = engine.makeEvaluator()
        _ = try evaluator.navigation(to: "https://docs.contoso.com/x", in: engine.requireView("bare"))
        let decision = try evaluator.navigation(to: "https://docs.contoso.com/x", in: engine.requireView("page"))
        #expect(try evaluator.explanation(of: decision).overridden.map(\.id) == ["site"])
    }

    private static let counts = TestSize.isOptimized && demarc_allocation_counting_available()

    @Test(
        "A decision allocates nothing",
        .enabled(if: counts, "counted in optimized code, where `malloc` can be: `swift test -c release`")
    )
    func allocations() throws {
        var evaluator = engine.makeEvaluator()
        let views = try ["page", "bare"].map { try engine.requireView($0) }
        for url in [
            "https://docs.contoso.com/x", "https://www.contoso.com/admin?d=1&d=2", "https://www.fabrikam.com/",
            "https://dana@a.b.contoso.com./x", "blob:https://docs.contoso.com/x",
        ] {
            let bytes = Array(url.utf8)
            for _ in 0..<3 { for view in views { _ = evaluator.navigation(to: bytes.span, in: view) } }
            let before = demarc_allocation_count()
            for _ in 0..<100 { for view in views { _ = evaluator.navigation(to: bytes.span, in: view) } }
            let count = demarc_allocation_count() - before
            #expect(count == 0, "\(count) allocations in 200 decisions on \(url)")
        }
    }
}
