package import URLStandard

/// The memory that matching uses in addition to the URL, owned by one caller and reused for each URL.
///
/// Matchers are immutable and shared by all threads; everything that changes during matching is here, so no lock is
/// needed. Nothing is allocated before the first URL that needs it, and afterwards only if a URL is longer than all
/// before it.
public struct MatchScratch: ~Copyable, Sendable {
    /// The matching form of URLs that are not in it already.
    package var form: URLRecord
    /// The matching form with an opaque host as it is written, for URLs that have one according to
    /// ``prepareForms(of:)``.
    package var written = URLRecord()
    /// The scratch that is passed to matchers; separate from the form, which they read at the same time.
    package var matchers: MatcherScratch

    /// The document that `site` compares URLs with; if it is nil, `site` matches nothing.
    public var document: SiteDocument? {
        get { matchers.document }
        set { matchers.document = newValue }
    }

    /// The number of steps counted for regular expressions in the last look-up; see ``RegexLimits``.
    public var regexSteps: Int { RegexLimits.lookUpSteps - matchers.regex.stepsLeft }

    /// The work charged to the last look-up for literals it found and for uncounted searches; see ``RegexLimits``.
    public var regexWork: Int { RegexLimits.lookUpWork - matchers.regex.workLeft }

    /// Creates empty scratch memory without a document.
    public init() {
        form = URLRecord()
        matchers = MatcherScratch()
    }
}

/// What every matcher receives in addition to the URL: writable memory, and the document that `site` compares with.
package struct MatcherScratch: ~Copyable, Sendable {
    /// The memory that PCRE2 writes to.
    package var regex = RegexScratch()
    /// The rules whose literals a URL contains.
    package var reached = ReachedSet()
    /// The same of the look-up that checks a rule with a long list, while the list is looked up.
    private var reachedOutside = ReachedSet()
    /// The URL with its opaque host as it is written; see ``readsWritten``.
    package var written = URLRecord()
    /// Whether `url`, `pattern` and `regex` read ``written`` instead of the URL passed to them.
    package var readsWritten = false
    /// Whether the given URL stands for every URL of its origin; see ``Matcher/matches(originOf:scratch:)``.
    package var pathIsUnknown = false
    /// The document; if it is nil, `site` matches nothing.
    package var document: SiteDocument?

    package init() {}

    /// Begins or ends a look-up within another one, which keeps the rules that it has reached.
    package mutating func exchangeReached() { swap(&reached, &reachedOutside) }
}

/// The rules that a look-up has reached, each only once.
///
/// Filled and emptied for each URL; it allocates only when it grows.
package struct ReachedSet: Sendable {
    /// The members, in the order of insertion.
    package private(set) var members: [UInt32] = []
    private var bits: [UInt64] = []

    /// Creates an empty set.
    package init() {}

    /// Adds a number.
    package mutating func insert(_ member: UInt32) {
        let word = Int(member >> 6)
        let bit = UInt64(1) << UInt64(member & 63)
        if word >= bits.count { grow(to: word + 1) }
        guard bits[word] & bit == 0 else { return }
        bits[word] |= bit
        members.append(member)
    }

    /// Empties the set.
    package mutating func removeAll() {
        // PERF: `removeAll(keepingCapacity:)` calls generic code, which costs more than popping the few members.
        while let member = members.popLast() { bits[Int(member >> 6)] = 0 }
    }

    @inline(never)
    private mutating func grow(to count: Int) {
        bits.append(contentsOf: repeatElement(0, count: max(count, 2 * bits.count) - bits.count))
    }
}
