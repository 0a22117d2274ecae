import URLMatching
import URLStandard

/// The schemes that URLs are asked with, in classes: every rule that can match a host treats the schemes of a class
/// alike.
///
/// Most rules test only the host, so that nearly all schemes are in one class, and one of them represents all others.
/// A rule for `wss` splits the class only where the rule can match.
package struct SchemeClasses {
    /// What a class depends on.
    private struct Key: Hashable {
        /// The sets of schemes that conditions distinguish.
        var sets: Set<Set<String>>
        /// Whether a condition names a port that is the default of some scheme; `:443` is no part of an `https` URL.
        var hasDefaultPort: Bool
    }

    /// The schemes of a class that have opaque hosts: the plainest one, and the class of all of them.
    package struct OpaquePart {
        package var scheme: String
        package var number: Int
    }

    /// The schemes that URLs of the web have.
    package static let web = ["https", "http"]
    /// A scheme that is not named anywhere.
    static let unnamed = FreshNames.scheme(unlike: [])
    /// The schemes that the engine distinguishes wherever rules decide, and an unnamed scheme; the plainest first.
    package static let decided = web + ["wss", "ws", "ftp", unnamed]
    /// The scheme of URLs of which rules see only the origin.
    package static let blob = "blob"

    /// All schemes, the plainest first.
    package let all: [String]
    /// Whether ``blob`` is one of them.
    package let hasBlobs: Bool
    /// The classes so far, each with its schemes in the order of ``all``.
    package private(set) var classes: [[String]] = []
    private var known: [Key: [Int]] = [:]
    private var numbers: [[String]: Int] = [:]
    /// For each class that was asked about, the part with opaque hosts, if it has such schemes.
    private var opaqueParts: [Int: OpaquePart?] = [:]

    /// Creates the classes of schemes.
    ///
    /// - Parameters:
    ///   - scopes: The conditions that distinguish schemes.
    ///   - others: Further schemes that may be asked.
    package init(_ scopes: some Sequence<MatcherScope>, and others: Set<String> = []) {
        var named = others
        var ruled: Set<String> = []
        for scope in scopes { if let schemes = scope.schemes { ruled.formUnion(schemes) } }
        // A rule that names the usual one distinguishes it from the others.
        named.formUnion(ruled.union([FreshNames.scheme(unlike: ruled)]))
        all = Self.decided + named.subtracting(Self.decided).sorted()
        hasBlobs = named.contains(Self.blob)
    }

    /// The schemes of a set, the plainest first, each in a class of its own.
    init(only schemes: Set<String>) {
        all = Self.sorted(schemes)
        hasBlobs = schemes.contains(Self.blob)
    }

    /// The schemes of the URLs that rules see: of a `blob:` URL, rules see the origin.
    var seenByRules: [String] { hasBlobs ? all + Self.web : all }

    /// Schemes in a fixed order, the plainest first.
    static func sorted(_ schemes: Set<String>) -> [String] {
        decided.filter(schemes.contains) + schemes.subtracting(decided).sorted()
    }

    /// The classes for a host, as positions in ``classes``.
    ///
    /// - Parameter met: The conditions that can hold for the host.
    /// - Returns: The positions; the class of the plainest scheme comes first.
    package mutating func classes(of met: some Sequence<MatcherScope>) -> [Int] {
        var key = Key(sets: [], hasDefaultPort: false)
        for scope in met {
            if let schemes = scope.schemes { key.sets.insert(schemes) }
            if case .number(let number) = scope.port, Self.isDefault(number) { key.hasDefaultPort = true }
        }
        if let known = known[key] { return known }
        // The order of the sets has no effect on the classes, only on the names of the groups.
        let sets = Array(key.sets)
        var order: [[Int]] = []
        var members: [[Int]: [String]] = [:]
        for scheme in all {
            var group = sets.indices.filter { sets[$0].contains(scheme) }
            if key.hasDefaultPort { group.append(-1 - Int(Self.special(scheme)?.defaultPort ?? 0)) }
            if members[group] == nil { order.append(group) }
            members[group, default: []].append(scheme)
        }
        let found = order.compactMap { members[$0] }.map { number(of: $0) }
        known[key] = found
        return found
    }

    /// The position of a class with exactly these schemes.
    package mutating func number(of schemes: [String]) -> Int {
        if let number = numbers[schemes] { return number }
        numbers[schemes] = classes.count
        classes.append(schemes)
        return classes.count - 1
    }

    /// The schemes of a class whose hosts the URL Standard leaves as they are written, or nil if it has none.
    ///
    /// PERF: each name of a million lines asks, so a class is taken apart once.
    package mutating func opaquePart(of number: Int) -> OpaquePart? {
        if let known = opaqueParts[number] { return known }
        let members = classes[number].filter { Self.special($0) == nil }
        let part = members.first.map { OpaquePart(scheme: $0, number: self.number(of: members)) }
        opaqueParts[number] = .some(part)
        return part
    }

    private static func isDefault(_ port: UInt16) -> Bool {
        SpecialScheme.allCases.contains { $0.defaultPort == port }
    }

    private static func special(_ scheme: String) -> SpecialScheme? {
        SpecialScheme.allCases.first { $0.name == scheme }
    }

    /// A URL with another scheme. For a web URL, the `blob:` URL is one of its origin: a `blob:` URL has no host of its
    /// own.
    package static func url(_ url: String, with scheme: String) -> String {
        guard scheme == blob, web.contains(SchemeMatcher.scheme(of: url)) else {
            return scheme + url.drop { $0 != ":" }
        }
        return "\(blob):\(url)"
    }
}
