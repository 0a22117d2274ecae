import Diagnostics
import PolicyModel
import RuleIndex
import Testing
import URLMatching

@testable import PolicyAnalysis
@testable import RuleRegions

/// Policies with more combinations of accounts, apps and views than are asked about.
@Suite("Comparing large policies") struct LargePolicyDiffTests {
    /// A policy with apps that each have a scheme of their own, so that no app represents another.
    private static func policy(apps count: Int) -> TightDocument {
        TightDocument().with { document in
            document.apps = (0..<count).map { number in
                "{id: com.example.app\(number), managed: \(number.isMultiple(of: 2)), schemes: [app\(number)]}"
            }
        }
    }

    private static func compiled(_ document: TightDocument) throws -> CompiledPolicy {
        CompiledPolicy(try document.document())
    }

    // MARK: Identical policies

    @Test("A policy of any size is equivalent to itself, exactly, and nothing is asked")
    func identical() throws {
        let large = Self.policy(apps: 300)
        let commented = large.with { $0.strict[0].value += " # as it was" }
        let diff = PolicyDiff(from: try Self.compiled(large), to: try Self.compiled(commented), includingReasons: true)
        #expect(diff.comparison == .equivalent && diff.isExact && diff.gaps.isEmpty && diff.requestCount == 0)
        #expect(diff.edits.isEmpty && diff.groups.isEmpty && diff.noOps.isEmpty && diff.untriedCount == 0)
        let json = diff.json(from: "old.yaml", to: "new.yaml")
        #expect(json.contains(#""verdict":"equivalent","exact":true,"requests":0,"#), "\(json)")
    }

    @Test("A claim about the same policy is exact, even if not everything is asked")
    func claimed() throws {
        let policy = try Self.compiled(Self.policy(apps: 4))
        let diff = PolicyDiff(from: policy, to: policy, limits: DiffRequests.Limits(classes: 10, part: 10))
        #expect(diff.comparison == .equivalent && diff.isExact && diff.requestCount > 0)
    }

    /// A change of a document, and whether it can change decisions.
    struct Change: CustomTestStringConvertible {
        var testDescription: String
        var isSame: Bool
        var change: (inout PolicyDocument) -> Void

        init(_ name: String, isSame: Bool, _ change: @escaping (inout PolicyDocument) -> Void) {
            (testDescription, self.isSame, self.change) = (name, isSame, change)
        }
    }

    private static let elsewhere = SourceLocation(path: "elsewhere.yaml", line: 9, column: 9)

    private static func listed(_ names: [String]) throws -> Condition {
        let lines = names.joined(separator: "\n").utf8
        let list = try EntryList.read(lines.span, format: .domains).list
        return Condition(key: .list, alternatives: [.list(list)], paths: ["l.txt"])
    }

    private static var changes: [Change] {
        [
            Change("a revision", isSame: true) { $0.revision = 7 },
            Change("a comment", isSame: true) { $0.ruleSets[0].rules[0].because = "as it was" },
            Change("the order of rules", isSame: true) { $0.ruleSets[0].rules.reverse() },
            Change("places", isSame: true) { document in
                document.views[0].location = Self.elsewhere
                document.apps?[0].location = Self.elsewhere
                document.ruleSets[0].rules[0].location = Self.elsewhere
                document.policies["strict"]?.setLocation(of: .printBlocked, to: Self.elsewhere)
                document.app.setLocation(of: .multiIdentity, to: nil)
            },
            Change("a comment in a list", isSame: true) { document in
                if let condition = try? Self.listed(["a.example", "# the other one", "b.example"]) {
                    document.ruleSets[0].rules[1].conditions = [condition]
                }
            },
            Change("the folder of the document and its lists", isSame: true) { document in
                document.ruleSets[0].defaultLocation.path = "HEAD:/team/policy.yaml"
                document.ruleSets[0].rules[1].conditions[0].paths = ["HEAD:/team/rules/../l.txt"]
            },
            Change("the path of a list", isSame: false) { document in
                document.ruleSets[0].rules[1].conditions[0].paths = ["lists/l.txt"]
            },
            // No edit describes the order of accounts, and which of them is signed in may depend on it.
            Change("the order of accounts", isSame: false) { document in
                document.accounts = AccountDirectory(document.accounts.accounts.reversed())
            },
            Change("the order of views", isSame: false) { $0.views.reverse() },
            Change("an entry of a list", isSame: false) { document in
                if let condition = try? Self.listed(["a.example", "c.example"]) {
                    document.ruleSets[0].rules[1].conditions = [condition]
                }
            },
            Change("a setting", isSame: false) { $0.policies["strict"]?.printBlocked = false },
            Change("the hosts of an organization", isSame: false) { document in
                document.organizations = [OrganizationDeclaration(name: "contoso", hosts: ["contoso.com"])]
            },
            Change("ambiguous URLs", isSame: false) { $0.ambiguousURLs = .canonicalize },
            Change("the account that acts", isSame: false) { $0.isUserExplicit.toggle() },
            Change("an app configuration", isSame: false) { document in
                document.appConfigurations = [AppConfigurationDocument()]
            },
        ]
    }

