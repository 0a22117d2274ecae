package import URLStandard

/// Matches URLs by a PCRE2 regular expression, compiled to machine code and shared by all threads.
///
/// The pattern sees the canonical URL without credentials, fragment and dots after the host. It is not anchored:
/// `regex: contoso\.com` also matches `https://evil.example/?contoso.com`, so begin it with `^https://`. Canonical URLs
/// are ASCII, so patterns are ASCII too and match bytes: in a URL, other characters are percent-encoded, or form `xn--`
/// labels of its host.
///
/// Two matchers are equal if their texts are.
public struct RegexMatcher: Hashable, Sendable {
    /// The pattern as it was given.
    public let pattern: String

    private let program: RegexProgram

    /// Compiles a pattern.
    ///
    /// - Parameter pattern: A pattern in PCRE2's syntax. `(*UTF)` and `(*UCP)` are not accepted; `(*LIMIT_MATCH=…)` and
    ///   similar verbs can only lower the limits of ``RegexLimits``.
    /// - Throws: ``MatcherError``, with PCRE2's message and position.
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
        // A URL whose host rules out a match does not match, even if the search reached a limit.
        guard outcome == .limitReached, let anchors = hostAnchors else { return outcome }
        for anchor in anchors where anchor.holds(for: form.host) { return outcome }
        return .notMatched
    }

    /// Whether the pattern matches somewhere in a text that is not a URL, such as a path: for analysis only.
    package func matches(text: Span<UInt8>, scratch: inout RegexScratch) -> MatchOutcome {
        program.matches(text, scratch: &scratch)
    }

    /// The step counter, for analysis; nil if the work grows no faster than a small multiple of a URL's bytes.
    package var stepCounter: RegexStepCounter? { program.stepCounter }

    /// The literals that every matching URL contains, if the pattern determines them.
    package var requiredLiterals: RequiredLiterals? { program.required }

    /// The anchors of which one holds for every matching URL, for an index; nil if the pattern does not determine them.
    package var hostAnchors: [HostAnchor]? { program.hostAnchors }

    /// Whether two matchers have the same pattern.
    public static func == (left: RegexMatcher, right: RegexMatcher) -> Bool { left.pattern == right.pattern }

    /// Hashes the pattern.
    public func hash(into hasher: inout Hasher) { hasher.combine(pattern) }
}
