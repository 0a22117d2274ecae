import AppLint

/// Explanations of the checks of universal links, the clipboard and accounts.
extension LintExplanation {
    static let exemptionsWithoutEffect = LintExplanation(
        title: "exemption without effect",
        text: """
            Exempt schemes and universal links have an effect only if outbound transfer is `managedApps`. With \
            `allApps` everything may open anyway, and with `none` nothing may, exempt or not. The author of the \
            exemption probably thought that transfer was restricted. The entries that every new policy has are not \
            reported.
            """,
        example: """
            allowedOutboundDataTransferDestinations: allApps
            exemptedAppProtocols: [{name: Scanner, value: contoso-scan}]
            """,
        corrected: """
            allowedOutboundDataTransferDestinations: managedApps
            allowedOutboundClipboardSharingLevel: managedApps
            exemptedAppProtocols: [{name: Scanner, value: contoso-scan}]
            """
    )

    static let browserSchemeWithoutEffect = LintExplanation(
        title: "browser named, none required",
        text: """
            `customBrowserProtocol` names the browser in which links must open. Unless \
            `managedBrowserToOpenLinksRequired` is true, no link must, and links open anywhere.
            """,
        example: "customBrowserProtocol: contoso-browser",
        corrected: """
            managedBrowserToOpenLinksRequired: true
            customBrowserProtocol: contoso-browser
            """
    )

    static let managedBrowserNotRequired = LintExplanation(
        title: "managed browser not required",
        text: """
            `managedBrowser` names the browser for organization links, but only \
            `managedBrowserToOpenLinksRequired` sends links to it. Without that they open in any browser.
            """,
        example: "managedBrowser: microsoftEdge",
        corrected: """
            managedBrowserToOpenLinksRequired: true
            managedBrowser: microsoftEdge
            """
    )

    static let storageLocationsWithoutEffect = LintExplanation(
        title: "storage locations without effect",
        text: """
            `allowedDataStorageLocations` are the exceptions from `saveAsBlocked`. While saving is not blocked, \
            copies may be saved everywhere, and the list looks like a restriction but is not one.
            """,
        example: "allowedDataStorageLocations: [oneDriveForBusiness]",
        corrected: """
            allowedOutboundDataTransferDestinations: managedApps
            allowedOutboundClipboardSharingLevel: managedApps
            saveAsBlocked: true
            allowedDataStorageLocations: [oneDriveForBusiness]
            """
    )

    static let ingestionLocationsWithoutEffect = LintExplanation(
        title: "ingestion locations without effect",
        text: """
            `allowedDataIngestionLocations` are the exceptions from \
            `blockDataIngestionIntoOrganizationDocuments`. While that is false, data may be opened from \
            everywhere. Exports of Graph often have such a list, so this is a note.
            """,
        example: "allowedDataIngestionLocations: [camera]",
        corrected: """
            allowedInboundDataTransferSources: managedApps
            blockDataIngestionIntoOrganizationDocuments: true
            allowedDataIngestionLocations: [camera]
            """
    )
}

/// Explanations of the checks that compare settings with known settings and with a baseline.
extension LintExplanation {
    static let misspelledSetting = LintExplanation(
        title: "misspelled setting",
        text: """
            A Graph document or a device's log has a key that is not a setting, but probably a misspelled one. Such a \
            key is kept but decides nothing, so what was meant is not protected. In a policy document's own settings \
            an unknown key is an error, `unknown-key`.
            """,
        example: """
            {
              "@odata.type": "#microsoft.graph.iosManagedAppProtection",
              "contactSyncBlocked": true,
              "printBlockd": true
            }
            """,
        corrected: """
            {
              "@odata.type": "#microsoft.graph.iosManagedAppProtection",
              "contactSyncBlocked": true,
              "printBlocked": true
            }
            """
    )

    static let unknownPolicySetting = LintExplanation(
        title: "unknown setting",
        text: """
            A Graph document or a device's log has a key that is not a setting. It decides nothing. Newer versions of \
            Graph may have settings that this version does not know. Settings for Android are not reported.
            """,
        example: """
            {
              "@odata.type": "#microsoft.graph.iosManagedAppProtection",
              "contactSyncBlocked": true,
              "somethingNew": true
            }
            """
    )

    static let weakerThanBaseline = LintExplanation(
        title: "weaker than the baseline",
        text: """
            With `--baseline 1`, `2` or `3` each policy is compared with that level of the data protection \
            framework: every setting has a direction in which it becomes stricter, and has to be at least as \
            strict as the level's. What the level leaves open is not compared. A setting that is not set is not \
            weaker than a value that decides the same, such as `block` for an action. The example is compared with \
            level 2; `Rules/levels` has the levels as policies.
            """,
        example: """
            allowedOutboundDataTransferDestinations: managedApps
            allowedOutboundClipboardSharingLevel: managedApps
            saveAsBlocked: false
            """
    )
}
