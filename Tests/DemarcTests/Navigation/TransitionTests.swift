import Demarc
import PolicyModel
import Testing

@Suite("Transitions") struct TransitionTests {
    @Test("A repeated transition is offered once, and never displaces the rule from the reasons")
    func repeated() throws {
        var document = try document(
            """
            demarc: 1
            ruleSets: {only: {default: blocked, rules: []}}
            views: [{id: page, isExternalURL: only}]
            """
        )
        document.ruleSets[0].transitions = [.privateWindow, .personalAccount, .privateWindow, .personalAccount]
        let engine = PolicyEngine(document)
        var evaluator = engine.makeEvaluator()
        let decision = evaluator.navigation(to: "https://example.org/", in: try engine.requireView("page"))
        #expect(
            decision.reasonCodes == [.defaultBlocked, .transitionPrivateWindow, .transitionPersonalAccount]
        )
    }
}
