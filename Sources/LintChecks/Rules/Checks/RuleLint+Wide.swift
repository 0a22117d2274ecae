import AppLint
import ByteText
import Diagnostics
import PolicyModel
import RuleRegions
import URLMatching

/// The hosts that a value matches and that its author can hardly have meant.
struct LinkWidth {
    /// The public suffix of which it matches everything; nil for every host.
    var suffix: String?
    /// A host of somebody else that a `*` in the registered domain matches; nil if the problem is a different one.
    var foreign: String?
}

/// Address blocks that together contain every address of a family.
struct WholeFamily {
    /// The first of the blocks.
    let first: AddressMatcher
    /// Whether only all of the blocks together contain the addresses.
    let isPart: Bool

    /// An address of the family, in a sentence.
    var address: String { first.network.bitCount == 32 ? "IPv4 address" : "IPv6 address" }

    /// The families of which some blocks contain every address.
    ///
    /// - Complexity: O(*n*) in the blocks.
    static func families(in blocks: [AddressMatcher]) -> [WholeFamily] {
        [32, 128].compactMap { bits in
            let family = Set(blocks.filter { $0.network.bitCount == bits })
            let networks = Dictionary(grouping: family, by: \.prefixLength).mapValues { Set($0.map(\.network)) }
            let outer = family.filter { block in
                !networks.contains { length, known in
                    length < block.prefixLength && known.contains(block.network.prefix(length))
                }
            }
            // The blocks have no address in common, so their shares add up. Shares of small blocks are too small to
            // count, and nobody writes the number of them that would matter.
            let share = outer.filter { $0.prefixLength <= 32 }.reduce(0.0) { sum, block in
                sum + 1 / Double(UInt64(1) << UInt64(block.prefixLength))
            }
            guard share == 1, let first = outer.min(by: { "\($0.network)" < "\($1.network)" }) else { return nil }
            return WholeFamily(first: first, isPart: outer.count > 1)
        }
    }
}

/// Values that match every host, or every name that anybody may register.
extension RuleLint {
    private struct WideValue {
        var text: String
        var key: String
        var place: SourceRange?
        /// The suffix, or nil for every host.
        var suffix: String?
        /// The addresses of which the address blocks of the condition contain all, or nil if it is not about addresses.
        var family: WholeFamily?
        /// The hosts that many organizations share, or nil if the problem is a different one.
        var shared: String?
        /// A host of somebody else that a `*` in the registered domain matches, or nil if the problem is a different one.
        var foreign: String?
    }

    /// The schemes whose URLs can have hosts of others.
    static let schemesOfAnyHost: Set<String> = ["http", "https", "ws", "wss"]

    func wideFindings(_ ruleSet: RuleSet) -> [LintFinding] {
        let keeper = SiteKeeper(regexes: RegexConfinements(budget: Self.confinementBudget))
        return ruleSet.rules.flatMap { rule -> [LintFinding] in
            // Blocking more than intended opens no hole. The purpose of a list without a rule is unknown.
            guard rule.urlClass != .blocked || isList else { return [] }
            // Another key that tests the host makes the rule narrow again.
            let wide = rule.conditions.map {
                wideValues($0, keeper) + (rule.urlClass == .internal ? sharedValues($0) : [])
            }
            let narrowing = rule.conditions.indices.filter { position in
                rule.conditions[position].asksForHost && wide[position].isEmpty
            }
            guard narrowing.isEmpty else { return [] }
            return (wide.joined() + wideSchemes(rule)).map { finding($0, in: rule) }
        }
    }

    private func wideValues(_ condition: Condition, _ keeper: SiteKeeper) -> [WideValue] {
        var found: [WideValue] = []
        for (position, matcher) in condition.alternatives.enumerated() {
            switch matcher {
            case .domain(let matcher) where RegistrableDomain.isPublicSuffix(matcher.domain):
                found.append(WideValue(text: matcher.domain, key: "domain", suffix: matcher.domain))
            case .edge(let pattern):
                guard let width = Self.width(of: pattern) else { continue }
                found.append(
                    WideValue(text: pattern.text, key: "edge", suffix: width.suffix, foreign: width.foreign)
                )
            case .pattern(let matcher):
                guard matcher.scheme.map({ Self.schemesOfAnyHost.contains($0) }) ?? true else { continue }
                guard let width = Self.width(of: matcher, keeper) else { continue }
                let text = width.foreign == nil ? matcher.pattern.description : matcher.pattern[.hostname]
                found.append(WideValue(text: text, key: "pattern", suffix: width.suffix, foreign: width.foreign))
            case .chrome(let filter):
                if let width = Self.width(of: filter) {
                    found.append(WideValue(text: filter.text, key: "chrome", suffix: width.suffix))
                }
            case .list(let list) where position < condition.paths.count:
                found += wideEntries(list, condition.paths[position])
            case .domain, .address, .list, .url, .host, .scheme, .regex, .site: continue
            }
        }
        return found + wideAddresses(condition)
    }

