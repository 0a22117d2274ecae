import ByteText
import PolicyModel
import RuleIndex
import URLMatching
import URLStandard

/// The values of all rules of one rule set, found by the hosts they speak of.
///
/// Two values can only meet where the host of one is the host of the other or a domain above it. So whoever goes through
/// all values, and for each one through the domains above its host, has seen every pair that can meet, without comparing
/// each value with each other. Values that may meet any host are kept apart, and are few or sampled.
struct RuleMap: Sendable {
    /// A value: its source and its number there.
    struct Atom: Hashable, Sendable {
        var source: Int
        var entry: Int
    }

    private struct Network: Hashable, Sendable {
        var address: IPAddress
        var prefixLength: Int
    }

    let ruleSet: RuleSet
    let compiled: CompiledRuleSet
    private(set) var sources: [AtomSource] = []
    /// The anchor sources of each rule.
    private(set) var anchors: [[Int]]
    /// Values whose hosts have a name.
    private(set) var hosts = NameMap()
    private var networks: [Network: [Atom]] = [:]
    /// Values that may meet any host, those of anchors.
    private(set) var wide: [Atom] = []
    /// The same of lists, by source.
    private var wideOfSource: [Int: [Int]] = [:]
    /// The source of a list by rule, condition, value, and whether it is an exception.
    private var listSources: [[Int]: Int] = [:]

    /// How many items of one name are looked at: more of them speak of one host and differ in their paths.
    static let chainLimit = 64

    /// Maps a rule set.
    ///
    /// - Parameters:
    ///   - ruleSet: The rule set.
    ///   - compiled: The same in the form that decisions use, where there is one already.
    init(_ ruleSet: RuleSet, compiled: CompiledRuleSet? = nil) {
        self.ruleSet = ruleSet
        self.compiled = compiled ?? CompiledRuleSet(ruleSet)
        anchors = [[Int]](repeating: [], count: ruleSet.rules.count)
        for (number, rule) in ruleSet.rules.enumerated() {
            let anchor = rule.conditions.indices.min { rule.conditions[$0].breadth < rule.conditions[$1].breadth }
            for (position, condition) in rule.conditions.enumerated() {
                add(condition, at: position, of: number, isAnchor: position == anchor, isException: false)
            }
            for (position, condition) in rule.exceptions.enumerated() where condition.key == .list {
                add(condition, at: position, of: number, isAnchor: false, isException: true)
            }
        }
    }

    private mutating func add(
        _ condition: Condition,
        at position: Int,
        of rule: Int,
        isAnchor: Bool,
        isException: Bool
    ) {
        var source = AtomSource(rule: rule, condition: position, isAnchor: isAnchor, isException: isException)
        guard condition.key == .list else {
            guard isAnchor else { return }
            source.scopes = condition.alternatives.map { MatcherScope(of: $0) }
            return add(source)
        }
        for (number, matcher) in condition.alternatives.enumerated() {
            guard case .list(let list) = matcher else { continue }
            source.list = list
            source.alternative = number
            listSources[[rule, position, number, isException ? 1 : 0]] = sources.count
            add(source)
        }
    }

    private mutating func add(_ source: AtomSource) {
        let number = sources.count
        sources.append(source)
        if source.isAnchor { anchors[source.rule].append(number) }
        if let list = source.list, source.isHostList {
            hosts.reserve(names: list.count, bytes: list.entryByteCount)
            for entry in 0..<list.count {
                // A name that appears twice on one list says nothing new the second time.
                _ = hosts.insert(
                    list.entry(at: entry),
                    source: UInt32(number),
                    entry: UInt32(entry),
                    keepingFirstOfSource: true
                )
            }
            return
        }
        for entry in 0..<source.count {
            switch source.scope(of: entry).host {
            case .name(let name, _):
                _ = hosts.insert(
                    name.span,
                    source: UInt32(number),
                    entry: UInt32(entry),
                    keepingFirstOfSource: false
                )
            case .network(let matcher):
                let network = Network(address: matcher.network, prefixLength: matcher.prefixLength)
                networks[network, default: []].append(Atom(source: number, entry: entry))
            case .any:
                if source.list != nil { wideOfSource[number, default: []].append(entry) }
                if source.isAnchor { wide.append(Atom(source: number, entry: entry)) }
            }
        }
    }

    /// Goes through the values that speak of the host of a value, or of a domain or a block above it.
    func forEachAtom(above scope: MatcherScope, _ visit: (Atom) -> Void) {
        switch scope.host {
        case .any: return
        case .name(let name, _):
            forEachAtom(above: name.span, visit)
            if let address = IPAddress(host: name) { forEachNetwork(around: address, address.bitCount, visit) }
        case .network(let matcher): forEachNetwork(around: matcher.network, matcher.prefixLength, visit)
        }
    }

    /// Goes through the values that speak of a host, or of a domain above it.
    func forEachAtom(above host: Span<UInt8>, _ visit: (Atom) -> Void) {
        hosts.forEachDomain(of: host) { first, _ in
            var next = first
            var left = Self.chainLimit
            while next >= 0, left > 0 {
                let item = hosts.item(next)
                visit(Atom(source: Int(item.source), entry: Int(item.entry)))
                next = item.next
                left -= 1
            }
        }
    }

    private func forEachNetwork(around address: IPAddress, _ length: Int, _ visit: (Atom) -> Void) {
        guard !networks.isEmpty else { return }
        for length in 0...length {
            let network = Network(address: address.prefix(length), prefixLength: length)
            for atom in (networks[network] ?? []).prefix(Self.chainLimit) { visit(atom) }
        }
    }

    /// The source of a list of a rule.
    func listSource(rule: Int, condition: Int, value: Int, isException: Bool) -> Int? {
        listSources[[rule, condition, value, isException ? 1 : 0]]
    }

    /// The entries of a list that may meet any host.
    func wideEntries(of source: Int) -> [Int] { wideOfSource[source] ?? [] }

    /// What a value matches.
    func scope(of atom: Atom) -> MatcherScope { sources[atom.source].scope(of: atom.entry) }

    /// The matcher of a value that is written in the rule.
    func matcher(of atom: Atom) -> Matcher? {
        let source = sources[atom.source]
        guard source.list == nil else { return nil }
        return ruleSet.rules[source.rule].conditions[source.condition].alternatives[atom.entry]
    }
}

extension Condition {
    /// How many hosts the condition may meet, roughly: rules are looked up through the narrowest.
    fileprivate var breadth: Int {
        switch key {
        case .url: 0
        case .host: 1
        case .domain: 2
        case .list: 3
        case .edge: 4
        case .pattern: alternatives.allSatisfy { MatcherScope(of: $0).host != .any } ? 5 : 20
        case .address: 6
        case .chrome: alternatives.allSatisfy { MatcherScope(of: $0).host != .any } ? 7 : 20
        case .scheme: 21
        case .regex, .site: 22
        }
    }
}

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
    /// Whether the condition is in `unless`.
    var isException = false
    /// What the values match, one for each; empty for a list, whose entries are read when they are asked for.
    var scopes: [MatcherScope] = []

    /// How many values there are.
    var count: Int { list?.count ?? scopes.count }

    /// Whether every entry asks for a host and nothing else.
    var isHostList: Bool {
        switch list?.format {
        case .domains, .hosts, .adblockDomains: true
        case .edge, .chrome, .urls, nil: false
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
