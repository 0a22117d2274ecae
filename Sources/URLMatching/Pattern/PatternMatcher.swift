package import URLStandard

/// Matches URLs by a ``URLPattern``.
///
/// The pattern sees the URL without credentials and without dots behind the host, but with its fragment. What could
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

/// Where an index can put a pattern, and what is left to ask there.
extension PatternMatcher {
    /// One of these holds for every URL that matches; nil where the host may be any.
    ///
    /// `*.contoso.com` gives everything below `contoso.com`, `{*.}?contoso.com` the host itself too; `*contoso.com` gives
    /// everything below `com`.
    package var hostAnchors: [HostAnchor]? { pattern.compiled[.hostname].form.hostAnchors }

    /// The same of a pattern whose host begins with expressions and ends with a text, such as `(www|hr).contoso.com`; nil
    /// for every other one.
    ///
    /// Indexes do without it: where PCRE2 is asked anyway, little is saved.
    package var fixedHostEnd: [HostAnchor]? {
        let host = Array(pattern[.hostname].utf8)
        // Only a text behind the last group, wildcard or repetition is there wherever the pattern matches.
        guard let last = host.lastIndex(where: { ")}*?+".utf8.contains($0) }) else { return nil }
        let end = Array(host[(last + 1)...])
        guard !end.contains(where: { #":\({"#.utf8.contains($0) }) else { return nil }
        return ComponentForm.anchor(end, isWhole: false).map { [$0] }
    }

    /// Whether every host matches.
    var takesAnyHost: Bool { pattern.compiled[.hostname].form.isAny }

    /// The schemes and ports of every URL that matches, as far as they can be told apart.
    package var originKinds: OriginKinds { schemeKinds.union(portKinds) }

    private var schemeKinds: OriginKinds {
        guard let schemes = pattern.compiled[.protocol].form.onlyTexts else { return .anyScheme }
        return schemes.reduce([]) { $0.union(.scheme(SpecialScheme(named: $1))) }
    }

    private var portKinds: OriginKinds {
        guard let ports = pattern.compiled[.port].form.onlyTexts else { return .anyPort }
        return ports.reduce([]) { $0.union($1.isEmpty ? .ownPort : .otherPorts) }
    }

    /// Whether every URL matches that one of ``hostAnchors`` holds for and that has ``originKinds``.
    package var asksForOriginOnly: Bool {
        let compiled = pattern.compiled
        guard compiled[.hostname].form.isAllOfHostAnchors, compiled[.pathname].form.isAnyPath,
            // A scheme that isn't special has bits in common with others, and paths without a `/`.
            schemeKinds.isSubset(of: .specialSchemes), !schemeKinds.isEmpty
        else { return false }
        let asksForNumber = !compiled[.port].form.isAny && portKinds.contains(.otherPorts)
        return !asksForNumber
            && [URLPatternComponent.username, .password, .search, .hash].allSatisfy { compiled[$0].form.isAny }
    }
}

extension ComponentForm {
    /// Whether it says that everything matches.
    fileprivate var isAny: Bool { if case .any = self { true } else { false } }
}

extension PatternMatcher {
    /// What is in every URL without its fragment that matches.
    ///
    /// A component of a URL is in it as it is, so what one of them has to have, the URL has.
    package var requiredLiterals: RequiredLiterals? {
        let found = [(URLPatternComponent.hostname, ""), (.port, ":"), (.pathname, ""), (.search, "?")].map {
            pattern.compiled[$0].form.requiredLiterals(behind: $1)
        }
        return found.reduce(nil) { RequiredLiterals.better($0, $1) }
    }
}

extension ComponentForm {
    /// What is in every component that matches; `mark` is in front of it in a URL, unless it is empty.
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
