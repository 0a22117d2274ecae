import AppLint
import ByteText
import Diagnostics
import PolicyModel
import RuleRegions
import URLMatching

/// Entries that occur twice: in one list, in several lists of a rule set, or below a broader entry.
extension RuleLint {
    /// A list as a rule names it.
    private struct NamedList {
        var path: String
        var list: EntryList
    }

    /// The duplicates in one list, or between two lists.
    private struct Tally {
        /// The maximum number of entries that are shown.
        let limit: Int
        var count = 0
        /// The first few: an entry, and the earlier entry that it repeats.
        var shown: [(entry: Int, earlier: Int)] = []

        init(limit: Int) { self.limit = limit }

        mutating func add(_ entry: Int, _ earlier: Int) {
            count += 1
            if shown.count < limit { shown.append((entry, earlier)) }
        }
    }

    /// Finds equal filters that are written differently, such as `Contoso.com` and `contoso.com`.
    private struct FilterNames {
        private var entries: [MatcherScope: Int] = [:]

        /// The first entry for the same URLs, or nil if there is none or it is not certain.
        mutating func earlier(of list: EntryList, _ entry: Int) -> Int? {
            guard let filter = try? URLFilter(list.entry(at: entry).string, side: list.side) else { return nil }
            let scope = MatcherScope(of: filter)
            guard scope.isExact else { return nil }
            if let earlier = entries[scope] { return earlier }
            entries[scope] = entry
            return nil
        }
    }

    private static var shownLimit: Int { 3 }

    func listFindings() -> [LintFinding] {
        var seen: Set<String> = []
        var findings: [LintFinding] = []
        for ruleSet in ruleSets {
            let lists = lists(of: ruleSet)
            for list in lists.all where seen.insert("\(list.list.format.rawValue) \(list.path)").inserted {
                findings += findingsWithin(list)
            }
            findings += bounded(findingsAcross(lists.ofConditions), in: ruleSet)
        }
        return findings
    }

    /// The lists of a rule set, without duplicates. Lists in `unless` usually repeat entries of others on purpose.
    private func lists(of ruleSet: RuleSet) -> (all: [NamedList], ofConditions: [NamedList]) {
        var all: [NamedList] = []
        var seen: Set<String> = []
        func add(_ conditions: [Condition]) {
            for condition in conditions where condition.key == .list {
                for case (.list(let list), let path) in zip(condition.alternatives, condition.paths)
                where seen.insert("\(list.format.rawValue) \(path)").inserted {
                    all.append(NamedList(path: path, list: list))
                }
            }
        }
        for rule in ruleSet.rules { add(rule.conditions) }
        let ofConditions = all
        for rule in ruleSet.rules { add(rule.exceptions) }
        return (all, ofConditions)
    }

    private func findingsWithin(_ named: NamedList) -> [LintFinding] {
        let list = named.list
        var map = NameMap()
        map.reserve(names: list.count, bytes: list.entryByteCount)
        var twice = Tally(limit: Self.findingLimit)
        var filters = FilterNames()
        for entry in 0..<list.count {
            let first = map.insert(list.entry(at: entry), source: 0, entry: UInt32(entry), keepingFirstOfSource: true)
            if first >= 0 {
                twice.add(entry, Int(map.item(first).entry))
            } else if list.format == .chrome, let earlier = filters.earlier(of: list, entry) {
                twice.add(entry, earlier)
            }
        }
        let findings = findings(.duplicateEntry, twice, in: named, help: "it changes nothing") { entry, earlier in
            let (text, line) = (Self.quote(list.entry(at: entry).string), list.line(at: earlier))
            return list.line(at: entry) == line
                ? "\(text) is twice on line \(line) of \(Self.quote(named.path))"
                : "\(text) repeats line \(line) of \(Self.quote(named.path))"
        }
        guard list.format == .domains || list.format == .adblockDomains else {
            return findings + addressBlocks(in: list, at: named.path)
        }
        var below = Tally(limit: Self.findingLimit)
        for entry in 0..<list.count {
            var broader: Int32 = NameMap.end
            map.forEachDomain(of: list.entry(at: entry)) { first, isWhole in
                if !isWhole, broader == NameMap.end { broader = first }
            }
            if broader >= 0 { below.add(entry, Int(map.item(broader).entry)) }
        }
        let help = "a domain includes everything below it"
        return findings
            + self.findings(.coveredEntry, below, in: named, help: help) { entry, broader in
                "\(Self.quote(list.entry(at: entry).string)) is below \(Self.quote(list.entry(at: broader).string)), "
                    + "which \(Self.quote(named.path)) also has"
            }
    }

