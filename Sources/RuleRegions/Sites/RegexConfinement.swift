import ByteText
package import URLMatching
import URLStandard

/// Whether all URLs that a regular expression matches have one owner. The decision comes with a proof or a URL as
/// counterexample.
///
/// ```
/// expression ∩ canonical URLs ∖ hosts that are known to be owned
///     empty          → confined
///     a URL of an owner whose domain the expression spells out → its domain is known now; again
///     any other URL  → foreign, once the parser and PCRE2 have agreed
/// ```
package enum RegexConfinement: Hashable, Sendable {
    /// Every match is in one of these domains or in a private network.
    case confined([String])
    /// A matching URL whose host has no owner, or is not spelled out in the expression.
    case foreign(String)
    /// Neither was found.
    case undecided(LanguageSearch.Reason)

    /// The maximum number of domains that an expression may spell out.
    private static let mostDomains = 64

    /// Decides an expression.
    ///
    /// - Parameters:
    ///   - matcher: The expression.
    ///   - keeper: Determines the owner of a host.
    ///   - states: The maximum number of states of each search.
    ///   - budget: The remaining work; see ``LanguageSearch``.
    /// - Complexity: Some searches, each bounded by ``LanguageSearch``.
    init(
        of matcher: RegexMatcher,
        _ keeper: SiteKeeper,
        states: Int = LanguageSearch.mostStates,
        budget: inout Int
    ) {
        guard let tree = RegexTree(matcher.pattern) else {
            self = .undecided(.notUnderstood)
            return
        }
        guard let languages = RegexLanguages(tree) else {
            self = .undecided(.tooLarge)
            return
        }
        // PERF: most rules' expressions begin with one host, and need no search.
        if keeper.declared == nil, let url = tree.urlOfOnlyHost, let domain = OwnedHosts.domain(of: url, keeper) {
            self = .confined([domain])
            return
        }
        var asked = AskedRegex(matcher)
        if let url = Self.knownForeign(tree, languages, keeper, &asked) {
            self = .foreign(url)
            return
        }
        var domains: [String] = []
        for shape in CanonicalURLShape.allCases {
            var isDone = false
            while !isDone {
                guard domains.count <= Self.mostDomains, let text = shape.automaton,
                    let dots = CanonicalURLShape.dotSegments, let owned = OwnedHosts.automaton(domains, keeper)
                else {
                    self = .undecided(.tooManyStates)
                    return
                }
                var spelled: String?
                let search = LanguageSearch(
                    wanted: [text] + languages.wanted,
                    unwanted: [dots, owned] + languages.unwanted
                )
                let outcome = search.first(states: states, budget: &budget) { bytes in
                    // A spelled-out domain does not need a URL that exists: it only narrows the next search.
                    spelled = OwnedHosts.domain(of: bytes, keeper).flatMap {
                        languages.spell($0) ? $0 : nil
                    }
                    return spelled != nil || !OwnedHosts.isDeclared(bytes, keeper) && asked.matches(bytes)
                }
                switch outcome {
                case .found(let bytes):
                    guard let spelled else {
                        self = .foreign(String(decoding: bytes, as: UTF8.self))
                        return
                    }
                    domains.append(spelled)
                case .empty: isDone = true
                case .undecided(let reason):
                    self = .undecided(reason)
                    return
                }
            }
        }
        self = .confined(domains)
    }

    /// A foreign URL from a list of typical candidates, such as another host with the name in its query.
    ///
    /// PERF: most expressions that are not confined match one of them, and no automaton is needed.
    private static func knownForeign(
        _ tree: RegexTree,
        _ languages: RegexLanguages,
        _ keeper: SiteKeeper,
        _ asked: inout AskedRegex
    ) -> String? {
        let hosts = HostTexts(tree).found.flatMap { $0.foreignURLs + $0.misspelledURLs }
        for text in hosts + tree.samples(limit: 4).flatMap({ RuleMap.urls(of: $0) }) {
            guard let url = asked.canonical(text), OwnedHosts.belongsToNoOrganization(Array(url.utf8)) else { continue }
            let domain = OwnedHosts.domain(of: Array(url.utf8), keeper)
            if domain.map({ !languages.spell($0) }) ?? true { return url }
        }
        return nil
    }
}

