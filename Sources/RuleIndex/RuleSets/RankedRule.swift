import PolicyModel
import URLMatching
import URLStandard

/// A rule with the checks that remain after the index has reached it.
///
/// PERF: a class, because copying a structure with so many references retains each of them.
final class RankedRule: Sendable {
    let rule: Rule
    /// The condition through whose values the index reaches the rule; nil if the rule is checked for every URL.
    let anchor: Condition?
    /// Its values, unless they are lists.
    private let checkedValues: [CheckedValue]
    /// The same, for the decision path.
    private let unretainedValues: [UnretainedReference<CheckedValue>]
    /// The conditions that the index does not answer.
    let remainingConditions: [CheckedCondition]
    /// The conditions of its exceptions.
    let exceptions: [CheckedCondition]

    init(
        rule: Rule,
        anchor: Condition?,
        remainingConditions: [CheckedCondition],
        exceptions: [CheckedCondition]
    ) {
        self.rule = rule
        self.anchor = anchor
        checkedValues = anchor.map { $0.key == .list ? [] : $0.alternatives.map(CheckedValue.init) } ?? []
        unretainedValues = checkedValues.map(UnretainedReference.init)
        self.remainingConditions = remainingConditions
        self.exceptions = exceptions
        isComplete = remainingConditions.isEmpty && exceptions.isEmpty
        namesHost = rule.matchers.contains(where: \.namesHost)
        exemptsHost = rule.exceptions.flatMap(\.alternatives).contains(where: \.namesHost)
    }

    /// Whether a condition or exception names a host.
    let namesHost: Bool
    /// Whether an exception names a host. It does not hold for an opaque host that cannot be read, because it is
    /// unknown whether that is the host it names.
    let exemptsHost: Bool

    /// Whether the rule matches no URL whose opaque host cannot be read: it classifies hosts that it names as internal.
    var isReadableOnly: Bool { namesHost && rule.urlClass == .internal }

    /// Whether reaching the rule through the index decides it.
    let isComplete: Bool

    /// Whether a value of the anchor matches, unless its number is 0, and everything matches that the index does not
    /// answer.
    func outcome(of value: UInt32, for form: borrowing URLRecord, scratch: inout MatcherScratch) -> MatchOutcome {
        var outcome = MatchOutcome.matched
        if value > 0 { outcome = self.value(value, matches: form, scratch: &scratch) }
        guard outcome != .notMatched, !isComplete else { return outcome }
        return outcome.and(remainingOutcome(for: form, scratch: &scratch))
    }

    /// Whether one value of the anchor matches; values are counted from 1, and list entries are counted across all
    /// lists.
    private func value(
        _ number: UInt32,
        matches form: borrowing URLRecord,
        scratch: inout MatcherScratch
    ) -> MatchOutcome {
        if !unretainedValues.isEmpty {
            // A number from a damaged file may refer to no value.
            guard Int(number) <= unretainedValues.count else { return .notMatched }
            return unretainedValues[Int(number) &- 1].with { $0.matches(form: form, scratch: &scratch) }
        }
        guard let anchor else { return .notMatched }
        var position = Int(number) - 1
        for case .list(let list) in anchor.alternatives {
            guard position >= list.count else {
                if scratch.pathIsUnknown { return list.entry(at: position, matchesOriginOf: form) }
                return MatchOutcome(list.entry(at: position, matchesForm: form))
            }
            position -= list.count
        }
        return .notMatched
    }

    /// Whether everything matches that the index does not answer, and not all of the exceptions.
    func remainingOutcome(
        for form: borrowing URLRecord,
        isReadable: Bool = true,
        scratch: inout MatcherScratch
    ) -> MatchOutcome {
        let matched = CheckedCondition.all(remainingConditions, for: form, scratch: &scratch)
        guard matched != .notMatched, !exceptions.isEmpty, isReadable || !exemptsHost else { return matched }
        return matched.and(CheckedCondition.all(exceptions, for: form, scratch: &scratch).negated)
    }
}

