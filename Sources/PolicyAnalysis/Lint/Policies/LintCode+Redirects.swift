extension LintCode {
    /// The checks of settings that send something elsewhere, or that another setting takes the effect of.
    var redirectExplanation: LintExplanation? {
        switch self {
        case .saveBlockedWithoutEffect:
            LintExplanation(
                title: "blocked saving without effect",
                text: """
                    Where outbound transfer is `allApps`, copies of organization data may be saved everywhere, whatever \
                    `saveAsBlocked` says.
                    """,
                example: "saveAsBlocked: true",
                corrected: """
                    allowedOutboundDataTransferDestinations: managedApps
                    allowedOutboundClipboardSharingLevel: managedApps
                    saveAsBlocked: true
                    """
            )
        case .ingestionBlockedWithoutEffect:
            LintExplanation(
                title: "blocked opening without effect",
                text: """
                    Where inbound transfer is `allApps`, data may be opened from everywhere, whatever \
                    `blockDataIngestionIntoOrganizationDocuments` says.
                    """,
                example: "blockDataIngestionIntoOrganizationDocuments: true",
                corrected: """
                    allowedInboundDataTransferSources: managedApps
                    blockDataIngestionIntoOrganizationDocuments: true
                    """
            )
        case .redirectWithoutScheme:
            LintExplanation(
                title: "redirect without a scheme",
                text: """
                    The policy sends phone numbers, messages or links to one app, and does not name its URL scheme, or \
                    names something that is none. Each of them is blocked then.
                    """,
                example: "dialerRestrictionLevel: customApp",
                corrected: """
                    dialerRestrictionLevel: customApp
                    customDialerAppProtocol: contoso-tel
                    """
            )
        case .redirectSchemeWithoutEffect:
            LintExplanation(
                title: "scheme that nothing is sent to",
                text: """
                    The scheme of a dialer or messaging app is named, but the setting that chooses such an app chooses \
                    something else. It may be left over; it may also be that the restriction was forgotten.
                    """,
                example: "customDialerAppProtocol: contoso-tel",
                corrected: """
                    dialerRestrictionLevel: customApp
                    customDialerAppProtocol: contoso-tel
                    """
            )
        case .customBrowserWins:
            LintExplanation(
                title: "custom browser instead of the managed one",
                text: """
                    With `customBrowserProtocol` set, links leave for that browser, where their content is unmanaged, \
                    even where `managedBrowser` names another one.
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
        case .openInWithoutEffect:
            LintExplanation(
                title: "setting of open-in without effect",
                text: """
                    `filterOpenInToOnlyManagedApps` and `disableProtectionOfManagedOutboundOpenInData` are asked about \
                    only where outbound transfer is `managedApps`; `protectInboundDataFromUnknownSources` only where \
                    inbound transfer is `allApps`.
                    """,
                example: "filterOpenInToOnlyManagedApps: true",
                corrected: """
                    allowedOutboundDataTransferDestinations: managedApps
                    allowedOutboundClipboardSharingLevel: managedApps
                    filterOpenInToOnlyManagedApps: true
                    """
            )
        default: nil
        }
    }
}
