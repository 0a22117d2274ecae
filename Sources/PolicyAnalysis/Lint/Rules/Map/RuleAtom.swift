import ByteText
import PolicyModel
import URLMatching

/// Where the values of a rule stand: those written at one key, or the entries of one list.
struct AtomSource: Sendable {
    /// The position of the rule in its rule set.
    var rule: Int
    /// The position of the condition in the rule's conditions or exceptions.
    var condition: Int
    /// The list, where the values are the entries of one.
    var list: EntryList?
    /// The position of the list among the condition's values.
    var alternative = 0
    /// Whether the rule is looked up through these values. The others are only there to be asked.
    var isAnchor = false
    /// Whether the condition stands in `unless`.
    var isException = false
    /// What the values match, one for each; empty for a list, whose entries are read when they are asked for.
    var scopes: [MatcherScope] = []

    /// How many values there are.
    var count: Int { list?.count ?? scopes.count }

    /// Whether every entry asks for a host and nothing else.
    var isHostList: Bool {
        switch list?.format {
        case .domains, .hosts, .adblockDomains: true
        default: false
        }
    }

    /// How far the names of a host list reach.
    var listReach: HostScope.Reach { list?.format == .hosts ? .exact : .domain }

    /// What a value matches.
    func scope(of entry: Int) -> MatcherScope {
        guard let list else { return scopes[entry] }
        let bytes = list.entry(at: entry)
        switch list.format {
        case .domains, .hosts, .adblockDomains: return MatcherScope(host: .name(bytes.array, listReach))
        case .urls: return MatcherScope(ofURL: bytes.string)
        case .chrome:
            guard let filter = try? URLFilter(bytes.string, side: list.side) else { return .unknown }
            return MatcherScope(of: filter)
        case .edge:
            guard let pattern = try? LinkPattern(bytes.string, as: .browser) else { return .unknown }
            return MatcherScope(of: pattern)
        }
    }
}
