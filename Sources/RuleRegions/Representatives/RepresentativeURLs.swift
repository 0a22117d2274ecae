import ByteText
package import PolicyModel
import RuleIndex
package import URLMatching
import URLStandard

/// URLs that represent every URL of a set: for each URL of the set, some representative is treated alike by all rules
/// of some rule sets and all lists of links.
///
/// The conditions of matchers are mostly independent for each part of a URL: scheme, host, port, path and query. The
/// values that matchers name divide each part into pieces, and one value for each piece is enough: a name and what is
/// below it, a folder and what is below it, and an unnamed value. A host is combined only with the values that can
/// apply to it. If every scheme is asked, one scheme represents all others that no rule for the host distinguishes from
/// it.
package struct RepresentativeURLs {
    /// The schemes to ask, unless the set itself determines them.
    package enum Schemes {
        /// `http` and `https`, as browsers write URLs.
        case web
        /// Every scheme. The given ones are assigned to classes, too.
        case all(Set<String>)
    }

    /// A representative.
    package struct Found: Hashable {
        package var url: String
        /// The class of schemes that rules do not distinguish from the URL's own, as a position in ``schemes``.
        package var schemes: Int
    }

    /// The representatives, all from the set, the plainest first.
    package private(set) var found: [Found] = []
    /// The classes of schemes.
    package var schemes: SchemeClasses
    /// Whether the URLs represent the whole set. They do not if an expression decides, or if there are too many.
    package var isExact = true
    /// Whether there are too many URLs, so that some are missing about which the versions of an edited rule may differ.
    package private(set) var isCut = false
    /// Whether any URLs are missing because there are too many.
    package private(set) var isPartial = false

    /// The URLs.
    package var urls: [String] { found.map(\.url) }

    /// The usual maximum number of URLs.
    package static let mostURLs = 20_000
    /// The maximum number of scopes to combine with hosts, each counted for every host that it contains.
    private static let mostReads = 1_000_000

    let told: DistinguishedScopes
    /// Values that none of the conditions names.
    package let unnamed: UnnamedParts
    /// The scopes with a host, and what all hosts have in common.
    let parts: HostParts
    /// Whether one scheme of a class represents the others.
    let isInClasses: Bool
    /// Whether to find hosts with an empty label in front, which a name contains and its subdomains may not.
    private(set) var includesEmptyLabels = false
    /// The maximum number of URLs.
    let limit: Int
    /// How many more scopes may be combined with hosts.
    var readsLeft = Self.mostReads
    private var seen: Set<Found> = []

    /// Finds the URLs of a set.
    ///
    /// - Parameters:
    ///   - conditions: The set: URLs that match all of these.
    ///   - ruleSets: The rules that distinguish URLs.
    ///   - links: Entries of lists of links that distinguish URLs.
    ///   - documents: The documents of the views that rules may compare with.
    ///   - asked: The schemes to ask.
    ///   - hosts: The hosts of the set, if they are known; conditions on other hosts are left out.
    ///   - searchesExpressions: Whether to search for a URL of the set for each expression that no other URL matches.
    ///   - includesEmptyLabels: Whether to find hosts with an empty label in front, too.
    package init(
        _ conditions: [Condition],
        _ ruleSets: [RuleSet],
        links: [LinkPattern] = [],
        documents: [String],
        schemes asked: Schemes,
        meeting hosts: HostSet? = nil,
        searchesExpressions: Bool = false,
        includesEmptyLabels: Bool = false
    ) {
        var told = DistinguishedScopes(meeting: hosts)
        for condition in conditions { told.add(condition) }
        for ruleSet in ruleSets { told.add(ruleSet) }
        told.add(links.map { MatcherScope(of: $0) })
        told.add(documents.flatMap { DistinguishedScopes.scopes(ofDocument: $0) })
        switch (Self.schemes(namedBy: conditions), asked) {
        case (let named?, _): self.init(told, SchemeClasses(only: named), isInClasses: false)
        case (nil, .web): self.init(told, SchemeClasses(only: Set(SchemeClasses.web)), isInClasses: false)
        case (nil, .all(let others)): self.init(told, SchemeClasses(told.scopes, and: others), isInClasses: true)
        }
        let set = URLSet(conditions)
        self.includesEmptyLabels = includesEmptyLabels
        keep(candidates(of: Self.scopes(of: conditions)) + texts) { probe in set.contains(&probe) }
        // The language of an expression is not enumerated; only sample URLs are tried.
        if conditions.contains(where: { $0.key == .regex }) { isExact = false }
        var budget = 3 * LanguageSearch.mostWork
        if found.isEmpty, !isExact, search(set.map, budget: &budget) { isExact = true }
        if searchesExpressions, !isExact, !found.isEmpty { searchExpressions(in: conditions, budget: &budget) }
        sort()
    }

    /// Finds URLs for edited rules, under every scheme: all that some version of a rule matches, and others with the same
    /// hosts.
    ///
    /// If there are too many, the URLs about which the versions of the rules differ come first: of thousands of values,
    /// often only a few were edited.
    ///
    /// - Parameters:
    ///   - sets: What the versions match, each as in the other initializer.
    ///   - changed: The URLs about which the versions differ: several sets, each as the scopes of its conditions.
    ///   - includesOthers: Whether to find the URLs that no edited rule matches, too.
    ///   - ruleSets: The rules that distinguish URLs, among them those that the conditions come from.
    ///   - hosts: Further hosts that are distinguished.
    ///   - documents: The documents of the views that rules may compare with.
    ///   - schemes: The schemes that are assigned to classes in addition to those that rules name.
    ///   - limit: The maximum number of URLs.
    package init(
        inAny sets: [[Condition]],
        changed: [[[MatcherScope]]],
        includesOthers: Bool,
        _ ruleSets: [RuleSet],
        hosts: [MatcherScope],
        documents: [String],
        schemes: Set<String>,
        limit: Int = Self.mostURLs
    ) {
        var told = DistinguishedScopes()
        for ruleSet in ruleSets { told.add(ruleSet) }
        told.add(hosts)
        told.add(documents.flatMap { DistinguishedScopes.scopes(ofDocument: $0) })
        self.init(told, SchemeClasses(told.scopes, and: schemes), isInClasses: true, limit: limit)
        let whole = sets.map(Self.scopes(of:))
        keep(whole, includesOthers: includesOthers)
        if isCut {
            (found, seen, isCut, readsLeft) = ([], [], false, Self.mostReads)
            // One URL of each value that differs, before these are combined with what other rules name.
            keep(alone(changed.filter { $0.count == 1 }.joined().joined().flatMap(\.samples))) { _ in true }
            keep(changed, includesOthers: false)
            let isWithoutChange = isCut
            readsLeft = Self.mostReads
            keep(whole, includesOthers: includesOthers)
            isCut = isWithoutChange
        }
        if sets.joined().contains(where: { $0.key == .regex }) { isExact = false }
        sort()
    }

    /// Keeps the URLs of several sets, and other URLs if they are included, each as far as there is room.
    private mutating func keep(_ sets: [[[MatcherScope]]], includesOthers: Bool) {
        let named = sets.filter { Self.anchors(of: $0) != nil }
        for set in named {
            guard found.count < limit else {
                leaveOut()
                break
            }
            keep(candidates(of: set)) { _ in true }
        }
        // Sets that name no hosts have the same candidates, and so have all other URLs.
        let areNamed = named.count == sets.count
        if !areNamed || includesOthers {
            let wasCut = isCut
            keep(candidates(of: [])) { _ in true }
            // The versions of a rule that names hosts do not differ about other URLs.
            if areNamed { isCut = wasCut }
        }
        guard !sets.isEmpty || includesOthers else { return }
        keep(texts) { _ in true }
        if sets.isEmpty { isCut = false }
    }

    private init(
        _ told: DistinguishedScopes,
        _ schemes: SchemeClasses,
        isInClasses: Bool,
        limit: Int = Self.mostURLs
    ) {
        self.told = told
        self.schemes = schemes
        self.isInClasses = isInClasses
        self.limit = limit
        unnamed = UnnamedParts(unlike: told.scopes, told.texts)
        parts = HostParts(told, unnamed)
        isExact = unnamed.isExact
    }

    private mutating func sort() {
        found = found.enumerated()
            .sorted {
                Self.key($0.element.url) == Self.key($1.element.url)
                    ? $0.offset < $1.offset : Self.key($0.element.url) < Self.key($1.element.url)
            }
            .map(\.element)
    }

    /// The URLs that come from no product, and `blob:` URLs of their origins, if these are asked.
    private var texts: [Found] {
        mutating get {
            let blobs = schemes.hasBlobs ? told.texts.map { SchemeClasses.url($0, with: SchemeClasses.blob) } : []
            return alone(told.texts + blobs)
        }
    }

    /// URLs that represent no other scheme than their own.
    mutating func alone(_ urls: [String]) -> [Found] {
        urls.map { Found(url: $0, schemes: schemes.number(of: [SchemeMatcher.scheme(of: $0)])) }
    }

    /// Notes that URLs are left out because there are too many.
    mutating func leaveOut() { (isExact, isCut, isPartial) = (false, true, true) }

    /// Keeps the candidates that are in the set, each once.
    ///
    /// - Parameters:
    ///   - candidates: The candidates.
    ///   - isInSet: Whether a URL is in the set; nil if that is unknown.
    mutating func keep(_ candidates: [Found], where isInSet: (inout RuleProbe) -> Bool?) {
        var probe = RuleProbe()
        for candidate in candidates {
            guard found.count < limit else {
                leaveOut()
                break
            }
            guard !seen.contains(candidate), probe.take(candidate.url) else { continue }
            switch isInSet(&probe) {
            case true?:
                seen.insert(candidate)
                found.append(candidate)
            case false?: break
            case nil: isExact = false
            }
        }
    }
}
