import Diagnostics
import PolicyModel
import RuleIndex
import TestSupport
import Testing
import URLMatching

@testable import PolicyAnalysis

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
