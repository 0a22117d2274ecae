package import PolicyModel
import URLMatching
import URLStandard

/// URLs that represent every universal link: for each set of lists that some URL is in together, a URL that is in
/// exactly these lists.
///
/// An entry of a list is a product of conditions on scheme, host, port and path. ``LinkHosts`` finds a host for each
/// combination of host patterns; for each of these hosts, the values of the entries that can match there are combined.
package struct LinkCells {
    /// The URLs, the plainest first.
    package private(set) var urls: [String] = []
    /// Whether every combination is represented. If not, there are too many.
    package private(set) var isExact = true

    /// The maximum number of comparisons of a URL with an entry.
    private static let mostComparisons = 4_000_000

    private struct Entry {
        var pattern: LinkPattern
        var list: Int
    }

    /// The lists that a URL is in.
    private struct Signature: Hashable {
        var scheme: SpecialScheme
        var lists: Set<Int>
    }

    private var entries: [Entry] = []
    private var comparisons = 0

    /// Finds the URLs.
    ///
    /// - Parameter lists: The lists. Lists with the same entries are not distinguished.
    package init(_ lists: [[String]]) {
        for (number, list) in Set(lists.map(Set.init)).sorted(by: { $0.sorted().lexicographicallyPrecedes($1.sorted()) }
        )
        .enumerated() {
            for text in list.sorted() {
                guard let pattern = try? LinkPattern(text, as: .universalLink) else { continue }
                entries.append(Entry(pattern: pattern, list: number))
            }
        }
        guard !entries.isEmpty else { return }
        var found: [Signature: String] = [:]
        for (host, positions) in names() + addresses() { combine(host, positions, into: &found) }
        urls = found.values.sorted { RepresentativeURLs.key($0) < RepresentativeURLs.key($1) }
    }

    /// The lists of all policies and apps of a document.
    package static func lists(of document: PolicyDocument) -> [[String]] {
        document.policies.values.flatMap { [$0.managedUniversalLinks, $0.exemptedUniversalLinks] }
            + (document.apps ?? []).map(\.universalLinks)
    }

    /// URLs with the host of a URL, for each set of lists that a URL with this host can be in.
    package mutating func urls(withHostOf url: String) -> [String] {
        let host = MatcherScope(ofURL: url).host
        let positions = entries.indices.filter { MatcherScope(of: entries[$0].pattern).host.contains(host) }
        var found: [Signature: String] = [:]
        combine(host.sample, positions, into: &found)
        return found.values.sorted { RepresentativeURLs.key($0) < RepresentativeURLs.key($1) }
    }

    // MARK: Hosts

    /// Names, each with the entries whose hosts match.
    private mutating func names() -> [(String, [Int])] {
        var positions: [LinkHosts.Pattern: [Int]] = [:]
        var patterns: [LinkHosts.Pattern] = []
        for (position, entry) in entries.enumerated() {
            guard let host = entry.pattern.hostText, IPAddress(host: host.text) == nil else { continue }
            let pattern = LinkHosts.Pattern(text: host.text, takesMore: host.takesMore)
            if positions[pattern] == nil { patterns.append(pattern) }
            positions[pattern, default: []].append(position)
        }
        let hosts = LinkHosts(patterns)
        if !hosts.isExact { isExact = false }
        return hosts.found.map { found in
            let own = found.patterns.flatMap { positions[patterns[$0]] ?? [] }
            return (String(decoding: found.name, as: UTF8.self), own.sorted())
        }
    }

    /// Addresses, each with the entries that match it. Every piece begins at the first address of a block, or at the
    /// first address after one.
    private mutating func addresses() -> [(String, [Int])] {
        let scopes = entries.map { entry -> HostScope? in
            switch MatcherScope(of: entry.pattern).host {
            case .network(let network): .network(network)
            case .name(let name, let reach): IPAddress(host: name).map { _ in .name(name, reach) }
            case .any: nil
            }
        }
        let own = scopes.indices.filter { scopes[$0] != nil }
        let starts = Set(own.flatMap { [scopes[$0]?.sample, scopes[$0]?.hostBehind?.sample] }.compactMap(\.self))
        comparisons += starts.count * own.count
        guard comparisons <= Self.mostComparisons else {
            isExact = false
            return []
        }
        return starts.sorted().map { start in
            let host = HostScope.name(Array(start.utf8), .exact)
            return (start, own.filter { scopes[$0]?.contains(host) ?? false })
        }
    }

    // MARK: Combinations

    /// Adds URLs of a host for each set of lists.
    private mutating func combine(_ host: String, _ positions: [Int], into found: inout [Signature: String]) {
        guard !positions.isEmpty else { return }
        var isOfHost = false
        for scheme in [SpecialScheme.https, .http] {
            let own = positions.filter { entries[$0].pattern.schemeScope.map { $0 == scheme } ?? true }
            guard !own.isEmpty else { continue }
            var ports: Set<String> = [""]
            let named = Set(own.compactMap { entries[$0].pattern.portScope })
            if !named.isEmpty, let port = FreshNames.port(unlike: named) { ports.insert(":\(port)") }
            for port in named where port != scheme.defaultPort { ports.insert(":\(port)") }
            let paths = LinkPaths(own.map { entries[$0].pattern.pathScope })
            if !paths.isExact { isExact = false }
            comparisons += ports.count * paths.paths.count * own.count
            guard comparisons <= Self.mostComparisons else {
                isExact = false
                return
            }
            for port in ports.sorted() {
                for path in paths.paths.sorted(by: { ($0.utf8.count, $0) < ($1.utf8.count, $1) }) {
                    let url = "\(scheme.name)://\(host)\(port)\(path)"
                    guard let lists = lists(of: url, own) else { continue }
                    isOfHost = true
                    guard !lists.isEmpty else { continue }
                    let signature = Signature(scheme: scheme, lists: lists)
                    if found[signature].map({ RepresentativeURLs.key(url) < RepresentativeURLs.key($0) }) ?? true {
                        found[signature] = url
                    }
                }
            }
        }
        // No URL has such a host, so a combination of entries was not checked.
        if !isOfHost { isExact = false }
    }

    /// The lists that a URL is in, or nil if the text is not a URL.
    private func lists(of url: String, _ positions: [Int]) -> Set<Int>? {
        var probe = RuleProbe()
        guard probe.take(url) else { return nil }
        return Set(positions.lazy.filter { entries[$0].pattern.matches(form: probe.form) }.map { entries[$0].list })
    }
}
