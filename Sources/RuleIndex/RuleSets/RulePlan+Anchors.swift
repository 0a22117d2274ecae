import PolicyModel
import URLMatching

// Determines which tables can contain which values, and which of them reaches a rule through the fewest URLs.

extension HostAnchor {
    /// The name of the host or domain; nil for a block of addresses.
    var name: [UInt8]? {
        switch self {
        case .host(let name), .domain(let name), .subdomains(let name): name
        case .network: nil
        }
    }

    fileprivate var byteCount: Int { name?.count ?? 0 }
}

extension Matcher {
    /// Its ``hostAnchors``, unless one of them is too long for a table.
    var tableAnchors: [HostAnchor]? {
        hostAnchors.flatMap { $0.allSatisfy { $0.byteCount <= NameTable.longestName } ? $0 : nil }
    }

    /// Its ``literalsBehindHost`` without the choices of which a literal is too short to be found quickly.
    var tableLiterals: [RequiredLiterals] {
        literalsBehindHost.filter { $0.alternatives.allSatisfy { $0.count >= LiteralTable.windowWidth } }
    }

    /// Whether a table can contain it.
    var fitsTables: Bool {
        switch self {
        case .url(let matcher): max(matcher.url.utf8.count, matcher.urlAsRead?.utf8.count ?? 0) <= NameTable.longestName
        case .host(let matcher): matcher.host.utf8.count <= NameTable.longestName
        case .domain(let matcher): matcher.domain.utf8.count <= NameTable.longestName
        case .list(let list): list.longestEntry <= NameTable.longestName
        case .edge, .chrome, .pattern, .regex: tableAnchors != nil
        case .scheme, .address: true
        case .site: false
        }
    }
}

extension Condition {
    /// How good an anchor the condition is, the best lowest: the fewer URLs reach its values, the better. Nil if no
    /// table can contain any of them.
    var anchorPreference: Int? {
        if alternatives.allSatisfy(\.fitsTables) { return key.anchorPreference }
        guard key.isCheckedWhereReached else { return nil }
        return alternatives.allSatisfy { $0.fitsTables || $0.requiredLiterals != nil } ? 7 : 9
    }
}

extension MatcherKey {
    /// Whether its values are checked where they are reached, and so may be put into different tables.
    fileprivate var isCheckedWhereReached: Bool {
        switch self {
        case .edge, .chrome, .pattern, .regex: true
        case .url, .host, .domain, .list, .address, .scheme, .site: false
        }
    }

    /// See ``Condition/anchorPreference``.
    fileprivate var anchorPreference: Int? {
        switch self {
        case .url: 0
        case .host: 1
        case .domain: 2
        case .list: 3
        case .edge: 4
        case .chrome: 5
        case .pattern, .address, .regex: 6
        case .scheme: 8
        case .site: nil
        }
    }
}
