import AppLint

/// Explanations of the checks of access requirements and conditional launch.
extension LintExplanation {
    static let versionLadderUpsideDown = LintExplanation(
        title: "version limits in the wrong order",
        text: """
            A policy can warn about a version, block it, and wipe the app's data, each below its own version. The \
            strictest step that applies wins. So a minimum that warns must not be below the one that blocks, nor that \
            one below the one that wipes; otherwise the milder step is never taken, and people are blocked without a \
            warning, or lose data without having been blocked. For maximum versions, the order is the reverse. With \
            equal versions the milder step is never taken either. That is not reported, because equal versions are not \
            in the wrong order.
            """,
        example: """
            minimumWarningOsVersion: 16.0
            minimumRequiredOsVersion: 17.0
            """,
        corrected: """
            minimumWarningOsVersion: 17.0
            minimumRequiredOsVersion: 16.0
            """
    )

    static let minimumOverMaximum = LintExplanation(
        title: "minimum version above the maximum",
        text: """
            The oldest version of the system that is allowed is newer than the newest one. Every version is outside \
            the limits, so the app is blocked, wiped, or warns on every device.
            """,
        example: """
            minimumRequiredOsVersion: 17.0
            maximumRequiredOsVersion: 16.4
            """,
        corrected: """
            minimumRequiredOsVersion: 16.0
            maximumRequiredOsVersion: 17.4
            """
    )

    static let offlineWipeNotAfterBlock = LintExplanation(
        title: "offline wipe not after offline block",
        text: """
            `periodOfflineBeforeAccessCheck` blocks an app that has not checked in for that long; after \
            `periodOfflineBeforeWipeIsEnforced` its data may be wiped, once the service says that the account is gone. \
            If the second is not longer than the first, people are not blocked before the wipe, so they are not told \
            to go online.
            """,
        example: """
            periodOfflineBeforeAccessCheck: P2D
            periodOfflineBeforeWipeIsEnforced: P1D
            """,
        corrected: """
            periodOfflineBeforeAccessCheck: PT12H
            periodOfflineBeforeWipeIsEnforced: P90D
            """
    )

    static let shortOfflineBlock = LintExplanation(
        title: "offline block under 30 minutes",
        text: """
            `periodOfflineBeforeAccessCheck` blocks an app that has not checked in for that long. The vendor advises \
            against less than 30 minutes: people may be interrupted whenever they start the app or come back to it. A \
            duration of zero always blocks the app.
            """,
        example: "periodOfflineBeforeAccessCheck: PT5M",
        corrected: "periodOfflineBeforeAccessCheck: PT12H"
    )

    static let biometricTimeoutNotOverRecheck = LintExplanation(
        title: "biometric timeout not longer than the recheck",
        text: """
            A face or fingerprint replaces the PIN until `pinRequiredInsteadOfBiometricTimeout` has passed since the \
            PIN was entered. It is asked for after `periodOnlineBeforeAccessCheck` without activity. If that is not \
            the shorter time, the PIN is due whenever anything is asked for, and a face or fingerprint never opens the \
            app.
            """,
        example: """
            pinRequired: true
            pinRequiredInsteadOfBiometricTimeout: PT15M
            periodOnlineBeforeAccessCheck: PT30M
            """,
        corrected: """
            pinRequired: true
            pinRequiredInsteadOfBiometricTimeout: PT12H
            periodOnlineBeforeAccessCheck: PT30M
            """
    )

    static let threatActionWithoutLevel = LintExplanation(
        title: "action on threats without a level",
        text: """
            `mobileThreatDefenseRemediationAction` says what happens on a device with a higher threat level than \
            `maximumAllowedDeviceThreatLevel`. Without a level every device is allowed, and no threat defense service is \
            asked. Exports of Graph write the action into every policy, so this is a note.
            """,
        example: "mobileThreatDefenseRemediationAction: wipe",
        corrected: """
            maximumAllowedDeviceThreatLevel: low
            mobileThreatDefenseRemediationAction: wipe
            """
    )

    static let pinSettingsWithoutPIN = LintExplanation(
        title: "PIN settings without a PIN",
        text: """
            The policy says what a PIN has to be like, but `pinRequired` is false: no PIN is asked for, so none of \
            these settings has an effect. Exports of Graph write some of these settings into every policy, so this is \
            a note.
            """,
        example: """
            minimumPinLength: 6
            simplePinBlocked: true
            """,
        corrected: """
            pinRequired: true
            minimumPinLength: 6
            simplePinBlocked: true
            """
    )

    static let clockedOutWithoutSource = LintExplanation(
        title: "working time needs a source",
        text: """
            `appActionIfAccountIsClockedOut` warns or blocks outside working time. No policy says when that is: a \
            service has to know, and the host has to supply its answer as the fact `clockStatus`. If it is missing or \
            unknown, the app is blocked. If everybody who has this policy has a source, suppress the note with that as \
            the reason.
            """,
        example: "appActionIfAccountIsClockedOut: block"
    )
}
