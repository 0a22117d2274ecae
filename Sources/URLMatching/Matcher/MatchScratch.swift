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
    /// What matchers are handed; apart from the form, which they read meanwhile.
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
