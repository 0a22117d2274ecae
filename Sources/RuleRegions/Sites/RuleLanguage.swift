import ByteText
import PolicyModel
import URLMatching
import URLStandard

/// The URLs that a rule matches, as automata: exactly these URLs, or a superset if they are not known exactly.
struct RuleLanguage {
    /// One automaton for each condition. All must accept.
    private(set) var wanted: [ByteAutomaton] = []
    /// Automata of URLs that are certainly excluded.
    private(set) var unwanted: [ByteAutomaton] = []
    /// Why a condition could not be represented, or nil if all could.
    private(set) var reason: LanguageSearch.Reason?

    /// The maximum number of values of a condition. A condition with more values is assumed to match every URL.
    private static let mostValues = 64

    /// The URLs that a rule decides.
    ///
    /// - Parameters:
    ///   - rule: The rule.
    ///   - ruleSet: Its rule set. If a rule that wins over `rule` has a single condition that is known exactly, its
    ///     URLs are excluded.
    ///   - others: Further rules whose URLs are excluded.
    init(of rule: Rule, in ruleSet: RuleSet, without others: [Rule] = []) {
        for condition in rule.conditions where condition.alternatives.count <= Self.mostValues {
            var trees: [RegexTree.Node] = []
            for matcher in condition.alternatives {
                guard let tree = Self.tree(of: matcher).node else {
                    reason = .notUnderstood
                    trees = [.everything]
                    break
                }
                trees.append(tree)
            }
            if let automaton = ByteAutomaton(.choice(trees), .whole) {
                wanted.append(automaton)
            } else {
                reason = .tooLarge
            }
            guard condition.alternatives.count == 1, case .regex(let regex) = condition.alternatives[0],
                let conditions = RegexTree(regex.pattern)?.root.conditionsAtStart
            else { continue }
            wanted += conditions.wanted.compactMap { ByteAutomaton($0, .anywhere) }
            unwanted += conditions.unwanted.compactMap { ByteAutomaton($0, .anywhere) }
        }
        let exceptions = rule.exceptions.count == 1 ? Self.exactTrees(of: rule.exceptions[0]) : []
        let winners = ruleSet.rules.filter { $0.wins(over: rule) }
        let isEqual = { (other: Rule) in other.priority == rule.priority && other.urlClass == rule.urlClass }
        takeAway(others + winners.filter { !isEqual($0) }, exceptions)
        // Apart from the others: if these are too many, only URLs for which it does not matter which rule decides remain.
        takeAway(winners.filter(isEqual), [])
    }

    /// The URLs that the default of a rule set decides.
    init(ofDefaultOf ruleSet: RuleSet) { takeAway(ruleSet.rules, []) }

    /// Excludes the given trees, and the URLs of rules with a single condition that is known exactly.
    private mutating func takeAway(_ rules: [Rule], _ trees: [RegexTree.Node]) {
        var taken = trees
        for rule in rules where rule.exceptions.isEmpty && rule.conditions.count == 1 && taken.count < Self.mostValues {
            taken += Self.exactTrees(of: rule.conditions[0])
        }
        if !taken.isEmpty, let automaton = ByteAutomaton(.choice(taken), .whole) { unwanted.append(automaton) }
    }

    /// The URLs of the set that are also in one of these scopes.
    ///
    /// A block of addresses counts as every host, so the caller must check the host of a URL that is found.
    func restricted(to scopes: [MatcherScope]) -> Self {
        var language = self
        if let automaton = ByteAutomaton(.choice(scopes.map(\.tree)), .whole) {
            // A search may leave out the last automata.
            language.wanted.insert(automaton, at: 0)
        } else {
            language.reason = .tooLarge
        }
        return language
    }

