import ByteText
import PolicyModel
import RuleIndex
import RuleRegions
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

    /// The conditions that distinguish schemes, by the hosts that they name.
    private struct SchemeScopes {
        private let scopes: [MatcherScope]
        private let index: HostScopeIndex
        /// The classes if no condition distinguishes schemes.
        private let plain: [Int]

        init(_ scopes: [MatcherScope], in schemes: inout SchemeClasses) {
            self.scopes = scopes.filter { $0.schemes != nil || $0.port != .any }
            index = HostScopeIndex(self.scopes.lazy.map(\.host))
            plain = schemes.classes(of: [])
        }

        /// The classes for a host.
        ///
        /// PERF: nearly all names of a million lines are in no other condition, and cost a look-up of each label.
        func classes(of host: Span<UInt8>, in schemes: inout SchemeClasses) -> [Int] {
            guard !scopes.isEmpty else { return plain }
            let positions = index.positions(containing: host)
            guard !positions.isEmpty else { return plain }
            let name = HostScope.name(host.array, .exact)
            return schemes.classes(of: positions.lazy.map { scopes[$0] }.filter { $0.host.contains(name) })
        }
    }

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
        let labels = Self.labels(unlike: scopes, lists.joined())
        let prefixes: [String?] = [nil, "\(labels.label)."]
        let unreadable = "://\(labels.unreadableLabel)."
        // Entries that both policies contain are checked once.
        let shared = Set(lists[0]).intersection(lists[1])
        var text: [UInt8] = []
        let edited = lists[1].filter { !shared.contains($0) }
        let originals = lists[0].filter { !shared.contains($0) }
        let walks =
            lists[0].map { (list: $0, original: EntryList?.none) }
            + edited.enumerated().map { ($1, originals.indices.contains($0) ? originals[$0] : nil) }
        for (list, original) in walks {
            var walked = original.flatMap { $0.format == list.format ? WalkedList($0) : nil }
            for entry in 0..<list.count {
                looking.entry = (list, entry)
                if walked?.contains(list.entry(at: entry)) ?? false { continue }
                for prefix in prefixes where Self.write(entry, of: list, below: prefix, to: &text) {
                    if prefix == nil { looking.site = text.hashValue }
                    guard looking.probe.take(text.span) else { continue }
                    let classes = told.classes(of: looking.probe.form.host, in: &self.schemes)
                    let isByName = looking.look(text, classes[0])
                    for number in classes.dropFirst() {
                        guard let scheme = self.schemes.classes[number].first else { continue }
                        Self.write(scheme, in: &text)
                        guard looking.probe.take(text.span) else { continue }
                        _ = looking.look(text, number)
                    }
                    guard prefix != nil, isByName, list.isHostList else { continue }
                    Self.lookUnreadable(unreadable, list.entry(at: entry), classes, &self.schemes, &looking, &text)
                }
            }
        }
        found = looking.found
    }

    /// Looks up a name below an entry that a special scheme could not have. Some rules that name a host do not match it,
    /// so it needs a look only if such a rule may have decided.
    private static func lookUnreadable(
        _ prefix: String,
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
            text += prefix.utf8
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

    private static func lists(of ruleSet: RuleSet, _ mostEntries: Int) -> [EntryList] {
        ruleSet.rules.flatMap(\.conditions).flatMap(\.alternatives).compactMap(\.list)
            .filter { $0.count > mostEntries }
    }

    /// Labels with which no name of the lists, or of the other rules, begins.
    private static func labels(unlike scopes: [MatcherScope], _ lists: some Sequence<EntryList>) -> UnnamedLabels {
        var labels = UnnamedLabels()
        for case .name(let name, _) in scopes.lazy.map(\.host) { labels.note(name.span) }
        for list in lists {
            for entry in 0..<list.count {
                guard !list.isHostList else {
                    labels.note(list.entry(at: entry))
                    continue
                }
                // PERF: hardly any entry is read twice.
                guard ByteSearch.contains(list.entry(at: entry).array, FreshNames.beginning) else { continue }
                if case .name(let name, _) = list.scope(of: entry).host { labels.note(name.span) }
            }
        }
        return labels
    }

    /// Writes a URL for an entry, or for a name below it, with a prefix, if the entry includes those. Returns false if
    /// there is no such URL.
    ///
    /// PERF: the names of a million lines are written as bytes, without creating a string for each.
    private static func write(_ entry: Int, of list: EntryList, below prefix: String?, to text: inout [UInt8]) -> Bool {
        guard prefix == nil || list.reach == .domain || !list.isHostList else { return false }
        text.removeAll(keepingCapacity: true)
        guard list.isHostList else {
            var scope = list.scope(of: entry)
            if prefix != nil {
                guard case .name(let name, .domain) = scope.host else { return false }
                scope.host = .name(name, .subdomains)
            }
            text += scope.sample.utf8
            return true
        }
        text += "https://".utf8
        if let prefix { text += prefix.utf8 }
        let name = list.entry(at: entry)
        for index in name.indices { text.append(name[index]) }
        text.append(UInt8(ascii: "/"))
        return true
    }
}
