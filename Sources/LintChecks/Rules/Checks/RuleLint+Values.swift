import AppLint
import ByteText
import Diagnostics
import PolicyModel
package import RuleRegions
package import URLMatching
import URLStandard

/// Duplicate values at one key, values below a broader value, ports that URLs never show, pages that look like blocks
/// of addresses, and limits of the managed browser for `edge` lists.
extension RuleLint {
    /// The maximum number of entries that the managed browser reads.
    private static var edgeLimit: Int { 1_000 }

    func valueFindings(_ ruleSet: RuleSet) -> [LintFinding] {
        var findings: [LintFinding] = []
        for rule in ruleSet.rules {
            for condition in rule.allConditions {
                if let finding = duplicates(condition, of: rule) { findings.append(finding) }
                if let finding = covered(condition, of: rule) { findings.append(finding) }
            }
            findings += unseenPorts(of: rule)
            findings += addressBlocks(of: rule)
            if let finding = edgeCount(rule) { findings.append(finding) }
        }
        return findings + [edgeClasses(ruleSet)].compactMap { $0 }
    }

    private func duplicates(_ condition: Condition, of rule: Rule) -> LintFinding? {
        guard condition.alternatives.count > 1 else { return nil }
        var seen: Set<ComparedValue> = []
        var twice: [String] = []
        for (position, matcher) in condition.alternatives.enumerated() {
            let name = name(of: condition, position)
            if !seen.insert(ComparedValue(of: matcher, text: name)).inserted { twice.append(name) }
        }
        guard !twice.isEmpty else { return nil }
        return LintFinding(
            .duplicateValue,
            "the rule \(Self.quote(rule.id)) has \(Quoted.count(twice.count, "value")) twice at "
                + "`\(condition.key.rawValue)`: \(Self.names(twice))",
            at: [places.range(rule.location)],
            help: "write each one once; values are compared in canonical form"
        )
    }

    /// A value in canonical form, if it has one, or as it is written; of a list, its name.
    private func name(of condition: Condition, _ position: Int) -> String {
        condition.alternatives[position].text ?? listName(of: condition, position)
    }

    /// The file and format of a list, or the number of a value without a known path.
    private func listName(of condition: Condition, _ position: Int) -> String {
        guard case .list(let list) = condition.alternatives[position], position < condition.paths.count else {
            return "\(position)"
        }
        return "\(condition.paths[position]) \(list.format.rawValue)"
    }

    private func covered(_ condition: Condition, of rule: Rule) -> LintFinding? {
        guard condition.key == .domain, condition.alternatives.count > 1 else { return nil }
        var map = NameMap()
        var domains: [String] = []
        for case .domain(let matcher) in condition.alternatives {
            _ = map.insert(
                matcher.domain.utf8.span,
                source: 0,
                entry: UInt32(domains.count),
                keepingFirstOfSource: true
            )
            domains.append(matcher.domain)
        }
        var below: [String] = []
        for domain in domains {
            var isBelow = false
            map.forEachDomain(of: domain.utf8.span) { _, isWhole in if !isWhole { isBelow = true } }
            if isBelow { below.append(domain) }
        }
        guard !below.isEmpty else { return nil }
        return LintFinding(
            .coveredEntry,
            "the rule \(Self.quote(rule.id)) has \(Quoted.count(below.count, "domain")) below one that it "
                + "also has: \(Self.names(below))",
            at: [places.range(rule.location)],
            help: "a domain includes everything below it; remove what it covers, or write `host` for the domain alone"
        )
    }

    private func unseenPorts(of rule: Rule) -> [LintFinding] {
        unseenPorts(in: rule.conditions, besides: rule.conditions, of: rule)
            + unseenPorts(in: rule.exceptions, besides: rule.allConditions, of: rule)
    }

    /// The patterns among conditions with an unseen port; `others` are all conditions that must hold.
    private func unseenPorts(
        in conditions: [Condition],
        besides others: [Condition],
        of rule: Rule
    ) -> [LintFinding] {
        let schemes = others.filter { $0.key == .scheme }
        return conditions.filter { $0.key == .pattern }.flatMap(\.alternatives).compactMap {
            unseenPort($0, besides: schemes, in: rule)
        }
    }

    /// A pattern with the port of a scheme, but without that scheme: `{hostname: contoso.com, port: 443}` matches
    /// `http://contoso.com:443/`, but not `https://contoso.com/`, which its author means. In a condition for another
    /// scheme, this is no mistake.
    private func unseenPort(_ matcher: Matcher, besides schemes: [Condition], in rule: Rule) -> LintFinding? {
        guard case .pattern(let matcher) = matcher,
            let scheme = matcher.schemesOfUnseenPort.first(where: { scheme in
                schemes.allSatisfy { condition in
                    condition.alternatives.contains {
                        if case .scheme(let other) = $0 { other.scheme == scheme.name } else { false }
                    }
                }
            }), let number = scheme.defaultPort
        else { return nil }
        let pattern = matcher.pattern
        let port = pattern[.port]
        return LintFinding(
            .ruleMatchesNothing,
            "the pattern \(Self.quote(pattern.description)) of the rule \(Self.quote(rule.id)) matches no "
                + "`\(scheme.name)` URL with the port \(number): if a URL has the port of its scheme, rules see none",
            at: [places.range(of: port, in: rule)],
            // With a scheme of its own, the pattern loses the scheme's port, but not in a group.
            help: port == "\(number)"
                ? "name the scheme `\(scheme.name)`, whose port this is, or leave the port out"
                : "write the port of the scheme as an empty text, as in `(|8443)`, or leave the port out"
        )
    }

