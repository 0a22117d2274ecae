extension CodeExplanation {
    /// Values of the matchers of rules, and lines of lists.
    static let ofMatchers = readings(
        page: "PolicyDocuments",
        [
            ("empty", "empty value", "There is no text at all."),
            (
                "too-long",
                "value too long",
                "The text is longer than any sensible value."
            ),
            (
                "space",
                "space in the value",
                "The text has a space or a control character."
            ),
            (
                "has-scheme",
                "scheme before a host",
                "Only a host is allowed here. With a scheme before it, it would never match."
            ),
            (
                "has-credentials",
                "user name or password",
                "Rules don't see user names and passwords."
            ),
            ("has-port", "port after a host", "Only a host is allowed here."),
            (
                "has-path",
                "path after a host",
                "Only a host is allowed here. Use `pattern` or `url` for paths."
            ),
            (
                "wildcard",
                "wildcard in a host",
                "A `*` is used where subdomains are included without it, or cannot be included."
            ),
            ("leading-dot", "leading dot", "There is a dot before the first label."),
            (
                "trailing-dot",
                "trailing dot",
                "There is a dot after the last label. Rules don't see it in URLs, and software that compares text sees another host."
            ),
            ("empty-label", "empty label", "There is nothing between two dots."),
            (
                "invalid-character",
                "character that isn't allowed here",
                "A host, scheme or entry cannot contain this character."
            ),
            (
                "invalid-domain",
                "not a domain",
                "Browsers reject this domain when they process it, so no URL can have it."
            ),
            (
                "is-address",
                "address where a domain is needed",
                "An IP address has no subdomains. Use `host` or `address`."
            ),
            (
                "missing-brackets",
                "IPv6 address without brackets",
                "As a host, an IPv6 address is written in brackets."
            ),
            (
                "invalid-address",
                "not an IP address",
                "The text is neither an IP address nor a block of addresses."
            ),
            (
                "address-spelling",
                "unusual spelling of an address",
                """
                The address is written in one of its other spellings, such as in hexadecimal. Write it as \
                browsers show it.
                """
            ),
            (
                "invalid-prefix-length",
                "not a prefix length",
                "The number after the `/` of a block is not a valid prefix length for such addresses."
            ),
            (
                "host-bits-set",
                "bits after the prefix",
                "The block sets bits that its prefix length leaves open, so it is not clear what is meant."
            ),
            (
                "not-lower-case",
                "upper case where it cannot match",
                "A letter must be lower case to match."
            ),
            (
                "invalid-pattern",
                "not a URL pattern",
                "The text is not a pattern of the URL Pattern Standard."
            ),
            (
                "invalid-regex",
                "not a regular expression",
                "PCRE2 does not accept the expression."
            ),
            (
                "regex-too-large",
                "regular expression too large",
                "The expression needs more memory than a rule may take."
            ),
            ("missing-scheme", "missing scheme", "There is no scheme before the host."),
            (
                "separator",
                "several entries in one value",
                "Write a list of values instead."
            ),
            (
                "has-query",
                "query or fragment",
                "What comes after `?` or `#` is never compared here."
            ),
            ("invalid-port", "not a port", "The text after the `:` is not a port."),
            (
                "wildcard-host",
                "wildcard for every host",
                "A `*` that stands for every host would match the whole web."
            ),
            (
                "wildcard-domain",
                "wildcard for a top-level domain",
                "A `*.` before a single label would match every domain below it."
            ),
            (
                "wildcard-label",
                "wildcard in a label",
                "A label of the host has a `*` where that is not allowed."
            ),
            (
                "wildcard-path",
                "wildcard within a path",
                "A `*` is allowed only at the end of a path."
            ),
            (
                "path-spelling",
                "unusual spelling of a path",
                """
                The path of a filter is compared as it is written, as in the browser. Write it as in URLs: without \
                `.` and `..` as segments, and with characters such as `ä` and `{` percent-encoded.
                """
            ),
            (
                "host-spelling",
                "unusual spelling of a host",
                """
                The browser compares the host of a filter as it is written, so only an import reports this. Write it \
                as in URLs: a name such as `größe.example` with `xn--`, and an IPv6 address in its shortest form.
                """
            ),
            (
                "query-spelling",
                "unusual spelling of a query",
                """
                The browser compares the query of a filter as it is written, so only an import reports this. Write it \
                as in URLs, with characters such as `ä` percent-encoded.
                """
            ),
            (
                "invalid-query",
                "query that a filter cannot have",
                """
                The query of a filter has an empty token, as in `?a=1&&b=2`, which few URLs meet in the browser. Or a \
                filter of an allow list has two values of one key, of which the browser compares only the first.
                """
            ),
            ("several-wildcards", "several wildcards", "A path has at most one `*`."),
            (
                "wildcard-segment",
                "wildcard in a segment",
                "A `*` must be a segment of its own here."
            ),
            (
                "missing-host",
                "filter without a host",
                "A filter of an enterprise URL list names a host, or has `*` for every host."
            ),
            (
                "custom-scheme",
                "custom scheme with more after it",
                """
                A filter of an enterprise URL list can name a custom scheme only as a whole, as in `custom://*`. With \
                a host or a path after the scheme, no URL would match.
                """
            ),
            (
                "too-many-tokens",
                "too many tokens in a query",
                "The query of a filter has more parameters than are compared. Write several filters."
            ),
            (
                "invalid-site",
                "not a relation to a document",
                "The relation of a URL to the view's document is `same-document`, `same-origin` or `same-site`."
            ),
            (
                "list-too-large",
                "list too large",
                "The list has more entries than are supported."
            ),
            (
                "invalid-hosts-line",
                "not a line of a hosts file",
                "A line of a hosts file has an address and names."
            ),
            (
                "invalid-filter",
                "filter for more or less than a domain",
                "Of the filters for ad blockers only those for whole domains, `||ads.example^`, can be read."
            ),
        ]
    )
}
