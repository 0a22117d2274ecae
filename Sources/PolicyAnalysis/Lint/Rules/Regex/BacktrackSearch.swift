import ByteText
import URLMatching
import URLStandard

/// Looks for a URL on which a regular expression backtracks more than linearly, and proves it by running PCRE2.
///
/// 1. The tree suggests places: a repetition without bound whose body holds another one, or alternatives that begin
///    alike, or that another repetition of the same bytes follows.
/// 2. For each place a text is made that leads there, one that is repeated, and one that fails behind it.
/// 3. PCRE2's interpreter counts its steps for the URL with more and more repetitions. Steps that grow at least as the
///    square of them are a finding; whatever else the tree looked like is none.
struct BacktrackSearch {
    /// A URL that is slow, and how slow.
    struct Attack: Equatable {
        var prefix: String
        var pump: String
        var suffix: String
        /// How often the pump stands in the longer of two URLs; the shorter one has half as many.
        var count: Int
        var steps: UInt32
        /// The steps of the longer URL; nil where they are more than ``BacktrackSearch/stepLimit``.
        var stepsOfTwice: UInt32?
        /// With how many pumps the engine itself gives up, if it does with those that were tried.
        var limitCount: Int?

        /// The URL with so many pumps.
        func url(_ count: Int) -> String { prefix + String(repeating: pump, count: count) + suffix }
    }

    static let stepLimit: UInt32 = 100_000
    /// How much of the tree is looked at.
    private static let placeLimit = 12

    /// How many steps may still be counted, over all expressions.
    private(set) var budget: Int
    private var scratch = RegexScratchBox()

    init(budget: Int) { self.budget = budget }

    private struct Place {
        var before: [RegexTree.Node]
        var pumps: [[UInt8]]
        var after: [RegexTree.Node]
    }

    /// An attack on an expression; nil where none was proved.
    mutating func attack(on matcher: RegexMatcher, _ tree: RegexTree) -> Attack? {
        var places: [Place] = []
        Self.collect(tree.pieces, before: [], after: [], into: &places)
        for place in places.prefix(Self.placeLimit) {
            let prefix = RegexTree.sample(of: place.before) ?? []
            let rest = RegexTree.sample(of: place.after) ?? []
            for pump in place.pumps.prefix(4) where !pump.isEmpty && pump.count <= 64 {
                for start in Self.starts(prefix, isAnchored: tree.isAnchored) {
                    for end in Self.ends(rest) {
                        guard budget > 0 else { return nil }
                        if let attack = prove(matcher, start, pump, end) { return attack }
                    }
                }
            }
        }
        return nil
    }

    // MARK: Places

    private static func collect(
        _ pieces: [RegexTree.Node],
        before: [RegexTree.Node],
        after: [RegexTree.Node],
        into places: inout [Place]
    ) {
        for (index, piece) in pieces.enumerated() where places.count < placeLimit {
            let left = before + Array(pieces[..<index])
            let right = Array(pieces[(index + 1)...]) + after
            switch piece {
            case .repetition(let body, _, let most, let isPossessive):
                let inner = RegexTree.flattened(body)
                if !isPossessive, most.map({ $0 > 8 }) ?? true {
                    let pumps = self.pumps(of: body, inner, before: left, followedBy: right)
                    if !pumps.isEmpty { places.append(Place(before: left, pumps: pumps, after: right)) }
                }
                collect(inner, before: left, after: right, into: &places)
            case .choice(let branches):
                for branch in branches {
                    collect(RegexTree.flattened(branch), before: left, after: right, into: &places)
                }
            case .sequence(let nodes): collect(nodes, before: left, after: right, into: &places)
            case .set, .start, .end, .assertion: continue
            }
        }
    }

    /// What to repeat, if the repetition is suspicious at all.
    private static func pumps(
        of body: RegexTree.Node,
        _ inner: [RegexTree.Node],
        before: [RegexTree.Node],
        followedBy after: [RegexTree.Node]
    ) -> [[UInt8]] {
        var pumps: [[UInt8]] = []
        let own = body.bytes
        if inner.contains(where: \.holdsUnbounded) || body.holdsChoice {
            for choice in 0..<3 {
                if let text = RegexTree.sample(of: body, choice), !pumps.contains(text) { pumps.append(text) }
            }
            if let byte = own.sample { pumps.append([byte]) }
        }
        // Another repetition of the same bytes behind this one: where one ends and the other begins is open.
        for (index, other) in after.prefix(16).enumerated() where other.holdsUnbounded {
            let common = other.bytes.intersection(own)
            guard let byte = common.sample else { continue }
            pumps.append([byte])
            let between = RegexTree.sample(of: Array(after[..<(after.startIndex + index)])) ?? []
            if !between.isEmpty, between.allSatisfy({ own.contains($0) }) { pumps += [between, between + [byte]] }
        }
        return pumps
    }

