import ByteText
import PolicyModel
import RuleRegions
import URLMatching
import URLStandard

/// How the rules of one rule set relate: which rules are covered by others, and which overlap.
///
/// 1. Every value of every rule is visited once, together with the values at its host or above it.
/// 2. A value that another rule contains is *covered*. A rule whose values are all covered never has an effect. Of rules
///    that cover each other, the first by name is kept.
/// 3. Two overlapping rules of one priority and different classes need a *witness*: a URL that is built from both and
///    that both actually match.
/// 4. Values that may match any host are matched against URLs of every other rule, within the bounds.
struct RuleRelations: ~Copyable {
    /// Two rules that overlap: the winner and the loser.
    struct Pair: Hashable {
        var winner: Int
        var loser: Int
    }

    /// An overlap of two rules.
    struct Meeting {
        /// A URL that both match, if one has been found.
        var witness: String?
        /// How many values of either rule overlap a value of the other.
        var count = 0
        /// How many of the winner's values are completely within the loser.
        var winnerValuesInLoser = 0
        /// Whether a regular expression, or a pattern that is not an exact set, is involved.
        var isSampled = false
        fileprivate var tries = 0
    }

    /// How far the values of a rule are covered.
    struct Cover {
        /// How many values can match at all.
        var valueCount = 0
        /// How many values can never match.
        var deadCount = 0
        /// The rules of higher rank that cover values, the first in order first; nil once some value is not covered.
        var stronger: [Int]? = []
        /// The same for rules of the same priority and class.
        var equal: [Int]? = []
        /// A covered value.
        var example: RuleMap.Atom?
        /// For each value that only such rules with later names cover, these rules: one of them has to stay.
        fileprivate var later: Set<[Int]> = []
    }

    let map: RuleMap
    var probe = RuleProbe()
    var meetings: [Pair: Meeting] = [:]
    private(set) var covers: [Cover]
    /// Whether a bound was reached, so that not every pair was compared.
    var isBounded = false

    let rules: [Rule]
    /// Schemes of which views load no URL by rules.
    let schemesWithoutRules: Set<String>
    private let numbers: [String: Int]
    /// The rules by name, and the position of each rule among them.
    private let byName: [Int]
    private let order: [Int]
    private let wideExact: [RuleMap.Atom]
    private var sameMatchers: [Matcher: [RuleMap.Atom]] = [:]
    /// For the rule that is visited: values at keys of other rules that have every value of one of its keys, and so match
    /// wherever it does.
    private var including: [RuleMap.Atom] = []
    private var work = 0
    private var comparisons = 0

    private static let tryLimit = 32
    private static let laterLimit = 10_000
    private static let workLimit = 4_000_000
    private static let comparisonLimit = 1_000_000
    static let askLimit = 200_000
    static let pairLimit = 20_000

    init(_ map: RuleMap, schemesWithoutRules: Set<String>) {
        self.schemesWithoutRules = schemesWithoutRules
        let rules = map.ruleSet.rules
        self.rules = rules
        numbers = Dictionary(rules.indices.map { (rules[$0].id, $0) }) { first, _ in first }
        byName = rules.indices.sorted { (rules[$0].id, $0) < (rules[$1].id, $1) }
        var order = [Int](repeating: 0, count: rules.count)
        for (position, rule) in byName.enumerated() { order[rule] = position }
        self.order = order
        covers = [Cover](repeating: Cover(), count: rules.count)
        wideExact = map.wide.filter { map.scope(of: $0).isExact }
        self.map = map
    }

    /// Compares all rules.
    mutating func find() {
        noteMatchers()
        for rule in rules.indices {
            noteIncluding(rule)
            for source in map.anchors[rule] {
                if map.sources[source].isHostList {
                    lookAtHosts(of: source)
                } else {
                    for entry in 0..<map.sources[source].count {
                        look(at: RuleMap.Atom(source: source, entry: entry))
                    }
                }
            }
        }
        keepFirst()
        meetWide()
    }

    /// Whether `rule` wins over `other` wherever both match: 1 if it does, 0 if they have the same result, -1
    /// otherwise.
    func strength(of rule: Int, over other: Int) -> Int {
        let (left, right) = (rules[rule], rules[other])
        if left.priority != right.priority { return left.priority > right.priority ? 1 : -1 }
        if left.urlClass != right.urlClass { return left.urlClass > right.urlClass ? 1 : -1 }
        return 0
    }

    // MARK: Values

