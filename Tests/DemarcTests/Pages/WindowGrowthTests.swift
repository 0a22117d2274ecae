import Demarc
import PolicyModel
import TestSupport
import Testing

/// A server has as many windows as people, and each window must cost as much as it would cost alone.
@Suite("Costs with many windows") struct WindowGrowthTests {
    private static let dana = AccountID("dana")
    private static let url = Array("https://contoso.example/".utf8)

    private static func engine(windows count: Int) throws -> PolicyEngine {
        let engine = try DemarcTests.engine(
            """
            demarc: 1
            app: {multiIdentity: true}
            user: none
            policies: {p: {}}
            accounts: [{account: dana, policy: p}]
            ruleSets: {corporate: {default: internal, rules: []}}
            views: []
            """
        )
        for number in 0..<count {
            let window = WindowID("\(number)")
            engine.switchIdentity(to: dana, at: .window(window))
            let view = try engine.addView(window: window)
            try engine.setRuleSet("corporate", for: view)
        }
        return engine
    }

    /// What a server does for a person: opens a window, fills it, queries it, and closes it.
    private static func visit(_ engine: PolicyEngine, _ evaluator: inout Evaluator) throws {
        let window: WindowID = "visitor"
        engine.switchIdentity(to: dana, at: .window(window))
        let box = try engine.addView(isWebView: false, window: window)
        let view = try engine.addView(in: box)
        try engine.setRuleSet("of this visitor", for: view)
        try engine.setDocument("https://contoso.example/", of: view)
        let decision = evaluator.navigation(to: url.span, in: view, answer: .internal)
        try engine.didNavigate(view, decision)
        _ = evaluator.open(url.span, in: window)
        try engine.moveView(view, to: nil)
        engine.closeWindow(window)
    }

    @Test("The cost of opening, querying and closing a window does not depend on the other windows")
    func others() throws {
        let factor = try Growth.factor(from: 2_000, limit: 2.5, rounds: 3) { count in
            let engine = try Self.engine(windows: count)
            var evaluator = engine.makeEvaluator()
            return try Growth.time { for _ in 0..<50 { try Self.visit(engine, &evaluator) } }
        }
        // Linear growth would give 4; the measured value is near 1.
        #expect(factor < 2.5)
    }

    @Test("Closing a window costs as much as its content")
    func closing() throws {
        let factor = try Growth.factor(from: 500, rounds: 3) { count in
            let engine = try Self.engine(windows: 0)
            let box = try engine.addView(isWebView: false, window: "w")
            for number in 0..<count { _ = try engine.addView(in: number % 2 == 0 ? box : nil, window: "w") }
            return Growth.time { engine.closeWindow("w") }
        }
        #expect(factor < Growth.linearLimit)
    }

    @Test("The cost of removing a view does not depend on its siblings")
    func neighbours() throws {
        let factor = try Growth.factor(from: 500, rounds: 3) { count in
            let engine = try Self.engine(windows: 0)
            let box = try engine.addView(isWebView: false, window: "w")
            let views = try (0..<count).map { _ in try engine.addView(in: box) }
            return try Growth.time { for view in views { try engine.removeView(view) } }
        }
        #expect(factor < Growth.linearLimit)
    }

    @Test("Adding and removing a hundred thousand views leaks no memory")
    func flatMemory() throws {
        let engine = try Self.engine(windows: 10)
        var evaluator = engine.makeEvaluator()
        func round(_ number: Int) throws {
            let window = WindowID("visit \(number)")
            let box = try engine.addView(isWebView: false, window: window)
            for _ in 0..<99 { _ = try engine.addView(in: box) }
            try Self.visit(engine, &evaluator)
            engine.closeWindow(window)
        }
        try round(0)
        let slots = engine.slotCount
        for number in 1..<Self.rounds { try round(number) }
        #expect(engine.slotCount == slots)
        #expect(engine.openWindowCount == 10)
    }

    /// A million views in optimized code.
    private static let rounds = TestSize.isOptimized ? 10_000 : 200
}
