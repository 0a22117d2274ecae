package import AppLint
package import Diagnostics

/// The codes of `demarc audit`, DM101 to DM108, DM170 and DM171: why data of an organization can leave it.
package enum AuditCode: String, LintCode {
    /// An explicit setting lets the data out.
    case granted = "DM101"
    /// A setting with its default value lets the data out.
    case byDefault = "DM102"
    /// Another policy, another app or a state of the device lets out data that its own policy keeps in.
    case composed = "DM103"
    /// A site of the organization is shown as if it were unmanaged.
    case mislabelledPage = "DM104"
    /// A foreign site is treated as the organization's.
    case mislabelledSite = "DM105"
    /// What opens counts as managed, but an app or browser that is declared otherwise may open.
    case contradiction = "DM106"
    /// It is unknown what happens to the data.
    case unknown = "DM107"
    /// The acceptance of a path has expired.
    case acceptanceExpired = "DM108"
    /// A URL that a server may treat as equivalent evades a rule.
    case evadedRule = "DM170"
    /// A reader resolves a URL to a place with a different decision.
    case readerResidual = "DM171"

    /// The severity of a path of this kind.
    package var severity: Diagnostic.Severity {
        switch self {
        case .granted: .note
        case .byDefault, .unknown, .evadedRule, .readerResidual: .warning
        case .composed, .mislabelledPage, .mislabelledSite, .contradiction, .acceptanceExpired: .error
        }
    }

    /// The detailed explanation of the code.
    package var explanation: LintExplanation {
        switch self {
        case .granted: .granted
        case .byDefault: .byDefault
        case .composed: .composed
        case .mislabelledPage: .mislabelledPage
        case .mislabelledSite: .mislabelledSite
        case .contradiction: .contradiction
        case .unknown: .unknown
        case .acceptanceExpired: .acceptanceExpired
        case .evadedRule: .evadedRule
        case .readerResidual: .readerResidual
        }
    }
}

extension LintExplanation {
    fileprivate static let granted = LintExplanation(
        title: "organization data leaves as the policy allows",
        text: """
            A setting of the policy lets organization data go to a place that is not managed for the organization. \
            Somebody decided that, so it is a note: the list of these notes is what the policy grants.
            """,
        example: "allowedOutboundClipboardSharingLevel: allApps",
        corrected: "allowedOutboundClipboardSharingLevel: managedApps"
    )

    fileprivate static let byDefault = LintExplanation(
        title: "organization data leaves by a default",
        text: """
            The policy does not set this, and the default lets organization data out. Write the setting: with the \
            value in force if that is intended, or with a stricter one.
            """,
        example: "managedBrowserToOpenLinksRequired: true",
        corrected: """
            managedBrowserToOpenLinksRequired: true
            printBlocked: true
            """
    )

    fileprivate static let composed = LintExplanation(
        title: "organization data leaves by a detour",
        text: """
            The policy of the data keeps it in, but lets it go to another account or app of the organization, whose \
            policy lets it out; or a state of the device lets it out. An organization's weakest policy applies to all \
            of its data that can get to that account or app.
            """,
        example: """
            policies:
              strict: {allowedOutboundClipboardSharingLevel: managedApps}
              pool: {allowedOutboundClipboardSharingLevel: allApps}
            """,
        corrected: """
            policies:
              strict: {allowedOutboundClipboardSharingLevel: managedApps}
              pool: {allowedOutboundClipboardSharingLevel: managedApps}
            """
    )

    fileprivate static let mislabelledPage = LintExplanation(
        title: "site of the organization is treated as unmanaged",
        text: """
            A view, or another app, shows a site of the organization as if it were unmanaged: what is on the page may \
            be copied, saved, printed and sent anywhere. The view is tagged `unmanaged`, or has no tag and \
            `treatAllWebViewsAsUnmanaged` decides, while its rule set calls the site internal. Or a rule or the \
            default calls a declared host of the organization external: its page, or a frame with it, is unmanaged.
            """,
        example: """
            views:
              - {id: A, policy: unmanaged, isExternalURL: corporate}
            """,
        corrected: """
            views:
              - {id: A, policy: currentIdentity, isExternalURL: corporate}
            """
    )

