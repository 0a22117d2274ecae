import AppLint
import ByteText
import Diagnostics
import PolicyModel
import RuleRegions
import URLMatching
import URLStandard

/// Regular expressions: those that can be slow, those that only test a domain, and those that test a domain
/// incorrectly.
extension RuleLint {
    /// The maximum number of PCRE2 steps for one rule set, and the maximum number of expressions to check.
    private static var stepBudget: Int { 20_000_000 }
    private static var expressionLimit: Int { 5_000 }
    /// The maximum work for automata.
    static var confinementBudget: Int { 3 * LanguageSearch.mostWork }

    func regexFindings(_ ruleSet: RuleSet) -> [LintFinding] {
        var findings: [LintFinding] = []
        var search = BacktrackSearch(budget: Self.stepBudget)
        var asker = RegexAsker()
        let keeper = SiteKeeper(regexes: RegexConfinements(budget: Self.confinementBudget))
        var left = Self.expressionLimit
        var seen: Set<String> = []
        var emptiness = RegexEmptiness(budget: Self.confinementBudget)
        for rule in ruleSet.rules {
            for (conditions, isException) in [(rule.conditions, false), (rule.exceptions, true)] {
                for condition in conditions {
                    for case .regex(let matcher) in condition.alternatives where left > 0 {
                        left -= 1
                        guard let tree = RegexTree(matcher.pattern) else { continue }
                        if seen.insert(matcher.pattern).inserted, let attack = search.attack(on: matcher, tree) {
                            findings.append(slow(matcher, attack, in: rule))
                        }
                        guard !isException else { continue }
                        if emptiness.isEmpty(matcher, tree, &asker) {
                            findings.append(matchesNothing(matcher, in: rule))
                            continue
                        }
                        findings += hostFindings(matcher, tree, of: condition, in: rule, keeper: keeper, &asker)
                    }
                }
            }
        }
        if left == 0 || search.budget <= 0 {
            findings.append(
                LintFinding(
                    .rulesNotAllCompared,
                    "the rule set \(Self.quote(ruleSet.name)) has too many regular expressions to try them all",
                    at: [places.range(ruleSet.defaultLocation)],
                    help: "write hosts as `domain` or `host`, or as a `list`"
                )
            )
        }
        return findings
    }

    private func slow(_ matcher: RegexMatcher, _ attack: BacktrackSearch.Attack, in rule: Rule) -> LintFinding {
        let twice = attack.stepsOfTwice.map { "\($0)" } ?? "more than \(BacktrackSearch.stepLimit)"
        let limit = attack.limitCount.map { "; with \($0) the engine gives up" } ?? ""
        return LintFinding(
            .regexBacktracks,
            "the regex \(Self.quote(matcher.pattern)) of the rule \(Self.quote(rule.id)) can be made slow: "
                + "\(Self.quoteURL(attack.prefix)), \(attack.count) times \(Self.quote(attack.pump))"
                + (attack.suffix.isEmpty ? "" : " and \(Self.quoteURL(attack.suffix))")
                + " take \(attack.steps) steps, twice as many \(twice)\(limit)",
            at: [places.range(of: matcher.pattern, in: rule)],
            help:
                "let no two repetitions compete for the same characters: make one possessive (`++`), or narrow its set"
        )
    }

    private func matchesNothing(_ matcher: RegexMatcher, in rule: Rule) -> LintFinding {
        LintFinding(
            .ruleMatchesNothing,
            "the regex \(Self.quote(matcher.pattern)) of the rule \(Self.quote(rule.id)) matches no URL in canonical "
                + "form",
            at: [places.range(of: matcher.pattern, in: rule)],
            help: "write scheme and host in lower case, no dot at the end of the host, an IPv4 address not as IPv6, "
                + "and a space as `%20`; leave out the port of the scheme and the fragment, and let a `/` follow the "
                + "host"
        )
    }

