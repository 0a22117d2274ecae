package import PolicyModel
package import RuleIndex
package import URLMatching
import URLStandard

/// The values of all rules of one rule set, indexed by the hosts they name.
///
/// Two values can only overlap if the host of one equals the host of the other or is a domain above it. So visiting,
/// for each value, the domains above its host covers every pair that can overlap, without comparing every value with
/// every other. Values that may match any host are stored separately, and are few or sampled.
package struct RuleMap: Sendable {
    /// A value: its source and its number there.
    package struct Atom: Hashable, Sendable {
        package var source: Int
        var entry: Int

        package init(source: Int, entry: Int) {
            self.source = source
            self.entry = entry
        }
    }

    private struct Network: Hashable, Sendable {
        var address: IPAddress
        var prefixLength: Int
    }

    package let ruleSet: RuleSet
    package let compiled: CompiledRuleSet
    package private(set) var sources: [AtomSource] = []
    /// The anchor sources of each rule.
    package private(set) var anchors: [[Int]]
    /// Values whose hosts have a name.
    private(set) var hosts = NameMap()
    private var networks: [Network: [Atom]] = [:]
    /// Values of anchors that may match any host.
    package private(set) var wide: [Atom] = []
    /// The same for lists, by source.
    private var wideOfSource: [Int: [Int]] = [:]
    /// The source of a list by rule, condition, value, and whether it is an exception.
    private var listSources: [[Int]: Int] = [:]

    /// The maximum number of items to visit for one name. Further items are for the same host and differ only in their
    /// paths.
    static let chainLimit = 64

    /// Maps a rule set.
    ///
    /// - Parameters:
    ///   - ruleSet: The rule set.
    ///   - compiled: The rule set in the form that decisions use, if it already exists.
    package init(_ ruleSet: RuleSet, compiled: CompiledRuleSet? = nil) {
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

    /// Maps a rule set with a single rule.
    package init(alone rule: Rule) {
        self.init(
            RuleSet(name: rule.id, defaultClass: .external, defaultLocation: rule.location, rules: [rule])
        )
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
        if let list = source.list, list.isHostList {
            hosts.reserve(names: list.count, bytes: list.entryByteCount)
            for entry in 0..<list.count {
                // A name that occurs a second time in one list adds no information.
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

    /// Visits the values for the host of a value, or for a domain or an address block above it.
    ///
    /// - Parameters:
    ///   - scope: The scope of the value.
    ///   - limit: How many values to visit for one name or block.
    ///   - visit: Receives each value.
    /// - Returns: Whether every value was visited.
    @discardableResult
    package func forEachAtom(above scope: MatcherScope, limit: Int = chainLimit, _ visit: (Atom) -> Void) -> Bool {
        switch scope.host {
        case .any: return true
        case .name(let name, _):
            let isComplete = forEachAtom(above: name.span, limit: limit, visit)
            guard let address = IPAddress(host: name) else { return isComplete }
            return forEachNetwork(around: address, address.bitCount, limit, visit) && isComplete
        case .network(let matcher):
            return forEachNetwork(around: matcher.network, matcher.prefixLength, limit, visit)
        }
    }

    /// Visits the values for a host, or for a domain above it.
    ///
    /// - Parameters:
    ///   - host: The host.
    ///   - limit: How many values to visit for one name.
    ///   - visit: Receives each value.
    /// - Returns: Whether every value was visited.
    @discardableResult
    package func forEachAtom(above host: Span<UInt8>, limit: Int = chainLimit, _ visit: (Atom) -> Void) -> Bool {
        var isComplete = true
        hosts.forEachDomain(of: host) { first, _ in
            var next = first
            var left = limit
            while next >= 0, left > 0 {
                let item = hosts.item(next)
                visit(Atom(source: Int(item.source), entry: Int(item.entry)))
                next = item.next
                left -= 1
            }
            if next >= 0 { isComplete = false }
        }
        return isComplete
    }

    private func forEachNetwork(
        around address: IPAddress,
        _ length: Int,
        _ limit: Int,
        _ visit: (Atom) -> Void
    ) -> Bool {
        guard !networks.isEmpty else { return true }
        var isComplete = true
        for length in 0...length {
            let network = Network(address: address.prefix(length), prefixLength: length)
            let atoms = networks[network] ?? []
            for atom in atoms.prefix(limit) { visit(atom) }
            if atoms.count > limit { isComplete = false }
        }
        return isComplete
    }

    /// The source of a list of a rule.
    func listSource(rule: Int, condition: Int, value: Int, isException: Bool) -> Int? {
        listSources[[rule, condition, value, isException ? 1 : 0]]
    }

    /// The entries of a list that may match any host.
    func wideEntries(of source: Int) -> [Int] { wideOfSource[source] ?? [] }

    /// What a value matches.
    package func scope(of atom: Atom) -> MatcherScope { sources[atom.source].scope(of: atom.entry) }

    /// The matcher of a value that is written in the rule.
    package func matcher(of atom: Atom) -> Matcher? {
        let source = sources[atom.source]
        guard source.list == nil else { return nil }
        return ruleSet.rules[source.rule].conditions[source.condition].alternatives[atom.entry]
    }
}

extension Condition {
    /// Roughly how many hosts the condition may match. Rules are looked up through the narrowest condition.
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

/// The source of some values of a rule: those written at one key, or the entries of one list.
package struct AtomSource: Sendable {
    /// The position of the rule in its rule set.
    package var rule: Int
    /// The position of the condition in the rule's conditions or exceptions.
    package var condition: Int
    /// The list, if the values are its entries.
    package var list: EntryList?
    /// The position of the list among the condition's values.
    var alternative = 0
    /// Whether the rule is looked up through these values. The other values are only used for matching.
    package var isAnchor = false
    /// Whether the condition is in `unless`.
    var isException = false
    /// What the values match, one scope for each; empty for a list, whose entries are read on demand.
    var scopes: [MatcherScope] = []

    /// How many values there are.
    package var count: Int { list?.count ?? scopes.count }

    /// Whether the values are the entries of a list, each of which tests only the host.
    package var isHostList: Bool { list?.isHostList ?? false }

    /// What a value matches.
    func scope(of entry: Int) -> MatcherScope { list?.scope(of: entry) ?? scopes[entry] }
}
