import ByteText
public import URLStandard

extension URLPattern {
    /// Whether the pattern matches a URL as it is, including its credentials and its fragment.
    ///
    /// - Returns: False also if a regular expression reached its limit; ``outcome(for:)`` distinguishes the two.
    /// - Complexity: O(*n*) in the bytes of the URL, except for regular expressions, which are bounded by
    ///   ``RegexLimits``.
    public func test(_ url: borrowing URLRecord) -> Bool { outcome(for: url) == .matched }

    /// Whether the pattern matches a URL, does not match it, or could not finish.
    public func outcome(for url: borrowing URLRecord) -> MatchOutcome {
        var scratch = RegexScratch()
        return compiled.matches(url, scratch: &scratch)
    }

    /// Whether the pattern matches a URL given as a text.
    ///
    /// - Parameters:
    ///   - text: The URL, or the reference to resolve against the base; a text that is not a URL does not match.
    ///   - baseURL: The base URL.
    /// - Returns: As ``test(_:)-(URLRecord)``.
    public func test(_ text: String, baseURL: String? = nil) -> Bool {
        guard let url = URLRecord(text, base: baseURL) else { return false }
        return test(url)
    }

    /// What the groups of the pattern match in a URL; nil if the pattern does not match.
    ///
    /// Intended for tools: every component is matched with the Standard's regular expression, which is compiled on each
    /// call.
    ///
    /// - Throws: ``MatcherError`` if one of the expressions is too large or reaches a limit.
    public func exec(_ url: borrowing URLRecord) throws(MatcherError) -> URLPatternResult? {
        var found: [URLPatternResult.Component] = []
        for component in URLPatternComponent.allCases {
            let input = url.text(of: component)
            guard let groups = try compiled[component].groups(in: input) else { return nil }
            found.append(URLPatternResult.Component(input: input.string, groups: groups))
        }
        return URLPatternResult(components: found)
    }

    /// What the groups of the pattern match in a URL that is given as components; nil if the pattern does not match, or
    /// if no URL has such components. Missing components are empty, or taken from the base URL.
    ///
    /// - Throws: ``MatcherError`` if a regular expression is too large or reaches a limit.
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

    /// Whether the pattern matches a URL that is given as components; see ``exec(_:)-(URLPatternInit)``.
    public func test(_ components: URLPatternInit) -> Bool {
        guard let canonical = components.processedAsURL() else { return false }
        var scratch = RegexScratch()
        return URLPatternComponent.allCases.allSatisfy {
            compiled[$0].form.matches((canonical[$0] ?? "").utf8.span, scratch: &scratch) == .matched
        }
    }
}

/// Two operations that are proposed for the Standard and covered by the web-platform-tests.
extension URLPattern {
    /// Compares how specific two patterns are in a component, in the order of the proposal for `compareComponent`.
    ///
    /// The patterns are compared part by part: a fixed text before a regular expression before a named group before a
    /// `*`; then no modifier before `+` before `?` before `*`; then the texts by their bytes. The names of groups are
    /// ignored.
    ///
    /// - Returns: -1 if the left pattern comes first, being less specific; 1 if the right one does; 0 if neither does.
    /// - Complexity: O(*n*) in the number of parts.
    public static func compare(_ component: URLPatternComponent, _ left: URLPattern, _ right: URLPattern) -> Int {
        let left = left.compiled[component].parts
        let right = right.compiled[component].parts
        let nothing = PatternPart(kind: .fixedText, value: "", modifier: .none)
        for index in 0..<max(left.count, right.count) {
            let order = compare(
                index < left.count ? left[index] : nothing,
                index < right.count ? right[index] : nothing
            )
            if order != 0 { return order }
        }
        return 0
    }

    private static func compare(_ left: PatternPart, _ right: PatternPart) -> Int {
        if left.kind != right.kind { return left.kind.rawValue < right.kind.rawValue ? -1 : 1 }
        if left.modifier != right.modifier { return left.modifier.rawValue < right.modifier.rawValue ? -1 : 1 }
        for (mine, other) in [(left.prefix, right.prefix), (left.value, right.value), (left.suffix, right.suffix)] {
            if mine.utf8.elementsEqual(other.utf8) { continue }
            return mine.utf8.lexicographicallyPrecedes(other.utf8) ? -1 : 1
        }
        return 0
    }

    /// A component that the pattern matches and that has the given values for its named groups, as in the proposal for
    /// `generate`.
    ///
    /// - Parameters:
    ///   - component: The component.
    ///   - groups: A value for each group by name, which is put into canonical form.
    /// - Returns: nil if the pattern contains anything but fixed texts and named groups, if a value is missing, or if
    ///   the pattern would not match.
    /// - Complexity: O(*n*) in the parts and values.
    public func generate(_ component: URLPatternComponent, groups: [String: String]) -> String? {
        let pattern = compiled[component]
        var text = ""
        for part in pattern.parts {
            guard part.modifier == .none else { return nil }
            switch part.kind {
            case .fixedText: text += part.value
            case .regexp, .fullWildcard: return nil
            case .segmentWildcard:
                guard let value = groups[part.name], let encoded = pattern.encoder.encode(value) else { return nil }
                // A delimiter in the value would end the group too early.
                if let delimiter = pattern.options.delimiter, encoded.utf8.contains(delimiter) { return nil }
                text += part.prefix + encoded + part.suffix
            }
        }
        var scratch = RegexScratch()
        return pattern.form.matches(text.utf8.span, scratch: &scratch) == .matched ? text : nil
    }
}
