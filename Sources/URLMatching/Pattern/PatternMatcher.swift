package import URLStandard

/// Matches URLs by a ``URLPattern``.
///
/// The pattern sees the URL without credentials and without dots after the host, but with its fragment. A pattern that
/// could never match such a URL is rejected.
public struct PatternMatcher: Hashable, Sendable {
    /// The pattern.
    public let pattern: URLPattern

    /// Reads a constructor string.
    ///
    /// - Parameter text: A pattern with a scheme, such as `https://*.contoso.com/docs/:page`.
    /// - Throws: ``MatcherError``, with the range in the text.
    /// - Complexity: The same as ``URLPattern/init(_:baseURL:ignoreCase:)``.
    public init(_ text: String) throws(MatcherError) {
        guard !text.isEmpty else { throw MatcherError(.empty, "the pattern is empty") }
        pattern = try URLPattern(text)
        // With slashes, what follows is not a port.
        let hasSlashes = text.utf8.drop { $0 != UInt8(ascii: ":") }.starts(with: "://".utf8)
        guard hasSlashes || !looksLikeHostAndPort else { throw URLPattern.missingScheme(in: text) }
        let components = try ConstructorStringParser.parse(text).components
        if !hasSlashes, let host = components[.hostname], Self.isPort(host) {
            throw MatcherError(
                .invalidPattern,
                "the pattern \(QuotedText.quote(text)) has a port and no host",
                help: "write a host before the port, such as the `*` of `*://*:8080/*`"
            )
        }
        do throws(URLPatternError) {
            try components.checkWritten()
            try check()
        } catch {
            throw error.error
        }
    }

    /// Reads patterns for components.
    ///
    /// - Parameters:
    ///   - components: The patterns; at least one.
    ///   - ignoreCase: Whether path, query and fragment ignore case.
    /// - Throws: ``MatcherError``, with the range in the component's text.
    /// - Complexity: The same as ``URLPattern/init(_:ignoreCase:)``.
    public init(_ components: URLPatternInit, ignoreCase: Bool = false) throws(MatcherError) {
        do throws(URLPatternError) {
            try self.init(reading: components, ignoreCase: ignoreCase)
        } catch {
            throw error.error
        }
    }

    /// Reads patterns for components, with errors that name the component.
    package init(reading components: URLPatternInit, ignoreCase: Bool) throws(URLPatternError) {
        try components.checkWritten()
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

/// Where an index can place a pattern, and what must still be checked there.
extension PatternMatcher {
    /// The anchors of which one holds for every matching URL; nil if any host may match.
    ///
    /// `*.contoso.com` yields everything below `contoso.com`, `{*.}?contoso.com` also the host itself, and
    /// `*contoso.com` everything below `com`.
    package var hostAnchors: [HostAnchor]? { pattern.compiled[.hostname].form.hostAnchors }

    /// The anchors of a pattern whose host begins with expressions and ends with a text, such as
    /// `(www|hr).contoso.com`; nil for every other pattern.
    ///
    /// Indexes do not use it: PCRE2 runs for such a pattern anyway, so it would save little.
    package var fixedHostEnd: [HostAnchor]? {
        let host = Array(pattern[.hostname].utf8)
        // Only text after the last group, wildcard or repetition is present in every match.
        guard let last = host.lastIndex(where: { ")}*?+".utf8.contains($0) }) else { return nil }
        let end = Array(host[(last + 1)...])
        guard !end.contains(where: { #":\({"#.utf8.contains($0) }) else { return nil }
        return ComponentForm.anchor(end, isWhole: false).map { [$0] }
    }

    /// Whether every host matches.
    var takesAnyHost: Bool { pattern.compiled[.hostname].form.isAny }

    /// The schemes and ports of the URLs that match, as precisely as they can be distinguished.
    package var originKinds: OriginKinds { schemeKinds.union(portKinds) }

    private var schemeKinds: OriginKinds {
        guard let schemes = pattern.compiled[.protocol].form.onlyTexts else { return .anyScheme }
        return schemes.reduce([]) { $0.union(.scheme(SpecialScheme(named: $1))) }
    }

    private var portKinds: OriginKinds {
        guard let ports = pattern.compiled[.port].form.onlyTexts else { return .anyPort }
        return ports.reduce([]) { $0.union($1.isEmpty ? .ownPort : .otherPorts) }
    }

    /// Whether every URL matches that has ``originKinds`` and for which one of ``hostAnchors`` holds.
    package var asksForOriginOnly: Bool {
        let compiled = pattern.compiled
        guard compiled[.hostname].form.isAllOfHostAnchors, compiled[.pathname].form.isAnyPath,
            // A scheme that isn't special shares its bit with others, and its paths may lack a `/`.
            schemeKinds.isSubset(of: .specialSchemes), !schemeKinds.isEmpty
        else { return false }
        let asksForNumber = !compiled[.port].form.isAny && portKinds.contains(.otherPorts)
        return !asksForNumber
            && [URLPatternComponent.username, .password, .search, .hash].allSatisfy { compiled[$0].form.isAny }
    }
}

extension ComponentForm {
    /// Whether this is the form that matches everything.
    fileprivate var isAny: Bool { if case .any = self { true } else { false } }
}

extension PatternMatcher {
    /// The literals that every matching URL contains outside its fragment.
    ///
    /// A URL contains its components unchanged, so it contains every literal that a component must contain.
    package var requiredLiterals: RequiredLiterals? {
        RequiredLiterals.better(
            RequiredLiterals.better(literals(of: .hostname, behind: ""), literals(of: .port, behind: ":")),
            literalsBehindHost
        )
    }

    /// The literals that the path or query of every matching URL contains.
    package var literalsBehindHost: RequiredLiterals? {
        RequiredLiterals.better(literals(of: .pathname, behind: ""), literals(of: .search, behind: "?"))
    }

    private func literals(of component: URLPatternComponent, behind mark: String) -> RequiredLiterals? {
        pattern.compiled[component].form.requiredLiterals(behind: mark)
    }
}

extension ComponentForm {
    /// The literals that every matching component contains; in a URL, `mark` precedes the component unless the
    /// component is empty.
    fileprivate func requiredLiterals(behind mark: String) -> RequiredLiterals? {
        switch self {
        case .any: nil
        case .exact(let text, _): text.isEmpty ? nil : RequiredLiterals(oneOf: [Array(mark.utf8) + text])
        case .oneOf(let sequences):
            .union(
                sequences.map { sequence in
                    sequence.texts.reduce(nil) { RequiredLiterals.better($0, RequiredLiterals(oneOf: [$1])) }
                }
            )
        case .regex(let program): program.required
        }
    }
}
