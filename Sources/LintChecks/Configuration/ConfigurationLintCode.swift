package import AppLint
package import Diagnostics

/// The checks of app configurations, DM140 to DM149.
package enum ConfigurationLintCode: String, LintCode {
    /// Two targeted configurations have different values for a key.
    case configurationConflict = "DM140"
    /// A default that no account ever receives.
    case defaultNeverRead = "DM141"
    /// A key that differs from another key only in case, or slightly from a key that has an effect.
    case misspelledKey = "DM142"
    /// A key that has an effect, with a value that has none.
    case valueWithoutEffect = "DM143"
    /// A token in an app protection configuration, where tokens are not replaced.
    case tokenNeverReplaced = "DM144"
    /// A device management configuration that does not name the device's user.
    case deviceUserUnnamed = "DM145"

    /// The severity of this check's findings, unless a configuration file changes it.
    package var severity: Diagnostic.Severity {
        switch self {
        case .configurationConflict, .misspelledKey, .valueWithoutEffect, .tokenNeverReplaced: .warning
        case .defaultNeverRead, .deviceUserUnnamed: .note
        }
    }

    /// The detailed explanation of the check.
    package var explanation: LintExplanation {
        switch self {
        case .configurationConflict: .configurationConflict
        case .defaultNeverRead: .defaultNeverRead
        case .misspelledKey: .misspelledKey
        case .valueWithoutEffect: .valueWithoutEffect
        case .tokenNeverReplaced: .tokenNeverReplaced
        case .deviceUserUnnamed: .deviceUserUnnamed
        }
    }
}

extension LintExplanation {
    static let configurationConflict = LintExplanation(
        title: "app configurations in conflict",
        text: """
            Two configurations that reach one account have different values for a key. Which one the app takes \
            depends on how it asks; on a device, it may be any of them. Take the key out of all but one of them, or \
            target them at different accounts.
            """,
        example: """
            demarc: 1
            appConfigurations:
              - settings: {com.contoso.theme: dark}
              - settings: {com.contoso.theme: light}
            """,
        corrected: """
            demarc: 1
            appConfigurations:
              - settings: {com.contoso.theme: dark}
              - settings: {com.contoso.limit: "10"}
            """
    )

    static let defaultNeverRead = LintExplanation(
        title: "default that is never read",
        text: """
            A default counts only where no targeted configuration has the key. Here every account that the default \
            reaches has a targeted value, so the default decides nothing.
            """,
        example: """
            demarc: 1
            appConfigurations:
              - settings: {com.contoso.theme: dark}
              - {default: true, settings: {com.contoso.theme: light}}
            """,
        corrected: """
            demarc: 1
            appConfigurations:
              - settings: {com.contoso.theme: dark}
              - {default: true, settings: {com.contoso.limit: "10"}}
            """
    )

    static let misspelledKey = LintExplanation(
        title: "key of an app configuration is probably misspelled",
        text: """
            Keys are compared byte by byte, upper and lower case included. A key that differs from another key only in \
            case, or in one or two letters from a key that has an effect, is a different key without that effect.
            """,
        example: """
            demarc: 1
            appConfigurations:
              - settings: {com.microsoft.intune.mam.screenCaptureControl: Disabled}
            """,
        corrected: """
            demarc: 1
            appConfigurations:
              - settings: {com.microsoft.intune.mam.screencapturecontrol: Disabled}
            """
    )

    static let valueWithoutEffect = LintExplanation(
        title: "value of an app configuration has no effect",
        text: """
            `com.microsoft.intune.mam.screencapturecontrol` takes screen capture out of the control of data transfer if \
            its value is exactly `Disabled`. Any other value leaves it blocked.
            """,
        example: """
            demarc: 1
            appConfigurations:
              - settings: {com.microsoft.intune.mam.screencapturecontrol: disabled}
            """,
        corrected: """
            demarc: 1
            appConfigurations:
              - settings: {com.microsoft.intune.mam.screencapturecontrol: Disabled}
            """
    )

    static let tokenNeverReplaced = LintExplanation(
        title: "token that nothing replaces",
        text: """
            Device management replaces tokens such as `{{userprincipalname}}` on a device. App protection replaces \
            none, so the app gets the text as it is written.
            """,
        example: """
            demarc: 1
            appConfigurations:
              - settings: {com.contoso.name: "{{userprincipalname}}"}
            """,
        corrected: """
            demarc: 1
            mdmUser: demarc:default
            appConfigurations:
              - channel: mdm
                settings: {com.contoso.name: "{{userprincipalname}}", IntuneMAMUPN: demarc:default}
            """
    )

    static let deviceUserUnnamed = LintExplanation(
        title: "configuration of device management names no user",
        text: """
            On a device, the SDK learns from `IntuneMAMOID` or `IntuneMAMUPN` whose device it is. A configuration of \
            device management with neither key reaches no account there. Here `mdmUser` can name the user, but no \
            device reads it.
            """,
        example: """
            demarc: 1
            mdmUser: demarc:default
            appConfigurations:
              - {channel: mdm, settings: {com.contoso.theme: dark}}
            """,
        corrected: """
            demarc: 1
            appConfigurations:
              - {channel: mdm, settings: {com.contoso.theme: dark, IntuneMAMUPN: demarc:default}}
            """
    )
}
