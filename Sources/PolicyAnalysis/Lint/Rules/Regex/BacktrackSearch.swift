import ByteText
import URLMatching
import URLStandard

/// Looks for a URL on which a regular expression backtracks more than linearly, and proves it by running PCRE2.
///
/// 1. The tree suggests places: a repetition without bound whose body holds another one, or alternatives that begin
///    alike, or that another repetition of the same bytes follows.
/// 2. For each place a text is made that leads there, one that is repeated, and one that fails behind it.
/// 3. PCRE2 counts its steps for the URL with more and more repetitions. Steps that grow at least as the
///    square of them are a finding; whatever else the tree looked like is none.
struct BacktrackSearch {
    /// A URL that is slow, and how slow.
    struct Attack: Equatable {
        var prefix: String
        var pump: String
        var suffix: String
        /// How often the pump is in the longer of two URLs; the shorter one has half as many.
        var count: Int
        var steps: Int
        /// The steps of the longer URL; nil if they are more than ``BacktrackSearch/stepLimit``.
        var stepsOfTwice: Int?
        /// With how many pumps the engine itself gives up, if it does with those that were tried.
        var limitCount: Int?

        /// The URL with so many pumps.
        func url(_ count: Int) -> String { prefix + String(repeating: pump, count: count) + suffix }
    }

    static let stepLimit = 100_000
    /// How much of the tree is looked at.
    static let placeLimit = 12

    /// How many steps may still be counted, over all expressions.
    private(set) var budget: Int
    private var scratch = ScratchBox()

    init(budget: Int) { self.budget = budget }

    struct Place {
        var before: [RegexTree.Node]
        var pumps: [[UInt8]]
        var after: [RegexTree.Node]
    }

    /// An attack on an expression; nil if none was proved.
    mutating func attack(on matcher: RegexMatcher, _ tree: RegexTree) -> Attack? {
        // Without a counter the work is known to grow no faster than the URL, a few times over.
        guard let counter = matcher.stepCounter else { return nil }
        var places: [Place] = []
        Self.collect(tree.pieces, before: [], after: [], into: &places)
        for place in places.prefix(Self.placeLimit) {
            let prefix = RegexTree.sample(of: place.before) ?? []
            let rest = RegexTree.sample(of: place.after) ?? []
            for pump in place.pumps.prefix(4) where !pump.isEmpty && pump.count <= 64 {
                for start in Self.starts(prefix, isAnchored: tree.isAnchored) {
                    for end in Self.ends(rest) {
                        guard budget > 0 else { return nil }
                        if let attack = prove(matcher, counter, start, pump, end) { return attack }
                    }
                }
            }
        }
        return nil
    }

    // MARK: Proof

    private mutating func prove(
        _ matcher: RegexMatcher,
        _ counter: RegexStepCounter,
        _ start: String,
        _ pump: [UInt8],
        _ end: String
    ) -> Attack? {
        var attack = Attack(
            prefix: start,
            pump: String(decoding: pump, as: UTF8.self),
            suffix: end,
            count: 0,
            steps: 0
        )
        var count = 4
        var previous: Int?
        while count <= 512, budget > 0 {
            guard let subject = Self.subject(attack.url(count)) else { return nil }
            let steps = scratch.steps(of: counter, on: subject.span, limit: Self.stepLimit)
            // To make the URL takes time, too.
            budget -= (steps ?? Self.stepLimit) + 4 * subject.count + 200
            // Linear growth doubles, quadratic growth has four times as many.
            if let previous, (steps ?? .max) / 3 >= previous, steps.map({ $0 >= 1_000 }) ?? true {
                attack.count = count / 2
                attack.steps = previous
                attack.stepsOfTwice = steps
                attack.limitCount = limitCount(matcher, attack)
                return attack
            }
            guard let steps else { return nil }
            // What has not even begun to grow by now does not.
            if count >= 64, steps < count / 2 { return nil }
            previous = steps
            count *= 2
        }
        return nil
    }

    /// With how many pumps the engine reaches its own limit.
    private mutating func limitCount(_ matcher: RegexMatcher, _ attack: Attack) -> Int? {
        for count in [8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 1_024] {
            guard let record = URLRecord(attack.url(count)) else { return nil }
            budget -= 1_000 + 4 * attack.pump.utf8.count * count
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
private final class ScratchBox {
    private var scratch = MatchScratch()

    func steps(of counter: RegexStepCounter, on subject: Span<UInt8>, limit: Int) -> Int? {
        counter.steps(on: subject, limit: limit, scratch: &scratch.matchers.regex)
    }

    func outcome(of matcher: RegexMatcher, _ record: borrowing URLRecord) -> MatchOutcome {
        Matcher.regex(matcher).matches(record, scratch: &scratch)
    }
}
