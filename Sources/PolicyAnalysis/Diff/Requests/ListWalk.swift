import ByteText
import PolicyModel
import RuleIndex
import URLMatching
import URLStandard

/// Walks the entries of large lists of two policies, and collects the sites that the policies decide differently.
///
/// For each entry, the host itself and a name below it are looked up in both policies. Sites with equal results are
/// dropped. Of the others, it keeps the best URLs for each pair of effects, and the number of sites.
struct ListWalk {
    /// A site, and how many names it represents.
    struct Found: Hashable {
        var url: String
        var count: Int
        /// The class of schemes that it represents, as a position in ``ListWalk/schemes``.
        var schemes: Int
        /// Whether the policies decide it differently. If not, only the schemes of other apps may differ.
        var isChanged: Bool
    }

    private(set) var found: [Found] = []
    /// The classes of schemes.
    private(set) var schemes: SchemeClasses

    /// The result of a rule set for a URL, as far as a navigation depends on it.
    private struct Effect: Hashable {
        var urlClass: URLClass?
        var isDefault: Bool
        /// The deciding rule, if rules are distinguished.
        var rule: String?

        /// Whether a rule decides that may not match the same host in a form that cannot be read. An external one still
        /// counts then, unless a weaker rule blocks.
        func mayBeReadableOnly(_ canBlock: Bool) -> Bool {
            !isDefault && (urlClass == .internal || canBlock && urlClass == .external)
        }

        init(_ match: RuleMatch, _ rule: String? = nil) {
            urlClass = match.urlClass
            isDefault = match.rank == RuleMatch.noRank
            self.rule = rule
        }
    }

    /// The names of the rules of a policy, each created once.
    private struct RuleNames {
        let rules: CompiledRuleSet
        var names: [UInt32: String] = [:]

        mutating func name(of match: RuleMatch) -> String? {
            guard match.rank != RuleMatch.noRank else { return nil }
            if let known = names[match.rank] { return known }
            let name = rules.reference(rank: match.rank, entry: 0).id
            names[match.rank] = name
            return name
        }
    }

    /// The effects in both policies.
    private struct Pair: Hashable {
        var before: Effect
        var after: Effect
        var schemes: Int

        var isChanged: Bool { before != after }
    }

    /// How many URLs to keep for each pair.
    private static let mostWitnesses = 5

    /// The entries of a list that was walked, which need no second look in a list that is an edited copy of it.
    private struct WalkedList {
        private let list: EntryList
        /// The first entry that the copy has not repeated yet.
        private var next = 0

        /// How many entries the copy may leave out at one place.
        private static let window = 16

        init(_ list: EntryList) { self.list = list }

        /// Whether the copy's next entry is one of the next entries of the list.
        mutating func contains(_ entry: Span<UInt8>) -> Bool {
            for position in next..<min(next + Self.window, list.count)
            where list.entry(at: position).isEqual(to: entry) {
                next = position + 1
                return true
            }
            return false
        }
    }

