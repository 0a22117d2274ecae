import ByteText
import PolicyModel
import URLMatching
import URLStandard

/// The meaning of rules, implemented a second time from their definition: every rule is evaluated, and a rule whose
/// pattern could not be finished is taken both ways.
enum RuleMeaning {
    /// The answer of a rule set.
    struct Answer {
        /// The class, or nil if it depends on a pattern that could not be finished.
        var urlClass: URLClass?
        /// The ids of the rules that may be reported as deciding; nil stands for the default.
        var deciding: Set<String?>
        /// The ids of all rules that certainly match.
        var matching: Set<String>
    }

    /// The answer for a URL. If its host is opaque, rules read it as the app will, and rules for texts also read it as
    /// it is written; the stricter class counts. If that host cannot be read, conditions that name a host are compared
    /// with the raw text only. With or without each rule that names a host and matches so, the strictest class counts.
    static func answer(_ ruleSet: RuleSet, _ url: borrowing URLRecord, _ scratch: inout MatchScratch) -> Answer {
        guard url.hostKind == .opaque else {
            let url = url.copy()
            return answer(ruleSet, ruleSet.rules) { $0.matches(url, scratch: &scratch) }
        }
        let opaque = OpaqueURL(url)
        // Without a rule that names hosts as internal, the answer is never weaker than with it.
        let rules = ruleSet.rules.filter { opaque.isReadable || $0.urlClass != .internal || !namesHost($0) }
        let isOpen = { (rule: Rule) in !opaque.isReadable && namesHost(rule) }
        let asRead = answer(ruleSet, rules, isOpen) { opaque.matches($0, asWritten: false, &scratch) }
        let asWritten = answer(ruleSet, rules, isOpen) { opaque.matches($0, asWritten: true, &scratch) }
        var stricter = strictness(asWritten.urlClass) > strictness(asRead.urlClass) ? asWritten : asRead
        stricter.matching = asRead.matching.union(asWritten.matching)
        return stricter
    }

    private static func strictness(_ urlClass: URLClass?) -> Int {
        switch urlClass {
        case .internal?: 0
        case .external?: 1
        case nil: 2
        case .blocked?: 3
        }
    }

    /// The answer of some rules. If a rule `isOpen`, it may as well not match, because it names a host.
    private static func answer(
        _ ruleSet: RuleSet,
        _ rules: [Rule],
        _ isOpen: (Rule) -> Bool = { _ in false },
        _ ask: (Matcher) -> MatchOutcome
    ) -> Answer {
        var certain: [Rule] = []
        var open: [Rule] = []
        var possible: [Rule] = []
        for rule in rules {
            let conditions = all(rule.conditions, ask)
            let isExempt = !rule.exceptions.isEmpty && !(isOpen(rule) && namesHost(rule.exceptions))
            let exceptions = isExempt ? all(rule.exceptions, ask) : .notMatched
            switch (conditions, exceptions) {
            case (.matched, .notMatched): if isOpen(rule) { open.append(rule) } else { certain.append(rule) }
            case (.notMatched, _), (_, .matched): break
            default: possible.append(rule)
            }
        }
        // Only the strongest of the rules that match can make a difference, so adding one at a time covers all cases.
        func strictest(_ rules: [Rule], _ open: [Rule]) -> (urlClass: URLClass, deciding: Set<String?>) {
            let all = [decide(ruleSet, rules)] + open.map { decide(ruleSet, rules + [$0]) }
            let strictest = all.map { strictness($0.urlClass) }.max()
            let found = all.filter { strictness($0.urlClass) == strictest }
            return (found[0].urlClass, Set(found.flatMap(\.deciding)))
        }
        var ways = [strictest(certain, open)]
        for rule in possible {
            ways.append(isOpen(rule) ? strictest(certain, open + [rule]) : strictest(certain + [rule], open))
        }
        let matching = Set((certain + open).map(\.id))
        let classes = Set(ways.map(\.urlClass))
        if classes.contains(.blocked) {
            let deciding = Set(ways.filter { $0.urlClass == .blocked }.flatMap(\.deciding))
            return Answer(urlClass: .blocked, deciding: deciding, matching: matching)
        }
        let urlClass = classes.count == 1 ? classes.first : nil
        return Answer(urlClass: urlClass, deciding: ways[0].deciding, matching: matching)
    }

