import AppLint

/// Explanations of the checks of settings compared with known ones and with a baseline.
extension LintExplanation {
    static var misspeltSetting: LintExplanation {
        LintExplanation(
            title: "misspelt setting",
            text: """
                A Graph document or a device's log has a key that no setting has, and that is within two edits of \
                one. Such a key is kept and decides nothing, so what was meant is not protected. In a policy \
                document's own settings an unknown key is an error, `unknown-key`.
                """,
            example: ##"{"@odata.type": "#microsoft.graph.iosManagedAppProtection", "printBlockd": true}"##,
            corrected: ##"{"@odata.type": "#microsoft.graph.iosManagedAppProtection", "printBlocked": true}"##
        )
    }

    static var unknownPolicySetting: LintExplanation {
        LintExplanation(
            title: "unknown setting",
            text: """
                A Graph document or a device's log has a key that no setting has. It decides nothing. Newer versions \
                of Graph may have settings that this version does not know.
                """,
            example: ##"{"@odata.type": "#microsoft.graph.iosManagedAppProtection", "somethingNew": true}"##
        )
    }

    static var weakerThanBaseline: LintExplanation {
        LintExplanation(
            title: "weaker than the baseline",
            text: """
                With `--baseline 1`, `2` or `3` each policy is compared with that level of the data protection \
                framework: every setting has a direction in which it becomes stricter, and has to be at least as \
                strict as the level's. What the level leaves open is not compared. The example is compared with \
                level 2; `Rules/levels` has the levels as policies.
                """,
            example: """
                allowedOutboundDataTransferDestinations: managedApps
                allowedOutboundClipboardSharingLevel: managedApps
                saveAsBlocked: false
                """
        )
    }
}
