import AppLint
import ByteText
import Diagnostics
import PolicyModel
import RuleIndex
import RuleRegions
import URLMatching
import URLStandard

/// A finding for a rule that others of its rule set make superfluous.
private struct CoveredRule {
    var rule: SourceLocation
    /// Whether the rule alone lets views load a scheme, so that it has to stay.
    var isClaimed: Bool
    /// The finding if it holds wherever the rule is.
    var finding: LintFinding
    /// The finding if it does not hold in another rule set that includes the same file.
    var named: LintFinding
    /// The finding if the rule has an effect in another rule set that includes the same file.
    var local: LintFinding
    /// The position of the finding among those of its rule set.
    var position = 0
}

/// Rules that never decide, have no effect, match nothing, or overlap.
extension RuleLint {
    /// The findings of each rule set.
    func relationFindings() -> [[LintFinding]] {
        let compared = ruleSets.map { relationFindings($0) }
        // Several rule sets may share a rule, and who removes it removes it from all of them.
        var counts: [SourceLocation: Int] = [:]
        for rule in ruleSets.flatMap(\.rules) { counts[rule.location, default: 0] += 1 }
        let shared = Dictionary(grouping: compared.flatMap { $0.covered }, by: \.rule)
        return compared.map { findings, covered in
            var findings = findings
            for one in covered {
                guard let count = counts[one.rule], let all = shared[one.rule] else { continue }
                if !one.isClaimed, all.count(where: { !$0.isClaimed }) < count {
                    findings[one.position] = one.local
                } else if all.count(where: { $0.finding.code == one.finding.code }) < count {
                    findings[one.position] = one.named
                }
            }
            return findings
        }
    }

    private func relationFindings(_ ruleSet: RuleSet) -> (findings: [LintFinding], covered: [CoveredRule]) {
        guard !ruleSet.rules.isEmpty else { return ([], []) }
        let schemesWithoutRules = MatcherScope.schemesWithoutRules.union(handledSchemes)
        var relations = RuleRelations(RuleMap(ruleSet), schemesWithoutRules: schemesWithoutRules)
        relations.find()
        var findings: [LintFinding] = []
        var coveredRules: [CoveredRule] = []
        var isSilent = [Bool](repeating: false, count: ruleSet.rules.count)
        var claims = SchemeClaims(ruleSet)
        for rule in ruleSet.rules.indices {
            let claimed = claims.claimed(onlyBy: rule)
            guard relations.covers[rule].valueCount > 0 else {
                isSilent[rule] = true
                findings.append(emptyFinding(rule, claimed, relations.covers[rule], in: ruleSet))
                if claimed.isEmpty { claims.remove(rule) }
                continue
            }
            if let finding = unaskedFinding(ruleSet.rules[rule], schemesWithoutRules) {
                isSilent[rule] = true
                findings.append(finding)
                continue
            }
            guard var covered = coveredRule(rule, claimed, &relations) else { continue }
            // A rule that never decides overlaps with no other rule.
            isSilent[rule] = true
            // Without it, views would no longer load URLs of the scheme, so it has an effect.
            if covered.finding.code == RuleLintCode.redundantRule.rawValue, !claimed.isEmpty { continue }
            covered.position = findings.count
            findings.append(covered.finding)
            coveredRules.append(covered)
            if claimed.isEmpty { claims.remove(rule) }
        }
        let meetings = relations.meetings.sorted {
            ($0.key.loser, $0.key.winner) < ($1.key.loser, $1.key.winner)
        }
        for (pair, meeting) in meetings where !isSilent[pair.winner] && !isSilent[pair.loser] {
            guard let witness = meeting.witness else { continue }
            let isInside = meeting.winnerValuesInLoser >= relations.covers[pair.winner].valueCount
            findings.append(meetingFinding(pair, meeting, witness, isInside: isInside, in: ruleSet))
        }
        if relations.isBounded {
            findings.append(
                LintFinding(
                    .rulesNotAllCompared,
                    "the rule set \(Self.quote(ruleSet.name)) has too many rules that may match any host to compare "
                        + "them all",
                    at: [places.range(ruleSet.defaultLocation)],
                    help: "give them a `domain` or `host` as well, so that they are compared with fewer others"
                )
            )
        }
        return (findings, coveredRules)
    }