    // MARK: Texts

    private static func starts(_ prefix: [UInt8], isAnchored: Bool) -> [String] {
        let text = String(decoding: prefix, as: UTF8.self)
        if isAnchored || text.hasPrefix("http") && text.contains("://") { return [text] }
        return ["https://demarc.example/" + text, "https://demarc.example/?" + text, "https://" + text]
    }

    /// What fails behind the repetition: a byte that is hardly in any set, alone or with what the expression asks for
    /// further on, without which PCRE2 sees at once that nothing can match.
    private static func ends(_ rest: [UInt8]) -> [String] {
        let rest = String(decoding: rest, as: UTF8.self)
        var ends = ["!", "/", "", "~/", "!/"]
        if !rest.isEmpty { ends += ["!" + rest, "/!" + rest, "~" + rest] }
        return ends
    }

    // MARK: Proof

    private mutating func prove(_ matcher: RegexMatcher, _ start: String, _ pump: [UInt8], _ end: String) -> Attack? {
        var attack = Attack(
            prefix: start,
            pump: String(decoding: pump, as: UTF8.self),
            suffix: end,
            count: 0,
            steps: 0
        )
        var count = 4
        var previous: UInt32?
        while count <= 512, budget > 0 {
            guard let subject = Self.subject(attack.url(count)) else { return nil }
            let steps = matcher.steps(on: subject.span, limit: Self.stepLimit)
            budget -= Int(steps ?? Self.stepLimit) + subject.count
            // Linear growth doubles, quadratic growth has four times as many; the count is exact to an eighth.
            if let previous, (steps ?? .max) / 3 >= previous, steps.map({ $0 >= 1_000 }) ?? true {
                attack.count = count / 2
                attack.steps = previous
                attack.stepsOfTwice = steps
                attack.limitCount = limitCount(matcher, attack)
                return attack
            }
            guard let steps else { return nil }
            // What has not even begun to grow by now does not.
            if count >= 64, Int(steps) < count / 2 { return nil }
            previous = steps
            count *= 2
        }
        return nil
    }

    /// With how many pumps the engine reaches its own limit.
    private mutating func limitCount(_ matcher: RegexMatcher, _ attack: Attack) -> Int? {
        for count in [8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 1_024] {
            guard let record = URLRecord(attack.url(count)) else { return nil }
            budget -= 1_000
            if scratch.outcome(of: matcher, record) == .limitReached { return count }
        }
        return nil
    }

    /// What the expression sees of a URL; nil for what is none.
    private static func subject(_ text: String) -> [UInt8]? {
        guard let record = URLRecord(text) else { return nil }
        var form = URLRecord()
        form.become(matchingFormOf: record)
        return form.hrefWithoutFragment.array
    }
}

/// Scratch memory in a value that can be copied.
private final class RegexScratchBox {
    private var scratch = MatchScratch()

    func outcome(of matcher: RegexMatcher, _ record: borrowing URLRecord) -> MatchOutcome {
        Matcher.regex(matcher).matches(record, scratch: &scratch)
    }
}

extension RegexTree.Node {
    /// The bytes that can stand in what matches.
    var bytes: ByteSet {
        switch self {
        case .set(let set): set
        case .sequence(let nodes), .choice(let nodes): nodes.reduce(ByteSet()) { $0.union($1.bytes) }
        case .repetition(let node, _, _, _): node.bytes
        case .start, .end, .assertion: ByteSet()
        }
    }

    /// Whether it has a repetition without bound, or with a high one.
    fileprivate var holdsUnbounded: Bool {
        switch self {
        case .set, .start, .end, .assertion: false
        case .sequence(let nodes), .choice(let nodes): nodes.contains(where: \.holdsUnbounded)
        case .repetition(let node, _, let most, _): (most.map { $0 > 8 } ?? true) || node.holdsUnbounded
        }
    }

    /// Whether it has alternatives, or something that may be absent.
    fileprivate var holdsChoice: Bool {
        switch self {
        case .choice: true
        case .set, .start, .end, .assertion: false
        case .sequence(let nodes): nodes.contains(where: \.holdsChoice)
        case .repetition(let node, let least, let most, _): least != most || node.holdsChoice
        }
    }
}
