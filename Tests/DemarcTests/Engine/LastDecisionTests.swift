import Demarc
import PolicyModel
import Testing

/// What there is to say of a decision is kept until the next one, whatever else is asked or changed between them.
@Suite("What there is to say of the last decision") struct LastDecisionTests {
    private let engine: PolicyEngine

    init() throws {
        engine = try DemarcTests.engine(
            """
            demarc: 1
            ruleSets:
              corporate:
                default: internal
                rules: [{id: partner, class: blocked, domain: partner.example}]
            """
        )
    }

    @Test("stays after questions that are no decisions, under another policy too")
    func questions() throws {
        var evaluator = engine.makeEvaluator()
        let view = try engine.requireView(PolicyDocument.implicitView)
        let decision = evaluator.navigation(to: "https://partner.example/", in: view)
        #expect(decision.has(.ruleBlocked))
        engine.reload(try document("{demarc: 1, user: none, app: {multiIdentity: true}}"))
        let (owner, isAllowed) = (evaluator.owner(of: .native()), evaluator.isAppSharingAllowed())
        #expect(!owner.isManaged && isAllowed)
        let reasons = evaluator.reasons(of: decision)
        #expect(reasons.first?.rule?.id == "partner")
    }

    @Test("of a decision that is not the last one, the codes are left and nothing traps")
    func older() throws {
        var evaluator = engine.makeEvaluator()
        let view = try engine.requireView(PolicyDocument.implicitView)
        let decision = evaluator.navigation(to: "https://partner.example/", in: view)
        engine.reload(try document("{demarc: 1, user: none, app: {multiIdentity: true}}"))
        let copy = evaluator.copy(ClipboardItem(text: "x"), from: .native())
        #expect(copy.verdict == .plain)
        let reasons = evaluator.reasons(of: decision)
        #expect(reasons.map(\.code) == decision.reasonCodes)
        #expect(reasons.allSatisfy { $0.rule == nil && $0.location == nil })
        let explanation = evaluator.explanation(of: decision)
        #expect(explanation.overridden.isEmpty)
    }
}