    /// What a finding says about the schemes that only its rule claims. Part of the message, because not every format has
    /// the help.
    private static func words(ofClaimed claimed: [String]) -> String {
        guard !claimed.isEmpty else { return "" }
        return "; it also lets views load the scheme\(claimed.count == 1 ? "" : "s") \(names(claimed)), "
            + "which no other rule names"
    }

    /// A finding for a rule whose conditions no URL meets.
    private func emptyFinding(
        _ rule: Int,
        _ claimed: [String],
        _ cover: RuleRelations.Cover,
        in ruleSet: RuleSet
    ) -> LintFinding {
        let rule = ruleSet.rules[rule]
        let reason =
            cover.deadCount == 0
            ? "its lists have no entries"
            : rule.exceptions.isEmpty
                ? "no URL meets all of its conditions" : "its conditions and its `unless` leave nothing to match"
        return LintFinding(
            .ruleMatchesNothing,
            "the rule \(Self.quote(rule.id)) matches no URL: \(reason)\(Self.words(ofClaimed: claimed))",
            at: [places.range(rule.location)],
            help: "different keys must all hold; write what belongs together as values of one key, or as two rules"
        )
    }

    /// A finding for a rule that only matches URLs of schemes about which no view asks rules.
    private func unaskedFinding(_ rule: Rule, _ schemesWithoutRules: Set<String>) -> LintFinding? {
        let named = rule.conditions.lazy.compactMap { $0.schemes(within: schemesWithoutRules) }
        guard let schemes = named.first?.sorted() else { return nil }
        let handled = schemes.filter(handledSchemes.contains)
        let isBlob = schemes == ["blob"] && handled.isEmpty
        return LintFinding(
            .ruleMatchesNothing,
            "the rule \(Self.quote(rule.id)) matches no URL that a view loads: "
                + (isBlob
                    ? "of a `blob` URL, rules see the origin"
                    : "rules are not asked about the scheme\(schemes.count == 1 ? "" : "s") \(Self.names(schemes))"),
            at: [places.range(rule.location)],
            help: isBlob
                ? "name the hosts of the pages that create such URLs"
                : handled.isEmpty
                    ? "leave the rule out, unless links to managed apps may contain such URLs"
                    : "take \(Self.names(handled)) out of `webViewHandledURLSchemes`, so that rules decide"
        )
    }

    /// A rule that never decides. Only this rule claims the schemes `claimed`.
    private func coveredRule(_ rule: Int, _ claimed: [String], _ relations: inout RuleRelations) -> CoveredRule? {
        let ruleSet = relations.map.ruleSet
        let rules = ruleSet.rules
        let cover = relations.covers[rule]
        let name = Self.quote(rules[rule].id)
        let claim = Self.words(ofClaimed: claimed)
        let code: RuleLintCode
        let winners: [Int]
        if let stronger = cover.stronger, let first = stronger.first, first != rule {
            (code, winners) = (.shadowedRule, stronger)
        } else if let equal = cover.equal, let first = equal.first, first != rule {
            (code, winners) = (.redundantRule, equal)
        } else {
            return nil
        }
        let names = Self.names(winners.map { rules[$0].id })
        let at =
            cover.example.flatMap { witness(of: $0, rule, &relations) }.map { ", as at \(Self.quoteURL($0))" } ?? ""
        var found = [places.range(rules[rule].location)]
        for winner in winners.prefix(3) { found.append(places.range(rules[winner].location)) }
        let isOne = winners.count == 1
        let priority = winners.map { rules[$0].priority }.max() ?? 0
        func finding(_ place: String, _ removal: String) -> LintFinding {
            guard code == .shadowedRule else {
                let verb = isOne ? "says" : "say"
                return LintFinding(
                    code,
                    "the rule \(name) has no effect\(place): \(names) \(verb) the same wherever it matches\(at)",
                    at: found,
                    help: removal
                )
            }
            return LintFinding(
                code,
                "the rule \(name) never decides\(place): \(names) \(isOne ? "wins" : "win") wherever it matches\(at)"
                    + claim,
                at: found,
                help: (claimed.isEmpty ? removal : "keep it for the sake of the scheme")
                    + ", or give it a `priority` above \(priority)"
            )
        }
        let place = " in the rule set \(Self.quote(ruleSet.name))"
        return CoveredRule(
            rule: rules[rule].location,
            isClaimed: !claimed.isEmpty,
            finding: finding("", "remove it"),
            named: finding(place, "remove it"),
            local: finding(place, "leave it out of this rule set only, because it has an effect in others")
        )
    }

