import ByteText
import PolicyModel
import URLMatching
import URLStandard

/// Chooses for each rule the cheapest table that reaches it, and fills the tables.
///
/// A rule is reached through one of its conditions, the *anchor*: every value of it goes into a table, and the other
/// conditions are checked once a URL arrives there. A rule without a condition that a table can hold is asked of every
/// URL.
struct RulePlan {
    private(set) var ranked: [RankedRule] = []
    private var hosts = NameTable.Builder(.hosts)
    private var urls = NameTable.Builder(.whole)
    private(set) var addresses: [AddressTable.Network: [Posting]] = [:]
    private(set) var schemes: [String: [Posting]] = [:]
    private(set) var unindexed: [Posting] = []
    private(set) var namedSchemes: Set<String> = []
    private let fillsNameTables: Bool

    /// - Parameters:
    ///   - ruleSet: The rules.
    ///   - fillsNameTables: False where the tables of hosts and URLs are there already, in a compiled file.
    init(_ ruleSet: RuleSet, fillsNameTables: Bool = true) {
        self.fillsNameTables = fillsNameTables
        for (rank, rule) in ruleSet.rules.sorted(by: Rule.isHeardBefore).enumerated() { add(rule, rank: UInt32(rank)) }
    }

    /// The table of hosts; what it was made from goes, for there may be a million of them.
    mutating func buildHosts() -> NameTable {
        var builder = NameTable.Builder(.hosts)
        swap(&builder, &hosts)
        return builder.build()
    }

    /// The table of URLs.
    mutating func buildURLs() -> NameTable {
        var builder = NameTable.Builder(.whole)
        swap(&builder, &urls)
        return builder.build()
    }

    /// Adds the rule that is heard at `rank`; ranks come in order, from 0.
    private mutating func add(_ rule: Rule, rank: UInt32) {
        noteSchemes(of: rule)
        let anchor = rule.conditions.indices
            .filter { rule.conditions[$0].key.anchorPreference != nil && rule.conditions[$0].fitsTables }
            .min { (rule.conditions[$0].key.anchorPreference ?? 0) < (rule.conditions[$1].key.anchorPreference ?? 0) }
        var remaining = rule.conditions
        if let anchor { remaining.remove(at: anchor) }
        let entry = RankedRule(rule: rule, anchor: anchor.map { rule.conditions[$0] }, remainingConditions: remaining)
        ranked.append(entry)
        guard let anchor else {
            unindexed.append(Posting(rank: rank, entry: 0, isComplete: false, coversSubdomains: false))
            return
        }
        var entriesBefore = 0
        for (position, matcher) in rule.conditions[anchor].alternatives.enumerated() {
            let posting = Posting(rank: rank, entry: 0, isComplete: entry.isComplete, coversSubdomains: false)
            for host in matcher.hostAnchors ?? [] { insert(host, posting.checking(value: UInt32(position) + 1)) }
            insert(matcher, posting, entriesBefore: entriesBefore)
            if case .list(let list) = matcher { entriesBefore += list.count }
        }
    }

    private mutating func insert(_ matcher: Matcher, _ posting: Posting, entriesBefore: Int) {
        switch matcher {
        case .url(let matcher): insert(url: Array(matcher.url.utf8).span, posting)
        case .host(let matcher): insert(host: Array(matcher.host.utf8).span, posting)
        case .domain(let matcher): insert(host: Array(matcher.domain.utf8).span, posting.coveringSubdomains())
        case .scheme(let matcher): schemes[matcher.scheme, default: []].append(posting)
        case .address(let matcher): addresses[AddressTable.Network(of: matcher), default: []].append(posting)
        case .list(let list): insert(list, posting, entriesBefore: entriesBefore)
        case .regex, .site: break  // INVARIANT: these are never anchors; see `anchorPreference`.
        case .edge, .chrome, .pattern: break  // These are put where their ``HostAnchor`` says.
        }
    }

    /// Puts a value that has more to check where its host leads to it; one that has no host is asked of every URL.
    private mutating func insert(_ anchor: HostAnchor?, _ posting: Posting) {
        switch anchor {
        case .host(let name)?: insert(host: name.span, posting)
        case .domain(let name)?: insert(host: name.span, posting.coveringSubdomains())
        case .network(let matcher)?: addresses[AddressTable.Network(of: matcher), default: []].append(posting)
        case nil: unindexed.append(posting)
        }
    }

