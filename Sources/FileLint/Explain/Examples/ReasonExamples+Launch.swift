import PolicyModel

extension ReasonExample {
    /// Reasons about conditional launch and access requirements.
    static let ofLaunch: [ReasonCode: ReasonExample] = [
        .launchPolicyRequired: ReasonExample(
            policy: """
                app: {mamPolicyRequired: true}
                accounts: []
                """,
            given: "{now: 2026-11-23T12:00:00Z}",
            when: "launch: {}",
            then: "block"
        ),
        .launchPolicyAbsent: ReasonExample(
            policy: """
                app: {mamPolicyWarnAbsent: true}
                accounts: []
                """,
            given: "{now: 2026-11-23T12:00:00Z}",
            when: "launch: {}",
            then: "warn"
        ),
        .launchOSTooOld: ReasonExample(
            policy: "policies: {work: {minimumWipeOsVersion: '14.0'}}",
            given: "{now: 2026-11-23T12:00:00Z, device: {osVersion: '13.9'}}",
            when: "launch: {}",
            then: "wipe"
        ),
        .launchOSTooNew: ReasonExample(
            policy: "policies: {work: {maximumRequiredOsVersion: '27.99'}}",
            given: "{now: 2026-11-23T12:00:00Z, device: {osVersion: '28'}}",
            when: "launch: {}",
            then: "block"
        ),
        .launchAppTooOld: ReasonExample(
            policy: "policies: {work: {minimumRequiredAppVersion: '4.2'}}",
            given: "{now: 2026-11-23T12:00:00Z, device: {appVersion: '4.1.9999'}}",
            when: "launch: {}",
            then: "block"
        ),
        .launchSDKTooOld: ReasonExample(
            policy: "policies: {work: {minimumRequiredSdkVersion: '20.0'}}",
            given: "{now: 2026-11-23T12:00:00Z, device: {sdkVersion: '19.7.1'}}",
            when: "launch: {}",
            then: "block"
        ),
        .launchJailbroken: ReasonExample(
            policy: "policies: {work: {deviceComplianceRequired: true}}",
            given: "{now: 2026-11-23T12:00:00Z, device: {isJailbroken: true}}",
            when: "launch: {}",
            then: "block"
        ),
        .launchModel: ReasonExample(
            policy: "policies: {work: {allowedIosDeviceModels: 'iPhone14,2;iPad13,1'}}",
            given: "{now: 2026-11-23T12:00:00Z, device: {model: 'iPhone10,1'}}",
            when: "launch: {}",
            then: "block"
        ),
        .launchThreat: ReasonExample(
            policy: "policies: {work: {maximumAllowedDeviceThreatLevel: low}}",
            given: "{now: 2026-11-23T12:00:00Z, device: {threats: {defender: high}}}",
            when: "launch: {}",
            then: "block"
        ),
        .launchPasscode: ReasonExample(
            policy: "policies: {work: {appDataEncryptionType: whenDeviceLocked}}",
            given: "{now: 2026-11-23T12:00:00Z, device: {hasPasscode: false}}",
            when: "launch: {}",
            then: "block"
        ),
        .launchAccount: ReasonExample(
            given: "{now: 2026-11-23T12:00:00Z, access: {authentication: failed}}",
            when: "launch: {}",
            then: "block"
        ),
        .launchOfflineWipe: ReasonExample(
            policy: "policies: {work: {periodOfflineBeforeWipeIsEnforced: P90D}}",
            given: "{now: 2026-11-23T12:00:00Z, access: {lastCheckIn: 2026-08-25T12:00:00Z}}",
            when: "launch: {}",
            then: "block"
        ),
        .launchOffline: ReasonExample(
            policy: "policies: {work: {periodOfflineBeforeAccessCheck: PT12H}}",
            given: "{access: {lastCheckIn: 2026-11-23T11:00:00Z}}",
            when: "launch: {at: 2026-11-23T23:00:00Z}",
            then: "block"
        ),
        .launchClockedOut: ReasonExample(
            policy: """
                policies:
                  work:
                    appActionIfAccountIsClockedOut: block
                    gracePeriodToBlockAppsDuringOffClockHours: PT15M
                """,
            given: """
                {now: 2026-11-23T12:00:00Z, device: {clockStatus: clockedOut, clockedOutSince: 2026-11-23T11:50:00Z}}
                """,
            when: "launch: {}",
            then: "warn"
        ),
        .launchFactMissing: ReasonExample(
            policy: "policies: {work: {appActionIfAccountIsClockedOut: block}}",
            given: "{now: 2026-11-23T12:00:00Z}",
            when: "launch: {}",
            then: "block"
        ),
        .launchFactUnreadable: ReasonExample(
            policy: "policies: {work: {minimumWipeOsVersion: '14.0'}}",
            given: "{now: 2026-11-23T12:00:00Z, device: {osVersion: eighteen}}",
            when: "launch: {}",
            then: "block"
        ),
        .launchFactInapplicable: ReasonExample(
            policy: "policies: {work: {appDataEncryptionType: whenDeviceLocked}}",
            given: "{now: 2026-11-23T12:00:00Z, device: {inapplicable: [hasPasscode]}}",
            when: "launch: {}",
            then: "allow"
        ),
        .launchMet: ReasonExample(
            given: "{now: 2026-11-23T12:00:00Z}",
            when: "launch: {}",
            then: "allow"
        ),
        .accessPINAttempts: ReasonExample(
            policy: "policies: {work: {maximumPinRetries: 5}}",
            given: "{now: 2026-11-23T12:00:00Z, access: {pinFailures: 5}}",
            when: "unlock: resetPIN",
            then: "challenge"
        ),
        .accessCredentials: ReasonExample(
            policy: "policies: {work: {organizationalCredentialsRequired: true}}",
            given: "{now: 2026-11-23T12:00:00Z}",
            when: "launch: {}",
            then: "challenge"
        ),
        .accessPINExpired: ReasonExample(
            policy: "policies: {work: {pinRequired: true, periodBeforePinReset: P90D}}",
            given: "{now: 2027-03-01T08:00:00Z, access: {pinSetAt: 2026-11-01T08:00:00Z}}",
            when: "launch: {}",
            then: "challenge"
        ),
        .accessPINUnset: ReasonExample(
            policy: "policies: {work: {pinRequired: true}}",
            given: "{now: 2026-11-23T12:00:00Z}",
            when: "unlock: signIn",
            then: "challenge"
        ),
        .accessPINOrBiometric: ReasonExample(
            policy: "policies: {work: {pinRequired: true}}",
            given: """
                now: 2026-11-23T12:00:00Z
                device: {biometry: faceID, biometryChanged: false}
                access: {pinSetAt: 2026-11-01T08:00:00Z}
                """,
            when: "launch: {}",
            then: "challenge"
        ),
        .accessPIN: ReasonExample(
            policy: "policies: {work: {pinRequired: true}}",
            given: "{access: {pinSetAt: 2026-11-01T08:00:00Z}}",
            when: "launch: {at: 2026-11-23T12:20:00Z}",
            then: "challenge"
        ),
        .accessPINAccepted: ReasonExample(
            when: "pin: '1122'",
            then: "allow"
        ),
        .accessPINTooShort: ReasonExample(
            policy: "policies: {work: {minimumPinLength: 4}}",
            when: "pin: '842'",
            then: "block"
        ),
        .accessPINNotNumeric: ReasonExample(
            when: "pin: 84x6",
            then: "block"
        ),
        .accessPINOnlyDigits: ReasonExample(
            policy: "policies: {work: {pinCharacterSet: alphanumericAndSymbol}}",
            when: "pin: '8426'",
            then: "block"
        ),
        .accessPINNotMixed: ReasonExample(
            policy: "policies: {work: {simplePinBlocked: true, pinCharacterSet: alphanumericAndSymbol}}",
            when: "pin: 842x",
            then: "block"
        ),
        .accessPINSimple: ReasonExample(
            policy: "policies: {work: {simplePinBlocked: true}}",
            when: "pin: '1234'",
            then: "block"
        ),
        .accessPINReused: ReasonExample(
            policy: "policies: {work: {previousPinBlockCount: 3}}",
            when: "pin: {candidate: '8426', reused: true}",
            then: "block"
        ),
    ]
}
