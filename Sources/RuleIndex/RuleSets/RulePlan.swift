import ByteText
package import PolicyModel
import URLMatching
import URLStandard

/// Chooses for each rule the cheapest table that reaches it, and fills the tables.
///
/// A rule is reached through one of its conditions, the *anchor*: all its values go into a table, and the other
/// conditions are checked when a URL reaches it. Values that fit in no table are checked for every URL, and so is a
/// rule that has no other values.
///
/// A host may have thousands of values that differ in the path or query, such as the filters of a browser for one site.
/// All but the first few are found by a literal of their path or query, which is searched for in URLs of that host only.
/// If the path of a URL is unknown, the host reaches them all.
///
/// Filters for every host are found by the same literals, in URLs of every host.
///
/// Of the literals of a value, the one that finds the fewest values so far is chosen: in a list of thousands of filters,
/// most may have the same path, or a parameter in common.
struct RulePlan {
    /// How many values that must be checked a host reaches before further ones are found by their literals.
    private static let crowd = 8

    private(set) var ranked: [RankedRule] = []
    private var hosts = NameTable.Builder(.hosts)
    private var urls = NameTable.Builder(.whole)
    private(set) var urlEnds = URLEnds()
    private(set) var addresses: [AddressTable.Network: [Posting]] = [:]
    private(set) var schemes: [String: [Posting]] = [:]
    private(set) var literals = LiteralTable.Builder()
    private(set) var crowds = LiteralTable.Builder()
    private(set) var unindexed: [Posting] = []
    private(set) var namedSchemes: Set<String> = []
    private var listIndexes = CheckedCondition.ListIndexes()
    /// How many values that must be checked each host reaches so far.
    private var checkedCounts: [HostAnchor: Int] = [:]
    private let fillsNameTables: Bool

    /// - Parameters:
    ///   - ruleSet: The rules.
    ///   - fillsNameTables: False if the tables of hosts and URLs already exist, in a compiled file.
    init(_ ruleSet: RuleSet, fillsNameTables: Bool = true) {
        self.fillsNameTables = fillsNameTables
        let order = ruleSet.rules.enumerated().map { RulePrecedence($1, position: $0) }.sorted()
        for (rank, rule) in order.enumerated() { add(ruleSet.rules[rule.position], rank: UInt32(rank)) }
    }

    /// Builds the table of hosts and releases its builder, because there may be a million hosts.
    mutating func buildHosts() -> NameTable {
        var builder = NameTable.Builder(.hosts)
        swap(&builder, &hosts)
        return builder.build()
    }

    /// Builds the table of URLs.
    mutating func buildURLs() -> NameTable {
        var builder = NameTable.Builder(.whole)
        swap(&builder, &urls)
        return builder.build()
    }

    /// Adds the rule with a rank; ranks come in order, starting at 0.
    private mutating func add(_ rule: Rule, rank: UInt32) {
        rule.addNamedSchemes(to: &namedSchemes)
        let preferences = rule.conditions.map(\.anchorPreference)
        let anchor = preferences.compactMap { $0 }.min().flatMap { preferences.firstIndex(of: $0) }
        var remaining = rule.conditions
        if let anchor { remaining.remove(at: anchor) }
        let entry = RankedRule(
            rule: rule,
            anchor: anchor.map { rule.conditions[$0] },
            remainingConditions: remaining.map { CheckedCondition($0, &listIndexes) },
            exceptions: rule.exceptions.map { CheckedCondition($0, &listIndexes) }
        )
        ranked.append(entry)
        guard let anchor else {
            unindexed.append(Posting(rank: rank, entry: 0, isComplete: false, coversSubdomains: false))
            return
        }
        var entriesBefore = 0
        for (position, matcher) in rule.conditions[anchor].alternatives.enumerated() {
            let posting = Posting(rank: rank, entry: 0, isComplete: entry.isComplete, coversSubdomains: false)
            insert(matcher, posting, value: UInt32(position) + 1, entriesBefore: entriesBefore)
            if case .list(let list) = matcher { entriesBefore += list.count }
        }
    }

    private mutating func insert(_ matcher: Matcher, _ posting: Posting, value: UInt32, entriesBefore: Int) {
        switch matcher {
        case .url(let matcher):
            insert(url: Array(matcher.url.utf8).span, posting)
            if let url = matcher.urlAsRead { insert(url: Array(url.utf8).span, posting) }
        case .host(let matcher): insert(host: Array(matcher.host.utf8).span, posting)
        case .domain(let matcher): insert(host: Array(matcher.domain.utf8).span, posting.coveringSubdomains())
        case .scheme(let matcher): schemes[matcher.scheme, default: []].append(posting)
        case .address(let matcher): addresses[AddressTable.Network(of: matcher), default: []].append(posting)
        case .list(let list): insert(list, posting, entriesBefore: entriesBefore)
        case .site: break  // INVARIANT: it is never an anchor; see `anchorPreference`.
        case .regex, .edge, .chrome, .pattern: insertChecked(matcher, posting, value: value)
        }
    }

