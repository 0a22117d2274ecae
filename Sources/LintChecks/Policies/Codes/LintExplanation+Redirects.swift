import AppLint

/// Explanations of the checks of redirects and of settings without effect.
extension LintExplanation {
    static let saveBlockedWithoutEffect = LintExplanation(
        title: "blocked saving without effect",
        text: """
            If outbound transfer is `allApps`, copies of organization data may be saved everywhere, whatever \
            `saveAsBlocked` says.
            """,
        example: "saveAsBlocked: true",
        corrected: """
            allowedOutboundDataTransferDestinations: managedApps
            allowedOutboundClipboardSharingLevel: managedApps
            saveAsBlocked: true
            """
    )

    static let ingestionBlockedWithoutEffect = LintExplanation(
        title: "blocked opening without effect",
        text: """
            If inbound transfer is `allApps`, data may be opened from everywhere, whatever \
            `blockDataIngestionIntoOrganizationDocuments` says.
            """,
        example: "blockDataIngestionIntoOrganizationDocuments: true",
        corrected: """
            allowedInboundDataTransferSources: managedApps
            blockDataIngestionIntoOrganizationDocuments: true
            """
    )

    static let redirectWithoutScheme = LintExplanation(
        title: "redirect without a scheme",
        text: """
            The policy sends phone numbers, messages or links to one app, but does not name its URL scheme, or names \
            something else. They are then blocked, unless their scheme is exempt: an exempt `tel` opens any app.
            """,
        example: "dialerRestrictionLevel: customApp",
        corrected: """
            dialerRestrictionLevel: customApp
            customDialerAppProtocol: contoso-tel
            """
    )

    static let redirectNeverOpened = LintExplanation(
        title: "redirect to a scheme that is never opened",
        text: """
            `http`, `https`, `file`, `data`, `blob`, `about` and `javascript` name no app: they lead back to a \
            browser, or carry content that a page can choose. With `javascript` as the dialer, the link \
            `tel:alert(1)` would be run as a script. Everything that would be sent there is blocked.
            """,
        example: """
            dialerRestrictionLevel: customApp
            customDialerAppProtocol: javascript
            """,
        corrected: """
            dialerRestrictionLevel: customApp
            customDialerAppProtocol: contoso-tel
            """
    )

    static let accountWithoutPolicy = LintExplanation(
        title: "account of a managed organization without a policy",
        text: """
            An account without a policy is unmanaged, whatever its `organization`: nothing is enforced while it \
            acts, and the pages it loads are unmanaged, even those of its own organization. If other accounts or apps \
            of that organization are managed, the policy was probably forgotten.
            """,
        example: """
            demarc: 1
            policies:
              strict: {printBlocked: true}
            accounts:
              - {account: dana@contoso.com, organization: contoso, policy: strict}
              - {account: kim@contoso.com, organization: contoso}
            """,
        corrected: """
            demarc: 1
            policies:
              strict: {printBlocked: true}
            accounts:
              - {account: dana@contoso.com, organization: contoso, policy: strict}
              - {account: kim@home.example}
            """
    )

    static let redirectSchemeWithoutEffect = LintExplanation(
        title: "app scheme without effect",
        text: """
            The scheme of a dialer or messaging app is named, but the setting that chooses such an app has another \
            value. The scheme may be left over, or the restriction may have been forgotten.
            """,
        example: "customDialerAppProtocol: contoso-tel",
        corrected: """
            dialerRestrictionLevel: customApp
            customDialerAppProtocol: contoso-tel
            """
    )

    static let customBrowserWins = LintExplanation(
        title: "custom browser instead of the managed one",
        text: """
            With `customBrowserProtocol` set, links open in that browser, where their content is unmanaged, even if \
            `managedBrowser` names another.
            """,
        example: """
            managedBrowserToOpenLinksRequired: true
            managedBrowser: microsoftEdge
            customBrowserProtocol: contoso-browser
            """,
        corrected: """
            managedBrowserToOpenLinksRequired: true
            managedBrowser: microsoftEdge
            """
    )

    static let openInWithoutEffect = LintExplanation(
        title: "open-in setting without effect",
        text: """
            `filterOpenInToOnlyManagedApps` and `disableProtectionOfManagedOutboundOpenInData` have an effect only if \
            outbound transfer is `managedApps`; `protectInboundDataFromUnknownSources` only if inbound transfer is \
            `allApps`.
            """,
        example: "filterOpenInToOnlyManagedApps: true",
        corrected: """
            allowedOutboundDataTransferDestinations: managedApps
            allowedOutboundClipboardSharingLevel: managedApps
            filterOpenInToOnlyManagedApps: true
            """
    )

    static let browserWithoutRules = LintExplanation(
        title: "browser required, no rule set",
        text: """
            `managedBrowserToOpenLinksRequired` sends external links to a browser. A rule set says which links are \
            external. A document without one calls every URL internal: each is allowed in its view and counts as \
            organization data (`navigation.unclassified`). An app whose delegates answer `isExternalURL` needs no rule \
            set; suppress the finding there.
            """,
        example: """
            demarc: 1
            policies:
              strict: {managedBrowserToOpenLinksRequired: true}
            """,
        corrected: """
            demarc: 1
            policies:
              strict: {managedBrowserToOpenLinksRequired: true}
            ruleSets:
              corporate:
                default: external
                rules:
                  - {id: own, class: internal, domain: contoso.com}
            """
    )
}
