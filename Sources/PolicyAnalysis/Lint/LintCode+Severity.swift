public import Diagnostics

extension LintCode {
    /// How much a finding of this check matters, unless a configuration file says otherwise.
    public var severity: Diagnostic.Severity {
        switch self {
        // MARK: Suppressions and files
        case .unusedSuppression: .note
        case .suppressionWithoutReason, .unknownCode, .errorNotSuppressed: .warning

        // MARK: Rules and lists
        case .shadowedRule: .warning

        // MARK: Policies
        case .exemptionsWithoutEffect, .browserSchemeWithoutEffect, .managedBrowserNotRequired,
            .storageLocationsWithoutEffect, .exemptionBypassesDialer, .exemptionBypassesMessaging,
            .saveBlockedWithoutEffect, .ingestionBlockedWithoutEffect, .redirectWithoutScheme, .exemptedLinkIsManaged,
            .exemptedWebScheme, .clipboardOpen, .misspeltSetting, .weakerThanBaseline:
            .warning
        // Exports of Graph have these as they come, or they take nothing away.
        case .ingestionLocationsWithoutEffect, .redirectSchemeWithoutEffect, .clipboardExceptionWithoutEffect,
            .unknownSetting, .openInWithoutEffect, .customBrowserWins:
            .note

        // MARK: Info.plist and entitlements
        case .missingTwinScheme: .warning
        }
    }
}