    /// The address blocks of a condition that together contain every address of a family.
    private func wideAddresses(_ condition: Condition) -> [WideValue] {
        let blocks = condition.alternatives.compactMap { matcher -> AddressMatcher? in
            switch matcher {
            case .address(let block): return block
            case .edge(let pattern): return Self.partialBlock(of: pattern)
            default: return nil
            }
        }
        return WholeFamily.families(in: blocks).map { family in
            let text = "\(family.first.network)/\(family.first.prefixLength)"
            return WideValue(text: text, key: "address", family: family)
        }
    }

    /// The block of addresses that an entry matches, unless it is all of them, which ``width(of:)`` tells.
    static func partialBlock(of pattern: LinkPattern) -> AddressMatcher? {
        guard case .block(let block) = pattern.hostScope, block.prefixLength > 0 else { return nil }
        return block
    }

    /// The most usual web scheme of an internal rule that tests nothing else: whatever the host, its URLs are internal.
    private func wideSchemes(_ rule: Rule) -> [WideValue] {
        guard rule.urlClass == .internal, rule.conditions.allSatisfy({ $0.key == .scheme }) else { return [] }
        let schemes = rule.conditions.flatMap(\.alternatives).compactMap { matcher -> String? in
            if case .scheme(let scheme) = matcher { scheme.scheme } else { nil }
        }
        let first = ["https", "http", "wss", "ws"].first { schemes.contains($0) }
        return first.map { [WideValue(text: $0, key: "scheme")] } ?? []
    }

    /// Values of an internal rule whose hosts many organizations share.
    private func sharedValues(_ condition: Condition) -> [WideValue] {
        var found: [WideValue] = []
        for (position, matcher) in condition.alternatives.enumerated() {
            guard case .list(let list) = matcher else {
                if let name = sharedName(of: MatcherScope(of: matcher)) {
                    found.append(WideValue(text: name, key: condition.key.rawValue, shared: name))
                }
                continue
            }
            guard position < condition.paths.count, !isList else { continue }
            for entry in 0..<list.count where found.count <= Self.findingLimit {
                guard SharedHosting.mayBeShared(list.entry(at: entry)),
                    let name = sharedName(of: list.scope(of: entry))
                else { continue }
                let place = places.line(list.line(at: entry), of: condition.paths[position])
                found.append(WideValue(text: name, key: "list", place: place, shared: name))
            }
        }
        return found
    }

    private func sharedName(of scope: MatcherScope) -> String? {
        guard case .name(let name, _) = scope.host, SharedHosting.owner(of: name) == .many else { return nil }
        return String(decoding: name, as: UTF8.self)
    }

    private func wideEntries(_ list: EntryList, _ path: String) -> [WideValue] {
        var found: [WideValue] = []
        for entry in 0..<list.count where found.count <= Self.findingLimit {
            guard let (text, width) = Self.width(of: list, entry) else { continue }
            let place = places.line(list.line(at: entry), of: path)
            found.append(
                WideValue(text: text, key: "list", place: place, suffix: width.suffix, foreign: width.foreign)
            )
        }
        return found
    }

    /// The text and the width of an entry of a list; nil if it names hosts of its own.
    private static func width(of list: EntryList, _ entry: Int) -> (text: String, width: LinkWidth)? {
        let bytes = list.entry(at: entry)
        switch list.format {
        case .domains, .adblockDomains:
            // PERF: public suffixes are short; the rest of a million names is not looked up.
            var dots = 0
            for index in bytes.indices where bytes[index] == UInt8(ascii: ".") { dots += 1 }
            guard dots <= 2, RegistrableDomain.range(in: bytes) == nil else { return nil }
            let name = bytes.string
            return RegistrableDomain.isPublicSuffix(name) ? (name, LinkWidth(suffix: name)) : nil
        case .edge:
            guard let pattern = try? LinkPattern(bytes.string, as: .browser) else { return nil }
            return width(of: pattern).map { (pattern.text, $0) }
        case .chrome:
            guard let filter = try? URLFilter(bytes.string, side: list.side) else { return nil }
            return width(of: filter).map { (filter.text, $0) }
        case .hosts, .urls: return nil
        }
    }

