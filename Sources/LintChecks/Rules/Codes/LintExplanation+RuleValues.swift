import AppLint

/// Explanations of the checks of lists and regular expressions.
extension LintExplanation {
    static let duplicateEntry = LintExplanation(
        title: "list has an entry twice",
        text: """
            Entries are compared in canonical form, so that `Contoso.com` and `contoso.com` are one. The second \
            one changes nothing, but anyone who removes the first will think that the entry is gone. Remove only \
            the name if its line of a hosts file has others.
            """,
        example: """
            contoso.com
            fabrikam.com
            CONTOSO.com
            """,
        corrected: """
            contoso.com
            fabrikam.com
            """
    )

    static let duplicateAcrossLists = LintExplanation(
        title: "lists of a rule set have entries in common",
        text: """
            Several lists of one rule set have the same entries. If the lists belong to rules of different classes, \
            the more restrictive class wins. If others maintain the lists, there is nothing to do.
            """,
        example: """
            - {id: ads, class: blocked, list: {file: ads.txt, format: domains}}
            - {id: tracking, class: blocked, list: {file: tracking.txt, format: domains}}
            """
    )

    static let duplicateValue = LintExplanation(
        title: "rule has a value twice",
        text: """
            A key of a rule has the same value more than once. Values are compared in canonical form.
            """,
        example: """
            domain: [contoso.com, fabrikam.com, Contoso.com]
            """,
        corrected: """
            domain: [contoso.com, fabrikam.com]
            """
    )

    static let coveredEntry = LintExplanation(
        title: "domain is covered by another domain",
        text: """
            A domain stands for itself and for everything below it, so `www.contoso.com` adds nothing to `contoso.com` \
            on the same list, or at the same key. Big lists are smaller without such entries.
            """,
        example: """
            contoso.com
            www.contoso.com
            """,
        corrected: """
            contoso.com
            """
    )

    static let addressBlockAsPage = LintExplanation(
        title: "block of addresses is read as a page",
        text: """
            In the managed browser's format, a block of addresses has no scheme: `http://10.0.0.0/24` is the page `/24` \
            of the one host `10.0.0.0`. URL filters have no blocks of addresses at all, so `10.0.0.0/24` is such a page, \
            too. Write the block without the scheme in `edge`, or with the key `address`.
            """,
        example: """
            edge: 'http://10.0.0.0/24'
            """,
        corrected: """
            edge: '10.0.0.0/24'
            """
    )

    static let regexBacktracks = LintExplanation(
        title: "regular expression can be made slow",
        text: """
            Two parts of the expression compete for the same characters, so that there are many ways to divide a \
            text between them, and all of them are tried before the expression fails. The finding shows a URL in three \
            pieces and how many steps PCRE2 took for it; with the middle piece repeated twice as often, it takes at \
            least three times as many. Only the likeliest URLs are tried, so that an expression without a finding may \
            be slow, too.

            Matching is bounded: if the bound is reached, the rule is treated both as matching and as not matching, \
            and if that makes a difference, the URL is blocked or has no answer. So whoever chooses the URL chooses \
            the outcome. Make one of the repetitions possessive (`++`, `*+`), or narrow its set, so that each \
            character can only be taken in one way.
            """,
        example: #"""
            regex: '^https://([a-z0-9]+-?)+\.contoso\.com/'
            """#,
        corrected: #"""
            regex: '^https://[a-z0-9-]++\.contoso\.com/'
            """#
    )

    static let regexIsDomain = LintExplanation(
        title: "regular expression is a plain domain",
        text: """
            The expression asks for a scheme and a domain or host, and for nothing else. `domain` and `host` mean the \
            same, are looked up instead of being tried on every URL, and cannot go wrong through a missing `\\` or `^`.

            The fix keeps the schemes. An expression that ends the host with `/` matches the standard port only; \
            `domain` matches every port of the same host. If the keys match more than the expression does, only a rule \
            that blocks has a fix; for any other rule, decide yourself whether the rest belongs to it. Hosts with an \
            empty label, such as `.contoso.com` and `a..contoso.com`, do not count, because DNS has no such names: \
            `domain` matches them, even if the expression does not.
            """,
        example: #"""
            regex: '^https?://([^/]+\.)?contoso\.com(:[0-9]+)?/'
            """#,
        corrected: """
            domain: contoso.com
            scheme: [https, http]
            """
    )

    static let unanchoredHost = LintExplanation(
        title: "domain is also found in URLs of other hosts",
        text: """
            A regular expression may match anywhere in a URL. One that looks for a domain without saying where \
            the host begins and ends also matches URLs of other hosts that have the domain in their path or \
            query, or as a part of their name. Whoever owns such a host gets what was meant for the domain. The \
            finding names a URL that the rule really matches.

            In `edge` and `pattern`, a `*` within the registered domain does the same: `*contoso.com` matches \
            `evilcontoso.com`, which anybody may register. Write `*.contoso.com` for what is below the domain. So does \
            a name or an expression of a `pattern` there, or anything open at the end of the host: `contoso.com*` \
            matches `contoso.com.evil.example`. A rule that blocks is not reported for these.

            \(ofUniversalLinks)
            """,
        example: #"""
            regex: 'contoso\.com'
            """#,
        corrected: """
            domain: contoso.com
            """
    )

    static let unescapedDot = LintExplanation(
        title: "dot in a host matches any character",
        text: """
            In a regular expression `.` stands for any character, so that `contoso.com` matches `contosoxcom` \
            too. The finding names a URL of another host that the rule really matches. Write `\\.`, or better \
            `domain` or `host`.
            """,
        example: """
            regex: '^https://www.contoso.com/'
            """,
        corrected: """
            host: www.contoso.com
            """
    )
}