extension RegexTree {
    /// The beginning of a URL with which every match begins, up to the end of its host; nil if the expression is not
    /// anchored, or does not spell out all of it.
    ///
    /// URLs have hosts in lower case, so an expression that ignores case spells them out as well.
    fileprivate var urlOfOnlyHost: [UInt8]? {
        var pieces = pieces[...]
        guard case .start? = pieces.popFirst() else { return nil }
        var url: [UInt8] = []
        var isInHost = false
        for piece in pieces {
            guard case .set(let set) = piece, let byte = set.single else { return nil }
            url.append(byte)
            if isInHost {
                if byte == UInt8(ascii: "/") { return url }
                guard Self.hostBytes.contains(byte) else { return nil }
            } else {
                isInHost = url.suffix(3).elementsEqual("://".utf8)
            }
        }
        return nil
    }

    private static let hostBytes = ByteSet(0x2D...0x2E, 0x30...0x39, 0x61...0x7A)
}

/// The texts in which an expression matches: those that all wanted automata and no unwanted automaton accept.
package struct RegexLanguages {
    package let wanted: [ByteAutomaton]
    package let unwanted: [ByteAutomaton]

    /// Builds the automata; nil if repetition counts make the expression's automaton too large.
    package init?(_ tree: RegexTree) {
        let conditions = tree.root.conditionsAtStart
        guard let language = ByteAutomaton(tree.root.withOpenEnd, .anywhere) else { return nil }
        wanted = [language] + conditions.wanted.prefix(3).compactMap { ByteAutomaton($0, .anywhere) }
        unwanted = conditions.unwanted.prefix(3).compactMap { ByteAutomaton($0, .anywhere) }
    }

    /// Whether the expression spells a domain out.
    func spell(_ domain: String) -> Bool { wanted.contains { SpelledOut.isSpelled(domain, by: $0) } }
}

/// Matches one expression against texts that should be canonical URLs.
struct AskedRegex: ~Copyable {
    private let matcher: RegexMatcher
    private var url = URLRecord()
    private var form = URLRecord()
    private var scratch = MatcherScratch()

    init(_ matcher: RegexMatcher) { self.matcher = matcher }

    /// Whether a text is a URL in the parser's own form and the expression matches it.
    mutating func matches(_ text: [UInt8]) -> Bool {
        form.become(matchingFormOf: text.span, parsedInto: &url) && form.hrefWithoutFragment.array == text && isMatch
    }

    /// The URL as rules see it, or nil if the expression does not match it or the text is not a URL.
    mutating func canonical(_ text: String) -> String? {
        form.become(matchingFormOf: text.utf8.span, parsedInto: &url) && isMatch ? form.hrefWithoutFragment.string : nil
    }

    private var isMatch: Bool {
        mutating get {
            scratch.regex.renew()
            return matcher.matches(form: form, scratch: &scratch.regex) == .matched
        }
    }
}

/// An automaton for hosts with one owner.
enum OwnedHosts {
    /// URLs whose host is within a domain, in a private network, or a single label. If the document declares the
    /// organization's hosts, URLs within one of the declared hosts instead.
    static func automaton(_ domains: [String], _ keeper: SiteKeeper = SiteKeeper()) -> ByteAutomaton? {
        // An unused name ensures that the list is never empty.
        let known = keeper.declared == nil ? domains : domains + keeper.declaredNames + ["\(FreshNames.label).invalid"]
        let names = known.map { "(?:[^/?#:]*\\.)?" + Self.escaped($0) + "\\.*" }
        let hosts = (keeper.declared == nil ? SiteKeeper.privateNetworks.map(\.host) + ["[a-z0-9_-]+"] : []) + names
        return CanonicalURLShape.reading(
            "^[a-z][a-z0-9+.-]*://(?:\(hosts.joined(separator: "|")))(?::[0-9]+)?(?:[/?]|$)",
            .anywhere
        )
    }