    /// Finds a URL.
    ///
    /// - Parameters:
    ///   - isForeign: Whether to leave out URLs of private networks.
    ///   - keeper: Determines the owner of a host.
    ///   - budget: The remaining work; see ``LanguageSearch``.
    ///   - isTaken: Whether to accept a URL.
    /// - Returns: The URL, a proof that there is none, or why neither was found.
    /// - Complexity: That of a ``LanguageSearch`` for each shape.
    func first(
        isForeign: Bool,
        _ keeper: SiteKeeper,
        budget: inout Int,
        _ isTaken: (String) -> Bool
    ) -> LanguageSearch.Outcome {
        var outcome = LanguageSearch.Outcome.empty
        for shape in CanonicalURLShape.allCases where outcome == .empty {
            guard let text = shape.automaton, let dots = CanonicalURLShape.dotSegments,
                let owned = OwnedHosts.automaton([], keeper)
            else { return .undecided(.tooLarge) }
            let search = LanguageSearch(
                wanted: [text] + wanted,
                unwanted: [dots] + (isForeign ? [owned] : []) + unwanted
            )
            outcome = search.first(budget: &budget) { isTaken(String(decoding: $0, as: UTF8.self)) }
        }
        // A condition that could not be represented was assumed to match everything.
        if case .undecided = outcome, let reason { return .undecided(reason) }
        return outcome
    }

    /// The values of a condition whose URLs are known exactly. Each of them alone satisfies the condition.
    private static func exactTrees(of condition: Condition) -> [RegexTree.Node] {
        condition.alternatives.prefix(mostValues).compactMap { matcher in
            let (node, isExact) = tree(of: matcher)
            return isExact ? node : nil
        }
    }

    /// The URLs of a matcher, and whether they are exact; no node if the matcher cannot be represented.
    private static func tree(of matcher: Matcher) -> (node: RegexTree.Node?, isExact: Bool) {
        switch matcher {
        case .regex(let regex):
            guard let tree = RegexTree(regex.pattern) else { return (nil, false) }
            // The match limits may miss a match.
            return (.sequence([.everything, tree.root.withOpenEnd, .everything]), false)
        case .list(let list):
            guard list.count <= mostValues else { return (.everything, false) }
            let scopes = Array(list.scopes)
            return (.choice(scopes.map(\.tree)), scopes.allSatisfy(\.isExactTree))
        case .edge(let pattern):
            let scope = MatcherScope(of: matcher)
            return (scope.tree(host: pattern.hostTree), scope.isExactTree)
        case .pattern(let pattern):
            let scope = MatcherScope(of: matcher)
            return (tree(of: scope, at: pattern.hostAnchors ?? pattern.fixedHostEnd ?? []), scope.isExactTree)
        case .url, .host, .domain, .scheme, .address, .chrome, .site:
            let scope = MatcherScope(of: matcher)
            return (scope.tree, scope.isExactTree)
        }
    }

    /// The URLs of a scope, which has only one host, at the hosts of which one is known to hold.
    private static func tree(of scope: MatcherScope, at anchors: [HostAnchor]) -> RegexTree.Node {
        guard scope.host == .any, !anchors.isEmpty else { return scope.tree }
        return .choice(
            anchors.map { anchor in
                var scope = scope
                scope.host = HostScope(anchor)
                return scope.tree
            }
        )
    }
}

extension LinkPattern {
    /// The hosts of an entry with a `*` inside a label; nil for every other entry, whose scope has them.
    fileprivate var hostTree: RegexTree.Node? {
        guard case .wildcards = hostScope, let (text, takesMore) = hostText else { return nil }
        let partOfLabel = RegexTree.Node.many(but: "./?#:[")
        let labels = text.map { $0 == UInt8(ascii: "*") ? partOfLabel : RegexTree.Node.set(ByteSet($0)) }
        let more = takesMore ? [RegexTree.Node.many(but: "/?#:["), .text(".".utf8)] : []
        return .sequence(more + labels)
    }
}

extension RuleMap {
    /// Searches for a URL that a rule matches, whatever other rules decide about it.
    ///
    /// - Parameters:
    ///   - rule: The rule.
    ///   - budget: The remaining work; see ``LanguageSearch``.
    /// - Returns: The URL, a proof that there is none, or why neither was found.
    /// - Complexity: That of a ``LanguageSearch`` for each shape.
    package func search(_ rule: Int, budget: inout Int) -> LanguageSearch.Outcome {
        var alone = ruleSet
        alone.rules = []
        let language = RuleLanguage(of: ruleSet.rules[rule], in: alone)
        var probe = RuleProbe()
        return language.first(isForeign: false, SiteKeeper(), budget: &budget) { text in
            // A text that the parser would write differently is not canonical.
            probe.take(text) && probe.form.hrefWithoutFragment.string == text && matches(rule, &probe) == true
        }
    }
}

