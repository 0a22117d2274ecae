/// What is handed to every matcher beside the URL: what it may write to, and the document that `site` compares with.
package struct MatcherScratch: ~Copyable, Sendable {
    /// Holds what PCRE2 writes to.
    package var regex = RegexScratch()
    /// Holds the rules whose literals a URL has.
    package var reached = ReachedSet()
    /// The document; nil matches none.
    package var document: SiteDocument?

    package init() {}
}
