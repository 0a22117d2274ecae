extension ReaderCode {
    /// Values of the matchers of rules, and lines of lists.
    static let ofMatchers: [ReaderCode] = [
        ReaderCode("empty", "empty value", "The text is empty.", page: "PolicyDocuments"),
        ReaderCode(
            "too-long",
            "value too long",
            "The text is longer than any sensible value.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "space",
            "space in the value",
            "The text has a space or a control character.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "has-scheme",
            "scheme before a host",
            "Only a host is valid here. A scheme before it would never match.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "has-credentials",
            "user name or password",
            "Rules see no user names and passwords.",
            page: "PolicyDocuments"
        ),
        ReaderCode("has-port", "port after a host", "Only a host is valid here.", page: "PolicyDocuments"),
        ReaderCode(
            "has-path",
            "path after a host",
            "Only a host is valid here. Use `pattern` or `url` for paths.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "wildcard",
            "wildcard in a host",
            "A `*` is in a place where subdomains match without it, or cannot match.",
            page: "PolicyDocuments"
        ),
        ReaderCode("leading-dot", "dot in front", "There is a dot before the first label.", page: "PolicyDocuments"),
        ReaderCode(
            "trailing-dot",
            "dot at the end",
            "There is a dot after the last label. Rules do not see it in URLs.",
            page: "PolicyDocuments"
        ),
        ReaderCode("empty-label", "empty label", "There are two dots in a row.", page: "PolicyDocuments"),
        ReaderCode(
            "invalid-character",
            "invalid character",
            "A host, scheme or entry can't have this character.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "invalid-domain",
            "not a domain",
            "The domain does not survive the processing that browsers put it through, so no URL could have it.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "is-address",
            "address where a domain is needed",
            "An IP address has no subdomains. Use `host` or `address`.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "missing-brackets",
            "IPv6 address without brackets",
            "As a host, an IPv6 address is written in brackets.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "invalid-address",
            "not an IP address",
            "The text is neither an IP address nor a block of addresses.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "address-spelling",
            "unusual spelling of an address",
            """
            The address is written in one of its other spellings, such as in hexadecimal. Write it as \
            browsers show it.
            """,
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "invalid-prefix-length",
            "not a prefix length",
            "The number after the `/` of a block is too large for such addresses.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "host-bits-set",
            "bits after the prefix",
            "The block names bits that its prefix length leaves open, so that it is not clear what is meant.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "not-lower-case",
            "upper case where it can't match",
            "A letter must be lower case to match.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "invalid-pattern",
            "not a URL pattern",
            "The text is not a pattern of the URL Pattern Standard.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "invalid-regex",
            "not a regular expression",
            "PCRE2 does not accept the expression.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "regex-too-large",
            "regular expression too large",
            "The expression needs more memory than a rule may take.",
            page: "PolicyDocuments"
        ),
        ReaderCode("missing-scheme", "missing scheme", "There is no scheme before the host.", page: "PolicyDocuments"),
        ReaderCode(
            "separator",
            "several entries in one value",
            "Write a list of values instead.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "has-query",
            "query or fragment",
            "The part after `?` or `#` is never compared here.",
            page: "PolicyDocuments"
        ),
        ReaderCode("invalid-port", "not a port", "The text after the `:` is not a port.", page: "PolicyDocuments"),
        ReaderCode(
            "wildcard-host",
            "wildcard for every host",
            "A `*` for every host would match the whole web.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "wildcard-domain",
            "wildcard for a top-level domain",
            "A `*.` before a single label would match every domain below it.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "wildcard-label",
            "wildcard in a label",
            "A `*` is in a label of the host where it is not valid.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "wildcard-path",
            "wildcard within a path",
            "A `*` is valid only at the end of a path.",
            page: "PolicyDocuments"
        ),
        ReaderCode("several-wildcards", "several wildcards", "A path has at most one `*`.", page: "PolicyDocuments"),
        ReaderCode(
            "wildcard-segment",
            "wildcard in a segment",
            "A `*` must be a segment of its own here.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "missing-host",
            "filter without a host",
            "A filter of an enterprise URL list names a host, or has `*` for every one.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "custom-scheme",
            "custom scheme with more after it",
            """
            A filter of an enterprise URL list can name a custom scheme only as a whole, as `custom://*`. \
            With a host or a path after it no URL would match.
            """,
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "too-many-tokens",
            "too many tokens in a query",
            "The query of a filter asks for more parameters than are compared. Write several filters.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "invalid-site",
            "not a relation to a document",
            "The relation of a URL to the view's document is `same-document`, `same-origin` or `same-site`.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "list-too-large",
            "list too large",
            "The list has more entries than can be kept.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "invalid-hosts-line",
            "not a line of a hosts file",
            "A line of a hosts file has an address and names.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "invalid-filter",
            "filter for more or less than a domain",
            "Of the filters for ad blockers only those for whole domains, `||ads.example^`, can be read.",
            page: "PolicyDocuments"
        ),
    ]
}