    /// Whether a rule names a host anywhere.
    private static func namesHost(_ rule: Rule) -> Bool { namesHost(rule.conditions + rule.exceptions) }

    private static func namesHost(_ conditions: [Condition]) -> Bool {
        conditions.flatMap(\.alternatives).contains { matcher in
            switch matcher {
            case .scheme, .site: false
            case .pattern(let matcher): matcher.pattern[.hostname] != "*"
            case .chrome(let filter): namesHost(filter.text)
            case .list(let list) where list.format == .chrome:
                (0..<list.count).contains { namesHost(list.entry(at: $0).string) }
            case .url, .host, .domain, .edge, .address, .regex, .list: true
            }
        }
    }

    /// Whether an enterprise URL filter has a host other than `*`.
    private static func namesHost(_ filter: String) -> Bool {
        let parts = filter.split(separator: "://", maxSplits: 1)
        let host = parts.count == 2 ? String(parts[1]) : filter.split(separator: ":").last.map(String.init) ?? filter
        return !(host.hasPrefix("*") || host.hasPrefix("/") || host.hasPrefix("?"))
    }

    /// The highest priority counts, then the most restrictive class; if no rule matches, the default.
    private static func decide(_ ruleSet: RuleSet, _ rules: [Rule]) -> (urlClass: URLClass, deciding: Set<String?>) {
        guard let priority = rules.map(\.priority).max() else { return (ruleSet.defaultClass, [nil]) }
        let heard = rules.filter { $0.priority == priority }
        let urlClass = heard.map(\.urlClass).max() ?? ruleSet.defaultClass
        return (urlClass, Set(heard.filter { $0.urlClass == urlClass }.map(\.id)))
    }

    private static func all(_ conditions: [Condition], _ ask: (Matcher) -> MatchOutcome) -> MatchOutcome {
        var outcomes: [MatchOutcome] = []
        for condition in conditions {
            var outcome = MatchOutcome.notMatched
            for matcher in condition.alternatives { outcome = outcome.or(ask(matcher)) }
            outcomes.append(outcome)
        }
        return outcomes.reduce(.matched) { $0.and($1) }
    }
}

/// A URL with an opaque host, in the two texts in which rules see it.
private struct OpaqueURL: ~Copyable {
    private let written: URLRecord
    private let read: URLRecord
    /// Whether the host parser of `https` accepts the host.
    let isReadable: Bool

    init(_ url: borrowing URLRecord) {
        let scheme = url.scheme.string
        let host = url.host.string
        let port = url.port.map { ":\($0)" } ?? ""
        let rest = port + url.href.string.dropFirst(url.href.count - url.path.count - Self.behindPath(url))
        var asRead = host.lowercased()
        var isReadable = false
        if let parsed = URLRecord("https://\(host)/"),
            let bare = URLRecord("https://\(Self.withoutDots(parsed.host.string))/")
        {
            asRead = bare.host.string
            isReadable = true
        }
        self.isReadable = isReadable
        written = URLRecord("\(scheme)://\(Self.withoutDots(host))\(rest)") ?? URLRecord()
        read = URLRecord("\(scheme)://\(asRead)\(rest)") ?? URLRecord()
    }

    /// A host without the dots at its end; of a host that consists of dots, the first is kept.
    private static func withoutDots(_ host: String) -> String {
        var host = host
        while host.count > 1, host.hasSuffix(".") { host.removeLast() }
        return host
    }

    private static func behindPath(_ url: borrowing URLRecord) -> Int {
        (url.hasQuery ? url.query.count + 1 : 0) + (url.hasFragment ? url.fragment.count + 1 : 0)
    }

    /// Whether a value matches in one of the two readings.
    borrowing func matches(_ matcher: Matcher, asWritten: Bool, _ scratch: inout MatchScratch) -> MatchOutcome {
        let readsText =
            switch matcher {
            case .url, .pattern, .regex: true
            case .list(let list): list.format == .urls
            default: false
            }
        if asWritten, readsText { return matcher.matches(form: written, scratch: &scratch.matchers) }
        return matcher.matches(read, scratch: &scratch)
    }
}