    private mutating func noteMatchers() {
        for rule in rules.indices {
            for source in map.anchors[rule] where map.sources[source].list == nil {
                for entry in 0..<map.sources[source].count {
                    let atom = RuleMap.Atom(source: source, entry: entry)
                    guard !map.scope(of: atom).isExact, let matcher = map.matcher(of: atom) else { continue }
                    sameMatchers[matcher, default: []].append(atom)
                }
            }
        }
    }

    private mutating func noteIncluding(_ rule: Int) {
        including = []
        // The only key of a rule is compared value by value.
        guard rules[rule].conditions.count > 1, work < Self.workLimit else { return }
        for condition in rules[rule].conditions where condition.key != .list {
            let same = condition.alternatives.first.flatMap { sameMatchers[$0] } ?? []
            for atom in same {
                let source = map.sources[atom.source]
                let alternatives = rules[source.rule].conditions[source.condition].alternatives
                work += 1 + alternatives.count
                guard source.rule != rule, alternatives.count >= condition.alternatives.count,
                    Set(alternatives).isSuperset(of: condition.alternatives)
                else { continue }
                including.append(atom)
            }
        }
    }

    /// Keeps some rule for each value. Rules are taken out one after the other, the last by name first, as long as each
    /// of their values is still covered; so all of them can be removed together.
    private mutating func keepFirst() {
        var removed: Set<Int> = []
        for rule in byName.reversed() where covers[rule].valueCount > 0 && covers[rule].equal != nil {
            if covers[rule].later.contains(where: { removed.isSuperset(of: $0) }) {
                covers[rule].equal = nil
            } else {
                removed.insert(rule)
            }
        }
    }

    /// PERF: the names of a list are compared by their reach, without creating a scope for each of a million names.
    private mutating func lookAtHosts(of source: Int) {
        let list = map.sources[source]
        guard let names = list.list else { return }
        var found: [RuleMap.Atom] = []
        for entry in 0..<names.count {
            let atom = RuleMap.Atom(source: source, entry: entry)
            found.removeAll(keepingCapacity: true)
            map.forEachAtom(above: names.entry(at: entry)) { other in
                if other.source != source { found.append(other) }
            }
            let isPlain = rules[list.rule].conditions.count == 1 && rules[list.rule].exceptions.isEmpty
            if found.isEmpty, isPlain, wideExact.isEmpty || covers[list.rule].equal == nil {
                covers[list.rule].valueCount += 1
                covers[list.rule].stronger = nil
                covers[list.rule].equal = nil
                continue
            }
            look(at: atom, meeting: found)
        }
    }

    private mutating func look(at atom: RuleMap.Atom) {
        var found: [RuleMap.Atom] = []
        map.forEachAtom(above: map.scope(of: atom)) { found.append($0) }
        look(at: atom, meeting: found)
    }

    private mutating func look(at atom: RuleMap.Atom, meeting found: [RuleMap.Atom]) {
        let rule = map.sources[atom.source].rule
        guard let scope = map.reach(of: atom) else {
            covers[rule].deadCount += 1
            return
        }
        covers[rule].valueCount += 1
        work += 1 + found.count
        cover(atom, of: rule, scope, among: found)
        var containing: Set<Int> = []
        for other in found {
            let source = map.sources[other.source]
            guard source.isAnchor, source.rule != rule, rules[source.rule].priority == rules[rule].priority,
                rules[source.rule].urlClass != rules[rule].urlClass
            else { continue }
            comparisons += 1
            guard comparisons <= Self.comparisonLimit else {
                isBounded = true
                return
            }
            let otherScope = map.scope(of: other)
            // Two values at one host find each other; recording the pair once is enough.
            if otherScope.host == scope.host, other.source > atom.source { continue }
            guard let common = otherScope.intersection(scope) else { continue }
            // The value may be within the other value, and the rule still not within the other rule.
            let isContained = map.covers(other, scope, reachedBy: atom)
            note(atom, other, meetingIn: common, isContained: isContained, &containing)
        }
    }

