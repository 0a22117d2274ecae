public import AppLint
public import Diagnostics

/// The codes of `demarc audit`, DM101 to DM108, DM170 and DM171: why data of an organization can leave it.
public enum AuditCode: String, LintCode {
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
    /// An app or browser counts as managed, but is declared otherwise.
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
    public var severity: Diagnostic.Severity {
        switch self {
        case .granted: .note
        case .byDefault, .unknown, .evadedRule, .readerResidual: .warning
        case .composed, .mislabelledPage, .mislabelledSite, .contradiction, .acceptanceExpired: .error
        }
    }

    /// The detailed explanation of the code.
    public var explanation: LintExplanation {
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
        title: "organization data leaves as the policy says",
        text: """
            A setting that was written lets data of the organization go where nobody of it keeps it. Somebody decided \
            that, so it is a note: the list of these notes is what the policy grants.
            """,
        example: "allowedOutboundClipboardSharingLevel: allApps",
        corrected: "allowedOutboundClipboardSharingLevel: managedApps"
    )

    fileprivate static let byDefault = LintExplanation(
        title: "organization data leaves by a default",
        text: """
            The policy does not say, and the default lets data of the organization out. Write the setting: the value that \
            is in force if that is meant, or a stricter one.
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
            The policy of the data keeps it in, but lets it go to another account, or to another app, of the organization, \
            and that one's policy lets it out; or a state of the device does. The weakest policy of an organization is in \
            force for all of its data that can get there.
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
            A view, or another app, shows a site of the organization as if nobody managed it: what is on the page may be \
            copied, saved, printed and sent anywhere. The view is tagged `unmanaged`, or has no tag and \
            `treatAllWebViewsAsUnmanaged` decides, while its rule set calls the site internal.
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
            A rule, a default, or a view without a rule set calls a site internal that is not the organization's: its page \
            counts as managed, so that organization data may be pasted and uploaded there. A site is the organization's \
            where an internal rule spells its domain out; a suffix that anybody can register under, a host that many \
            organizations share, and an expression that finds a name anywhere in the URL do not.
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
            The policy sends data to an app or a browser that it takes for managed, and `apps` declares it otherwise: \
            unmanaged, or managed for another organization.
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
        title: "nobody says what becomes of organization data",
        text: """
            Data of the organization can get to a managed app, and the document does not say which policy is in force \
            there. Name its `policy`, so that its own outlets are looked at too.
            """,
        example: "apps: [{id: com.contoso.notes, managed: true, organization: contoso}]",
        corrected: "apps: [{id: com.contoso.notes, managed: true, organization: contoso, policy: strict}]"
    )

    fileprivate static let acceptanceExpired = LintExplanation(
        title: "acceptance of a path has run out",
        text: """
            The path was accepted until a day that is past. Look at it again: close it, or accept it for longer with a \
            reason that still holds.
            """,
        example: "accepted: [{path: 5f1c09, reason: pilot group, owner: dana, until: 2024-01-31}]"
    )

    fileprivate static let evadedRule = LintExplanation(
        title: "rule is escaped by another way to write the URL",
        text: """
            A server may take `/pay%72oll`, `//payroll`, `/payroll;x`, `?ID=1` and `?id=%31` for what the rule was written \
            for, and `http` too. The URL Standard keeps them apart, so the rule does not match them, and what the rule blocks \
            or keeps outside is let in. Write the rule for the host or for a part of the path that cannot be written \
            otherwise, or let `default` be the stricter class.
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
        title: "URL that another reader takes to another place",
        text: """
            Two programs may read one URL differently, even in its canonical form: nginx decodes `/%70ay` and merges slashes \
            before it looks for a file, so that a rule for `/pay` decides nothing of what it serves. A reader that was named \
            by `--readers` goes to a place that the policy decides otherwise. Write the rule for the host, let `default` be \
            the stricter class, or let the proxy in front normalize paths before it asks.
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
