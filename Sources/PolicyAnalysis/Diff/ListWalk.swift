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
    }

    private(set) var found: [Found] = []

    /// The result of a rule set for a URL, as far as a navigation depends on it.
    private struct Effect: Hashable {
        var urlClass: URLClass?
        var isDefault: Bool
        /// The deciding rule, if rules are distinguished.
        var rule: String?

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
    ///   - mostEntries: Lists with at most this many entries are left out.
    ///   - tellsRules: Whether to find sites that different rules decide alike, too.
    /// - Complexity: O(*n*) in the entries, with two look-ups for each entry in each policy. Entries that both lists have
    ///   in the same order are looked up once.
    init(
        _ old: (ruleSet: RuleSet, policy: CompiledPolicy),
        _ new: (ruleSet: RuleSet, policy: CompiledPolicy),
        mostEntries: Int,
        tellsRules: Bool
    ) {
        let lists = [old.ruleSet, new.ruleSet].map { Self.lists(of: $0, mostEntries) }
        guard !lists[0].isEmpty || !lists[1].isEmpty, let before = old.policy.position(ofRuleSet: old.ruleSet.name),
            let after = new.policy.position(ofRuleSet: new.ruleSet.name)
        else { return }
        let rules = (old.policy.ruleSets[Int(before)], new.policy.ruleSets[Int(after)])
        var probe = RuleProbe()
        var pairs: [Pair: (count: Int, urls: [String])] = [:]
        // The hashes of the names that were counted, because a name may be repeated, or be in both lists.
        var counted: Set<Int> = []
        // Entries that both policies contain are checked once.
        let shared = Set(lists[0]).intersection(lists[1])
        var text: [UInt8] = []
        var names = (RuleNames(rules: rules.0), RuleNames(rules: rules.1))
        let edited = lists[1].filter { !shared.contains($0) }
        let originals = lists[0].filter { !shared.contains($0) }
        let walks =
            lists[0].map { (list: $0, original: EntryList?.none) }
            + edited.enumerated().map { ($1, originals.indices.contains($0) ? originals[$0] : nil) }
        for (list, original) in walks {
            let source = AtomSource(rule: 0, condition: 0, list: list)
            var walked = original.flatMap { $0.format == list.format ? WalkedList($0) : nil }
            for entry in 0..<source.count {
                if walked?.contains(list.entry(at: entry)) ?? false { continue }
                for isBelow in [false, true] where Self.write(entry, of: source, isBelow: isBelow, to: &text) {
                    guard probe.take(text.span) else { continue }
                    let one = rules.0.match(probe.url, scratch: &probe.scratch)
                    let other = rules.1.match(probe.url, scratch: &probe.scratch)
                    let pair = Pair(
                        before: Effect(one, tellsRules ? names.0.name(of: one) : nil),
                        after: Effect(other, tellsRules ? names.1.name(of: other) : nil)
                    )
                    guard pair.before != pair.after else { continue }
                    if !isBelow, counted.insert(text.hashValue).inserted { pairs[pair, default: (0, [])].count += 1 }
                    Self.keep(String(decoding: text, as: UTF8.self), in: &pairs[pair, default: (0, [])].urls)
                }
            }
        }
        // The first URL of a pair carries the count.
        for pair in pairs.values {
            found += pair.urls.enumerated().map {
                Found(url: $0.element, count: $0.offset == 0 ? max(1, pair.count) : 0)
            }
        }
        found.sort { Self.isBetter($0.url, $1.url) }
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
        if isBelow { text += "demarc-x.".utf8 }
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