    @Test("Documents are the same only if nothing differs on which decisions may depend", arguments: changes.indices)
    func isSame(row: Int) throws {
        let change = Self.changes[row]
        var document = try TightDocument().document()
        var rule = document.ruleSets[0].rules[0]
        rule.id = "listed"
        rule.conditions = [try Self.listed(["a.example", "b.example"])]
        document.ruleSets[0].rules.append(rule)
        var changed = document
        change.change(&changed)
        #expect(document != changed && document.isSame(as: changed) == change.isSame, "\(change.testDescription)")
    }

    // MARK: Limits

    @Test("A comparison that is cut says why, and is never called equivalent")
    func cut() throws {
        let small = Self.policy(apps: 6)
        let old = try Self.compiled(small)
        // The intranet's rule covers the new one.
        let new = try Self.compiled(
            small.with { $0.rules.append("{id: wiki, class: internal, host: wiki.contoso.com}") }
        )
        let whole = PolicyDiff(from: old, to: new)
        #expect(whole.comparison == .equivalent && whole.isExact && whole.gaps.isEmpty)
        let limits = DiffRequests.Limits(classes: 200, part: 100)
        let diff = PolicyDiff(from: old, to: new, limits: limits)
        #expect(diff.gaps == [.combinations] && !diff.isComplete && !diff.isExact)
        #expect(diff.comparison == .unknown && diff.groups.isEmpty)
        #expect(diff.requestCount <= 2 * limits.classes + 6 * limits.part && diff.requestCount < whole.requestCount)
    }

    @Test("A part with too many requests leaves the others their room", arguments: [10, 30])
    func room(apps: Int) throws {
        let old = Self.policy(apps: apps)
        let new = old.with { $0.rules.append("{id: wiki, class: internal, host: wiki.example}") }
        let policies = (old: try Self.compiled(old), new: try Self.compiled(new))
        let asking = (old: FlowAsking(policies.old), new: FlowAsking(policies.new))
        let limits = DiffRequests.Limits(classes: 100, part: 1_000)
        let requests = DiffRequests(
            asking.old,
            asking.new,
            PolicyEdit.all(from: policies.old.document, to: policies.new.document),
            sites: (PolicySites(policies.old), PolicySites(policies.new)),
            tellsRules: false,
            limits: limits
        )
        #expect(requests.isCut && requests.isExact)
        for kind in [Question.Kind.incoming, .open, .appSharing, .navigate] {
            #expect(requests.all.contains { $0.request.question.kind == kind }, "\(kind)")
        }
        #expect(requests.all.count <= 2 * limits.classes + 6 * limits.part)
        let diff = PolicyDiff(from: policies.old, to: policies.new, limits: limits)
        #expect(diff.groups.contains { $0.question == .navigate && $0.effect == .wider }, "\(diff.groups)")
    }

    @Test("Many apps leave room for what is not about two of them: an edited setting is found")
    func manyApps() throws {
        let old = Self.policy(apps: 30)
        let (before, after) = (try Self.compiled(old), try Self.compiled(old.setting("printBlocked", "false")))
        let diff = PolicyDiff(from: before, to: after, limits: DiffRequests.Limits(classes: 5_000))
        #expect(diff.gaps == [.combinations])
        #expect(diff.groups.contains { $0.question == .setting && $0.effect == .wider }, "\(diff.groups)")
    }

    @Test("An edited rule about which too little is asked does not make the policy less permissive")
    func uncompared() throws {
        let old = TightDocument().setting("printBlocked", "false")
        let new = TightDocument().with { $0.rules.append("{id: wiki, class: internal, host: wiki.example}") }
        let (before, after) = (try Self.compiled(old), try Self.compiled(new))
        #expect(PolicyDiff(from: before, to: after).reachesEachRule)
        let diff = PolicyDiff(from: before, to: after, limits: DiffRequests.Limits(part: 1))
        #expect(!diff.reachesEachRule && diff.comparison != .lessPermissive && diff.gaps == [.combinations])
    }

