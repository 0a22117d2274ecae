import ByteText
public import URLStandard

extension URLPattern {
    /// Whether the pattern matches a URL, as it stands: with its credentials and its fragment.
    ///
    /// - Returns: False also where a regular expression reached its limit; ``outcome(for:)`` tells.
    /// - Complexity: O(*n*) in the bytes of the URL but for regular expressions, which are bounded by ``RegexLimits``.
    public func test(_ url: borrowing URLRecord) -> Bool { outcome(for: url) == .matched }

    /// Whether the pattern matches a URL, or could not be finished.
    public func outcome(for url: borrowing URLRecord) -> MatchOutcome {
        var scratch = RegexScratch()
        return compiled.matches(url, scratch: &scratch)
    }

    /// Whether the pattern matches a URL given as a text.
    ///
    /// - Parameters:
    ///   - text: The URL, or the reference to resolve against the base; what is no URL does not match.
    ///   - baseURL: The base URL.
    /// - Returns: As ``test(_:)-(URLRecord)``.
    public func test(_ text: String, baseURL: String? = nil) -> Bool {
        guard let url = URLRecord(text, base: baseURL) else { return false }
        return test(url)
    }

    /// What the groups of the pattern match in a URL; nil where the pattern does not match.
    ///
    /// For tools: every component goes through the Standard's regular expression, made anew.
    ///
    /// - Throws: ``MatcherError`` where one of them is too large or reaches a limit.
    public func exec(_ url: borrowing URLRecord) throws(MatcherError) -> URLPatternResult? {
        var found: [URLPatternResult.Component] = []
        for component in URLPatternComponent.allCases {
            let input = url.text(of: component)
            guard let groups = try compiled[component].groups(in: input) else { return nil }
            found.append(URLPatternResult.Component(input: input.string, groups: groups))
        }
        return URLPatternResult(components: found)
    }

    /// What the groups of the pattern match in a URL that is given in components; nil where the pattern does not match, or
    /// the components are none of a URL. What is not given is empty, or taken from the base URL.
    ///
    /// - Throws: ``MatcherError`` where a regular expression is too large or reaches a limit.
    public func exec(_ components: URLPatternInit) throws(MatcherError) -> URLPatternResult? {
        guard let canonical = components.processedAsURL() else { return nil }
        var found: [URLPatternResult.Component] = []
        for component in URLPatternComponent.allCases {
            let input = canonical[component] ?? ""
            guard let groups = try compiled[component].groups(in: input.utf8.span) else { return nil }
            found.append(URLPatternResult.Component(input: input, groups: groups))
        }
        return URLPatternResult(components: found)
    }

    /// Whether the pattern matches a URL that is given in components; see ``exec(_:)-(URLPatternInit)``.
    public func test(_ components: URLPatternInit) -> Bool {
        guard let canonical = components.processedAsURL() else { return false }
        var scratch = RegexScratch()
        return URLPatternComponent.allCases.allSatisfy {
            compiled[$0].form.matches((canonical[$0] ?? "").utf8.span, scratch: &scratch) == .matched
        }
    }
}
