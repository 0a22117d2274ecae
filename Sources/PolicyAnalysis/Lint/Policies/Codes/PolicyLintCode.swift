public import AppLint
public import Diagnostics

/// The checks of policies and accounts, DM040 to DM059 and DM120 to DM139.
public enum PolicyLintCode: String, LintCode {
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
    /// An exempt scheme goes around the restriction of the dialer.
    case exemptionBypassesDialer = "DM045"
    /// An exempt scheme goes around the restriction of messages.
    case exemptionBypassesMessaging = "DM046"
    /// Saving is blocked, but data may go to every app, so it isn't.
    case saveBlockedWithoutEffect = "DM047"
    /// Opening is blocked, but data may come from every app, so it isn't.
    case ingestionBlockedWithoutEffect = "DM048"
    /// An app is to be opened by its scheme, and no scheme, or none that is one, is named.
    case redirectWithoutScheme = "DM049"
    /// The scheme of an app is named that nothing is sent to.
    case redirectSchemeWithoutEffect = "DM050"
    /// An exempt universal link has no effect, because a managed one covers it.
    case exemptedLinkIsManaged = "DM051"
    /// A scheme is exempt that every web page, script or file has.
    case exemptedWebScheme = "DM052"
    /// The clipboard is shared with all apps, although data may not go to them.
    case clipboardOpen = "DM053"
    /// The exception for short texts has no effect.
    case clipboardExceptionWithoutEffect = "DM054"
    /// A key that nothing knows and that looks like a known one.
    case misspeltSetting = "DM055"
    /// A key that nothing knows.
    case unknownPolicySetting = "DM056"
    /// A setting protects less than the chosen baseline.
    case weakerThanBaseline = "DM057"
    /// A setting of open-in or of incoming data has no effect.
    case openInWithoutEffect = "DM058"
    /// Links leave for an unmanaged browser, although a managed one is named.
    case customBrowserWins = "DM059"
    /// Something is redirected to a scheme that carries content or leads back to a browser.
    case redirectNeverOpened = "DM120"
    /// An account of a managed organization has no policy.
    case accountWithoutPolicy = "DM121"
    /// A browser is required for external links, and no rule set says which are external.
    case browserWithoutRules = "DM122"
    /// A version that warns or blocks is never compared, because a stricter one comes before it.
    case versionLadderUpsideDown = "DM123"
    /// No version of the system is between the oldest and the newest.
    case minimumOverMaximum = "DM124"
    /// The time offline that wipes is not longer than the one that blocks.
    case offlineWipeNotAfterBlock = "DM125"
    /// The app is blocked offline after less than half an hour.
    case shortOfflineBlock = "DM126"
    /// A face or finger never opens the app, because it is asked for when its time is over.
    case biometricTimeoutNotOverRecheck = "DM127"
    /// An action on threats is set, and no threat level.
    case threatActionWithoutLevel = "DM128"
    /// PINs are restricted, and none is required.
    case pinSettingsWithoutPIN = "DM129"
    /// An action outside working time is set, which only a source of working time can bring about.
    case clockedOutWithoutSource = "DM130"

    /// How much a finding of this check matters, unless a configuration file says otherwise.
    public var severity: Diagnostic.Severity {
        switch self {
        case .redirectNeverOpened: .error
        case .exemptionsWithoutEffect, .browserSchemeWithoutEffect, .managedBrowserNotRequired,
            .storageLocationsWithoutEffect, .exemptionBypassesDialer, .exemptionBypassesMessaging,
            .saveBlockedWithoutEffect, .ingestionBlockedWithoutEffect, .redirectWithoutScheme,
            .exemptedLinkIsManaged, .exemptedWebScheme, .clipboardOpen, .misspeltSetting, .weakerThanBaseline,
            .accountWithoutPolicy, .browserWithoutRules, .versionLadderUpsideDown, .minimumOverMaximum,
            .offlineWipeNotAfterBlock, .shortOfflineBlock, .biometricTimeoutNotOverRecheck:
            .warning
        // Exports of Graph have these as they come, or they take nothing away.
        case .ingestionLocationsWithoutEffect, .redirectSchemeWithoutEffect, .clipboardExceptionWithoutEffect,
            .unknownPolicySetting, .openInWithoutEffect, .customBrowserWins, .threatActionWithoutLevel,
            .pinSettingsWithoutPIN, .clockedOutWithoutSource:
            .note
        }
    }

    /// What the check looks for, at length.
    public var explanation: LintExplanation {
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
        case .misspeltSetting: .misspeltSetting
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
    /// Makes a finding of one of these checks; see ``init(check:_:at:help:fix:change:)``.
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
