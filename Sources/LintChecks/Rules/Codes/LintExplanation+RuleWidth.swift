import AppLint

/// Explanations of the checks of rules that match too much.
extension LintExplanation {
    /// A paragraph of each explanation whose check also applies to the links of policies.
    static let ofUniversalLinks = """
        Universal links of a policy are checked in the same way: an exempted link opens any app. A managed link \
        opens a managed app and is only a note.
        """

    static let matchesEveryHost = LintExplanation(
        title: "value matches every host",
        text: """
            A `pattern`, a `chrome` filter or an `edge` entry of a rule matches whatever the host is, address blocks \
            together contain every address, an internal rule tests only a web `scheme`, or an internal `regex` matches \
            hosts that it does not spell out, and no other key narrows the rule. Rules should name what they \
            apply to; the `default` of the rule set is for the rest. A rule that blocks is not reported: blocking too \
            much lets nothing through.

            \(ofUniversalLinks)
            """,
        example: """
            - {id: web, class: internal, pattern: 'https://*/*'}
            """,
        corrected: """
            - {id: web, class: internal, pattern: 'https://*.contoso.com/*'}
            """
    )

    static let publicSuffix = LintExplanation(
        title: "value matches a whole public suffix",
        text: """
            A public suffix is a name under which anybody may register one: `com`, `co.uk`, `github.io`. The rule \
            matches all of them, whoever owns them. Often a label is missing. A rule that blocks is not reported: many \
            block all of a suffix such as `zip`.

            \(ofUniversalLinks)
            """,
        example: """
            domain: co.uk
            """,
        corrected: """
            domain: contoso.co.uk
            """
    )

    static let sharedHost = LintExplanation(
        title: "internal value matches hosts that many organizations share",
        text: """
            Below the domain each customer of a service has a name, or all of them share its hosts: `sharepoint.com`, \
            `github.com`. A rule that calls it internal calls the sites of other organizations internal, too. `demarc audit` \
            does not treat such a site as yours. Name the host that is yours. A `regex` that spells out such a domain is \
            reported as well, even if it asks for a path.
            """,
        example: """
            - {id: files, class: internal, domain: sharepoint.com}
            """,
        corrected: """
            - {id: files, class: internal, host: contoso.sharepoint.com}
            """
    )

    static let confusableDomain = LintExplanation(
        title: "international domain looks like the domain of another rule",
        text: """
            Read as Unicode, an `xn--` domain of a rule looks like the domain of another rule by the tables of \
            UTS #39: a letter was taken from another script. Somebody may have pasted a look-alike into a rule \
            that trusts it. Rules that block look-alikes are not reported.
            """,
        example: """
            - {id: intranet, class: internal, domain: contoso.com}
            - {id: partner, class: internal, domain: xn--cntoso-wqf.com}
            """
    )

    static let tooManyEdgeEntries = LintExplanation(
        title: "more entries than the managed browser reads",
        text: """
            The managed browser reads at most 1,000 entries of its list and ignores the others. A rule with more \
            entries means something different there.
            """,
        example: """
            edge: [https://a.contoso.com/*, …]
            """,
        corrected: """
            edge: https://*.contoso.com/*
            """
    )

    static let edgeAllowAndBlock = LintExplanation(
        title: "managed browser gets a list that allows and one that blocks",
        text: """
            Where the managed browser has a list of allowed and a list of blocked sites, it honors the list of \
            allowed ones alone. A rule set that has both in `edge` entries cannot be carried over as it is.
            """,
        example: """
            - {id: work, class: internal, edge: 'https://*.contoso.com/*'}
            - {id: play, class: blocked, edge: 'https://*.games.example/*'}
            """,
        corrected: """
            - {id: work, class: internal, edge: 'https://*.contoso.com/*'}
            - {id: play, class: blocked, domain: games.example}
            """
    )

    static let unusedRuleSet = LintExplanation(
        title: "no view uses the rule set",
        text: """
            A view is answered by the rule set that its `isExternalURL` names. No view names this one, so its rules \
            have no effect, unless the host attaches it to views that it creates itself.
            """,
        example: """
            ruleSets: {corporate: {default: external}}
            views: [{id: A}]
            """,
        corrected: """
            ruleSets: {corporate: {default: external}}
            views: [{id: A, isExternalURL: corporate}]
            """
    )

    static let internalDefault = LintExplanation(
        title: "every unmatched URL is internal",
        text: """
            With `default: internal` every URL that no rule matches counts as a place of the organization, and \
            organization data may be shown and shared there. That includes every site that anybody sets up tomorrow. \
            Name what is internal, and let the default be `external`. A rule set that only blocks, with exceptions, is \
            not reported: it leaves everything else as it is without rules.
            """,
        example: """
            corporate: {default: internal, rules: [{id: out, class: external, domain: fabrikam.com}]}
            """,
        corrected: """
            corporate: {default: external, rules: [{id: in, class: internal, domain: contoso.com}]}
            """
    )

    static let rulesNotAllCompared = LintExplanation(
        title: "not all rules were checked",
        text: """
            Rules that may match any host, those with nothing but a `regex` above all, are compared with every \
            other rule and tried on many URLs. There are so many here that a bound was reached: the absence of \
            findings about them means nothing.
            """,
        example: """
            - {id: rule-1, class: blocked, regex: '/ads1/'}
            - {id: rule-2, class: blocked, regex: '/ads2/'}
            """
    )
}
