import ByteText
package import URLMatching
import URLStandard

/// Finds a URL on which a regular expression backtracks more than linearly, and proves it by running PCRE2.
///
/// 1. The tree suggests places: an unbounded repetition whose body contains another repetition, or contains
///    alternatives that start alike, or that is followed by another repetition of the same bytes.
/// 2. For each place, three texts are built: one that leads there, one that is repeated, and one that fails after it.
/// 3. PCRE2 counts its steps for the URL with more and more repetitions. It is a finding only if the steps grow at
///    least quadratically, regardless of what the tree suggested.
package struct BacktrackSearch {
    /// A URL that is slow, and how slow it is.
    package struct Attack: Equatable {
        package var prefix: String
        package var pump: String
        package var suffix: String
        /// The number of pumps in the shorter of two URLs; the longer URL has twice as many.
        package var count: Int
        package var steps: Int
        /// The steps of the longer URL, or nil if they exceed ``BacktrackSearch/stepLimit``.
        package var stepsOfTwice: Int?
        /// The number of pumps at which the engine itself gives up, if it did so for one of the numbers that were
        /// tried.
        package var limitCount: Int?

        /// The URL with a number of pumps.
        func url(_ count: Int) -> String { prefix + String(repeating: pump, count: count) + suffix }
    }

    package static let stepLimit = 100_000
    /// The maximum number of places of the tree to check.
    static let placeLimit = 12

    /// How many steps of PCRE2 and nodes of trees may still be counted, over all expressions.
    package private(set) var budget: Int
    private var scratch = ScratchBox()

    package init(budget: Int) { self.budget = budget }

    struct Place {
        var before: [RegexTree.Node]
        var pumps: [[UInt8]]
        var after: [RegexTree.Node]
    }

    /// An attack on an expression, or nil if none was proven.
    package mutating func attack(on matcher: RegexMatcher, _ tree: RegexTree) -> Attack? {
        // Without a counter, the work is known to grow no faster than a few times the length of the URL.
        guard let counter = matcher.stepCounter else { return nil }
        var places: [Place] = []
        Self.collect(tree.pieces, before: [], after: [], into: &places, budget: &budget)
        for place in places.prefix(Self.placeLimit) {
            let rest = RegexTree.sample(of: place.after) ?? []
            for pump in place.pumps.prefix(4) where !pump.isEmpty && pump.count <= 64 {
                for start in Self.starts(place.before, isAnchored: tree.isAnchored) {
                    for end in Self.ends(rest) {
                        guard budget > 0 else { return nil }
                        let attack = prove(matcher, counter, prefix: start, pump: pump, suffix: end)
                        if let attack { return attack }
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
        prefix start: String,
        pump: [UInt8],
        suffix end: String
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
            // Building the URL takes time, too.
            budget -= (steps ?? Self.stepLimit) + 4 * subject.count + 200
            // Linear growth doubles the steps; quadratic growth quadruples them. PCRE2 takes none for a URL that is too
            // short to match, which says nothing about growth.
            if let previous, previous > 0, (steps ?? .max) / 3 >= previous, steps.map({ $0 >= 1_000 }) ?? true {
                attack.count = count / 2
                attack.steps = previous
                attack.stepsOfTwice = steps
                attack.limitCount = limitCount(matcher, attack)
                return attack
            }
            guard let steps else { return nil }
            // If the steps have not started to grow by now, they will not.
            if count >= 64, steps < count / 2 { return nil }
            previous = steps
            count *= 2
        }
        return nil
    }

    /// The number of pumps at which the engine reaches its own limit.
    private mutating func limitCount(_ matcher: RegexMatcher, _ attack: Attack) -> Int? {
        for count in [8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 1_024] {
            guard let record = URLRecord(attack.url(count)) else { return nil }
            budget -= 1_000 + 4 * attack.pump.utf8.count * count
            if scratch.outcome(of: matcher, record) == .limitReached { return count }
        }
        return nil
    }

    /// The text of a URL that the expression sees, or nil if the text is not a URL, or one that is blocked before rules
    /// are asked, because readers disagree on its host.
    private static func subject(_ text: String) -> [UInt8]? {
        guard let record = URLRecord(text), !record.disagreesOnAuthority(with: text.utf8.span) else { return nil }
        var form = URLRecord()
        form.become(matchingFormOf: record)
        return form.hrefWithoutFragment.array
    }
}

/// Scratch memory in a copyable value.
private final class ScratchBox {
    private var scratch = MatchScratch()

    func steps(of counter: RegexStepCounter, on subject: Span<UInt8>, limit: Int) -> Int? {
        counter.steps(on: subject, limit: limit, scratch: &scratch.matchers.regex)
    }

    func outcome(of matcher: RegexMatcher, _ record: borrowing URLRecord) -> MatchOutcome {
        Matcher.regex(matcher).matches(record, scratch: &scratch)
    }
}
