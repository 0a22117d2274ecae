import ByteText
import PolicyModel
import RuleIndex
import RuleRegions
import URLMatching

/// The look-ups of a walk.
extension ListWalk {
    /// The result of a rule set for a URL, as far as a navigation depends on it.
    private struct Decided: Hashable {
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
        var before: Decided
        var after: Decided
        var schemes: Int

        var isChanged: Bool { before != after }
    }

    /// How many URLs to keep for each pair.
    private static let mostWitnesses = 5

    /// Looks up URLs in both rule sets, and keeps the best for each pair of effects.
    struct Looking: ~Copyable {
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
                before: Decided(one, tellsRules ? names.0.name(of: one) : nil),
                after: Decided(other, tellsRules ? names.1.name(of: other) : nil),
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
    private static func isBetter(_ left: String, _ right: String) -> Bool {
        let key = { (url: String) in (url.hasPrefix("https:") ? 0 : 1, url.utf8.count, url) }
        return key(left) < key(right)
    }
}
