import Diagnostics
import PolicyFiles
import RuleIndex
import TestSupport
import Testing

@testable import PolicyAnalysis

@Suite("Which changes to make first") struct ChokePointTests {
    /// The definition: in each round, the change that closes the most open paths, and of several the first by its gate.
    private static func chosen(_ fixes: [LeakPath.Fix], _ ids: [String]) -> [LeakPath.Fix] {
        var left = Set(ids)
        var chosen: [LeakPath.Fix] = []
        while true {
            let best = fixes.max { one, two in
                let (first, second) = (left.intersection(one.closes).count, left.intersection(two.closes).count)
                return first == second ? one.gate > two.gate : first < second
            }
            guard let best, !left.isDisjoint(with: best.closes) else { return chosen }
            left.subtract(best.closes)
            chosen.append(best)
        }
    }

    @Test("Each choice closes the most of the paths that are still open", arguments: 1...40)
    func greedy(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let ids = (0..<random.number(in: 0...12)).map { "path \($0)" }
        let fixes = random.some(0...20) { random in
            let gate = FlowGate(kind: .rule, owner: "r", name: "\(random.number(in: 0...30))", value: "", location: nil)
            let closes = random.some(0...6) { "path \($0.number(in: 0...14))" }
            return LeakPath.Fix(gate: gate, value: "\(random.number(in: 0...3))", closes: closes)
        }
        #expect(PolicyAudit.greedy(fixes, ids) == Self.chosen(fixes, ids))
    }

    /// A policy with one account for each name, of an organization and under a policy of the same name, in which
    /// everything is a default.
    private static func defaults(of names: [String]) throws -> CompiledPolicy {
        let accounts = names.map { "{account: d@\($0).com, organization: \($0), policy: \($0)}" }
        let text = """
            demarc: 1
            app: {multiIdentity: true, multiManagedIdentities: true}
            policies: {\(names.map { "\($0): {}" }.joined(separator: ", "))}
            accounts: [\(accounts.joined(separator: ", "))]
            """
        let loaded = PolicyDocumentReader(requiresUser: false).load(text: text, path: "policy.yaml")
        return CompiledPolicy(try #require(loaded.document, "\(loaded.diagnostics)"))
    }

    @Test("Changes of every setting are tried, in each of several policies", arguments: [["a"], ["a", "b", "c"]])
    func allTried(names: [String]) throws {
        let audit = PolicyAudit(try Self.defaults(of: names))
        #expect(audit.untried.isEmpty && audit.untriedWords == nil)
        #expect(audit.paths.allSatisfy { !$0.fixes.isEmpty && $0.untried.isEmpty })
        for name in names {
            let changes = audit.chokePoints.filter { $0.gate.owner == name }.map(\.gate.name)
            #expect(changes.contains("allowedOutboundDataTransferDestinations"))
            #expect(changes.contains("dialerRestrictionLevel") && changes.contains("protectedMessagingRedirectAppType"))
        }
    }

    @Test("A change that opens another path names it, and comes after those that open none")
    func opening() throws {
        let text = """
            demarc: 1
            policies:
              p:
                protectedMessagingRedirectAppType: blocked
                exemptedAppProtocols: [{name: messages, value: sms}]
            accounts: [{account: dana@contoso.com, organization: contoso, policy: p}]
            """
        let audit = PolicyAudit(try compiledPolicy(text))
        let last = try #require(audit.chokePoints.last)
        #expect(last.gate.name == "allowedOutboundDataTransferDestinations")
        #expect(last.opens.map(\.sink.selector) == ["system:sms"])
        // Saving is still allowed, by another setting.
        #expect(last.leaves.map(\.sink.sinkClass) == [.storage])
        let words = "opens 1 path: the system's app for `sms`, and leaves 1 path: any other place to save to"
        #expect(last.openWords == words)
        #expect(audit.chokePoints.dropLast().allSatisfy { $0.opens.isEmpty })
        #expect(audit.json(of: "policy.yaml").contains(#""sink":"system:sms"}],"leaves":[{"id":"#))
        let path = try #require(audit.paths.first { $0.fixes.first?.gate == last.gate })
        #expect(path.diagnostic.help?.hasSuffix(", which \(words)") == true)
        // What was open before, by whatever setting, is not opened.
        let saving = TightDocument().setting("saveAsBlocked", "false")
            .setting("allowedOutboundDataTransferDestinations", "allApps")
        let fixes = try saving.audit(findsFixes: true).paths.flatMap(\.fixes)
        #expect(!fixes.isEmpty && fixes.allSatisfy(\.opens.isEmpty))
    }

    @Test("Settings that are not tried are named, and the settings that open the most paths are tried first")
    func notTried() throws {
        let policy = try Self.defaults(of: ["a", "b", "c"])
        var options = PolicyAudit.Options()
        options.mostQuestionsForFixes = 0
        let audit = PolicyAudit(policy, options)
        let gates = Set(audit.paths.flatMap(\.gates)).count
        #expect(audit.untried.count == gates - 12)
        #expect(audit.untriedWords?.hasPrefix("\(gates - 12) more settings were not tried") == true)
        #expect(!audit.untried.contains { $0.name == "allowedOutboundDataTransferDestinations" })
        #expect(audit.chokePoints.prefix(3).map(\.gate.owner) == ["a", "b", "c"])
        for path in audit.paths {
            #expect(path.untried == (path.fixes.isEmpty ? path.gates.filter(audit.untried.contains) : []))
            let says = path.diagnostic.help?.hasSuffix(" was tried") == true
            #expect(says == !path.untried.isEmpty)
        }
        #expect(audit.json(of: "policy.yaml").contains(#""notTried":["a."#))
    }
}