    /// Walks the lists of two rule sets.
    ///
    /// - Parameters:
    ///   - old: A rule set of the first policy.
    ///   - new: A rule set of the second policy.
    ///   - sites: The sites that are compared one by one as well, and counted there.
    ///   - schemes: The classes of schemes.
    ///   - scopes: The conditions of all other rules.
    ///   - mostEntries: Lists with at most this many entries are left out.
    ///   - tellsRules: Whether to find sites that different rules decide alike, too.
    /// - Complexity: O(*n*) in the entries, with two look-ups for each entry in each policy, and as many for each further
    ///   class of schemes. Entries that both lists have in the same order are looked up once.
    init(
        _ old: (ruleSet: RuleSet, policy: CompiledPolicy),
        _ new: (ruleSet: RuleSet, policy: CompiledPolicy),
        besides sites: Set<String> = [],
        schemes: SchemeClasses,
        scopes: [MatcherScope],
        mostEntries: Int,
        tellsRules: Bool
    ) {
        self.schemes = schemes
        let lists = [old.ruleSet, new.ruleSet].map { Self.lists(of: $0, mostEntries) }
        guard !lists[0].isEmpty || !lists[1].isEmpty, let before = old.policy.position(ofRuleSet: old.ruleSet.name),
            let after = new.policy.position(ofRuleSet: new.ruleSet.name)
        else { return }
        var looking = Looking(
            (old.policy.ruleSets[Int(before)], new.policy.ruleSets[Int(after)]),
            besides: sites,
            tellsRules: tellsRules
        )
        let told = SchemeScopes(scopes, in: &self.schemes)
        // Entries that both policies contain are checked once.
        let shared = Set(lists[0]).intersection(lists[1])
        var text: [UInt8] = []
        let edited = lists[1].filter { !shared.contains($0) }
        let originals = lists[0].filter { !shared.contains($0) }
        let walks =
            lists[0].map { (list: $0, original: EntryList?.none) }
            + edited.enumerated().map { ($1, originals.indices.contains($0) ? originals[$0] : nil) }
        for (list, original) in walks {
            let source = AtomSource(rule: 0, condition: 0, list: list)
            var walked = original.flatMap { $0.format == list.format ? WalkedList($0) : nil }
            for entry in 0..<source.count {
                looking.entry = (list, entry)
                if walked?.contains(list.entry(at: entry)) ?? false { continue }
                for isBelow in [false, true] where Self.write(entry, of: source, isBelow: isBelow, to: &text) {
                    if !isBelow { looking.site = text.hashValue }
                    guard looking.probe.take(text.span) else { continue }
                    let classes = told.classes(of: looking.probe.form.host, in: &self.schemes)
                    let isByName = looking.look(text, classes[0])
                    for number in classes.dropFirst() {
                        guard let scheme = self.schemes.classes[number].first else { continue }
                        Self.write(scheme, in: &text)
                        guard looking.probe.take(text.span) else { continue }
                        _ = looking.look(text, number)
                    }
                    guard isBelow, isByName, source.isHostList else { continue }
                    Self.lookUnreadable(list.entry(at: entry), classes, &self.schemes, &looking, &text)
                }
            }
        }
        found = looking.found
    }

    /// Looks up a name below an entry that a special scheme could not have. Some rules that name a host do not match it,
    /// so it needs a look only if such a rule may have decided.
    private static func lookUnreadable(
        _ name: Span<UInt8>,
        _ classes: [Int],
        _ schemes: inout SchemeClasses,
        _ looking: inout Looking,
        _ text: inout [UInt8]
    ) {
        for number in classes {
            guard let opaque = schemes.opaquePart(of: number) else { continue }
            text.removeAll(keepingCapacity: true)
            text += opaque.scheme.utf8
            text += "://demarc%20x.".utf8
            for index in name.indices { text.append(name[index]) }
            text.append(UInt8(ascii: "/"))
            guard looking.probe.take(text.span) else { continue }
            _ = looking.look(text, opaque.number)
        }
    }

    /// Replaces the scheme of a URL.
    private static func write(_ scheme: String, in text: inout [UInt8]) {
        let end = text.firstIndex(of: UInt8(ascii: ":")) ?? 0
        text.replaceSubrange(..<end, with: scheme.utf8)
    }

    /// Looks up URLs in both rule sets, and keeps the best for each pair of effects.
    private struct Looking: ~Copyable {
        var probe = RuleProbe()
        private let rules: (CompiledRuleSet, CompiledRuleSet)
        /// The entry that the probe's URL is about.
        var entry: (list: EntryList, position: Int)?
        /// The hash of the entry's own URL: what is below a name is the same site.
        var site = 0
        private let tellsRules: Bool
        /// Whether a rule, or a default, blocks.
        private let canBlock: Bool
        /// The names that are counted elsewhere.
        private let known: Set<[UInt8]>
        private var names: (RuleNames, RuleNames)
        private var pairs: [Pair: Kept] = [:]
        /// The pairs without a difference, of which one URL is enough.
        private var equal: [Pair] = []

        /// What is kept of a pair.
        private struct Kept {
            /// The sites that count. A name may be repeated, or be in both lists; and of some sites, only what is below
            /// the name changes, or changes in another way.
            var sites: Set<Int> = []
            var urls: [String] = []
            /// URLs with names that are counted elsewhere.
            var known: [String] = []

            mutating func keep(_ url: String, isKnown: Bool) {
                if isKnown { ListWalk.keep(url, in: &known) } else { ListWalk.keep(url, in: &urls) }
            }
        }

