package import URLStandard

/// Matches URLs by a ``URLPattern``.
///
/// The pattern sees the URL without credentials and without the dot behind the host, but with its fragment. What could
/// never match such a URL is refused.
public struct PatternMatcher: Hashable, Sendable {
    /// The pattern.
    public let pattern: URLPattern

    /// Reads a constructor string.
    ///
    /// - Parameter text: A pattern with a scheme, such as `https://*.contoso.com/docs/:page`.
    /// - Throws: ``MatcherError``, with the place in the text.
    /// - Complexity: As that of ``URLPattern/init(_:baseURL:ignoreCase:)``.
    public init(_ text: String) throws(MatcherError) {
        guard !text.isEmpty else { throw MatcherError(.empty, "the pattern is empty") }
        pattern = try URLPattern(text)
        do throws(URLPatternError) {
            try check()
        } catch {
            throw error.error
        }
    }

    /// Reads patterns for components.
    ///
    /// - Parameters:
    ///   - components: The patterns; at least one of them.
    ///   - ignoreCase: Whether upper and lower case are the same in path, query and fragment.
    /// - Throws: ``MatcherError``, with the place in the text of the component.
    /// - Complexity: As that of ``URLPattern/init(_:ignoreCase:)``.
    public init(_ components: URLPatternInit, ignoreCase: Bool = false) throws(MatcherError) {
        do throws(URLPatternError) {
            try self.init(reading: components, ignoreCase: ignoreCase)
        } catch {
            throw error.error
        }
    }

    /// Reads patterns for components, with errors that name the component.
    package init(reading components: URLPatternInit, ignoreCase: Bool) throws(URLPatternError) {
        pattern = try URLPattern(reading: components, ignoreCase: ignoreCase)
        try check()
    }

    /// Whether a URL in matching form matches.
    package func matches(form: borrowing URLRecord, scratch: inout RegexScratch) -> MatchOutcome {
        pattern.compiled.matches(form, scratch: &scratch)
    }

    /// The scheme, if only one matches.
    package var scheme: String? { pattern.compiled[.protocol].form.onlyText }
}
