/// The checks of lint. Raw values are public and stable: suppressions, configuration files and CI use them.
public enum LintCode: String, CaseIterable, Hashable, Sendable {
    // MARK: Suppressions and files (DM001–DM009)

    /// A suppression that suppresses nothing.
    case unusedSuppression = "DM001"
    /// A suppression without a reason.
    case suppressionWithoutReason = "DM002"
    /// A suppression, or an entry of a configuration file, names a code that there is not.
    case unknownCode = "DM003"
    /// A suppression names an error of reading, which cannot be suppressed.
    case errorNotSuppressed = "DM004"

    // MARK: Rules and lists (DM010–DM039)

    /// A rule that never decides, because others always win.
    case shadowedRule = "DM010"

    // MARK: Policies (DM040–DM059)

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
    case unknownSetting = "DM056"
    /// A setting protects less than the chosen baseline.
    case weakerThanBaseline = "DM057"
    /// A setting of open-in or of incoming data has no effect.
    case openInWithoutEffect = "DM058"
    /// Links leave for an unmanaged browser, although a managed one is named.
    case customBrowserWins = "DM059"

    // MARK: Info.plist and entitlements (DM060–DM099)

    /// A query scheme without its `-intunemam` twin.
    case missingTwinScheme = "DM060"
}
