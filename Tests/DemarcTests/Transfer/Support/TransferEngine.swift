import Demarc
import PolicyModel
import RuleIndex
import Testing

/// An engine that is put into one world after another.
final class TransferEngine {
    /// The part that is compiled once.
    private static let base = CompiledPolicy(PolicyDocument(accounts: AccountDirectory([]), user: nil))

    private(set) var engine: PolicyEngine
    var evaluator: Evaluator
    /// For the text of an answer, the decision that was verified to have this text; comparing texts takes longer than
    /// deciding.
    private var known: [String: Decision] = [:]
    private(set) var differences: [String] = []
    private(set) var asked = 0
    /// Every answer that a table gave.
    var answers: Set<String> { Set(known.keys) }

    init() {
        engine = PolicyEngine(Self.base)
        evaluator = engine.makeEvaluator()
    }

    /// Puts the engine into a world.
    func enter(_ world: TransferWorld) {
        var document = PolicyDocument(accounts: Self.directory(of: world), user: nil)
        document.app.multiIdentity = world.isMultiIdentity
        document.app.multiManagedIdentities = true
        document.policies = ["first": world.first.settings, "second": world.second.settings]
        document.apps = world.hasApps ? TransferApp.allCases.compactMap(\.declaration) : nil
        engine = PolicyEngine(CompiledPolicy(document, withRuleSetsOf: Self.base))
        evaluator = engine.makeEvaluator()
        engine.setHostApp(TransferApp.thisApp.id)
        engine.setDeviceEnrolled(world.isEnrolled)
        act(as: world.acting, hasHome: world.hasHome)
    }

    private func act(as person: TransferPerson, hasHome: Bool) {
        switch person {
        case .nobody: engine.switchIdentity(to: nil)
        case .everyone:
            engine.showAccounts([TransferPerson.dana.account, hasHome ? TransferPerson.home.account : .noUser])
        default: engine.switchIdentity(to: person.account)
        }
    }

    private static func directory(of world: TransferWorld) -> AccountDirectory {
        var accounts = [
            Account(id: TransferPerson.dana.account, organization: "contoso", policy: "first"),
            Account(id: TransferPerson.kim.account, organization: "contoso", policy: "second"),
        ]
        if world.hasHome {
            // An unmanaged account of the organization is still unmanaged.
            accounts += [
                Account(id: TransferPerson.home.account, organization: "contoso"), Account(id: AccountID("later")),
            ]
        }
        return AccountDirectory(
            accounts + [
                Account(id: TransferPerson.robin.account, organization: "fabrikam", policy: "second"),
                Account(id: TransferPerson.loner.account, policy: "second"),
            ]
        )
    }

    /// Compares a decision with the table's result.
    func compare(_ decision: Decision, with expected: String, _ question: () -> String) {
        asked += 1
        if known[expected] == decision { return }
        let actual = decision.transferLine
        if actual == expected {
            known[expected] = decision
        } else if differences.count < 10 {
            differences.append("\(question())\n  table:  \(expected)\n  engine: \(actual)")
        }
    }

    /// Records a difference that is not visible in a decision's text.
    func note(_ difference: String) {
        if differences.count < 10 { differences.append(difference) }
    }

    /// Checks that every decision equals the table, and that every reason of a family was given.
    ///
    /// - Parameters:
    ///   - family: How the codes of the reasons begin.
    ///   - others: How codes begin that are not expected although they begin so.
    ///   - sourceLocation: The test.
    func check(
        _ family: String,
        without others: String? = nil,
        sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) {
        #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))", sourceLocation: sourceLocation)
        let codes = Set(answers.flatMap { $0.split(separator: " ").dropFirst().map(String.init) })
        let own = ReasonCode.allCases.map(\.rawValue)
            .filter { code in code.hasPrefix(family) && !(others.map { code.hasPrefix($0) } ?? false) }
        let expected = Set(own + ["identity.unmanaged", "identity.unknown", "identity.lockDown"])
        #expect(codes == expected, sourceLocation: sourceLocation)
    }
}

extension Decision {
    /// The verdict and the codes: `block save.outbound.none`.
    var transferLine: String {
        ([verdict.rawValue] + reasonCodes.map(\.rawValue)).joined(separator: " ")
    }
}
