/// Why a text is not a value of the matcher key it was given for.
///
/// The message says what is wrong, the help what to write instead; neither needs the place, which the reader of the
/// policy document adds from ``range``.
public struct MatcherError: Error, Hashable, Sendable {
    /// What kind of mistake it is; the raw values are stable.
    public enum Code: String, CaseIterable, Hashable, Sendable {
        /// There is no text at all.
        case empty
        /// The text is longer than any sensible value.
        case tooLong = "too-long"
        /// The bytes are not UTF-8.
        case notUTF8 = "not-utf-8"
        /// A space or a control character is in the text.
        case space
        /// A scheme is before the host.
        case hasScheme = "has-scheme"
        /// User name or password, which no rule sees.
        case hasCredentials = "has-credentials"
        /// A port is behind the host.
        case hasPort = "has-port"
        /// A path, query or fragment is behind the host.
        case hasPath = "has-path"
        /// A `*`, where subdomains are covered without it.
        case wildcard
        /// A dot before the first label.
        case leadingDot = "leading-dot"
        /// A dot behind the last label, which rules do not see.
        case trailingDot = "trailing-dot"
        /// Two dots with nothing between them.
        case emptyLabel = "empty-label"
        /// A character that cannot be there.
        case invalidCharacter = "invalid-character"
        /// The domain does not survive IDNA processing.
        case invalidDomain = "invalid-domain"
        /// An IP address where a domain is needed.
        case isAddress = "is-address"
        /// An IPv6 address without brackets.
        case missingBrackets = "missing-brackets"
        /// What should be an IP address is not one.
        case invalidAddress = "invalid-address"
        /// An IP address in one of its other spellings.
        case addressSpelling = "address-spelling"
        /// The prefix length of a CIDR block is not a number in range.
        case invalidPrefixLength = "invalid-prefix-length"
        /// A CIDR block names bits behind its prefix.
        case hostBitsSet = "host-bits-set"
        /// The text is no scheme.
        case invalidScheme = "invalid-scheme"
        /// A letter that must be lower case.
        case notLowerCase = "not-lower-case"
        /// The text is not an absolute URL.
        case invalidURL = "invalid-url"
        /// The text is no URL pattern.
        case invalidPattern = "invalid-pattern"
        /// PCRE2 does not accept the pattern.
        case invalidRegex = "invalid-regex"
        /// The pattern needs more memory than a rule may take.
        case regexTooLarge = "regex-too-large"
        /// No scheme is before the host.
        case missingScheme = "missing-scheme"
        /// Several entries in one value.
        case separator
        /// A query or a fragment, which is never looked at.
        case hasQuery = "has-query"
        /// The text behind the `:` is no port.
        case invalidPort = "invalid-port"
        /// A `*` that stands for every host.
        case wildcardHost = "wildcard-host"
        /// A `*.` before a single label.
        case wildcardDomain = "wildcard-domain"
        /// A `*` in a label of the host where it must not stand.
        case wildcardLabel = "wildcard-label"
        /// A `*` in a path that goes on behind it.
        case wildcardPath = "wildcard-path"
        /// More than one `*` in a path.
        case severalWildcards = "several-wildcards"
        /// A `*` that ends a segment of a path, where it must be a segment of its own.
        case wildcardSegment = "wildcard-segment"
        /// No host stands where one must.
        case missingHost = "missing-host"
        /// A scheme that can only be named with every host.
        case customScheme = "custom-scheme"
        /// A query with more tokens than are compared.
        case tooManyTokens = "too-many-tokens"
        /// The text is no relation to a document.
        case invalidSite = "invalid-site"
        /// The list has more entries than can be kept.
        case listTooLarge = "list-too-large"
        /// A line that is no line of a hosts file.
        case invalidHostsLine = "invalid-hosts-line"
        /// A filter of ad blockers that is more or less than a whole domain.
        case invalidFilter = "invalid-filter"
        /// The key cannot be made from one text in this version.
        case unsupportedKey = "unsupported-key"
    }

    /// What kind of mistake it is.
    public let code: Code
    /// Lower case, one line, no final period; the author's own words are in backticks.
    public let message: String
    /// What to write instead, in the same style; nil where that is not clear.
    public let help: String?
    /// The bytes of the given text that the message speaks of; nil for all of them.
    public let range: Range<Int>?

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: What kind of mistake it is.
    ///   - message: Lower case, one line, no final period.
    ///   - help: What to write instead.
    ///   - range: The bytes of the given text that the message speaks of.
    public init(_ code: Code, _ message: String, help: String? = nil, range: Range<Int>? = nil) {
        self.code = code
        self.message = message
        self.help = help
        self.range = range
    }
}

extension MatcherError: CustomStringConvertible {
    /// The message, and the help behind it.
    public var description: String { help.map { "\(message); \($0)" } ?? message }
}
