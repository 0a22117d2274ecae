/// The checks of lint. Raw values are public and stable: suppressions, configuration files and CI use them.
public enum LintCode: String, CaseIterable, Hashable, Sendable {
    // MARK: Suppressions and files (DM001–DM009)

    /// A suppression that suppresses nothing.
    case unusedSuppression = "DM001"

    // MARK: Rules and lists (DM010–DM039)

    /// A rule that never decides, because others always win.
    case shadowedRule = "DM010"

    // MARK: Policies (DM040–DM059)

    /// Exempt schemes have no effect, because every app may be opened.
    case exemptionsWithoutEffect = "DM040"

    // MARK: Info.plist and entitlements (DM060–DM099)

    /// A query scheme without its `-intunemam` twin.
    case missingTwinScheme = "DM060"
}