    /// The width of a filter; nil if it is narrower than a public suffix, or names a scheme whose URLs have no foreign
    /// hosts.
    private static func width(of filter: URLFilter) -> LinkWidth? {
        guard filter.scheme.map({ schemesOfAnyHost.contains($0) }) ?? true else { return nil }
        return width(of: MatcherScope(of: filter), isAnchored: filter.anchor != nil)
    }

    /// The width of the scope of a value; nil if it is narrower than a public suffix. An anchored value, which an index
    /// can place by its host, does not match every host.
    private static func width(of scope: MatcherScope, isAnchored: Bool) -> LinkWidth? {
        switch scope.host {
        case .any: return isAnchored ? nil : LinkWidth()
        case .name(let name, let reach):
            let name = String(decoding: name, as: UTF8.self)
            guard reach != .exact, scope.isExact, RegistrableDomain.isPublicSuffix(name) else { return nil }
            return LinkWidth(suffix: name)
        case .network(let matcher): return matcher.prefixLength == 0 ? LinkWidth() : nil
        }
    }

    /// The width of an entry; nil if it names hosts of its own.
    static func width(of pattern: LinkPattern) -> LinkWidth? {
        width(of: MatcherScope(of: pattern), isAnchored: pattern.anchor != nil)
            ?? foreignHost(of: pattern).map { LinkWidth(foreign: $0) }
    }

    /// The width of a URLPattern; nil if it names hosts of its own.
    private static func width(of matcher: PatternMatcher, _ keeper: SiteKeeper) -> LinkWidth? {
        let width = width(of: MatcherScope(of: matcher), isAnchored: matcher.hostAnchors != nil)
        if let width, width.suffix != nil { return width }
        guard let foreign = foreignHost(of: matcher, keeper) else { return nil }
        return matchesEveryHost(matcher) ? LinkWidth() : LinkWidth(foreign: foreign)
    }

    private static func help(forWildcardsOf text: String, isPattern: Bool) -> String {
        guard isPattern, !text.hasPrefix("*") || text.dropFirst().contains("*") else {
            return "write `*.` before the registered domain for what is below it, and no `*` for the domain itself"
        }
        return "spell the registered domain out, at the end of the host; only what is below it may be left open"
    }

    private func finding(_ value: WideValue, in rule: Rule) -> LintFinding {
        // The rule of a list without a document has no place of its own.
        let place =
            value.place.map { isList ? [$0] : [$0, places.range(rule.location)] }
            ?? [places.range(of: value.text, in: rule)]
        // An entry belongs to its list, regardless of which rules use the list.
        let holder = value.place.map { Self.quote($0.path) } ?? "the rule \(Self.quote(rule.id))"
        if let shared = value.shared { return sharedHost(shared, value.text, in: holder, at: place) }
        if let foreign = value.foreign {
            return LintFinding(
                .unanchoredHost,
                "\(Self.quote(value.text)) in \(holder) matches hosts of others, such as \(Self.quote(foreign))",
                at: place,
                help: Self.help(forWildcardsOf: value.text, isPattern: value.key == "pattern")
                    + (isList ? "; leave it if the list only blocks" : "")
            )
        }
        guard let suffix = value.suffix else {
            let isPart = value.family?.isPart ?? false
            return LintFinding(
                .matchesEveryHost,
                "\(Self.quote(value.text)) \(isPart ? "and the other blocks " : "")in \(holder) "
                    + "\(isPart ? "match" : "matches") every \(value.family?.address ?? "host")",
                at: place,
                help: "name the hosts or domains that are meant; `default` is for the rest"
            )
        }
        return LintFinding(
            .publicSuffix,
            "\(Self.quote(value.text)) in \(holder) matches whatever anybody registers under "
                + "`\(suffix)`, which is a public suffix",
            at: place,
            help: "name the registered domains that are meant, such as `contoso.\(suffix)`"
                + (isList ? "; leave it if the list only blocks" : "")
        )
    }
}

extension Condition {
    /// Whether a URL must have one of certain hosts to satisfy the condition.
    fileprivate var asksForHost: Bool {
        switch key {
        case .scheme, .regex, .site: false
        case .url, .host, .domain, .pattern, .edge, .chrome, .address, .list: true
        }
    }
}