    private func hostFindings(
        _ matcher: RegexMatcher,
        _ tree: RegexTree,
        of condition: Condition,
        in rule: Rule,
        keeper: SiteKeeper,
        _ asker: inout RegexAsker
    ) -> [LintFinding] {
        if let expression = DomainExpression(tree), asker.agrees(expression, with: matcher) {
            return [disguised(expression, matcher, of: condition, in: rule)]
        }
        var findings: [LintFinding] = []
        var spelled: HostTexts.Found?
        for found in HostTexts(tree).found {
            guard asker.first(of: found.ownURLs, matcher, rule: nil, notWithin: nil) != nil else { continue }
            let help = "write `domain: \(found.domain)`, or begin with `^https://` and end the host with `/`"
            let foreign = asker.first(of: found.foreignURLs, matcher, rule: rule, notWithin: found.domain)
            let misspelled = asker.first(of: found.misspelledURLs, matcher, rule: rule, notWithin: found.domain)
            if let foreign {
                findings.append(
                    LintFinding(
                        .unanchoredHost,
                        "the regex \(Self.quote(matcher.pattern)) of the rule \(Self.quote(rule.id)) finds "
                            + "\(Self.quote(found.domain)) in URLs of other hosts: it matches \(Self.quoteURL(foreign))",
                        at: [places.range(of: matcher.pattern, in: rule)],
                        help: help
                    )
                )
            }
            if let misspelled {
                findings.append(
                    LintFinding(
                        .unescapedDot,
                        "a dot of \(Self.quote(found.domain)) in the regex of the rule \(Self.quote(rule.id)) stands for "
                            + "any character: it matches \(Self.quoteURL(misspelled))",
                        at: [places.range(of: matcher.pattern, in: rule)],
                        help: "write `domain: \(found.domain)`, or `\\.` for the dot"
                    )
                )
            }
            if !findings.isEmpty { break }
            spelled = spelled ?? found
        }
        return findings.isEmpty ? foreignFinding(matcher, spelled, in: rule, keeper: keeper, &asker) : findings
    }

    /// A finding for an internal rule, as in the audit: a host that its expression does not spell out.
    private func foreignFinding(
        _ matcher: RegexMatcher,
        _ spelled: HostTexts.Found?,
        in rule: Rule,
        keeper: SiteKeeper,
        _ asker: inout RegexAsker
    ) -> [LintFinding] {
        guard rule.urlClass == .internal, !keeper.isConfined(rule, documents: []),
            case .foreign(let url) = keeper.regexes.confinement(of: matcher, keeper),
            let witness = asker.first(of: [url], matcher, rule: rule, notWithin: nil),
            // A URL without a host is on no foreign host, and `domain` would not match it.
            let kind = URLRecord(witness)?.hostKind, kind != .none, kind != .empty
        else { return [] }
        // The hosts of others may be below the very name that the expression spells out.
        if let name = spelled?.domain, asker.first(of: [url], matcher, rule: rule, notWithin: name) == nil {
            guard SharedHosting.owner(of: Array(name.utf8)) == .many else { return [] }
            let place = places.range(of: matcher.pattern, in: rule)
            return [sharedHost(name, name, in: "the rule \(Self.quote(rule.id))", at: [place])]
        }
        let subject = "the regex \(Self.quote(matcher.pattern)) of the rule \(Self.quote(rule.id)) "
        return [
            LintFinding(
                spelled == nil ? .matchesEveryHost : .unanchoredHost,
                subject
                    + (spelled.map { "finds \(Self.quote($0.domain)) in URLs of other hosts" }
                        ?? "matches hosts that it does not spell out") + ": it matches \(Self.quoteURL(witness))",
                at: [places.range(of: matcher.pattern, in: rule)],
                help: spelled.map {
                    "write `domain: \($0.domain)`, or begin with `^https://` and end the host with `/`"
                }
                    ?? "name the hosts, or add `domain` to the rule"
            )
        ]
    }

    private func disguised(
        _ expression: DomainExpression,
        _ matcher: RegexMatcher,
        of condition: Condition,
        in rule: Rule
    ) -> LintFinding {
        let key = expression.key.rawValue
        let value = "\(key): \(expression.host)"
        let schemes = "scheme: \(expression.schemes.count == 1 ? expression.schemes[0] : "[https, http]")"
        let more = [
            expression.takesPorts ? nil : "every port", expression.takesEveryName ? nil : "every subdomain",
        ].compactMap(\.self)
        let advice = Self.advice([(key, value), ("scheme", schemes)], besides: rule.conditions.map(\.key.rawValue))
        // Applied without reading the help, the edit must not open anything. Hosts with an empty label do not count: DNS
        // has no such names, and the explanation says so.
        let isSafe = more.isEmpty || rule.urlClass == .blocked
        return LintFinding(
            .regexIsDomain,
            "the regex \(Self.quote(matcher.pattern)) of the rule \(Self.quote(rule.id)) asks for a "
                + (expression.coversSubdomains ? "domain" : "host") + " and nothing else",
            at: [places.range(of: matcher.pattern, in: rule)],
            help: advice + (more.isEmpty ? "" : "; that matches \(more.joined(separator: " and "))"),
            fix: isSafe ? rewrite(matcher, to: [value, schemes], of: condition, in: rule, key: key) : nil
        )
    }

