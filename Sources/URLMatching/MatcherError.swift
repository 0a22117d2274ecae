/// Why a text is not a valid value of its matcher key.
///
/// The message states what is wrong, and the help states what to write instead. Neither mentions the place, because the
/// reader of the policy document adds it from ``range``.
public struct MatcherError: Error, Hashable, Sendable {
    /// The kind of mistake; the raw values are stable.
    public enum Code: String, CaseIterable, Hashable, Sendable {
        /// The text is empty.
        case empty
        /// The text is longer than any sensible value.
        case tooLong = "too-long"
        /// The bytes are not UTF-8.
        case notUTF8 = "not-utf-8"
        /// The text contains a space or a control character.
        case space
        /// The host is preceded by a scheme.
        case hasScheme = "has-scheme"
        /// A user name or a password, which rules never see.
        case hasCredentials = "has-credentials"
        /// The host is followed by a port.
        case hasPort = "has-port"
        /// The host is followed by a path, query or fragment.
        case hasPath = "has-path"
        /// A `*` although subdomains are covered without it.
        case wildcard
        /// A dot before the first label.
        case leadingDot = "leading-dot"
        /// A dot after the last label, which rules do not see.
        case trailingDot = "trailing-dot"
        /// Two dots with nothing between them.
        case emptyLabel = "empty-label"
        /// A character that is not allowed at its position.
        case invalidCharacter = "invalid-character"
        /// The domain does not survive IDNA processing.
        case invalidDomain = "invalid-domain"
        /// An IP address where a domain is needed.
        case isAddress = "is-address"
        /// An IPv6 address without brackets.
        case missingBrackets = "missing-brackets"
        /// The text is not an IP address although the key requires one.
        case invalidAddress = "invalid-address"
        /// An IP address in a spelling other than the canonical one.
        case addressSpelling = "address-spelling"
        /// The prefix length of a CIDR block is not a number in range.
        case invalidPrefixLength = "invalid-prefix-length"
        /// A CIDR block has bits set beyond its prefix.
        case hostBitsSet = "host-bits-set"
        /// The text is not a scheme.
        case invalidScheme = "invalid-scheme"
        /// A letter that must be lower case.
        case notLowerCase = "not-lower-case"
        /// The text is not an absolute URL.
        case invalidURL = "invalid-url"
        /// The text is not a URL pattern.
        case invalidPattern = "invalid-pattern"
        /// PCRE2 does not accept the pattern.
        case invalidRegex = "invalid-regex"
        /// The pattern needs more memory than a rule may take.
        case regexTooLarge = "regex-too-large"
        /// The host is not preceded by a scheme.
        case missingScheme = "missing-scheme"
        /// One value contains several entries.
        case separator
        /// A query or a fragment, which is never compared.
        case hasQuery = "has-query"
        /// The text after the `:` is not a port.
        case invalidPort = "invalid-port"
        /// A `*` that matches every host.
        case wildcardHost = "wildcard-host"
        /// A `*.` before a single label.
        case wildcardDomain = "wildcard-domain"
        /// A `*` in a label of the host where it is not allowed.
        case wildcardLabel = "wildcard-label"
        /// A `*` in the middle of a path.
        case wildcardPath = "wildcard-path"
        /// A path that is not written as in URLs, so that no URL has it.
        case pathSpelling = "path-spelling"
        /// A host that is not written as in URLs, so that it matches nothing in the browser.
        case hostSpelling = "host-spelling"
        /// A query that is not written as in URLs, so that it matches nothing in the browser.
        case querySpelling = "query-spelling"
        /// More than one `*` in a path.
        case severalWildcards = "several-wildcards"
        /// A `*` at the end of a path segment, although it must be a segment of its own.
        case wildcardSegment = "wildcard-segment"
        /// The host is missing.
        case missingHost = "missing-host"
        /// A scheme that is only allowed together with every host.
        case customScheme = "custom-scheme"
        /// A query with an empty token, or on an allow list with two values of one key.
        case invalidQuery = "invalid-query"
        /// A query with more tokens than are compared.
        case tooManyTokens = "too-many-tokens"
        /// The text is not a relation to a document.
        case invalidSite = "invalid-site"
        /// The list has more entries than can be stored.
        case listTooLarge = "list-too-large"
        /// A line that is not a hosts-file line.
        case invalidHostsLine = "invalid-hosts-line"
        /// An ad blocker's filter that covers more or less than a whole domain.
        case invalidFilter = "invalid-filter"
        /// This version cannot make the key's matcher from a single text.
        case unsupportedKey = "unsupported-key"
    }

    /// The kind of mistake.
    public let code: Code
    /// One line in lower case without a final period; the author's own words are in backticks.
    public let message: String
    /// What to write instead, in the same style; nil if that is not clear.
    public let help: String?
    /// The bytes of the given text that the message refers to; nil for the whole text.
    public let range: Range<Int>?

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: The kind of mistake.
    ///   - message: Lower case, one line, no final period.
    ///   - help: What to write instead.
    ///   - range: The bytes of the given text that the message refers to.
    public init(_ code: Code, _ message: String, help: String? = nil, range: Range<Int>? = nil) {
        self.code = code
        self.message = message
        self.help = help
        self.range = range
    }
}

extension MatcherError {
    /// Rejects malformed UTF-8. The URL parser reads it as U+FFFD, but in a rule it is a mistake.
    ///
    /// - Parameters:
    ///   - text: The bytes.
    ///   - noun: What its author should save as UTF-8.
    /// - Throws: ``Code/notUTF8``, with the malformed bytes.
    /// - Complexity: O(*n*) in the bytes.
    static func checkUTF8(_ text: Span<UInt8>, _ noun: String) throws(MatcherError) {
        do {
            _ = try UTF8Span(validating: text)
        } catch {
            throw MatcherError(
                .notUTF8,
                "\(QuotedText.quote(text)) is not UTF-8",
                help: "save the \(noun) as UTF-8",
                range: error.byteOffsets
            )
        }
    }
}

extension MatcherError: CustomStringConvertible {
    /// The message, followed by the help.
    public var description: String { help.map { "\(message); \($0)" } ?? message }
}
