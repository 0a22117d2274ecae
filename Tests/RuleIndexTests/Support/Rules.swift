import Diagnostics
import PolicyModel
import URLMatching
import URLStandard

@testable import RuleIndex

/// A rule with one text for each key.
func rule(
    _ id: String,
    _ urlClass: URLClass,
    priority: Int = 0,
    _ conditions: [MatcherKey: String],
    unless exceptions: [MatcherKey: String] = [:]
) throws -> Rule {
    let condition = { (key: MatcherKey, text: String) in
        Condition(key: key, alternatives: [try Matcher(key: key, text: text)])
    }
    return Rule(
        id: id,
        urlClass: urlClass,
        priority: priority,
        conditions: try conditions.map(condition),
        exceptions: try exceptions.map(condition),
        location: SourceLocation(path: "rules.yaml", line: 1, column: 1)
    )
}

/// A rule with one condition.
func rule(
    _ id: String,
    _ urlClass: URLClass,
    priority: Int = 0,
    _ condition: Condition,
    unless exceptions: [Condition] = []
) -> Rule {
    Rule(
        id: id,
        urlClass: urlClass,
        priority: priority,
        conditions: [condition],
        exceptions: exceptions,
        location: SourceLocation(path: "rules.yaml", line: 1, column: 1)
    )
}

/// A list of filters of `chrome`.
func filterList(_ filters: [String]) throws -> Condition {
    let list = try EntryList.read(filters.joined(separator: "\n").utf8.span, format: .chrome).list
    return Condition(key: .list, alternatives: [.list(list)], paths: ["list.txt"])
}

/// A compiled rule set.
func compiled(_ rules: [Rule], default standard: URLClass = .internal) -> CompiledRuleSet {
    let place = SourceLocation(path: "rules.yaml", line: 1, column: 1)
    return CompiledRuleSet(RuleSet(name: "rules", defaultClass: standard, defaultLocation: place, rules: rules))
}

extension CompiledRuleSet {
    /// The answer for a URL as `class rule`, with `-` for no answer and for the default; if the ways of matching
    /// disagree, a text that reports it.
    func answer(_ text: String) throws -> String {
        var subject = MatchSubject()
        try subject.url.parse(text.utf8.span)
        let indexed = match(&subject, parsedFrom: text.utf8.span)
        let again = match(subject.url, scratch: &subject.scratch)
        let linear = matchLinearly(subject.url, scratch: &subject.scratch)
        guard indexed == again, indexed.urlClass == linear.urlClass, indexed.rank == linear.rank else {
            return "\(indexed) or \(again) or \(linear)"
        }
        let rule = indexed.rank == RuleMatch.noRank ? "-" : reference(rank: indexed.rank, entry: 0).id
        return "\(indexed.urlClass?.rawValue ?? "-") \(rule)"
    }
}
