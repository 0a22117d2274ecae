import AppLint

/// Explanations of the checks for rules that cover or overlap others.
extension LintExplanation {
    static let shadowedRule = LintExplanation(
        title: "rule never decides",
        text: """
            Of all rules that match a URL, those of the highest priority count, and among them the most \
            restrictive class. Rules that always win match everything that this rule matches, so that it never \
            decides. Often it was meant as an exception to a broader rule.

            The finding names a URL that the rule matches, and the rules that win. Whether they cover it is computed \
            from hosts, domains, addresses, schemes, ports and paths, and is certain for every URL whose host can be \
            read. A `url` of the rule is tried with all rules. Otherwise, a regular expression, a query, or a pattern \
            with wildcards in the middle covers only the same value in another rule, and a rule with `unless` covers \
            only values that its `unless` has nothing to do with; so a rule that never decides may have no finding. \
            Remove the rule, or give it a higher `priority` than theirs. If the finding says that it also lets \
            views load a scheme, keep it: without it, a page could open the app that the scheme belongs to. If the \
            finding names a rule set, the rule also belongs to another one, by `include`; the help says whether it has \
            an effect there.

            Only a URL with the scheme of another app can have a host that cannot be read, such as \
            `x-app://a%20b.contoso.com/`. Internal rules that name hosts do not match it, so that a rule which they \
            cover may decide it.
            """,
        example: """
            - {id: partners, class: external, domain: contoso.com}
            - {id: intranet, class: internal, host: intra.contoso.com}
            """,
        corrected: """
            - {id: partners, class: external, domain: contoso.com}
            - {id: intranet, class: internal, host: intra.contoso.com, priority: 1}
            """
    )

    static let overlappingRules = LintExplanation(
        title: "rules of one priority and different classes overlap",
        text: """
            Some URLs are matched by both rules, others by only one of them. If both match, the more restrictive class \
            wins, whatever the order of the rules. The finding names such a URL.

            If one of the rules is meant as an exception to the other, say so by a higher `priority`. `(sampled)` \
            means that a regular expression or a pattern with wildcards in the middle takes part, so that there \
            may be more overlaps than those that were found.
            """,
        example: """
            - {id: teams, class: internal, domain: contoso.com}
            - {id: plain, class: blocked, scheme: http}
            """,
        corrected: """
            - {id: teams, class: internal, domain: contoso.com}
            - {id: plain, class: blocked, scheme: http, priority: 1}
            """
    )

    static let narrowerRule = LintExplanation(
        title: "rule overrides part of a broader rule",
        text: """
            A rule lies wholly within another rule of the same priority and is more restrictive, so it wins there. \
            Exceptions to a broad rule are commonly written like this, and it works; the note shows where.
            """,
        example: """
            - {id: intranet, class: internal, domain: contoso.com}
            - {id: public-site, class: external, host: www.contoso.com}
            """
    )

    static let redundantRule = LintExplanation(
        title: "rule has no effect",
        text: """
            Other rules of the same priority and class, or rules that win over it, match everything that the rule \
            matches. Without it, every URL gets the same class; only explanations name another rule. A rule that alone \
            names the scheme of another app has an effect, because views load that scheme; it is not reported. Of \
            rules that match the same, the first by name is not reported. If the finding names a rule set, the rule also \
            belongs to another one, by `include`; the help says whether it has an effect there.
            """,
        example: """
            - {id: intranet, class: internal, domain: contoso.com}
            - {id: wiki, class: internal, host: wiki.contoso.com}
            """,
        corrected: """
            - {id: intranet, class: internal, domain: contoso.com}
            """
    )

    static let ruleMatchesNothing = LintExplanation(
        title: "rule matches no URL",
        text: """
            The values of one key are alternatives, but different keys must all hold. No URL meets all keys of \
            this rule, or its `unless` takes all of them away, or its lists are empty. Or its regular expression \
            matches no URL as rules see it: with scheme and host in lower case and without a dot at the host's end, \
            with `10.0.0.1` in place of `[::ffff:a00:1]`, without the port of the scheme, with at least `/` as path, \
            with `%20` in place of a space, and without a fragment. A rule that blocks and never matches is an open \
            door. A rule of another class still lets views load the schemes that it names.

            Or its pattern has the port 80 or 443 without the scheme of this port, or in a group such as `(443|8443)`. \
            It does not match `https://contoso.com/`, although a browser connects to the port 443 for it. In a group, \
            the port of the scheme is an empty text: `(|8443)`. In `unless`, such a pattern makes no exception for it.

            Or its URLs have schemes about which views ask no rules. Of a `blob` URL, rules see the origin. `about`, \
            `data`, `file` and `javascript` are decided before rules are asked, and so are the schemes in \
            `webViewHandledURLSchemes`. Rules see such a URL only if it is inside a link to a managed app, such as \
            `x-app-intunemam:blob:…`, which is blocked if the class is `blocked`.

            Only a URL with the scheme of another app can have a host that cannot be read, such as \
            `x-app://a%20b.contoso.com/`. For it, a `blocked` or `external` rule ignores an `unless` that names hosts, and \
            so may match.
            """,
        example: """
            - {id: games, class: blocked, domain: games.example, host: casino.example}
            """,
        corrected: """
            - {id: games, class: blocked, domain: [games.example, casino.example]}
            """
    )
}
