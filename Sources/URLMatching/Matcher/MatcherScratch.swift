package import URLStandard

/// What is handed to every matcher beside the URL: what it may write to, and the document that `site` compares with.
package struct MatcherScratch: ~Copyable, Sendable {
    /// Holds what PCRE2 writes to.
    package var regex = RegexScratch()
    /// Holds the rules whose literals a URL has.
    package var reached = ReachedSet()
    /// The URL with its opaque host as it is written; see ``readsWritten``.
    package var written = URLRecord()
    /// Whether `url`, `pattern` and `regex` read ``written`` and not the URL that they are handed.
    package var readsWritten = false
    /// The document; nil matches none.
    package var document: SiteDocument?

    package init() {}
}
