import ByteText
import PolicyModel
import RuleIndex
import RuleRegions
import URLMatching

/// Entries of large lists that are combined with what other rules distinguish.
extension DiffRequests {
    /// The entries of large lists for which other rules distinguish more than hosts and schemes, such as a path. A walk
    /// asks about neither paths nor ports.
    ///
    /// If there are too many, those that only one version has come first, and each list has its turn: a rule of which
    /// no entry is asked would show nothing.
    ///
    /// - Parameter ruleSets: The rule sets.
    /// - Returns: The hosts, and whether these are all.
    /// - Complexity: O(*n*) in the bytes of the entries.
    static func walkedHosts(of ruleSets: [SplitRuleSet]) -> (hosts: [MatcherScope], isExact: Bool) {
        let scopes = ruleSets.flatMap(\.scopesOfParts)
        let lists = ruleSets.map(\.hostLists)
        guard !scopes.isEmpty, lists.contains(where: { !$0.isEmpty }) else { return ([], true) }
        let index = HostScopeIndex(scopes.map(\.host))
        let shared = lists.count == 2 ? Set(lists[0]).intersection(lists[1]) : Set(lists.joined())
        let ownNames = lists.map { own in names(of: own.filter { !shared.contains($0) }) }
        var seen: Set<EntryList> = []
        var (edited, others): ([[MatcherScope]], [[MatcherScope]]) = ([], [])
        var isExact = true
        for (side, own) in lists.enumerated() {
            for list in own where seen.insert(list).inserted {
                let isShared = shared.contains(list)
                var (ownEdited, ownOthers): ([MatcherScope], [MatcherScope]) = ([], [])
                for entry in 0..<list.count {
                    let isEdited = !isShared && ownNames[1 - side].first(of: list.entry(at: entry)) == NameMap.end
                    guard (isEdited ? ownEdited.count : ownOthers.count) <= mostEntries else {
                        isExact = false
                        continue
                    }
                    let host = HostScope.name(list.entry(at: entry).array, .exact)
                    let isMet = index.positions(containing: list.entry(at: entry))
                        .contains { scopes[$0].host.contains(host) }
                    guard isMet else { continue }
                    if isEdited {
                        ownEdited.append(list.scope(of: entry))
                    } else {
                        ownOthers.append(list.scope(of: entry))
                    }
                }
                edited.append(ownEdited)
                others.append(ownOthers)
            }
        }
        let found = inTurn(edited) + inTurn(others)
        var taken: Set<MatcherScope> = []
        let hosts = found.filter { taken.insert($0).inserted }
        return (Array(hosts.prefix(mostEntries)), isExact && hosts.count <= mostEntries)
    }

    /// The names in some lists.
    private static func names(of lists: [EntryList]) -> NameMap {
        var names = NameMap()
        for list in lists {
            for entry in 0..<list.count {
                _ = names.insert(list.entry(at: entry), source: 0, entry: 0, keepingFirstOfSource: true)
            }
        }
        return names
    }

    /// The first scope of each list, then the second of each, and so on.
    private static func inTurn(_ lists: [[MatcherScope]]) -> [MatcherScope] {
        (0..<(lists.map(\.count).max() ?? 0)).flatMap { turn in
            lists.filter { turn < $0.count }.map { $0[turn] }
        }
    }
}
