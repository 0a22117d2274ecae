/// A part of a URL that other software may read differently than a browser does.
///
/// ```swift
/// let input = #"https://allow.example\@evil.example/"#
/// try URLRecord(parsing: input.utf8.span).ambiguities(in: input.utf8.span)
/// // backslash-as-slash at 21..<22: the browser opens allow.example, an RFC 3986 reader sees evil.example
/// ```
///
/// An ambiguity by itself is no reason to distrust a URL: `https://example.org:443/a//b` has two and is harmless.
/// ``URLRecord/disagreesOnAuthority(with:)`` determines whether two readers would go to different places.
public struct Ambiguity: Hashable, Sendable {
    /// The kind of ambiguity.
    public let code: Code
    /// The position in bytes of the input; never empty.
    public let range: Range<Int>

    init(_ code: Code, at range: Range<Int>) {
        self.code = code
        self.range = range
    }
}

extension Ambiguity {
    /// The kinds of ambiguity. The raw values are stable and appear in the command line's output.
    ///
    /// Each description covers what the URL Standard does and what the other reader sees.
    public enum Code: String, CaseIterable, Hashable, Sendable {
        // MARK: Anywhere

        /// Tabs, line feeds or carriage returns, which are removed at any position. Another reader keeps them, ends the
        /// URL there, or sees another scheme: `java\nscript:`.
        case tabOrNewlineRemoved = "tab-or-newline-removed"
        /// Controls or spaces before or after the URL, which are removed. Another reader treats them as part of the
        /// scheme, host or path.
        case controlOrSpaceTrimmed = "control-or-space-trimmed"
        /// Control bytes, including NUL, inside the URL or percent-encoded in its path. They are encoded, or stay
        /// encoded. Another reader ends the string there, or rejects it.
        case controlByte = "control-byte"
        /// A `%` without two hexadecimal digits after it, or several such `%` in a row, which stay as they are. Another
        /// reader rejects the URL, drops the `%`, or encodes it.
        case invalidPercentSequence = "invalid-percent-sequence"

        // MARK: Scheme and slashes

        /// Backslashes that act as slashes, as they do in special URLs. In RFC 3986 they are ordinary bytes:
        /// `https://a\@b/` then has the host `b`.
        case backslashAsSlash = "backslash-as-slash"
        /// Fewer than two slashes after a special scheme. The URL Standard looks for a host nonetheless, or resolves
        /// against a base of the same scheme; according to RFC 3986 there is no host.
        case missingSlashes = "missing-slashes"
        /// More than two slashes before the host of a special URL, which are skipped. According to RFC 3986 the host is
        /// empty, and what a browser opens as the host is part of the path.
        case extraSlashes = "extra-slashes"
        /// A colon in the first segment of a relative path, after text that is not a scheme. RFC 3986's regular
        /// expression treats that text as the scheme.
        case colonInFirstSegment = "colon-in-first-segment"

        // MARK: Authority

        /// Credentials before the host. A person may read a host in them, and careless software may treat them as the
        /// host.
        case credentials = "credentials"
        /// More than one `@` before the host, of which the last one ends the credentials. Another reader stops at the
        /// first.
        case multipleAtSigns = "multiple-at-signs"
        /// The scheme's default port, which is omitted. A reader that compares text sees another authority.
        case defaultPort = "default-port"
        /// A dot after the host, which a domain keeps and an IPv4 address loses. Both connect to the host without it; a
        /// reader that compares text sees another host.
        case trailingDot = "trailing-dot"
        /// Percent-encoded bytes in the host, which are decoded in a special URL and kept in others; or bytes that get
        /// encoded in other URLs. Another reader keeps what is decoded, or decodes what is kept.
        case percentEncodedHost = "percent-encoded-host"
        /// A host that IDNA mapping changes by more than case and normalization, as with full-width letters, the
        /// ideographic full stop and ignorable code points; or a host with `ß`, `ς` or a joiner, which older software
        /// maps to something else. Another reader looks up another name.
        case idnaMapping = "idna-mapping"
        /// A code point in a domain that is not a letter, a digit, `-`, `_` or `.`: one of `! " $ & ' ( ) * + , ; = { }
        /// ~` or a backtick. The URL Standard keeps it; Node and other older readers end the host there. The canonical
        /// form contains it too, so passing on the canonical form does not help.
        case hostDelimiter = "host-delimiter"
        /// A host with `ß`, `ς`, a joiner or a non-joiner, which are part of the name. Software that follows IDNA 2003
        /// maps it to another name: `faß.example` becomes `fass.example`.
        case idna2003 = "idna-2003"
        /// A part of an IPv4 address in hexadecimal. Another reader sees a domain.
        case hexIPv4 = "hex-ipv4"
        /// A part of an IPv4 address with a leading zero, which makes it octal. Another reader sees a decimal number,
        /// and therefore another address, or a domain.
        case octalIPv4 = "octal-ipv4"
        /// An IPv4 address of fewer than four parts. Another reader sees a domain.
        case shortIPv4 = "short-ipv4"
        /// A part of an IPv4 address that fills more than one byte. Another reader sees a domain, or truncates the
        /// part.
        case overflowingIPv4 = "overflowing-ipv4"
        /// An IPv6 address that maps an IPv4 address, and connects to it. A reader that checks only addresses of one
        /// kind does not see it.
        case ipv4MappedIPv6 = "ipv4-mapped-ipv6"
        /// An IPv6 address that is not written in canonical form. A reader that compares text sees another host.
        case nonCanonicalIPv6 = "non-canonical-ipv6"
        /// The host `localhost` of a `file:` URL, or a drive letter in its place; the host then becomes empty. Another
        /// reader sees a host.
        case fileHostRemoved = "file-host-removed"

        // MARK: Path

        /// A `.` or `..` segment, which is resolved. A reader that does not resolve it sees another path.
        case dotSegment = "dot-segment"
        /// The same with a dot written as `%2e`. Many readers resolve only the plain form.
        case encodedDotSegment = "encoded-dot-segment"
        /// Two or more slashes in a row, which stay. Another reader merges them into one.
        case emptySegment = "empty-segment"
        /// `%2f` or `%5c` in the path, which stays. Another reader decodes it, and sees more segments.
        case encodedSlash = "encoded-slash"
    }
}
