import URLStandard

extension CodeExplanation {
    /// What the URL parser reports about an input: its ambiguities, or why it is not a URL.
    static let ofURLs: [CodeExplanation] =
        Ambiguity.Code.allCases.map { code in
            let seen = code.seen
            return CodeExplanation(
                code: code.rawValue,
                kind: .url,
                title: seen.input,
                text: """
                    The input has \(seen.input). A browser and other software may read that differently: the other \
                    reader \(seen.elsewhere). If two readers would go to different hosts, the URL is blocked with \
                    `url.ambiguous`, unless the policy says `ambiguousURLs: canonicalize`.
                    """,
                example: code.exampleInput.map { "demarc url \($0)" },
                page: "URLs"
            )
        }
        + URLParsingError.allCases.map { error in
            CodeExplanation(
                code: error.rawValue,
                kind: .url,
                title: "not a URL: \(error)",
                text: error.cause,
                example: error.exampleCommand,
                page: "URLs"
            )
        }
}

extension Ambiguity.Code {
    /// What the input contains, and what another reader does with it.
    fileprivate var seen: (input: String, elsewhere: String) {
        switch self {
        case .tabOrNewlineRemoved:
            (
                "a tab, line feed or carriage return, which is removed anywhere",
                "keeps it, ends the URL there, or sees another scheme"
            )
        case .controlOrSpaceTrimmed:
            (
                "controls or spaces before or after the URL, which are removed",
                "treats them as part of the scheme, host or path"
            )
        case .controlByte:
            (
                "a control byte inside the URL, or one that is percent-encoded in its path",
                "ends the string there, or refuses it"
            )
        case .invalidPercentSequence:
            (
                "a `%` without two hexadecimal digits after it, which stays",
                "refuses the URL, drops the `%`, or encodes it"
            )
        case .backslashAsSlash:
            (
                "a backslash that counts as a slash, in a special URL",
                "treats it as an ordinary byte, and sees another host"
            )
        case .missingSlashes:
            (
                "fewer than two slashes after a special scheme",
                "sees no host"
            )
        case .extraSlashes:
            (
                "more than two slashes before the host of a special URL, which are skipped",
                "sees an empty host, and the host in the path"
            )
        case .colonInFirstSegment:
            (
                "a colon in the first segment of a relative path",
                "treats the text before it as a scheme"
            )
        case .credentials:
            (
                "a user name or password before the host",
                "treats it as the host"
            )
        case .multipleAtSigns:
            (
                "more than one `@` before the host; the last one counts",
                "stops at the first"
            )
        case .defaultPort:
            (
                "the scheme's default port, which is left out",
                "sees another authority if it compares text"
            )
        case .trailingDot:
            (
                "a dot after the host",
                "sees another host if it compares text"
            )
        case .percentEncodedHost:
            (
                "percent-encoded bytes in the host, or bytes that become encoded there",
                "keeps what is decoded, or decodes what is kept"
            )
        case .idnaMapping:
            (
                "a host that IDNA changes by more than case and normalization, or a host with `ß`, `ς` or a joiner",
                "looks up another name"
            )
        case .hostDelimiter:
            (
                "a code point in a domain that is not a letter, a digit, `-`, `_` or `.`; the canonical form has it too",
                "ends the host there"
            )
        case .idna2003:
            (
                "`ß`, `ς`, a joiner or a non-joiner in the host, which by itself is not a disagreement",
                "turns it into another name if it follows IDNA 2003: `faß.example` into `fass.example`"
            )
        case .hexIPv4:
            (
                "a part of an IPv4 address in hexadecimal",
                "sees a domain"
            )
        case .octalIPv4:
            (
                "a part with a leading zero, which makes it octal",
                "reads it as decimal, and sees another address or a domain"
            )
        case .shortIPv4:
            (
                "an IPv4 address of fewer than four parts",
                "sees a domain"
            )
        case .overflowingIPv4:
            (
                "a part that fills more than one byte",
                "sees a domain, or cuts the part off"
            )
        case .ipv4MappedIPv6:
            (
                "an IPv6 address that maps an IPv4 address, to which it connects",
                "does not see the IPv4 address"
            )
        case .nonCanonicalIPv6:
            (
                "an IPv6 address that is not written in the canonical way",
                "sees another host if it compares text"
            )
        case .fileHostRemoved:
            (
                "`localhost`, or a drive letter, as the host of a `file:` URL; the host is empty then",
                "sees a host"
            )
        case .dotSegment:
            (
                "a `.` or `..` segment, which is resolved",
                "sees another path, unless it resolves it too"
            )
        case .encodedDotSegment:
            (
                "a `.` or `..` segment with a dot written as `%2e`",
                "resolves the plain form only"
            )
        case .emptySegment:
            (
                "two or more slashes in a row, which stay",
                "makes them one"
            )
        case .encodedSlash:
            (
                "`%2f` or `%5c` in the path, which stays",
                "decodes it, and sees more segments"
            )
        }
    }
}