        init(
            _ rules: (CompiledRuleSet, CompiledRuleSet),
            besides sites: Set<String>,
            tellsRules: Bool
        ) {
            self.rules = rules
            canBlock = [rules.0.source, rules.1.source].contains { ruleSet in
                ruleSet.defaultClass == .blocked || ruleSet.rules.contains { $0.urlClass == .blocked }
            }
            known = Set(sites.map { Array($0.utf8) })
            self.tellsRules = tellsRules
            names = (RuleNames(rules: rules.0), RuleNames(rules: rules.1))
        }

        /// Looks up the probe's URL.
        ///
        /// - Parameters:
        ///   - text: The URL.
        ///   - schemes: The class of schemes that it represents.
        /// - Returns: Whether a rule decides, in either rule set, that may not match a host that cannot be read.
        mutating func look(_ text: [UInt8], _ schemes: Int) -> Bool {
            let one = rules.0.match(probe.url, scratch: &probe.scratch)
            let other = rules.1.match(probe.url, scratch: &probe.scratch)
            let pair = Pair(
                before: Effect(one, tellsRules ? names.0.name(of: one) : nil),
                after: Effect(other, tellsRules ? names.1.name(of: other) : nil),
                schemes: schemes
            )
            let isByName = pair.before.mayBeReadableOnly(canBlock) || pair.after.mayBeReadableOnly(canBlock)
            guard pair.isChanged else {
                guard !equal.contains(pair) else { return isByName }
                equal.append(pair)
                pairs[pair] = Kept(urls: [String(decoding: text, as: UTF8.self)])
                return isByName
            }
            let isKnown = isKnown
            if !isKnown { pairs[pair, default: Kept()].sites.insert(site) }
            pairs[pair, default: Kept()].keep(String(decoding: text, as: UTF8.self), isKnown: isKnown)
            return isByName
        }

        private var isKnown: Bool {
            guard !known.isEmpty, let entry else { return false }
            return known.contains(entry.list.entry(at: entry.position).array)
        }

        /// What was found, the plainest first, and then names that are counted elsewhere: the first URL of a pair carries
        /// the count.
        var found: [Found] {
            var (found, known): ([Found], [Found]) = ([], [])
            for (pair, kept) in pairs {
                found += kept.urls.enumerated().map { position, url in
                    let count = position == 0 && pair.isChanged ? max(1, kept.sites.count) : 0
                    return Found(url: url, count: count, schemes: pair.schemes, isChanged: pair.isChanged)
                }
                known += kept.known.map {
                    Found(url: $0, count: 0, schemes: pair.schemes, isChanged: pair.isChanged)
                }
            }
            return [found, known].flatMap { $0.sorted { ListWalk.isBetter($0.url, $1.url) } }
        }
    }

    private static func lists(of ruleSet: RuleSet, _ mostEntries: Int) -> [EntryList] {
        ruleSet.rules.flatMap(\.conditions).flatMap(\.alternatives).compactMap(\.list)
            .filter { $0.count > mostEntries }
    }

    /// Writes a URL for an entry, or for a name below it if the entry includes those. Returns false if there is no such
    /// URL.
    ///
    /// PERF: the names of a million lines are written as bytes, without creating a string for each.
    private static func write(_ entry: Int, of source: AtomSource, isBelow: Bool, to text: inout [UInt8]) -> Bool {
        guard !isBelow || source.listReach == .domain || !source.isHostList else { return false }
        text.removeAll(keepingCapacity: true)
        guard let list = source.list, source.isHostList else {
            var scope = source.scope(of: entry)
            if isBelow {
                guard case .name(let name, .domain) = scope.host else { return false }
                scope.host = .name(name, .subdomains)
            }
            text += scope.sample.utf8
            return true
        }
        text += "https://".utf8
        if isBelow { text += FreshNames.prefix.utf8 }
        let name = list.entry(at: entry)
        for index in name.indices { text.append(name[index]) }
        text.append(UInt8(ascii: "/"))
        return true
    }

    private static func keep(_ url: String, in urls: inout [String]) {
        guard !urls.contains(url) else { return }
        if urls.count < mostWitnesses {
            urls.append(url)
        } else if let last = urls.indices.last, isBetter(url, urls[last]) {
            urls[last] = url
        } else {
            return
        }
        urls.sort { isBetter($0, $1) }
    }

    /// Plainest first: `https`, then shortest.
    static func isBetter(_ left: String, _ right: String) -> Bool {
        let key = { (url: String) in (url.hasPrefix("https:") ? 0 : 1, url.utf8.count, url) }
        return key(left) < key(right)
    }
}
