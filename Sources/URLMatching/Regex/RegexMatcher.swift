package import URLStandard

/// Matches URLs by a regular expression of PCRE2, compiled to machine code and shared by every thread.
///
/// The pattern sees the canonical URL without credentials, fragment and dots behind the host. It is not anchored:
/// `regex: contoso\.com` matches `https://evil.example/?contoso.com` too, so begin it with `^https://`. Canonical URLs are
/// ASCII, so patterns are, and match bytes: other characters are percent-encoded in a URL, or `xn--` labels of its host.
///
/// Two matchers are equal where their texts are.
public struct RegexMatcher: Hashable, Sendable {
    /// The pattern as it was given.
    public let pattern: String

    private let program: RegexProgram

    /// Compiles a pattern.
    ///
    /// - Parameter pattern: A pattern in PCRE2's syntax. `(*UTF)` and `(*UCP)` are not accepted; `(*LIMIT_MATCH=…)` and its
    ///   like can only lower the limits of ``RegexLimits``.
    /// - Throws: ``MatcherError``, whose message is PCRE2's own with the place it names.
    /// - Complexity: Bounded by ``RegexLimits``: some 10 µs for patterns that people write.
    public init(_ pattern: String) throws(MatcherError) {
        let bytes = pattern.utf8.span
        guard !bytes.isEmpty else {
            throw MatcherError(.empty, "the regular expression is empty, which would match every URL")
        }
        guard bytes.count <= RegexLimits.patternBytes else {
            throw MatcherError(
                .regexTooLarge,
                "the regular expression is longer than \(RegexLimits.patternBytes) bytes",
                help: "split it into several values, or use a `list`"
            )
        }
        for index in bytes.indices where bytes[index] >= 0x80 {
            throw MatcherError(
                .invalidCharacter,
                "the regular expression has a character that no canonical URL has",
                help: "write it percent-encoded, or as an `xn--` label in a host",
                range: index..<index + 1
            )
        }
        program = try RegexProgram(compiling: bytes)
        self.pattern = pattern
    }

    /// Whether a URL in matching form matches.
    package func matches(form: borrowing URLRecord, scratch: inout RegexScratch) -> MatchOutcome {
        let outcome = program.matches(form.hrefWithoutFragment, scratch: &scratch)
        // What is not about this host doesn't match, whatever else there is to find out.
        guard outcome == .limitReached, let anchors = hostAnchors else { return outcome }
        for anchor in anchors where anchor.holds(for: form.host) { return outcome }
        return .notMatched
    }

    /// What counts its steps, for analysis; nil where its work grows no faster than a few times the bytes of a URL.
    package var stepCounter: RegexStepCounter? { program.stepCounter }

    /// What is in every URL that matches, where the pattern tells.
    package var requiredLiterals: RequiredLiterals? { program.required }

    /// Where an index can put the expression: one of these holds for every URL that matches; nil where it does not tell.
    package var hostAnchors: [HostAnchor]? { program.hostAnchors }

    /// Whether two matchers have the same pattern.
    public static func == (left: RegexMatcher, right: RegexMatcher) -> Bool { left.pattern == right.pattern }

    /// Hashes the pattern.
    public func hash(into hasher: inout Hasher) { hasher.combine(pattern) }
}