    /// A URL that a covered rule matches and another rule decides.
    private func witness(of atom: RuleMap.Atom, _ rule: Int, _ relations: inout RuleRelations) -> String? {
        guard let scope = relations.map.reach(of: atom) else { return nil }
        var texts = relations.map.candidates(in: scope, for: [rule])
        if let matcher = relations.map.matcher(of: atom) {
            texts += RuleMap.texts(of: matcher).flatMap { RuleMap.urls(of: $0) }
        }
        for text in texts where relations.probe.take(text) {
            guard relations.map.matches(rule, &relations.probe) == true else { continue }
            let decision = relations.map.compiled.decision(&relations.probe)
            guard decision.urlClass != nil, let id = decision.rule?.id, id != relations.map.ruleSet.rules[rule].id,
                !relations.schemesWithoutRules.contains(relations.probe.form.scheme.string)
            else { continue }
            return relations.probe.form.hrefWithoutFragment.string
        }
        return nil
    }

    private func meetingFinding(
        _ pair: RuleRelations.Pair,
        _ meeting: RuleRelations.Meeting,
        _ witness: String,
        isInside: Bool,
        in ruleSet: RuleSet
    ) -> LintFinding {
        let (winner, loser) = (ruleSet.rules[pair.winner], ruleSet.rules[pair.loser])
        let (winnerName, loserName) = (Self.quote(winner.id), Self.quote(loser.id))
        let more = meeting.count > 1 ? ", and through \(Quoted.count(meeting.count - 1, "more value"))" : ""
        let sampled = meeting.isSampled ? " (sampled)" : ""
        let classes = "`\(winner.urlClass.rawValue)` wins over `\(loser.urlClass.rawValue)`"
        return LintFinding(
            isInside ? .narrowerRule : .overlappingRules,
            isInside
                ? "the rule \(winnerName) overrides part of \(loserName): \(classes) at "
                    + "\(Self.quoteURL(witness))\(more)\(sampled)"
                : "the rules \(winnerName) and \(loserName) of one priority overlap: \(classes) at "
                    + "\(Self.quoteURL(witness))\(more)\(sampled)",
            at: [places.range(winner.location), places.range(loser.location)],
            help: isInside
                ? "nothing to do if that is intended"
                : "give the rule that should decide a higher `priority`, or keep the two from overlapping"
        )
    }
}

/// The schemes of other apps that rules name. A view loads their URLs, as far as the rules allow, instead of opening the
/// app; so a rule has this effect even if it never decides.
private struct SchemeClaims {
    private var schemes: [Set<String>]
    private var counts: [String: Int] = [:]

    /// The schemes that belong to no other app.
    private static let own = MatcherScope.schemesWithoutRules.union(RuleLint.schemesOfAnyHost)

    init(_ ruleSet: RuleSet) {
        schemes = ruleSet.rules.map { rule in
            var named: Set<String> = []
            rule.addNamedSchemes(to: &named)
            return named.subtracting(Self.own)
        }
        for scheme in schemes.joined() { counts[scheme, default: 0] += 1 }
    }

    /// The schemes that one rule names, and no other rule that has not been removed.
    func claimed(onlyBy rule: Int) -> [String] { schemes[rule].filter { counts[$0] == 1 }.sorted() }

    /// Removes a rule, as a finding advises. Of several rules that name a scheme, the last one has to stay.
    mutating func remove(_ rule: Int) {
        for scheme in schemes[rule] { counts[scheme, default: 0] -= 1 }
        schemes[rule] = []
    }
}
