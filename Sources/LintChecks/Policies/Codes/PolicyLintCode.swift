package import AppLint
package import Diagnostics

/// The checks of policies and accounts, DM040 to DM059 and DM120 to DM139.
package enum PolicyLintCode: String, LintCode {
    /// Exempt schemes have no effect, because every app may be opened.
    case exemptionsWithoutEffect = "DM040"
    /// A browser's scheme is named, but no browser is required.
    case browserSchemeWithoutEffect = "DM041"
    /// A managed browser is named, but not required.
    case managedBrowserNotRequired = "DM042"
    /// Storage locations are listed, but saving isn't blocked.
    case storageLocationsWithoutEffect = "DM043"
    /// Ingestion locations are listed, but opening isn't blocked.
    case ingestionLocationsWithoutEffect = "DM044"
    /// An exempt scheme bypasses the restriction of the dialer.
    case exemptionBypassesDialer = "DM045"
    /// An exempt scheme bypasses the restriction of messages.
    case exemptionBypassesMessaging = "DM046"
    /// Saving is blocked, but data may go to every app, so the block has no effect.
    case saveBlockedWithoutEffect = "DM047"
    /// Opening is blocked, but data may come from every app, so the block has no effect.
    case ingestionBlockedWithoutEffect = "DM048"
    /// An app must be opened by its scheme, but no valid scheme is named.
    case redirectWithoutScheme = "DM049"
    /// The scheme of an app is named, but nothing is redirected to that app.
    case redirectSchemeWithoutEffect = "DM050"
    /// An exempt universal link has no effect, because a managed one covers it.
    case exemptedLinkIsManaged = "DM051"
    /// An exempt scheme is one that every web page, script or file uses.
    case exemptedWebScheme = "DM052"
    /// The clipboard is shared with all apps, although data may not go to them.
    case clipboardOpen = "DM053"
    /// The exception for short texts has no effect.
    case clipboardExceptionWithoutEffect = "DM054"
    /// An unknown key that looks like a known key.
    case misspelledSetting = "DM055"
    /// An unknown key.
    case unknownPolicySetting = "DM056"
    /// A setting protects less than the chosen baseline.
    case weakerThanBaseline = "DM057"
    /// A setting for open-in or for incoming data has no effect.
    case openInWithoutEffect = "DM058"
    /// Links leave for an unmanaged browser, although a managed one is named.
    case customBrowserWins = "DM059"
    /// A redirect leads to a scheme that carries content or leads back to a browser.
    case redirectNeverOpened = "DM120"
    /// An account of a managed organization has no policy.
    case accountWithoutPolicy = "DM121"
    /// A browser is required for external links, but no rule set defines which links are external.
    case browserWithoutRules = "DM122"
    /// A version that warns or blocks never takes effect, because a stricter version comes before it.
    case versionLadderUpsideDown = "DM123"
    /// No system version satisfies both the minimum and the maximum.
    case minimumOverMaximum = "DM124"
    /// The offline period before a wipe is not longer than the one before a block.
    case offlineWipeNotAfterBlock = "DM125"
    /// The app is blocked offline after less than half an hour.
    case shortOfflineBlock = "DM126"
    /// A face or finger never opens the app, because biometric access has already expired when access is checked.
    case biometricTimeoutNotOverRecheck = "DM127"
    /// An action on threats is set, but no threat level.
    case threatActionWithoutLevel = "DM128"
    /// PIN requirements are set, but no PIN is required.
    case pinSettingsWithoutPIN = "DM129"
    /// An action outside working time is set, but it only takes effect with a source of working time.
    case clockedOutWithoutSource = "DM130"

    /// The severity of this check's findings, unless a configuration file changes it.
    package var severity: Diagnostic.Severity {
        switch self {
        case .redirectNeverOpened: .error
        case .exemptionsWithoutEffect, .browserSchemeWithoutEffect, .managedBrowserNotRequired,
            .storageLocationsWithoutEffect, .exemptionBypassesDialer, .exemptionBypassesMessaging,
            .saveBlockedWithoutEffect, .ingestionBlockedWithoutEffect, .redirectWithoutScheme,
            .exemptedLinkIsManaged, .exemptedWebScheme, .clipboardOpen, .misspelledSetting, .weakerThanBaseline,
            .accountWithoutPolicy, .browserWithoutRules, .versionLadderUpsideDown, .minimumOverMaximum,
            .offlineWipeNotAfterBlock, .shortOfflineBlock, .biometricTimeoutNotOverRecheck:
            .warning
        // Graph exports contain these by default, or they weaken nothing.
        case .ingestionLocationsWithoutEffect, .redirectSchemeWithoutEffect, .clipboardExceptionWithoutEffect,
            .unknownPolicySetting, .openInWithoutEffect, .customBrowserWins, .threatActionWithoutLevel,
            .pinSettingsWithoutPIN, .clockedOutWithoutSource:
            .note
        }
    }

    /// The detailed explanation of the check.
    package var explanation: LintExplanation {
        switch self {
        case .exemptionsWithoutEffect: .exemptionsWithoutEffect
        case .browserSchemeWithoutEffect: .browserSchemeWithoutEffect
        case .managedBrowserNotRequired: .managedBrowserNotRequired
        case .storageLocationsWithoutEffect: .storageLocationsWithoutEffect
        case .ingestionLocationsWithoutEffect: .ingestionLocationsWithoutEffect
        case .exemptionBypassesDialer: .exemptionBypassesDialer
        case .exemptionBypassesMessaging: .exemptionBypassesMessaging
        case .saveBlockedWithoutEffect: .saveBlockedWithoutEffect
        case .ingestionBlockedWithoutEffect: .ingestionBlockedWithoutEffect
        case .redirectWithoutScheme: .redirectWithoutScheme
        case .redirectSchemeWithoutEffect: .redirectSchemeWithoutEffect
        case .exemptedLinkIsManaged: .exemptedLinkIsManaged
        case .exemptedWebScheme: .exemptedWebScheme
        case .clipboardOpen: .clipboardOpen
        case .clipboardExceptionWithoutEffect: .clipboardExceptionWithoutEffect
        case .misspelledSetting: .misspelledSetting
        case .unknownPolicySetting: .unknownPolicySetting
        case .weakerThanBaseline: .weakerThanBaseline
        case .openInWithoutEffect: .openInWithoutEffect
        case .customBrowserWins: .customBrowserWins
        case .redirectNeverOpened: .redirectNeverOpened
        case .accountWithoutPolicy: .accountWithoutPolicy
        case .browserWithoutRules: .browserWithoutRules
        case .versionLadderUpsideDown: .versionLadderUpsideDown
        case .minimumOverMaximum: .minimumOverMaximum
        case .offlineWipeNotAfterBlock: .offlineWipeNotAfterBlock
        case .shortOfflineBlock: .shortOfflineBlock
        case .biometricTimeoutNotOverRecheck: .biometricTimeoutNotOverRecheck
        case .threatActionWithoutLevel: .threatActionWithoutLevel
        case .pinSettingsWithoutPIN: .pinSettingsWithoutPIN
        case .clockedOutWithoutSource: .clockedOutWithoutSource
        }
    }
}

extension LintFinding {
    /// Creates a finding of one of these checks; see ``init(check:_:at:help:fix:change:)``.
    init(
        _ code: PolicyLintCode,
        _ message: String,
        at places: [SourceRange],
        help: String? = nil,
        fix: TextEdit? = nil
    ) {
        self.init(check: code, message, at: places, help: help, fix: fix)
    }
}