extension URLParsingError {
    /// The error in a sentence, with a remedy.
    fileprivate var cause: String {
        switch self {
        case .missingScheme:
            "The input has no scheme, such as `https:`, and there is no page that it could be relative to. Write "
                + "`https://contoso.com/` for `contoso.com`."
        case .inputTooLong, .hostMissing, .portInvalid, .portOutOfRange, .domainToASCII, .domainInvalidCodePoint,
            .hostInvalidCodePoint, .ipv4TooManyParts, .ipv4NonNumericPart, .ipv4OutOfRangePart, .ipv6Unclosed,
            .ipv6Invalid:
            "A browser opens nothing for such an input: \(self). The decision on it is to block."
        }
    }
}

extension Ambiguity.Code {
    /// An input that has it, as a shell's word; nil for what only a reference in a page can have.
    fileprivate var exampleInput: String? {
        switch self {
        case .tabOrNewlineRemoved: #"$'https://contoso.com/pl\tan'"#
        case .controlOrSpaceTrimmed: "' https://contoso.com/plan'"
        case .controlByte: #"$'https://contoso.com/pl\x01an'"#
        case .invalidPercentSequence: "'https://contoso.com/100%'"
        case .backslashAsSlash: #"'https://docs.contoso.com\@evil.example/'"#
        case .missingSlashes: "'https:docs.contoso.com/plan'"
        case .extraSlashes: "'https:///docs.contoso.com/plan'"
        case .colonInFirstSegment: nil
        case .credentials: "'https://docs.contoso.com@evil.example/'"
        case .multipleAtSigns: "'https://dana@contoso.com@evil.example/'"
        case .defaultPort: "'https://contoso.com:443/'"
        case .trailingDot: "'https://contoso.com./'"
        case .percentEncodedHost: "'https://cont%6fso.com/'"
        case .idnaMapping: "'https://ｃontoso.com/'"
        case .hostDelimiter: "'https://contoso.com,evil.example/'"
        case .idna2003: "'https://faß.example/'"
        case .hexIPv4: "'http://0x7f.0.0.1/'"
        case .octalIPv4: "'http://0177.0.0.1/'"
        case .shortIPv4: "'http://127.1/'"
        case .overflowingIPv4: "'http://127.256/'"
        case .ipv4MappedIPv6: "'http://[::ffff:127.0.0.1]/'"
        case .nonCanonicalIPv6: "'http://[0:0::1]/'"
        case .fileHostRemoved: "'file://localhost/etc/hosts'"
        case .dotSegment: "'https://contoso.com/public/../admin'"
        case .encodedDotSegment: "'https://contoso.com/public/%2e%2e/admin'"
        case .emptySegment: "'https://contoso.com//admin'"
        case .encodedSlash: "'https://contoso.com/public%2fplan'"
        }
    }
}

extension URLParsingError {
    /// A command whose input has it.
    fileprivate var exampleCommand: String {
        switch self {
        case .inputTooLong: "head -c 3000000 /dev/zero | tr '\\0' a | sed 's,^,https://contoso.com/,' | demarc url"
        case .missingScheme: "demarc url 'contoso.com'"
        case .hostMissing: "demarc url 'https:///'"
        case .portInvalid: "demarc url 'https://contoso.com:80a/'"
        case .portOutOfRange: "demarc url 'https://contoso.com:65536/'"
        case .domainToASCII: "demarc url 'https://xn--tešla.example/'"
        case .domainInvalidCodePoint: "demarc url 'https://contoso.com|/'"
        case .hostInvalidCodePoint: "demarc url 'contoso-doc://a b/'"
        case .ipv4TooManyParts: "demarc url 'http://1.2.3.4.5/'"
        case .ipv4NonNumericPart: "demarc url 'http://1.2.3.09/'"
        case .ipv4OutOfRangePart: "demarc url 'http://256.0.0.1/'"
        case .ipv6Unclosed: "demarc url 'http://[::1/'"
        case .ipv6Invalid: "demarc url 'http://[::g]/'"
        }
    }
}