extension Rule {
    /// Whether this rule decides if both match.
    func wins(over other: Rule) -> Bool {
        if priority != other.priority { return priority > other.priority }
        return urlClass == other.urlClass ? id < other.id : urlClass > other.urlClass
    }
}

extension RegexTree.Node {
    /// Any text.
    static let everything = Self.repetition(.set(.all), least: 0, most: nil, isPossessive: false)

    fileprivate static func text(_ text: some Sequence<UInt8>) -> Self { .sequence(text.map { .set(ByteSet($0)) }) }

    fileprivate static func many(but bytes: String) -> Self {
        var set = ByteSet()
        for byte in bytes.utf8 { set.insert(byte) }
        return .repetition(.set(set.inverted), least: 0, most: nil, isPossessive: false)
    }

    fileprivate static func maybe(_ node: Self) -> Self { .repetition(node, least: 0, most: 1, isPossessive: false) }
}

extension MatcherScope {
    /// Whether ``tree`` contains exactly the URLs of the matcher.
    fileprivate var isExactTree: Bool {
        if case .network = host { return false }
        // Whether a port is the default depends on the scheme.
        if case .number(let number) = port, SpecialScheme.allCases.contains(where: { $0.defaultPort == number }) {
            return false
        }
        // Other paths do not end the host, so the tree would contain URLs of longer hosts.
        switch path {
        case .any: break
        case .exact(let bytes), .folder(let bytes):
            guard bytes.isEmpty || bytes.first == UInt8(ascii: "/") else { return false }
        case .prefix(let bytes): guard bytes.first == UInt8(ascii: "/") else { return false }
        }
        return isExact
    }

    /// The canonical URLs of the scope, as a regular expression for the whole text.
    fileprivate var tree: RegexTree.Node { tree(host: nil) }

    /// The canonical URLs of the scope, as a regular expression for the whole text.
    ///
    /// - Parameter hosts: The hosts if they are known better than the scope can tell.
    /// - Returns: The expression.
    fileprivate func tree(host hosts: RegexTree.Node?) -> RegexTree.Node {
        let digits = RegexTree.Node.repetition(.set(ByteSet(0x30...0x39)), least: 1, most: nil, isPossessive: false)
        let anyScheme = RegexTree.Node.many(but: ":/?#")
        let scheme = schemes.map { .choice($0.sorted().map { .text($0.utf8) }) } ?? anyScheme
        if hosts == nil, host == .any, port == .any, path == .any, query == nil {
            return .sequence([scheme, .text(":".utf8), .everything])
        }
        var pieces = [scheme, .text("://".utf8)]
        let anyName = RegexTree.Node.many(but: "/?#:[")
        switch (hosts, host) {
        case (let hosts?, _): pieces.append(hosts)
        case (nil, .any), (nil, .network):
            pieces.append(.choice([anyName, .sequence([.text("[".utf8), .many(but: "]"), .text("]".utf8)])]))
        case (nil, .name(let name, .exact)): pieces.append(.text(name))
        case (nil, .name(let name, .domain)):
            pieces += [.maybe(.sequence([anyName, .text(".".utf8)])), .text(name)]
        case (nil, .name(let name, .subdomains)): pieces += [anyName, .text(".".utf8), .text(name)]
        }
        switch port {
        case .any: pieces.append(.maybe(.sequence([.text(":".utf8), digits])))
        case .standard: break
        case .number(let number):
            let own = SpecialScheme.allCases.contains { $0.defaultPort == number }
            let written = RegexTree.Node.text(":\(number)".utf8)
            pieces.append(own ? .maybe(written) : written)
        }
        let rest = RegexTree.Node.many(but: "?")
        switch path {
        // Without the slash, the host could go on: `https://contoso.com.evil.example/`.
        case .any: pieces.append(.maybe(.sequence([.text("/".utf8), rest])))
        case .exact(let bytes): pieces.append(.text(bytes))
        case .folder(let bytes): pieces += [.text(bytes), .maybe(.sequence([.text("/".utf8), rest]))]
        case .prefix(let bytes): pieces += [.text(bytes), rest]
        }
        if let query {
            pieces.append(.text(query.utf8))
        } else {
            pieces.append(.maybe(.sequence([.text("?".utf8), .everything])))
        }
        return .sequence(pieces)
    }
}
