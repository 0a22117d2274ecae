import PolicyModel
import RuleRegions

/// Rules that may match any host: each is matched against URLs of every other rule.
extension RuleRelations {
    /// Finds where they overlap with rules of the same priority and another class.
    mutating func meetWide() {
        var wideRules: [Int] = []
        for atom in map.wide where wideRules.last != map.sources[atom.source].rule {
            wideRules.append(map.sources[atom.source].rule)
        }
        guard !wideRules.isEmpty else { return }
        var samples = [[String]?](repeating: nil, count: rules.count)
        // PERF: overlaps of rules with the same class yield no finding, and thousands of such rules would be compared
        // with each other.
        let byPriority = Dictionary(grouping: rules.indices) { rules[$0].priority }
        var others: [Rank: [Int]] = [:]
        for rule in wideRules {
            let rank = Rank(priority: rules[rule].priority, urlClass: rules[rule].urlClass)
            let met =
                others[rank] ?? byPriority[rank.priority, default: []].filter { rules[$0].urlClass != rank.urlClass }
            others[rank] = met
            for other in met {
                // Counted even if nothing is matched because no common URL is known.
                probe.count += 1
                guard probe.count < Self.askLimit, meetings.count < Self.pairLimit else {
                    isBounded = true
                    return
                }
                let pair =
                    strength(of: rule, over: other) > 0
                    ? Pair(winner: rule, loser: other) : Pair(winner: other, loser: rule)
                guard meetings[pair]?.witness == nil else { continue }
                for one in [rule, other] where samples[one] == nil {
                    samples[one] = map.samples(of: one, limit: 4, &probe)
                }
                let common = map.commonURLs(rule, other)
                let texts = (samples[rule] ?? []) + (samples[other] ?? []) + common.texts
                guard let witness = witness(of: texts, rule, other) else { continue }
                var meeting = meetings[pair] ?? Meeting()
                meeting.count += 1
                meeting.witness = witness
                meeting.isSampled = !common.isExact
                if common.isWinnerInside(isOtherWinner: pair.winner == other) {
                    meeting.winnerValuesInLoser = covers[pair.winner].valueCount
                }
                meetings[pair] = meeting
            }
        }
    }

    /// What determines which of two rules wins.
    private struct Rank: Hashable {
        var priority: Int
        var urlClass: URLClass
    }
}

/// URLs that two rules may both match.
private struct Common {
    var texts: [String] = []
    var isExact = true
    /// Whether the other rule is completely within the wide rule.
    var isOtherInside = true

    func isWinnerInside(isOtherWinner: Bool) -> Bool { isOtherWinner && isExact && isOtherInside }
}

extension RuleMap {
    /// URLs that both rules may match, from the first values of each.
    // PERF: in an extension of the map because the compiler takes seconds to check loops like these in a type that
    // cannot be copied.
    fileprivate func commonURLs(_ rule: Int, _ other: Int) -> Common {
        var common = Common()
        for source in anchors[rule] {
            for entry in 0..<min(sources[source].count, 4) {
                let atom = Atom(source: source, entry: entry)
                let scope = self.scope(of: atom)
                if !scope.isExact { common.isExact = false }
                for otherSource in anchors[other] {
                    let count = sources[otherSource].count
                    if count > 4 { common.isOtherInside = false }
                    for otherEntry in 0..<min(count, 4) {
                        let otherAtom = Atom(source: otherSource, entry: otherEntry)
                        let otherScope = self.scope(of: otherAtom)
                        if !otherScope.isExact { common.isExact = false }
                        if !covers(atom, otherScope, reachedBy: otherAtom) { common.isOtherInside = false }
                        // If nothing is known about either, only the samples of each are available.
                        guard scope.isExact || otherScope.isExact else { continue }
                        if let both = scope.intersection(otherScope) {
                            common.texts += candidates(in: both, for: [rule, other])
                        }
                    }
                }
            }
        }
        return common
    }
}