/// A value that is checked after the index has reached it.
///
/// PERF: a class, for the same reason as ``RankedRule``.
private final class CheckedValue: Sendable {
    private let matcher: Matcher

    init(_ matcher: Matcher) { self.matcher = matcher }

    func matches(form: borrowing URLRecord, scratch: inout MatcherScratch) -> MatchOutcome {
        matcher.matches(form: form, scratch: &scratch)
    }
}

/// What the order of precedence of rules depends on: the priority, then the most restrictive class. The id makes the order
/// total, so that the order of rules and files never has an effect.
///
/// PERF: much smaller than a ``Rule``, so that rules are sorted without copying them.
struct RulePrecedence: Comparable {
    private let priority: Int
    private let urlClass: URLClass
    private let id: String
    /// The rule's position in its rule set.
    let position: Int

    init(_ rule: borrowing Rule, position: Int) {
        priority = rule.priority
        urlClass = rule.urlClass
        id = rule.id
        self.position = position
    }

    /// Whether the left rule comes first.
    static func < (left: RulePrecedence, right: RulePrecedence) -> Bool {
        if left.priority != right.priority { return left.priority > right.priority }
        if left.urlClass != right.urlClass { return left.urlClass > right.urlClass }
        return left.id < right.id
    }
}

/// A reference to an object that is kept alive elsewhere.
///
/// PERF: counting a reference writes to a cache line that every thread shares. Two threads that decide under one policy
/// would pass that line back and forth and together be slower than one alone; so the decision path counts none.
///
/// Every `unsafe` expression about object lifetimes is in this type.
@safe
public struct UnretainedReference<Object: AnyObject & Sendable>: Sendable {
    @usableFromInline let reference: Unmanaged<Object>

    /// Creates a reference to an object.
    ///
    /// - Parameter object: The creator must keep it alive for as long as the reference is used.
    public init(_ object: Object) { unsafe reference = Unmanaged.passUnretained(object) }

    /// Calls a closure with the object.
    ///
    /// - Parameter body: Called with the object, which it must not keep.
    /// - Returns: What `body` returns.
    @inlinable @inline(__always)
    public func with<Result>(_ body: (Object) -> Result) -> Result {
        // SAFETY: the initialiser's contract keeps the object alive.
        unsafe reference._withUnsafeGuaranteedRef { body($0) }
    }
}

/// The class of each rule by rank, and after them the class of URLs that no rule matches.
///
/// PERF: two bits each. With a byte each, ten thousand rules fill a third of the first cache, and the class is the last
/// thing that a look-up waits for.
struct RuleClasses: Sendable {
    private static let classesPerWord = 16

    // INVARIANT: holds the classes of all positions up to and including `defaultPosition`.
    private let words: [UInt32]
    private let defaultPosition: UInt32

    /// - Parameters:
    ///   - classes: The classes of the rules, ordered by rank.
    ///   - defaultClass: The class of URLs that no rule matches.
    init(_ classes: [URLClass], default defaultClass: URLClass) {
        var words = [UInt32](repeating: 0, count: classes.count / Self.classesPerWord + 1)
        for (position, urlClass) in (classes + [defaultClass]).enumerated() {
            words[position / Self.classesPerWord] |= Self.code(of: urlClass) << Self.shift(of: UInt32(position))
        }
        self.words = words
        defaultPosition = UInt32(classes.count)
    }

    /// The class of the rule at a rank. ``Reach/noRank``, which is the rank of no rule, gives the default class.
    @inline(__always)
    subscript(rank: UInt32) -> URLClass {
        // PERF: no branch on whether there is a rule, because it would not be predictable.
        let position = min(rank, defaultPosition)
        switch words[Int(position) / Self.classesPerWord] &>> Self.shift(of: position) & 3 {
        case 0: return .internal
        case 1: return .external
        default: return .blocked
        }
    }

    private static func code(of urlClass: URLClass) -> UInt32 {
        switch urlClass {
        case .internal: 0
        case .external: 1
        case .blocked: 2
        }
    }

    @inline(__always)
    private static func shift(of position: UInt32) -> UInt32 { position % UInt32(classesPerWord) &* 2 }
}