    @inline(__always)
    private mutating func insert(host: Span<UInt8>, _ posting: Posting) {
        if fillsNameTables { hosts.insert(host, posting) }
    }

    @inline(__always)
    private mutating func insert(url: Span<UInt8>, _ posting: Posting) {
        if fillsNameTables { urls.insert(url, posting) }
    }

    /// Entries are counted through all lists of a rule, from 1, so that one number leads back to file and line.
    private mutating func insert(_ list: EntryList, _ posting: Posting, entriesBefore: Int) {
        guard fillsNameTables || list.format.isAnchoredByEntry else { return }
        switch list.format {
        case .domains, .hosts, .adblockDomains: hosts.reserve(names: list.count, bytes: list.entryByteCount)
        case .urls: urls.reserve(names: list.count, bytes: list.entryByteCount)
        case .edge, .chrome: break
        }
        for entry in 0..<list.count {
            let number = UInt32(entriesBefore + entry) + 1
            let posting = posting.from(entry: number)
            switch list.format {
            case .domains, .adblockDomains: hosts.insert(list.entry(at: entry), posting.coveringSubdomains())
            case .hosts: hosts.insert(list.entry(at: entry), posting)
            case .urls: urls.insert(list.entry(at: entry), posting)
            case .edge, .chrome: insert(list.hostAnchor(at: entry), posting.checking(value: number))
            }
        }
    }

    private mutating func noteSchemes(of rule: Rule) {
        for matcher in rule.conditions.flatMap(\.alternatives) {
            switch matcher {
            case .scheme(let matcher): namedSchemes.insert(matcher.scheme)
            case .url(let matcher): namedSchemes.insert(String(matcher.url.prefix { $0 != ":" }))
            case .pattern(let matcher): if let scheme = matcher.scheme { namedSchemes.insert(scheme) }
            case .chrome(let filter): if let scheme = filter.scheme { namedSchemes.insert(scheme) }
            case .list(let list): namedSchemes.formUnion(list.namedSchemes)
            default: break
            }
        }
    }
}

extension Posting {
    fileprivate func coveringSubdomains() -> Posting {
        var posting = self
        posting.coversSubdomains = true
        return posting
    }

    fileprivate func checking(value: UInt32) -> Posting {
        var posting = self
        posting.value = value
        posting.isComplete = false
        return posting
    }

    fileprivate func from(entry: UInt32) -> Posting {
        var posting = self
        posting.entry = entry
        return posting
    }
}

extension AddressTable.Network {
    fileprivate init(of matcher: AddressMatcher) {
        self.init(address: matcher.network.prefix(matcher.prefixLength), prefixLength: matcher.prefixLength)
    }
}

extension HostAnchor {
    fileprivate var byteCount: Int {
        switch self {
        case .host(let name), .domain(let name): name.count
        case .network: 0
        }
    }
}

extension Condition {
    /// Whether every value of it has a name for a table, and none that is too long.
    fileprivate var fitsTables: Bool {
        alternatives.allSatisfy { matcher in
            switch matcher {
            case .url(let matcher): matcher.url.utf8.count <= NameTable.longestName
            case .host(let matcher): matcher.host.utf8.count <= NameTable.longestName
            case .domain(let matcher): matcher.domain.utf8.count <= NameTable.longestName
            case .list(let list): list.longestEntry <= NameTable.longestName
            case .edge, .chrome, .pattern:
                matcher.hostAnchors?.allSatisfy { $0.byteCount <= NameTable.longestName } ?? false
            case .scheme, .address, .regex, .site: true
            }
        }
    }
}

extension MatcherKey {
    /// How good an anchor the key is, the best lowest: the fewer URLs reach it, the better. Nil for a key that no table
    /// can hold.
    fileprivate var anchorPreference: Int? {
        switch self {
        case .url: 0
        case .host: 1
        case .domain: 2
        case .list: 3
        case .edge: 4
        case .chrome: 5
        case .pattern: 6
        case .address: 7
        case .scheme: 8
        case .regex, .site: nil
        }
    }
}
