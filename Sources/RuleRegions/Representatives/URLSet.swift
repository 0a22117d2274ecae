import Diagnostics
package import PolicyModel
import URLMatching
import URLStandard

/// The URLs that match some conditions, for asking whether a URL is one of them.
///
/// PERF: an organization may declare thousands of hosts, and each of them has several representatives. So the values
/// that name the host of a URL are tried first, and all values only if none of these matches.
package struct URLSet {
    /// The values of a condition whose scopes name a host.
    private struct Named {
        let matchers: [Matcher]
        let hosts: HostScopeIndex

        init(_ condition: Condition) {
            let named = condition.alternatives.map { (matcher: $0, host: MatcherScope(of: $0).host) }
                .filter { if case .name = $0.host { true } else { false } }
            matchers = named.map(\.matcher)
            hosts = HostScopeIndex(named.map(\.host))
        }

        func matches(_ probe: inout RuleProbe) -> Bool {
            for position in hosts.positions(containing: probe.form.host) {
                probe.matchers.regex.renew()
                if matchers[position].matches(form: probe.form, scratch: &probe.matchers) == .matched { return true }
            }
            return false
        }
    }

    /// The conditions as the only rule of a rule set.
    let map: RuleMap
    private let conditions: [Named]

    package init(_ conditions: [Condition]) {
        let location = SourceLocation(path: "", line: 1, column: 1)
        map = RuleMap(alone: Rule(id: "claim", urlClass: .internal, conditions: conditions, location: location))
        self.conditions = conditions.map { Named($0) }
    }

    /// Whether the probe's URL is in the set, or nil if a match limit leaves it open. Without conditions, every URL is.
    package func contains(_ probe: inout RuleProbe) -> Bool? {
        for condition in conditions {
            guard condition.matches(&probe) else { return map.matches(0, &probe) }
        }
        return true
    }
}