    /// Finds the rules that cover a value, as long as all values of its rule have been covered so far.
    private mutating func cover(
        _ atom: RuleMap.Atom,
        of rule: Int,
        _ scope: MatcherScope,
        among found: [RuleMap.Atom]
    ) {
        guard covers[rule].equal != nil, work < Self.workLimit else {
            (covers[rule].stronger, covers[rule].equal) = (nil, nil)
            return
        }
        var stronger: Int?
        var equal: Int?
        var later: [Int] = []
        let same = map.matcher(of: atom).flatMap { sameMatchers[$0] } ?? []
        for (candidates, isIncluding) in [(found, false), (wideExact, false), (same, false), (including, true)]
        where stronger == nil {
            work += candidates.count
            for other in candidates where stronger == nil {
                let source = map.sources[other.source]
                guard source.isAnchor, source.rule != rule else { continue }
                let strength = strength(of: source.rule, over: rule)
                guard strength >= 0,
                    isIncluding
                        ? map.matches(source, scope, reachedBy: atom) : map.covers(other, scope, reachedBy: atom)
                else { continue }
                if strength > 0 {
                    stronger = source.rule
                } else if order[source.rule] < order[rule] {
                    equal = equal ?? source.rule
                } else if later.count < 4, !later.contains(source.rule) {
                    later.append(source.rule)
                }
            }
        }
        if stronger == nil { stronger = winner(over: rule, at: atom) }
        let covering = stronger ?? equal ?? later.first
        if covers[rule].example == nil, covering != nil { covers[rule].example = atom }
        Self.add(stronger, to: &covers[rule].stronger)
        Self.add(covering, to: &covers[rule].equal)
        guard stronger == nil, equal == nil, !later.isEmpty, covers[rule].equal != nil else { return }
        covers[rule].later.insert(later)
        if covers[rule].later.count > Self.laterLimit { covers[rule].equal = nil }
    }

    /// The rule that wins at the only URL of a value, whatever the winner consists of; nil if there is none, or if it is
    /// not certain.
    private mutating func winner(over rule: Int, at atom: RuleMap.Atom) -> Int? {
        // A URL of another app's scheme has a second form, in which it may be written in many ways.
        guard case .url(let matcher)? = map.matcher(of: atom), map.scope(of: atom).isSpecial,
            probe.count < Self.askLimit, probe.take(matcher.url)
        else { return nil }
        probe.count += 1
        let decision = map.compiled.decision(&probe)
        guard decision.urlClass != nil, let winner = (decision.rule?.id).flatMap({ numbers[$0] }),
            strength(of: winner, over: rule) > 0, !rules[winner].comparesWithDocument
        else { return nil }
        return winner
    }

    private static func add(_ rule: Int?, to rules: inout [Int]?) {
        guard let rule else {
            rules = nil
            return
        }
        guard let known = rules, known.count < 8, !known.contains(rule) else { return }
        rules?.append(rule)
    }

    // MARK: Meetings

    private mutating func note(
        _ atom: RuleMap.Atom,
        _ other: RuleMap.Atom,
        meetingIn common: MatcherScope,
        isContained: Bool,
        _ containing: inout Set<Int>
    ) {
        let (rule, otherRule) = (map.sources[atom.source].rule, map.sources[other.source].rule)
        let isWinner = strength(of: rule, over: otherRule) > 0
        let pair = isWinner ? Pair(winner: rule, loser: otherRule) : Pair(winner: otherRule, loser: rule)
        guard meetings[pair] != nil || meetings.count < Self.pairLimit else {
            isBounded = true
            return
        }
        var meeting = meetings[pair] ?? Meeting()
        meeting.count += 1
        if isContained, isWinner, containing.insert(otherRule).inserted { meeting.winnerValuesInLoser += 1 }
        if meeting.witness == nil, meeting.tries < Self.tryLimit {
            meeting.tries += 1
            if probe.count < Self.askLimit {
                meeting.witness = witness(of: map.candidates(in: common, for: [rule, otherRule]), rule, otherRule)
                if meeting.witness == nil {
                    meeting.witness = witness(of: map.commonTexts(of: atom, other), rule, otherRule)
                }
            } else {
                isBounded = true
            }
        }
        meetings[pair] = meeting
    }

    /// The first of some URLs that both rules match, that views ask rules about, and that no third rule of higher
    /// priority decides.
    mutating func witness(of texts: [String], _ rule: Int, _ other: Int) -> String? {
        for text in texts where probe.take(text) && !schemesWithoutRules.contains(probe.form.scheme.string) {
            guard map.matches(rule, &probe) == true, map.matches(other, &probe) == true else { continue }
            let decision = map.compiled.decision(&probe)
            guard decision.urlClass != nil, let winner = (decision.rule?.id).flatMap({ numbers[$0] }),
                rules[winner].priority == rules[rule].priority
            else { continue }
            return probe.form.hrefWithoutFragment.string
        }
        return nil
    }
}
