import ByteText
import URLMatching
import URLStandard

/// Whether every URL that a regular expression matches is one owner's: decided, with a proof or with a URL that shows the
/// contrary.
///
/// ```
/// expression ∩ canonical URLs ∖ hosts that are known to be owned
///     empty          → confined
///     a URL of an owner whose domain the expression spells out → its domain is known now; again
///     any other URL  → foreign, once the parser and PCRE2 have agreed
/// ```
enum RegexConfinement: Hashable, Sendable {
    /// Every match is in one of these domains, or in a private network.
    case confined([String])
    /// A URL that matches and whose host the expression does not spell out, or that has no owner.
    case foreign(String)
    /// Neither was found.
    case undecided(LanguageSearch.Reason)

    /// The most domains that an expression spells out.
    private static let mostDomains = 64

    /// Decides an expression.
    ///
    /// - Parameters:
    ///   - matcher: The expression.
    ///   - keeper: Whose a host is.
    ///   - states: The most states of each search.
    ///   - budget: The work that is left; see ``LanguageSearch``.
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
                    // A domain that is spelled out needs no URL that exists: it only makes the question smaller.
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

    /// A URL of a foreign host out of those that people know at once: another host with the name in its query, and the like.
    ///
    /// PERF: most expressions that are not confined match one of them, and no automaton is asked.
    private static func knownForeign(
        _ tree: RegexTree,
        _ languages: RegexLanguages,
        _ keeper: SiteKeeper,
        _ asked: inout AskedRegex
    ) -> String? {
        let hosts = HostTexts(tree).found.flatMap { $0.foreignURLs + $0.misspelledURLs }
        for text in hosts + tree.samples(limit: 4).flatMap({ RuleMap.urls(of: $0) }) {
            guard let url = asked.canonical(text), OwnedHosts.isOfNobodyHere(Array(url.utf8)) else { continue }
            let domain = OwnedHosts.domain(of: Array(url.utf8), keeper)
            if domain.map({ !languages.spell($0) }) ?? true { return url }
        }
        return nil
    }
}

/// The texts in which an expression matches, as automata: those that each of some has and none of some others.
struct RegexLanguages {
    let wanted: [ByteAutomaton]
    let unwanted: [ByteAutomaton]

    /// Builds them; nil where counts make one too large.
    init?(_ tree: RegexTree) {
        let conditions = tree.root.conditionsAtStart
        guard let language = ByteAutomaton(tree.root.withOpenEnd, .anywhere) else { return nil }
        wanted = [language] + conditions.wanted.prefix(3).compactMap { ByteAutomaton($0, .anywhere) }
        unwanted = conditions.unwanted.prefix(3).compactMap { ByteAutomaton($0, .anywhere) }
    }

    /// Whether the expression spells a domain out.
    func spell(_ domain: String) -> Bool { wanted.contains { SpelledOut.isSpelled(domain, by: $0) } }
}

/// Asks one expression about texts that should be canonical URLs.
struct AskedRegex: ~Copyable {
    private let matcher: RegexMatcher
    private var url = URLRecord()
    private var form = URLRecord()
    private var scratch = MatcherScratch()

    init(_ matcher: RegexMatcher) { self.matcher = matcher }

    /// Whether a text is a URL that the parser writes so, and that the expression matches.
    mutating func matches(_ text: [UInt8]) -> Bool {
        takes(text.span) && form.hrefWithoutFragment.array == text && isMatch
    }

    /// A URL as rules see it, where the expression matches that; nil where it does not, or the text is no URL.
    mutating func canonical(_ text: String) -> String? {
        takes(text.utf8.span) && isMatch ? form.hrefWithoutFragment.string : nil
    }

    private mutating func takes(_ text: Span<UInt8>) -> Bool {
        do {
            try url.parse(text)
        } catch {
            return false
        }
        form.become(matchingFormOf: url)
        return true
    }

    private var isMatch: Bool {
        mutating get {
            scratch.regex.renew()
            return matcher.matches(form: form, scratch: &scratch.regex) == .matched
        }
    }
}

/// Hosts that have one owner, as an automaton.
enum OwnedHosts {
    /// URLs whose host is within a domain, in a private network, or one label; where the document says which hosts are the
    /// organization's, within one of these instead.
    static func automaton(_ domains: [String], _ keeper: SiteKeeper = SiteKeeper()) -> ByteAutomaton? {
        // A name that nobody has stands for none at all.
        let known = keeper.declared == nil ? domains : domains + keeper.declaredNames + ["demarc-x.invalid"]
        let names = known.map { "(?:[^/?#:]*\\.)?" + Self.escaped($0) + "\\.*" }
        let hosts = (keeper.declared == nil ? SiteKeeper.privateNetworks.map(\.host) + ["[a-z0-9_-]+"] : []) + names
        return CanonicalURLShape.reading(
            "^[a-z][a-z0-9+.-]*://(?:\(hosts.joined(separator: "|")))(?::[0-9]+)?(?:[/?]|$)",
            .anywhere
        )
    }

    /// The domain that the host of a URL is in and that has one owner, everything below it included; nil if there is none.
    static func domain(of url: [UInt8], _ keeper: SiteKeeper) -> String? {
        guard let host = host(of: url) else { return nil }
        let name = Array(host.reversed().drop { $0 == UInt8(ascii: ".") }.reversed())
        guard IPAddress(host: name) == nil else { return nil }
        let starts = [0] + name.indices.filter { name[$0] == UInt8(ascii: ".") }.map { $0 + 1 }
        let owned = starts.reversed().first { start in
            let rest = Array(name[start...])
            // What looks like an address is none behind another label, and nobody has it as a domain.
            return rest.contains(UInt8(ascii: ".")) && IPAddress(host: rest) == nil
                && keeper.hasOneOwner(rest, .domain)
        }
        return owned.map { String(decoding: name[$0...], as: UTF8.self) }
    }

    /// Whether the document says that the host of a URL is the organization's.
    static func isDeclared(_ url: [UInt8], _ keeper: SiteKeeper) -> Bool {
        keeper.declared != nil && host(of: url).flatMap { keeper.owns(Array($0)) } == true
    }

    /// Whether the host of a URL is a name with a dot: neither an address nor a name of the network that one is in.
    static func isOfNobodyHere(_ url: [UInt8]) -> Bool {
        guard let host = host(of: url) else { return false }
        return host.contains(UInt8(ascii: ".")) && IPAddress(host: Array(host)) == nil
    }

    /// What is between `://` and a port, a path or a query; nil where there is none.
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

/// Whether an expression spells a domain out: letter by letter, each one of a few.
enum SpelledOut {
    /// A set with more bytes than these is a wildcard, upper and lower case being one.
    private static let mostBytes = 4

    /// Whether an automaton takes a text with the domain at the end of its host, each byte of the domain from a set of a few.
    ///
    /// - Complexity: O(*n*·*m*) in the nodes and the bytes of the domain.
    static func isSpelled(_ domain: String, by automaton: ByteAutomaton) -> Bool {
        let name = Array(domain.utf8)
        // Places: 0 before the domain, then one behind each byte of it, then one behind the delimiter.
        let places = name.count + 2
        var seen = [Bool](repeating: false, count: automaton.nodes.count * places)
        var stack: [(node: Int32, place: Int)] = [(automaton.entry, 0)]
        while let (node, place) = stack.popLast() {
            let number = Int(node) * places + place
            guard !seen[number] else { continue }
            seen[number] = true
            switch automaton.nodes[Int(node)] {
            case .accept, .acceptAll:
                // What an expression leaves open behind the domain may be a delimiter; what is before it has to be there.
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