    /// A finding for each entry, because a comment at its line may suppress it; the last one counts those beyond the
    /// limit. `help` says why an entry may be removed.
    private func findings(
        _ code: RuleLintCode,
        _ tally: Tally,
        in named: NamedList,
        help: String,
        _ message: (_ entry: Int, _ earlier: Int) -> String
    ) -> [LintFinding] {
        let holder = LintFinding.Holder(
            name: "the list \(Self.quote(named.path))",
            place: places.line(1, of: named.path)
        )
        var lines: [Int: LintPlaces.EntryLine] = [:]
        var findings = tally.shown.map { entry, earlier in
            let place = places.entry(entry, of: named.list, at: named.path, &lines)
            // A line with other names must stay.
            var finding = LintFinding(
                code,
                message(entry, earlier),
                at: [place.range, places.entry(earlier, of: named.list, at: named.path, &lines).range],
                help: "remove \(place.isAlone ? "it" : "only this name"): \(help)"
            )
            finding.holder = holder
            return finding
        }
        if let last = findings.indices.last { findings[last].unlistedCount = tally.count - tally.shown.count }
        return findings
    }

    private func findingsAcross(_ lists: [NamedList]) -> [LintFinding] {
        guard lists.count > 1 else { return [] }
        var tallies: [[Int]: Tally] = [:]
        // Equal entries in lists of two different kinds have different meanings.
        let kinds: [[ListFormat]] = [[.domains, .adblockDomains], [.hosts], [.edge], [.chrome], [.urls]]
        for kind in kinds {
            let members = lists.indices.filter { kind.contains(lists[$0].list.format) }
            guard members.count > 1 else { continue }
            var map = NameMap()
            for number in members {
                let list = lists[number].list
                map.reserve(names: list.count, bytes: list.entryByteCount)
                for entry in 0..<list.count {
                    let first = map.insert(
                        list.entry(at: entry),
                        source: UInt32(number),
                        entry: UInt32(entry),
                        keepingFirstOfSource: true
                    )
                    guard first >= 0 else { continue }
                    let earlier = map.item(first)
                    guard Int(earlier.source) != number, tallies.count < 1_000 else { continue }
                    tallies[[Int(earlier.source), number], default: Tally(limit: Self.shownLimit)].add(
                        entry,
                        Int(earlier.entry)
                    )
                }
            }
        }
        return tallies.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { key, tally in
            let (first, second) = (lists[key[0]], lists[key[1]])
            var lines: (first: [Int: LintPlaces.EntryLine], second: [Int: LintPlaces.EntryLine]) = ([:], [:])
            return LintFinding(
                .duplicateAcrossLists,
                "\(Self.quote(first.path)) and \(Self.quote(second.path)) have "
                    + "\(Quoted.count(tally.count, "entry", "entries")) in common: \(words(of: tally, in: second.list))",
                at: tally.shown.flatMap {
                    [
                        places.entry($0.entry, of: second.list, at: second.path, &lines.second).range,
                        places.entry($0.earlier, of: first.list, at: first.path, &lines.first).range,
                    ]
                },
                help: "nothing to do if others maintain the lists"
            )
        }
    }

    private func words(of tally: Tally, in list: EntryList) -> String {
        let shown = tally.shown.map { Self.quote(list.entry(at: $0.entry).string) }.joined(separator: ", ")
        let more = tally.count - tally.shown.count
        return more > 0 ? "\(shown) and \(more) more" : shown
    }
}