    /// The domain that contains the host of a URL and has one owner, including everything below it; nil if there is
    /// none.
    static func domain(of url: [UInt8], _ keeper: SiteKeeper) -> String? {
        guard let host = host(of: url) else { return nil }
        let name = Array(host.reversed().drop { $0 == UInt8(ascii: ".") }.reversed())
        guard IPAddress(host: name) == nil else { return nil }
        let starts = [0] + name.indices.filter { name[$0] == UInt8(ascii: ".") }.map { $0 + 1 }
        let owned = starts.reversed().first { start in
            let rest = Array(name[start...])
            // A text that looks like an address is not an address after another label, and nobody owns it as a domain.
            return rest.contains(UInt8(ascii: ".")) && IPAddress(host: rest) == nil
                && keeper.hasOneOwner(rest, .domain)
        }
        return owned.map { String(decoding: name[$0...], as: UTF8.self) }
    }

    /// Whether the document declares the host of a URL as the organization's.
    static func isDeclared(_ url: [UInt8], _ keeper: SiteKeeper) -> Bool {
        keeper.declared != nil && host(of: url).flatMap { keeper.owns(Array($0)) } == true
    }

    /// Whether the host of a URL is a name with a dot, and so neither an address nor a name of the local network.
    static func belongsToNoOrganization(_ url: [UInt8]) -> Bool {
        guard let host = host(of: url) else { return false }
        return host.contains(UInt8(ascii: ".")) && IPAddress(host: Array(host)) == nil
    }

    /// The text between `://` and a port, path or query; nil if the URL has no `://`.
    private static func host(of url: [UInt8]) -> ArraySlice<UInt8>? {
        guard let colon = url.firstIndex(of: UInt8(ascii: ":")), url[colon...].starts(with: "://".utf8) else {
            return nil
        }
        let rest = url[(colon + 3)...]
        let host = rest.prefix { !"/?#:".utf8.contains($0) }
        return host.isEmpty ? nil : host
    }

    private static func escaped(_ name: String) -> String {
        name.map { $0.isLetter || $0.isNumber ? "\($0)" : "\\\($0)" }.joined()
    }
}

/// Whether an expression spells out a domain: each letter is one of a few bytes.
enum SpelledOut {
    /// A set with more bytes than this is a wildcard. Upper and lower case count once.
    private static let mostBytes = 4

    /// Whether an automaton accepts a text with the domain at the end of its host, each byte of the domain from a small
    /// set.
    ///
    /// - Complexity: O(*n*·*m*) in the nodes and the bytes of the domain.
    static func isSpelled(_ domain: String, by automaton: ByteAutomaton) -> Bool {
        let name = Array(domain.utf8)
        // Places: 0 before the domain, then one after each byte of it, then one after the delimiter.
        let places = name.count + 2
        var seen = [Bool](repeating: false, count: automaton.nodes.count * places)
        var stack: [(node: Int32, place: Int)] = [(automaton.entry, 0)]
        while let (node, place) = stack.popLast() {
            let number = Int(node) * places + place
            guard !seen[number] else { continue }
            seen[number] = true
            switch automaton.nodes[Int(node)] {
            case .accept, .acceptAll:
                // Text that an expression leaves open after the domain may be a delimiter. The domain itself must be
                // spelled out.
                if place >= name.count { return true }
            case .split(let one, let other):
                stack.append((one, place))
                stack.append((other, place))
            case .start(let next), .end(let next), .boundary(_, let next): stack.append((next, place))
            case .bytes(let set, let next):
                if place == 0 { stack.append((next, 0)) }
                if place < name.count, isFew(set), set.contains(name[place]) { stack.append((next, place + 1)) }
                if place == name.count, "/:?".utf8.contains(where: set.contains) { stack.append((next, place + 1)) }
                if place == name.count + 1 { stack.append((next, place)) }
            }
        }
        return false
    }

    private static func isFew(_ set: ByteSet) -> Bool {
        ByteSet(0x2D...0x2E, 0x30...0x39, 0x5F...0x5F, 0x61...0x7A).intersection(set).count <= mostBytes
    }
}
