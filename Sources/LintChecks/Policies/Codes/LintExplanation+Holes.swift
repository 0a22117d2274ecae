import AppLint

/// Explanations of the checks for settings that open a hole.
extension LintExplanation {
    static let exemptionBypassesDialer = LintExplanation(
        title: "exemption bypasses the dialer setting",
        text: """
            Exempt schemes are checked before the dialer's own setting. With `tel` or `telprompt` among them, phone \
            numbers open in any dialer, whatever `dialerRestrictionLevel` says.
            """,
        example: """
            allowedOutboundDataTransferDestinations: managedApps
            allowedOutboundClipboardSharingLevel: managedApps
            exemptedAppProtocols: [{name: Phone, value: tel}]
            dialerRestrictionLevel: blocked
            """,
        corrected: """
            allowedOutboundDataTransferDestinations: managedApps
            allowedOutboundClipboardSharingLevel: managedApps
            dialerRestrictionLevel: blocked
            """
    )

    static let exemptionBypassesMessaging = LintExplanation(
        title: "exemption bypasses the messaging setting",
        text: """
            Exempt schemes are checked before `protectedMessagingRedirectAppType`. With `sms`, `imessage` or `ms-sms` \
            among them, messages can be written in any app.
            """,
        example: """
            allowedOutboundDataTransferDestinations: managedApps
            allowedOutboundClipboardSharingLevel: managedApps
            exemptedAppProtocols: [{name: Messages, value: sms}]
            protectedMessagingRedirectAppType: blocked
            """,
        corrected: """
            allowedOutboundDataTransferDestinations: managedApps
            allowedOutboundClipboardSharingLevel: managedApps
            protectedMessagingRedirectAppType: blocked
            """
    )

    static let exemptedLinkIsManaged = LintExplanation(
        title: "exempt link is managed",
        text: """
            A universal link that is on both lists is managed: its exemption has no effect. A pattern covers \
            what it matches, so `https://*.contoso.com` manages `https://maps.contoso.com` too.
            """,
        example: """
            allowedOutboundDataTransferDestinations: managedApps
            allowedOutboundClipboardSharingLevel: managedApps
            exemptedUniversalLinks: [https://maps.contoso.com]
            managedUniversalLinks: [https://*.contoso.com]
            """,
        corrected: """
            allowedOutboundDataTransferDestinations: managedApps
            allowedOutboundClipboardSharingLevel: managedApps
            exemptedUniversalLinks: [https://maps.example]
            managedUniversalLinks: [https://*.contoso.com]
            """
    )

    static let exemptedWebScheme = LintExplanation(
        title: "web scheme exempt",
        text: """
            A link with an exempt scheme may open any app, before anything else is checked. Exempting `http` or \
            `https` lets every web link out, despite the required browser; `javascript`, `data` and `file` carry \
            content of their own, which a page can choose.
            """,
        example: """
            allowedOutboundDataTransferDestinations: managedApps
            allowedOutboundClipboardSharingLevel: managedApps
            exemptedAppProtocols: [{name: Web, value: "http;https"}]
            """,
        corrected: """
            allowedOutboundDataTransferDestinations: managedApps
            allowedOutboundClipboardSharingLevel: managedApps
            exemptedUniversalLinks: [https://maps.example]
            """
    )

    static let clipboardOpen = LintExplanation(
        title: "clipboard open under restricted transfer",
        text: """
            Outbound transfer is restricted, but the clipboard is shared with all apps: people who may not send a \
            document can still copy its text out. A policy that does not mention the clipboard shares it with all apps.
            """,
        example: "allowedOutboundDataTransferDestinations: managedApps",
        corrected: """
            allowedOutboundDataTransferDestinations: managedApps
            allowedOutboundClipboardSharingLevel: managedAppsWithPasteIn
            """
    )

    static let clipboardExceptionWithoutEffect = LintExplanation(
        title: "clipboard exception without effect",
        text: """
            `allowedOutboundClipboardSharingExceptionLength` lets short texts out although the level blocks \
            them. With the level `allApps` nothing is blocked, whatever its length.
            """,
        example: "allowedOutboundClipboardSharingExceptionLength: 50",
        corrected: """
            allowedOutboundClipboardSharingLevel: managedApps
            allowedOutboundClipboardSharingExceptionLength: 50
            """
    )
}
