import Diagnostics
import PolicyModel
import RuleIndex
import TestSupport
import Testing
import URLMatching

@testable import PolicyAnalysis
@testable import RuleRegions

@Suite("Comparing policies with large lists") struct ListWalkTests {
    private static let names = (0..<3_000).map { "name\($0).example" }

    /// A policy with a rule that makes a list of domains internal.
    private static func policy(_ names: [String]) throws -> CompiledPolicy {
        var document = try TightDocument().document()
        let lines = names.joined(separator: "\n").utf8
        let list = try EntryList.read(lines.span, format: .domains).list
        var rule = document.ruleSets[0].rules[0]
        rule.id = "listed"
        rule.conditions = [Condition(key: .list, alternatives: [.list(list)])]
        document.ruleSets[0].rules.append(rule)
        return CompiledPolicy(document)
    }

    /// The groups of a comparison, each with the number of its sites.
    private static func groups(_ old: [String], _ new: [String]) throws -> [String] {
        let diff = PolicyDiff(from: try policy(old), to: try policy(new))
        #expect(diff.isExact)
        return diff.groups.map { "\($0.effect) \($0.question) \($0.places) \($0.count)" }
            .sorted()
    }

    @Test(
        "An edit of a few lines has the same groups in a list in any order",
        arguments: TestSize.rows([
            (20, 17, 3), (0, 0, 1), (0, 0, 40), (1, 0, 0), (40, 0, 0), (0, 1, 0), (0, 40, 0), (1_400, 1_000, 100),
        ])
    )
    func edited(removed: Int, added: Int, replaced: Int) throws {
        var edited = Self.names
        for index in 0..<replaced { edited[index * 7] = "other\(index).example" }
        edited.removeSubrange(1_500..<1_500 + removed)
        edited.insert(contentsOf: (0..<added).map { "new\($0).example" }, at: 1_100)
        var random = SplitMix(seed: 5)
        let groups = try Self.groups(Self.names, edited)
        #expect(try Self.groups(Self.names, edited.shuffled(using: &random)) == groups)
        #expect(try Self.groups(Self.names.shuffled(using: &random), edited) == groups)
        // Sites are counted as often as lines changed.
        if added + replaced > 0 { #expect(groups.contains { $0.hasSuffix(" \(added + replaced)") }, "\(groups)") }
        if removed + replaced > 0 { #expect(groups.contains { $0.hasSuffix(" \(removed + replaced)") }, "\(groups)") }
    }

    @Test("A name that is repeated, or that both lists have in another order, is counted once")
    func countedOnce() throws {
        var random = SplitMix(seed: 6)
        let old = try Self.policy(Self.names + Self.names.prefix(10))
        var document = try Self.policy(Self.names.shuffled(using: &random)).document
        document.ruleSets[0].rules[document.ruleSets[0].rules.count - 1].urlClass = .blocked
        let diff = PolicyDiff(from: old, to: CompiledPolicy(document))
        // What a delegate answers is tried with one site.
        let groups = diff.groups.filter { group in
            guard case .navigate(_, _, _, nil, _)? = group.witnesses.first?.request.question else { return false }
            return true
        }
        #expect(!groups.isEmpty && groups.allSatisfy { $0.count == Self.names.count }, "\(groups.map(\.count))")
    }

    @Test("A line whose host another rule names too is counted once, in either direction", arguments: [false, true])
    func countedOnceBesidesPaths(isAdded: Bool) throws {
        let lists = [Self.names, Array(Self.names.dropFirst(2))]
        let policies = try (isAdded ? lists.reversed() : lists).map { names in
            var document = try Self.policy(names).document
            var rule = document.ruleSets[0].rules[0]
            rule.id = "path"
            rule.conditions = [
                Condition(key: .chrome, alternatives: [try Matcher(key: .chrome, text: "name0.example/private")])
            ]
            document.ruleSets[0].rules.append(rule)
            return CompiledPolicy(document)
        }
        let diff = PolicyDiff(from: policies[0], to: policies[1])
        let counts = diff.groups.filter { $0.question == .navigate }.map(\.count)
        #expect(diff.isExact && !counts.isEmpty && counts.allSatisfy { $0 <= 2 } && counts.contains(2), "\(counts)")
    }

    @Test(
        "A site of which only what is below the name changes counts in a list of any size",
        arguments: TestSize.rows([2_100, 30])
    )
    func countedBelow(size: Int) throws {
        let names = Self.names.prefix(size)
        // These lines match the name alone, and decide about it before and after.
        let lines = (names.prefix(3) + (0..<size).map { "h\($0).example" }).map { "0.0.0.0 \($0)" }
        let hosts = try EntryList.read(lines.joined(separator: "\n").utf8.span, format: .hosts).list
        let policies = try [Array(names), Array(names.dropFirst(4))].map { names in
            var document = try Self.policy(names).document
            var rule = document.ruleSets[0].rules[0]
            (rule.id, rule.urlClass, rule.priority) = ("hosts", .blocked, 1)
            rule.conditions = [Condition(key: .list, alternatives: [.list(hosts)])]
            document.ruleSets[0].rules.append(rule)
            return CompiledPolicy(document)
        }
        let diff = PolicyDiff(from: policies[0], to: policies[1])
        let counts = diff.groups.filter { $0.question == .navigate }.map(\.count)
        #expect(diff.isExact && counts.contains(4), "\(counts)")
    }

    /// A rule with one value.
    private static func rule(
        _ id: String,
        _ urlClass: URLClass,
        _ priority: Int,
        _ key: MatcherKey,
        _ value: String
    ) throws -> Rule {
        var rule = try TightDocument().document().ruleSets[0].rules[0]
        (rule.id, rule.urlClass, rule.priority) = (id, urlClass, priority)
        rule.conditions = [Condition(key: key, alternatives: [try Matcher(key: key, text: value)])]
        return rule
    }

    @Test("If a rule with a path meets too many lines, the policy is not less permissive because of other edits")
    func leftOut() throws {
        let policies = try [Self.names, Self.names.filter { $0 != "name2500.example" }].map { names in
            var document = try Self.policy(names).document
            document.ruleSets[0].rules[document.ruleSets[0].rules.count - 1].urlClass = .blocked
            document.ruleSets[0].rules.append(try Self.rule("home", .internal, 1, .pattern, "*://*:*/"))
            return document
        }
        var edited = policies[1]
        edited.ruleSets[0].rules.append(try Self.rule("tight", .blocked, 2, .domain, "aaa.example"))
        let limits = DiffRequests.Limits(urls: 500)
        let diff = PolicyDiff(from: CompiledPolicy(policies[0]), to: CompiledPolicy(edited), limits: limits)
        #expect(diff.groups.contains { $0.question == .navigate && $0.effect.allowsLess }, "\(diff.groups)")
        #expect(diff.comparison != .lessPermissive && !diff.reachesEachRule && !diff.isExact, "\(diff.comparison)")
    }

    @Test(
        "If a walk asks about a part of what an edited rule decides, nothing is less permissive because of the rest",
        arguments: ["an expression beside the list", "an exception of the rule with the list"]
    )
    func walkedInPart(reason: String) throws {
        let isException = reason.hasPrefix("an exception")
        let exceptions = ["*://*:*/", "*://*:*/p"]
        let policies = try [0, 1].map { version in
            let names = isException || version == 0 ? Self.names : Self.names.filter { $0 != "name2500.example" }
            var document = try Self.policy(names).document
            let list = document.ruleSets[0].rules.count - 1
            document.ruleSets[0].rules[list].urlClass = .blocked
            if isException {
                let pattern = try Self.rule("any", .internal, 0, .pattern, exceptions[version])
                document.ruleSets[0].rules[list].exceptions = pattern.conditions
            } else {
                document.ruleSets[0].rules.append(try Self.rule("home", .internal, 1, .regex, "^https?://[^/]*/$"))
            }
            let tight = try Self.rule("tight", .blocked, 2, .domain, "aaa.example")
            if version == 1 { document.ruleSets[0].rules.append(tight) }
            return CompiledPolicy(document)
        }
        let diff = PolicyDiff(from: policies[0], to: policies[1])
        #expect(diff.groups.contains { $0.question == .navigate && $0.effect.allowsLess }, "\(diff.groups)")
        #expect(diff.comparison != .lessPermissive && !diff.reachesEachRule && !diff.isExact, "\(diff.comparison)")
    }

    @Test("Of lines that meet a rule with a path, those of one version come first, and then each list has its turn")
    func inTurn() throws {
        let names = ["x", "y"].map { label in (0..<2_100).map { "\(label)\($0).example" } }
        let path = "{id: path, class: blocked, pattern: '*://*:*/a'}"
        let small = try TightDocument().with { $0.rules = [path] }.document()
        let ruleSets = try [names, [names[0].filter { $0 != "x2000.example" }, names[1]]].map { lists in
            var ruleSet = small.ruleSets[0]
            for lines in lists {
                var rule = try #require(try Self.policy(lines).document.ruleSets[0].rules.last)
                rule.id = "r\(ruleSet.rules.count)"
                ruleSet.rules.append(rule)
            }
            return ruleSet
        }
        let found = DiffRequests.walkedHosts(of: ruleSets.map { SplitRuleSet($0) })
        #expect(!found.isExact && found.hosts.count == DiffRequests.mostEntries)
        let first = ["x2000.example", "x0.example", "y0.example", "x1.example", "y1.example"]
        #expect(found.hosts.prefix(first.count).map(\.host.sample) == first)
    }

    @Test("A large rule set is compiled again only if neither policy has it")
    func compiledAgain() throws {
        let (old, new) = (try Self.policy(["a.example", "b.example"]), try Self.policy(["a.example", "c.example"]))
        let known = CompiledRuleSets([new, old], mostEntries: 1)
        let compiled = try #require(old.ruleSets.first)
        var ruleSet = try #require(old.document.ruleSets.first)
        #expect(known[ruleSet] === compiled)
        // Places, comments and the order of rules are in no decision.
        ruleSet.rules.reverse()
        ruleSet.rules[0].location = SourceLocation(path: "elsewhere.yaml", line: 9, column: 9)
        ruleSet.rules[0].because = "a comment"
        #expect(known[ruleSet] === compiled)
        ruleSet = try #require(try Self.policy(["d.example", "e.example"]).document.ruleSets.first)
        #expect(known[ruleSet] == nil)
        #expect(CompiledRuleSets([new, old])[ruleSet] != nil)
    }

    @Test("A line that is repeated or moved makes no difference, and the comparison says why")
    func moved() throws {
        let repeated = Self.names + Self.names.prefix(100)
        let moved = Array(Self.names.suffix(100) + Self.names.dropLast(100))
        for names in [repeated, moved] {
            let diff = PolicyDiff(from: try Self.policy(Self.names), to: try Self.policy(names))
            #expect(diff.isExact && diff.groups.isEmpty)
            #expect(diff.noOps.map(\.why) == [.sameEntries])
        }
    }

    @Test("A line that another line covers is an entry of its own")
    func covered() throws {
        let (few, more) = (try Self.policy(["b.example"]), try Self.policy(["b.example", "a.b.example"]))
        for (old, new) in [(few, more), (more, few)] {
            #expect(PolicyDiff(from: old, to: new).noOps.map(\.why) == [.sameMeaning])
        }
    }
}