    fileprivate static let mislabelledSite = LintExplanation(
        title: "foreign site is treated as the organization's",
        text: """
            A rule, a default, or a view without a rule set calls a site internal although it is not the \
            organization's: its page counts as managed, so that organization data may be pasted and uploaded there. A \
            site is the organization's if an internal rule spells out its domain. A suffix that anybody can register \
            under, a host that many organizations share, and an expression that finds a name anywhere in the URL do \
            not spell it out.
            """,
        example: """
            rules:
              - {id: code, class: internal, domain: github.io}
            """,
        corrected: """
            rules:
              - {id: code, class: internal, host: contoso.github.io}
            """
    )

    fileprivate static let contradiction = LintExplanation(
        title: "declared apps contradict the policy",
        text: """
            The policy sends data to an app or browser that it treats as managed, but `apps` declares an app that is \
            unmanaged, or managed for another organization, and that handles the same scheme or link. The system may \
            open this app, even if an app of the organization is installed too, or where the app for the twin of the \
            scheme is missing. If the decision only offers to install a browser, a person who already has the declared \
            one opens the link there. Each such app or browser is a path of its own.
            """,
        example: """
            apps:
              - {id: com.microsoft.msedge, managed: true, organization: fabrikam}
            """,
        corrected: """
            apps:
              - {id: com.microsoft.msedge, managed: true, organization: contoso}
            """
    )

    fileprivate static let unknown = LintExplanation(
        title: "policy of a managed app is not declared",
        text: """
            Organization data can get to a managed app, and the document does not say which policy is in force there. \
            Name its `policy`, so that the ways out of that app are audited too. An app that only the `apps` of a policy \
            list is such an app: the policy manages it, but perhaps not with these settings. The managed browser is an \
            app like any other if more than a link can get there, such as a file that is sent to it. A link that opens \
            there is no such path.
            """,
        example: "apps: [{id: com.contoso.notes, managed: true, organization: contoso}]",
        corrected: "apps: [{id: com.contoso.notes, managed: true, organization: contoso, policy: strict}]"
    )

    fileprivate static let acceptanceExpired = LintExplanation(
        title: "acceptance of a path has expired",
        text: """
            The path was accepted until a day that has passed. Review it: close it, or accept it again with a reason \
            that still holds.
            """,
        example: "accepted: [{path: 5f1c09, reason: pilot group, owner: dana, until: 2024-01-31}]"
    )

    fileprivate static let evadedRule = LintExplanation(
        title: "rule is evaded by writing the URL differently",
        text: """
            A server may treat `/pay%72oll`, `//payroll`, `/payroll;x`, `?ID=1`, `?id=%31`, or the same URL with \
            `http`, as the URL that the rule was written for. To the URL Standard they are different URLs, so the rule \
            does not match them, and what the rule blocks or keeps outside is let in. Write the rule for the host or \
            for a part of the path that cannot be written differently, or let `default` be the stricter class.
            """,
        example: """
            default: internal
            rules:
              - {id: payroll, class: blocked, regex: '^https://intranet\\.contoso\\.com/payroll'}
            """,
        corrected: """
            default: external
            rules:
              - {id: payroll, class: blocked, host: payroll.contoso.com}
            """
    )

    fileprivate static let readerResidual = LintExplanation(
        title: "URL that another program reads as a different place",
        text: """
            Two programs may read one URL differently, even in its canonical form: nginx decodes `/%70ay` and merges slashes \
            before it looks for a file, so that a rule for `/pay` does not cover what it serves. A reader named with \
            `--readers` goes to a place for which the policy decides differently. Write the rule for the host, let \
            `default` be the stricter class, or let the proxy in front normalize paths before it asks Demarc.
            """,
        example: """
            default: internal
            rules:
              - {id: pay, class: blocked, edge: 'https://hr.contoso.com/pay'}
            """,
        corrected: """
            default: internal
            rules:
              - {id: pay, class: blocked, host: hr.contoso.com}
            """
    )
}