    /// A policy that blocks domains by rules, beside filters without a host: their paths are combined with each domain.
    private static func blocking(_ rules: (id: String, domains: [Int])...) throws -> CompiledPolicy {
        try compiled(
            TightDocument().with { document in
                document.rules += (0..<5).map { "{id: f\($0), class: blocked, chrome: '*/ad\($0)/'}" }
                document.rules += rules.map { rule in
                    let names = rule.domains.map { "\(rule.id)\($0).example" }.joined(separator: ", ")
                    return "{id: \(rule.id), class: blocked, domain: [\(names)]}"
                }
            }
        )
    }

    @Test(
        "Of edited rules with too many URLs, the values that only one version has are asked first",
        arguments: [([33], .incomparable), ([0, 33, 39], .incomparable), ([], .lessPermissive)]
            as [([Int], PolicyDiff.Comparison)]
    )
    func changedValues(removed: [Int], comparison: PolicyDiff.Comparison) throws {
        let old = try Self.blocking(("d", Array(0..<40)))
        let new = try Self.blocking(("d", (0..<41).filter { !removed.contains($0) }), ("tight", [0]))
        let diff = PolicyDiff(from: old, to: new, limits: DiffRequests.Limits(urls: 1_000))
        #expect(diff.comparison == comparison && diff.gaps == [.values] && diff.reachesEachRule, "\(diff.groups)")
        let wider = diff.groups.filter { $0.question == .navigate && $0.effect == .wider }
        // What a delegate answers is tried with one site.
        #expect((wider.map(\.count).max() ?? 0) == removed.count, "\(wider)")
        #expect(wider.allSatisfy { $0.causes.map(\.edit.subjectWords) == ["rule corporate.d"] })
    }

    @Test("So they are if the rule set of the view has another name")
    func changedValuesOfRenamed() throws {
        let old = try Self.blocking(("d", Array(0..<40)))
        var new = try Self.blocking(("d", (0..<41).filter { $0 != 33 }), ("tight", [0])).document
        new.ruleSets[0].name = "other"
        for position in new.views.indices where new.views[position].ruleSet != nil {
            new.views[position].ruleSet = "other"
        }
        let diff = PolicyDiff(from: old, to: CompiledPolicy(new), limits: DiffRequests.Limits(urls: 1_000))
        #expect(diff.comparison == .incomparable && diff.gaps == [.values], "\(diff.groups)")
    }

    @Test("If too many values differ, the policy is not called less permissive because of those that were asked")
    func tooManyValues() throws {
        let old = try Self.blocking(("a", [0]), ("z", Array(0..<10)))
        let new = try Self.blocking(("a", Array(0..<40)), ("z", (0..<10).filter { $0 != 7 }))
        let limits = DiffRequests.Limits(urls: 50)
        let diff = PolicyDiff(from: old, to: new, limits: limits)
        #expect(diff.groups.contains { $0.question == .navigate && $0.effect == .narrower }, "\(diff.groups)")
        #expect(diff.comparison == .unknown && diff.gaps == [.values] && !diff.reachesEachRule, "\(diff.comparison)")
        #expect(PolicyDiff(from: old, to: new).comparison == .incomparable)
    }

    @Test("Nothing is tried once there are as many classes as there may be", arguments: [20, 40])
    func work(count: Int) throws {
        let apps = Self.policy(apps: count)
        let accounts = TightDocument().with { document in
            document.accounts = (0..<count).map {
                "{account: a\($0)@c\($0).example, organization: c\($0), policy: strict}"
            }
        }
        let views = TightDocument().with { document in
            document.moreRuleSets = (0..<count).map { "  r\($0): {default: external}\n" }.joined()
            document.views = (0..<count).map { "{id: V\($0), policy: currentIdentity, isExternalURL: r\($0)}" }
        }
        let limit = 1_000
        for document in [apps, accounts, views] {
            let (policy, other) = (try Self.compiled(document), try Self.compiled(document))
            let asking = FlowAsking(policy)
            let sites = PolicySites(policy)
            let classes = DecisionClasses(policy, asking, sites, beside: FlowAsking(other), limit: limit)
            #expect(classes.isCut && classes.requests.count == limit)
            #expect(classes.triedCount <= 2 * limit, "\(classes.triedCount)")
            // What is left out does not change what is kept.
            let longer = DecisionClasses(policy, asking, sites, beside: FlowAsking(other), limit: 2 * limit)
            #expect(longer.requests.starts(with: classes.requests))
        }
    }
}