    /// What to write in place of an expression. If the rule already has one of the keys, a second one would be an
    /// error, and another value at the first one would match more than the rule does.
    private static func advice(_ entries: [(key: String, text: String)], besides keys: [String]) -> String {
        let taken = entries.filter { keys.contains($0.key) }
        guard !taken.isEmpty else { return "write " + entries.map { "`\($0.text)`" }.joined(separator: " with ") }
        let others = entries.filter { !keys.contains($0.key) }.map { ", write `\($0.text)`" }.joined()
        let names = taken.map { "`\($0.key)`" }.joined(separator: " and ")
        let texts = taken.map { "`\($0.text)`" }.joined(separator: " and ")
        let verb = taken.count == 1 ? "includes" : "include"
        return "remove it\(others), and of the rule's own \(names) keep only what \(texts) \(verb)"
    }

    /// The edit that replaces `regex` with keys, or nil if `regex` is not the only value or such a key already exists.
    private func rewrite(
        _ matcher: RegexMatcher,
        to entries: [String],
        of condition: Condition,
        in rule: Rule,
        key: String
    ) -> TextEdit? {
        let keys = rule.conditions.map(\.key.rawValue)
        guard condition.alternatives.count == 1, !keys.contains(key), !keys.contains("scheme"),
            rule.exceptions.isEmpty, let entry = places.regexEntry(matcher.pattern, of: rule)
        else { return nil }
        return TextEdit(range: entry.range, replacement: entries.joined(separator: entry.separator))
    }
}

/// Matches URLs against regular expressions and rules that use them.
struct RegexAsker: ~Copyable {
    private var url = URLRecord()
    private var form = URLRecord()
    private var scratch = MatcherScratch()

    private mutating func take(_ text: String) -> Bool {
        do {
            try url.parse(text.utf8.span)
        } catch {
            return false
        }
        form.become(matchingFormOf: url)
        scratch.regex.renew()
        return true
    }

    /// Finds a URL that an expression matches.
    ///
    /// - Parameters:
    ///   - texts: The URLs.
    ///   - matcher: The expression.
    ///   - rule: A rule that must match as well, or nil.
    ///   - domain: A domain whose hosts do not count, or nil.
    /// - Returns: The first matching URL, in canonical form.
    mutating func first(of texts: [String], _ matcher: RegexMatcher, rule: Rule?, notWithin domain: String?) -> String?
    {
        for text in texts where take(text) {
            let host = form.hostString
            if let domain, host == domain || host.hasSuffix("." + domain) { continue }
            guard matcher.matches(form: form, scratch: &scratch.regex) == .matched else { continue }
            if let rule, !matches(rule) { continue }
            return form.hrefWithoutFragment.string
        }
        return nil
    }

    private mutating func matches(_ rule: Rule) -> Bool {
        func all(_ conditions: [Condition]) -> MatchOutcome {
            var outcome = MatchOutcome.matched
            for condition in conditions where outcome != .notMatched {
                var one = MatchOutcome.notMatched
                for matcher in condition.alternatives where one != .matched {
                    one = one.or(matcher.matches(form: form, scratch: &scratch))
                }
                outcome = outcome.and(one)
            }
            return outcome
        }
        guard all(rule.conditions) == .matched else { return false }
        return rule.exceptions.isEmpty || all(rule.exceptions) == .notMatched
    }

    /// Whether an expression gives the same results as the domain it was read as. This checks the interpretation of the
    /// tree with PCRE2.
    mutating func agrees(_ expression: DomainExpression, with matcher: RegexMatcher) -> Bool {
        let host = expression.host
        let hosts: [(String, Bool)] = [
            (host, true), ("www." + host, expression.coversSubdomains), ("a.b-1." + host, expression.coversSubdomains),
            ("a_b." + host, expression.coversSubdomains),
            ("evil" + host, false), (host + ".evil.example", false), ("evil.example", false),
            (host.replacing(".", with: "x") + ".example", false),
        ]
        for (name, isWithin) in hosts {
            for scheme in ["https", "http", "ftp"] {
                for rest in ["/", "/a/b.c?d=e", "/?\(host)/", "/https://\(host)/"] {
                    guard take("\(scheme)://\(name)\(rest)") else { return false }
                    let isMatch = matcher.matches(form: form, scratch: &scratch.regex) == .matched
                    guard isMatch == (isWithin && expression.schemes.contains(scheme)) else { return false }
                }
            }
        }
        return true
    }
}
