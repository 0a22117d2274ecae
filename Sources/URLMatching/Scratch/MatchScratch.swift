package import URLStandard

/// What matching reads and writes beside the URL, owned by one caller and reused for URL after URL.
///
/// Matchers are immutable and shared by every thread; what changes while one runs is here, so that no lock is needed.
/// Nothing is allocated before the first URL that needs it, and nothing afterwards unless a URL is longer than all
/// before it.
public struct MatchScratch: ~Copyable, Sendable {
    /// Holds the matching form of URLs that are not in it.
    package var form: URLRecord
    /// The same with an opaque host as it is written, for URLs that ``prepareForms(of:)`` finds to have one.
    package var written = URLRecord()
    /// What matchers are given; apart from the form, which they read meanwhile.
    package var matchers: MatcherScratch

    /// The document that `site` compares URLs with; nil matches none.
    public var document: SiteDocument? {
        get { matchers.document }
        set { matchers.document = newValue }
    }

    /// The steps of regular expressions that were counted in the last look-up; see ``RegexLimits``.
    public var regexSteps: Int { RegexLimits.lookUpSteps - matchers.regex.stepsLeft }

    /// The work that the last look-up was charged for literals it came across and for searches whose steps are not
    /// counted; see ``RegexLimits``.
    public var regexWork: Int { RegexLimits.lookUpWork - matchers.regex.workLeft }

    /// Makes empty scratch memory without a document.
    public init() {
        form = URLRecord()
        matchers = MatcherScratch()
    }
}

/// What every matcher is given beside the URL: what it may write to, and the document that `site` compares with.
package struct MatcherScratch: ~Copyable, Sendable {
    /// Holds what PCRE2 writes to.
    package var regex = RegexScratch()
    /// Holds the rules whose literals a URL has.
    package var reached = ReachedSet()
    /// The URL with its opaque host as it is written; see ``readsWritten``.
    package var written = URLRecord()
    /// Whether `url`, `pattern` and `regex` read ``written`` and not the URL that they are given.
    package var readsWritten = false
    /// Whether the URL that is given stands for every one of its origin; see ``Matcher/matches(originOf:scratch:)``.
    package var pathIsUnknown = false
    /// The document; nil matches none.
    package var document: SiteDocument?

    package init() {}
}

/// The rules that a look-up has reached, each once however often it was reached.
///
/// Filled and emptied again for URL after URL; it allocates only while it grows.
package struct ReachedSet: Sendable {
    /// What was reached, in the order in which it was.
    package private(set) var members: [UInt32] = []
    private var bits: [UInt64] = []

    /// Makes an empty set.
    package init() {}

    /// Whether a number is in the set.
    package func contains(_ member: UInt32) -> Bool {
        let word = Int(member >> 6)
        return word < bits.count && bits[word] & UInt64(1) << UInt64(member & 63) != 0
    }

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
        // PERF: `removeAll(keepingCapacity:)` is a call to generic code, which costs more than the few members.
        while let member = members.popLast() { bits[Int(member >> 6)] = 0 }
    }

    @inline(never)
    private mutating func grow(to count: Int) {
        bits.append(contentsOf: repeatElement(0, count: max(count, 2 * bits.count) - bits.count))
    }
}