    /// Puts a value where the fewest URLs reach it, to be checked there, unless it requires only a host with its
    /// schemes and ports.
    private mutating func insertChecked(_ matcher: Matcher, _ posting: Posting, value: UInt32) {
        let anchors = matcher.tableAnchors
        let isAnswered = anchors != nil && matcher.asksForOriginOnly
        var posting = posting.of(matcher.originKinds).checking(value: value, unless: isAnswered)
        if let anchors {
            posting.isFoundByLiteral = !isAnswered && joinsCrowd(matcher, posting, at: anchors)
            for anchor in anchors { insert(anchor, posting) }
        } else if let required = matcher.requiredLiterals {
            literals.insert(required, posting)
        } else if case .pattern(let pattern) = matcher, let scheme = pattern.scheme {
            schemes[scheme, default: []].append(posting)
        } else {
            // INVARIANT: has no effect on `anchorPreference`. The tables of names in a compiled file contain the values
            // of the anchors that were chosen when it was written, and whoever opens it must choose the same.
            let choices = matcher.tableLiterals
            guard !choices.isEmpty else { return unindexed.append(posting) }
            literals.insert(oneOf: choices, posting.foundByLiteral(of: matcher))
        }
    }

    /// Files a value under its literals if its host already has many values that must be checked.
    ///
    /// - Returns: Whether it was filed.
    private mutating func joinsCrowd(_ matcher: Matcher, _ posting: Posting, at anchors: [HostAnchor]) -> Bool {
        guard anchors.count == 1, let anchor = anchors.first, let name = anchor.name else { return false }
        checkedCounts[anchor, default: 0] += 1
        guard checkedCounts[anchor, default: 0] > Self.crowd else { return false }
        let choices = matcher.tableLiterals
        guard !choices.isEmpty else { return false }
        let salt = NameHash.salt(of: 0..<name.count, in: name.span)
        crowds.insert(oneOf: choices, posting.foundByLiteral(of: matcher), salt: salt)
        return true
    }

    /// Puts a value where a host reaches it.
    private mutating func insert(_ anchor: HostAnchor, _ posting: Posting) {
        switch anchor {
        case .host(let name): insert(host: name.span, posting)
        case .domain(let name): insert(host: name.span, posting.coveringSubdomains())
        case .subdomains(let name): insert(host: name.span, posting.coveringSubdomains(only: true))
        case .network(let matcher): addresses[AddressTable.Network(of: matcher), default: []].append(posting)
        }
    }

    @inline(__always)
    private mutating func insert(host: Span<UInt8>, _ posting: Posting) {
        if fillsNameTables { hosts.insert(host, posting) }
    }

    @inline(__always)
    private mutating func insert(url: Span<UInt8>, _ posting: Posting) {
        if fillsNameTables { urls.insert(url, posting) }
        urlEnds.insert(url)
    }

    /// Entries are counted across all lists of a rule, from 1, so that one number identifies file and line.
    private mutating func insert(_ list: EntryList, _ posting: Posting, entriesBefore: Int) {
        guard fillsNameTables || list.format.isAnchoredByEntry else {
            // Its names stay in the file; iterating over them all takes longer than opening it may.
            if list.format == .urls { urlEnds.insertAll() }
            return
        }
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
            case .urls: insert(url: list.entry(at: entry), posting)
            case .edge, .chrome:
                if let matcher = list.matcher(at: entry) { insertChecked(matcher, posting, value: number) }
            }
        }
    }
}

extension Rule {
    /// Adds the schemes that the rule says the view can handle. A `blocked` rule says the opposite: if it named its
    /// scheme, blocking one URL would load every other URL of the scheme in the view.
    package func addNamedSchemes(to schemes: inout Set<String>) {
        guard urlClass != .blocked else { return }
        for matcher in conditions.lazy.flatMap(\.alternatives) {
            switch matcher {
            case .scheme(let matcher): schemes.insert(matcher.scheme)
            case .url(let matcher): schemes.insert(SchemeMatcher.scheme(of: matcher.url))
            case .pattern(let matcher): if let scheme = matcher.scheme { schemes.insert(scheme) }
            case .chrome(let filter): if let scheme = filter.scheme { schemes.insert(scheme) }
            case .list(let list): schemes.formUnion(list.namedSchemes)
            case .host, .domain, .edge, .address, .regex, .site: break
            }
        }
    }
}

extension Posting {
    fileprivate func coveringSubdomains(only: Bool = false) -> Posting {
        var posting = self
        posting.coversSubdomains = true
        posting.coversHost = !only
        return posting
    }

    fileprivate func of(_ origins: OriginKinds) -> Posting {
        var posting = self
        posting.origins = origins
        return posting
    }

    fileprivate func checking(value: UInt32, unless isAnswered: Bool) -> Posting {
        guard !isAnswered else { return self }
        var posting = self
        posting.value = value
        posting.isComplete = false
        return posting
    }

    fileprivate func foundByLiteral(of matcher: Matcher) -> Posting {
        var posting = self
        posting.isFoundByLiteral = true
        posting.queryReads = UInt8(clamping: matcher.queryReads)
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
