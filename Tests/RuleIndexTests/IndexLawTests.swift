import ByteText
import Diagnostics
import PolicyModel
import TestSupport
import Testing
import URLMatching
import URLStandard

@testable import RuleIndex

/// Compares the index with the meaning of its rules, on random rules and URLs.
///
/// `make index-law` checks ten million pairs, in release mode.
@Suite("The index decides like its rules") struct IndexLawTests {
    private static let urlsPerRuleSet = TestSize.isExhaustive ? 200 : 50

    /// The number of pairs of a rule set and a URL for each seed.
    private static let pairs = TestSize.pairs(10_000, thorough: 120_000, exhaustive: 10_000_000) / 4

    @Test("Random rules and URLs decide alike with the index, without it, and by definition", arguments: [1, 2, 3, 4])
    func laws(seed: UInt64) throws {
        var generator = RandomRules(seed: seed)
        var subject = MatchSubject()
        var asked = 0
        var opaque = 0
        var failures: [String] = []
        var answers: [URLClass?: Int] = [:]
        var (byRule, bySeveral, usedUp) = (0, 0, 0)
        while asked < Self.pairs {
            let rules = try generator.ruleSet(upTo: generator.random.once(in: 10) ? 200 : 12)
            let compiled = CompiledRuleSet(rules)
            for _ in 0..<Self.urlsPerRuleSet {
                if generator.random.once(in: 20) { subject.scratch.document = generator.document() }
                let text = generator.url()
                do { try subject.url.parse(text.utf8.span) } catch { continue }
                asked += 1
                if subject.url.hostKind == .opaque { opaque += 1 }
                let indexed = compiled.match(&subject, parsedFrom: text.utf8.span)
                var isUsedUp = subject.scratch.matchers.regex.isUsedUp
                let again = compiled.match(subject.url, scratch: &subject.scratch)
                isUsedUp = isUsedUp || subject.scratch.matchers.regex.isUsedUp
                let linear = compiled.matchLinearly(subject.url, scratch: &subject.scratch)
                let meaning = RuleMeaning.answer(rules, subject.url, &subject.scratch)
                let all = compiled.ranksOfAllMatches(of: subject.url, scratch: &subject.scratch)
                // A match for which a look-up has no allowance left is uncertain in that look-up, but not on its own.
                guard !isUsedUp, !subject.scratch.matchers.regex.isUsedUp else {
                    usedUp += 1
                    continue
                }
                answers[indexed.urlClass, default: 0] += 1
                if indexed.rank != RuleMatch.noRank { byRule += 1 }
                let deciding =
                    indexed.rank == RuleMatch.noRank ? nil : compiled.reference(rank: indexed.rank, entry: 0).id
                let isRight =
                    indexed == again && indexed.urlClass == linear.urlClass && indexed.rank == linear.rank
                    && indexed.urlClass == meaning.urlClass
                    && (meaning.urlClass == nil || meaning.deciding.contains(deciding))
                    && all == all.sorted()
                    && Set(all.map { compiled.reference(rank: $0, entry: 0).id }) == meaning.matching
                if all.count > 1 { bySeveral += 1 }
                if !isRight, failures.count < 5 {
                    failures.append(
                        "\(text): \(indexed), \(again), linear \(linear), meant \(meaning)\n\(describe(rules, meaning.deciding, deciding))"
                    )
                }
                checkEntry(indexed, of: compiled, subject.url, text)
            }
        }
        #expect(failures.isEmpty, "\(failures.joined(separator: "\n"))")
        // Every answer must occur, or the law proves little; but the few rule sets of a small sample may have no expression
        // that reaches its limit.
        let always: [URLClass?] = [.internal, .external, .blocked]
        for urlClass in Self.pairs < 10_000 ? always : always + [nil] {
            #expect(answers[urlClass, default: 0] > min(30, Self.pairs / 1_000), "\(answers)")
        }
        #expect(byRule > asked / 5)
        #expect(usedUp < asked / 20, "\(usedUp) of \(asked)")
        #expect(bySeveral > asked / 50)
        #expect(opaque > asked / 10)
    }

    /// The entry that explains a match must match on its own.
    private func checkEntry(
        _ match: RuleMatch,
        of compiled: CompiledRuleSet,
        _ url: borrowing URLRecord,
        _ text: String
    ) {
        guard match.entry > 0 else { return }
        let reference = compiled.reference(rank: match.rank, entry: match.entry)
        let rule = compiled.source.rules.first { $0.id == reference.id }
        guard let condition = rule?.conditions.first(where: { $0.key == .list }),
            let position = condition.paths.firstIndex(of: reference.location.path),
            case .list(let list) = condition.alternatives[position]
        else {
            Issue.record("\(text): \(reference) is no entry of a list")
            return
        }
        let ofLine = entries(of: list, line: reference.location.line)
        // A line of a hosts file may contain several entries; any of them is acceptable.
        let acceptable = list.format == .hosts ? ofLine : Array(ofLine.prefix(1))
        let key: MatcherKey =
            switch list.format {
            case .domains, .adblockDomains: .domain
            case .hosts: .host
            case .urls: .url
            case .edge: .edge
            case .chrome: .chrome
            }
        let side: URLFilter.Side = rule?.urlClass == .blocked ? .block : .allow
        let matchers = try? acceptable.map { try Matcher(key: key, text: $0).with(side: side) }
        var scratch = MatchScratch()
        let matches = matchers?.contains { $0.matches(url, scratch: &scratch) == .matched }
        #expect(matches == true, "\(text) is explained by \(acceptable)")
    }

    private func entries(of list: EntryList, line: Int) -> [String] {
        (0..<list.count).filter { list.line(at: $0) == line }.map { list.entry(at: $0).string }
    }

    private func describe(_ rules: RuleSet, _ ids: Set<String?>, _ other: String?) -> String {
        rules.rules.filter { ids.contains($0.id) || $0.id == other }.map { "\($0)" }.joined(separator: "\n")
    }

    @Test("The order of rules does not matter", arguments: [5, 6])
    func order(seed: UInt64) throws {
        var generator = RandomRules(seed: seed)
        var subject = MatchSubject()
        for _ in 0..<40 {
            var rules = try generator.ruleSet(upTo: 30)
            let first = CompiledRuleSet(rules)
            rules.rules.shuffle(using: &generator.random)
            let second = CompiledRuleSet(rules)
            rules.rules.reverse()
            let third = CompiledRuleSet(rules)
            for _ in 0..<100 {
                let text = generator.url()
                do { try subject.url.parse(text.utf8.span) } catch { continue }
                let match = first.match(&subject, parsedFrom: text.utf8.span)
                guard !subject.scratch.matchers.regex.isUsedUp else { continue }
                #expect(second.match(&subject, parsedFrom: text.utf8.span) == match, "\(text)")
                #expect(third.match(&subject, parsedFrom: text.utf8.span) == match, "\(text)")
            }
        }
    }
}