    /// Values in the format of a browser that name one page and look like a block of addresses.
    private func addressBlocks(of rule: Rule) -> [LintFinding] {
        rule.allConditions.flatMap(\.alternatives).compactMap { matcher -> LintFinding? in
            switch matcher {
            case .edge(let pattern):
                addressBlock(pattern.text, .edge, at: places.range(of: pattern.text, in: rule))
            case .chrome(let filter):
                addressBlock(filter.text, .chrome, at: places.range(of: filter.text, in: rule))
            default: nil
            }
        }
    }

    /// Entries of a list that name one page and look like a block of addresses.
    func addressBlocks(in list: EntryList, at path: String) -> [LintFinding] {
        guard list.format == .edge || list.format == .chrome else { return [] }
        let holder = LintFinding.Holder(name: "the list \(Self.quote(path))", place: places.line(1, of: path))
        var findings: [LintFinding] = []
        for entry in 0..<list.count {
            let text = list.entry(at: entry).string
            guard
                var finding = addressBlock(
                    text,
                    list.format,
                    at: places.line(list.line(at: entry), of: path)
                )
            else { continue }
            if let last = findings.indices.last, findings.count == Self.findingLimit {
                findings[last].unlistedCount += 1
                continue
            }
            finding.holder = holder
            findings.append(finding)
        }
        return findings
    }

    private func addressBlock(
        _ text: String,
        _ format: ListFormat,
        at place: @autoclosure () -> SourceRange
    ) -> LintFinding? {
        // Without a scheme, it is a block to the managed browser.
        guard format != .edge || text.contains("://"), let block = AddressMatcher(meantBy: text) else { return nil }
        let written = "\(block.network)/\(block.prefixLength)"
        return LintFinding(
            .addressBlockAsPage,
            "\(Self.quote(text)) is the path `/\(block.prefixLength)` of one host, and not a block of addresses",
            at: [place()],
            help: "write `\(format == .edge ? written : "address: \(written)")` for the block of addresses"
        )
    }

    private func edgeCount(_ rule: Rule) -> LintFinding? {
        var count = 0
        var path: String?
        for condition in rule.conditions {
            if condition.key == .edge { count += condition.alternatives.count }
            for (position, matcher) in condition.alternatives.enumerated() {
                guard case .list(let list) = matcher, list.format == .edge else { continue }
                count += list.count
                if list.count > Self.edgeLimit, position < condition.paths.count { path = condition.paths[position] }
            }
        }
        guard count > Self.edgeLimit else { return nil }
        let subject = path.map { "the list \(Self.quote($0))" } ?? "the rule \(Self.quote(rule.id))"
        return LintFinding(
            .tooManyEdgeEntries,
            "\(subject) brings the rule \(Self.quote(rule.id)) to \(count) `edge` entries; the managed browser reads the "
                + "first \(Self.edgeLimit)",
            at: [places.range(rule.location)],
            help: "use wildcards for entries that have a domain in common"
        )
    }

    /// If both an allow list and a block list exist, the managed browser uses only the allow list. Its lists have no
    /// priorities, so a rule with an explicit priority is not part of them.
    private func edgeClasses(_ ruleSet: RuleSet) -> LintFinding? {
        let edge = ruleSet.rules.filter { rule in
            rule.conditions.contains { condition in
                condition.key == .edge
                    || condition.alternatives.contains {
                        if case .list(let list) = $0 { list.format == .edge } else { false }
                    }
            }
        }
        let blocking = edge.filter { $0.urlClass == .blocked }
        let priorities = Set(blocking.map(\.priority))
        guard let allowed = edge.first(where: { $0.urlClass != .blocked && priorities.contains($0.priority) }),
            let blocked = blocking.first(where: { $0.priority == allowed.priority })
        else { return nil }
        return LintFinding(
            .edgeAllowAndBlock,
            "the rule set \(Self.quote(ruleSet.name)) has `edge` entries that allow (\(Self.quote(allowed.id))) and that "
                + "block (\(Self.quote(blocked.id))); the managed browser ignores its block list beside an allow list",
            at: [places.range(blocked.location), places.range(allowed.location)],
            help: "write what is blocked with `domain`, `host` or `pattern`, or keep one of the two lists"
        )
    }
}

/// A value of a matcher key in the form in which values of the same key are compared.
package enum ComparedValue: Hashable {
    /// What it matches.
    case scope(MatcherScope)
    /// Its text in canonical form, or as it is written if a scope cannot represent exactly what it matches.
    case text(String)

    /// The form of a value.
    ///
    /// - Parameters:
    ///   - matcher: The value. The texts of `edge` and `chrome` are not canonical: `A.com` and `a.com` are one value.
    ///   - text: Its text, in canonical form if it has one.
    package init(of matcher: Matcher, text: String) {
        guard matcher.key == .edge || matcher.key == .chrome else {
            self = .text(text)
            return
        }
        let scope = MatcherScope(of: matcher)
        self = scope.isExact ? .scope(scope) : .text(text)
    }
}
