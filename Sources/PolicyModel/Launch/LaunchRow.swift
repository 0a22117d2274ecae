/// A condition of the launch table, in the table's order. <doc:LaunchConditions> has the table.
///
/// A row of that table that compares with several settings is several conditions here, one for each setting, so that
/// each can be named as a reason.
package enum LaunchRow: UInt8, CaseIterable, Sendable {
    case policyRequired, policyAbsent
    case unmanaged, closedWindow, unknown, severalAccounts
    case osBelowWipe, osBelowRequired, osBelowWarning, osAboveWipe, osAboveRequired, osAboveWarning
    case appBelowWipe, appBelowRequired, appBelowWarning
    case sdkBelowWipe, sdkBelowRequired, sdkBelowWarning
    case jailbroken, model, threat, passcode, account
    case offlineWipe, offline, clockedOut
    case pinAttempts
    case credentials, pinExpired, pinUnset, pinOrBiometric, pin
    case met
}

extension LaunchRow {
    /// The content of a reason for the condition.
    struct Statement {
        var code: ReasonCode
        var setting: PolicySetting?
        var appSetting: AppSetting?
        var fact: LaunchFact?
        /// The setting that contains the limit, if it is a different setting.
        var limit: PolicySetting?
        /// Whether it applies because access is rechecked: the cause of that has the fact and the limit.
        var isRechecked = false
    }

    /// The settings that the reasons for a launch can name.
    package static let settings: Set<PolicySetting> = Set(
        allCases.compactMap(\.statement.setting) + LaunchFact.allCases.compactMap(\.settingBeside)
    )

    /// The content of a reason for the condition.
    var statement: Statement {
        switch self {
        case .policyRequired: Statement(code: .launchPolicyRequired, appSetting: .mamPolicyRequired)
        case .policyAbsent: Statement(code: .launchPolicyAbsent, appSetting: .mamPolicyWarnAbsent)
        case .unmanaged: Statement(code: .identityUnmanaged)
        case .closedWindow: Statement(code: .windowUnknown)
        case .unknown: Statement(code: .identityUnknown)
        case .severalAccounts: Statement(code: .identityLockDown)
        case .osBelowWipe: tooOld(.launchOSTooOld, .minimumWipeOsVersion, .osVersion)
        case .osBelowRequired: tooOld(.launchOSTooOld, .minimumRequiredOsVersion, .osVersion)
        case .osBelowWarning: tooOld(.launchOSTooOld, .minimumWarningOsVersion, .osVersion)
        case .osAboveWipe: tooOld(.launchOSTooNew, .maximumWipeOsVersion, .osVersion)
        case .osAboveRequired: tooOld(.launchOSTooNew, .maximumRequiredOsVersion, .osVersion)
        case .osAboveWarning: tooOld(.launchOSTooNew, .maximumWarningOsVersion, .osVersion)
        case .appBelowWipe: tooOld(.launchAppTooOld, .minimumWipeAppVersion, .appVersion)
        case .appBelowRequired: tooOld(.launchAppTooOld, .minimumRequiredAppVersion, .appVersion)
        case .appBelowWarning: tooOld(.launchAppTooOld, .minimumWarningAppVersion, .appVersion)
        case .sdkBelowWipe: tooOld(.launchSDKTooOld, .minimumWipeSdkVersion, .sdkVersion)
        case .sdkBelowRequired: tooOld(.launchSDKTooOld, .minimumRequiredSdkVersion, .sdkVersion)
        case .sdkBelowWarning: tooOld(.launchSDKTooOld, .minimumWarningSdkVersion, .sdkVersion)
        case .jailbroken:
            Statement(code: .launchJailbroken, setting: .deviceComplianceRequired, fact: .isJailbroken)
        case .model: Statement(code: .launchModel, setting: .allowedIosDeviceModels, fact: .model)
        case .threat: limited(.launchThreat, .maximumAllowedDeviceThreatLevel, .threats)
        case .passcode: limited(.launchPasscode, .appDataEncryptionType, .hasPasscode)
        case .account:
            Statement(
                code: .launchAccount,
                setting: .appActionIfUnableToAuthenticateUser,
                fact: .authentication
            )
        case .offlineWipe: limited(.launchOfflineWipe, .periodOfflineBeforeWipeIsEnforced, .lastCheckIn)
        case .offline: limited(.launchOffline, .periodOfflineBeforeAccessCheck, .lastCheckIn)
        case .clockedOut:
            Statement(
                code: .launchClockedOut,
                setting: .appActionIfAccountIsClockedOut,
                fact: .clockStatus,
                limit: .gracePeriodToBlockAppsDuringOffClockHours
            )
        case .pinAttempts: limited(.accessPINAttempts, .maximumPinRetries, .pinFailures)
        case .credentials: rechecked(.accessCredentials, .organizationalCredentialsRequired)
        case .pinExpired: limited(.accessPINExpired, .periodBeforePinReset, .pinSetAt)
        case .pinUnset: Statement(code: .accessPINUnset, setting: .pinRequired, fact: .pinSetAt)
        case .pinOrBiometric: rechecked(.accessPINOrBiometric, .pinRequired)
        case .pin: rechecked(.accessPIN, .pinRequired)
        case .met: Statement(code: .launchMet)
        }
    }

    private func tooOld(_ code: ReasonCode, _ setting: PolicySetting, _ fact: LaunchFact) -> Statement {
        limited(code, setting, fact)
    }

    private func limited(_ code: ReasonCode, _ setting: PolicySetting, _ fact: LaunchFact) -> Statement {
        Statement(code: code, setting: setting, fact: fact, limit: setting)
    }

    private func rechecked(_ code: ReasonCode, _ setting: PolicySetting) -> Statement {
        Statement(code: code, setting: setting, isRechecked: true)
    }
}

extension LaunchFact {
    /// The setting that needs the fact without being the setting of a row; nil if there is none.
    var settingBeside: PolicySetting? {
        switch self {
        case .hasPasscode, .mdmEnrolled: .disableAppPinIfDevicePinIsSet
        case .clockedOutSince: .gracePeriodToBlockAppsDuringOffClockHours
        case .osVersion, .appVersion, .sdkVersion, .model, .isJailbroken, .threats, .biometry, .biometryChanged,
            .isOnline, .clockStatus, .lastCheckIn, .authentication, .pinSetAt, .pinFailures, .lastPIN, .lastMet,
            .lastActivity:
            nil
        }
    }
}

/// Why access is rechecked: what makes challenges due that the person may have met before.
package enum LaunchRecheck: Sendable {
    /// They were never met.
    case neverMet
    /// They are due every time: the policy sets no period, or a period of zero.
    case everyTime
    /// The account has not been active for the period, or it is not known when it was.
    case inactive

    /// The fact that is the cause.
    var fact: LaunchFact? {
        switch self {
        case .neverMet: .lastMet
        case .everyTime: nil
        case .inactive: .lastActivity
        }
    }

    /// The setting that contains the limit.
    var limit: PolicySetting? {
        switch self {
        case .neverMet: nil
        case .everyTime, .inactive: .periodOnlineBeforeAccessCheck
        }
    }
}

/// A set of conditions of the table.
package struct LaunchRows: Hashable, Sendable {
    private var bits: UInt64 = 0

    package init() {}

    package var isEmpty: Bool { bits == 0 }

    package func contains(_ row: LaunchRow) -> Bool { bits & (1 << UInt64(row.rawValue)) != 0 }

    package mutating func insert(_ row: LaunchRow) { bits |= 1 << UInt64(row.rawValue) }

    package mutating func remove(_ row: LaunchRow) { bits &= ~(1 << UInt64(row.rawValue)) }

    package mutating func formUnion(_ other: LaunchRows) { bits |= other.bits }

    package mutating func removeAll() { bits = 0 }
}

/// A set of facts.
package struct LaunchFactSet: Hashable, Sendable {
    private var bits: UInt32 = 0

    package init() {}

    package var isEmpty: Bool { bits == 0 }

    package func contains(_ fact: LaunchFact) -> Bool { bits & Self.bit(fact) != 0 }

    package mutating func insert(_ fact: LaunchFact) { bits |= Self.bit(fact) }

    package mutating func remove(_ fact: LaunchFact) { bits &= ~Self.bit(fact) }

    private static func bit(_ fact: LaunchFact) -> UInt32 {
        switch fact {
        case .osVersion: 1 << 0
        case .appVersion: 1 << 1
        case .sdkVersion: 1 << 2
        case .model: 1 << 3
        case .isJailbroken: 1 << 4
        case .threats: 1 << 5
        case .hasPasscode: 1 << 6
        case .biometry: 1 << 7
        case .biometryChanged: 1 << 8
        case .mdmEnrolled: 1 << 9
        case .isOnline: 1 << 10
        case .clockStatus: 1 << 11
        case .clockedOutSince: 1 << 12
        case .lastCheckIn: 1 << 13
        case .authentication: 1 << 14
        case .pinSetAt: 1 << 15
        case .pinFailures: 1 << 16
        case .lastPIN: 1 << 17
        case .lastMet: 1 << 18
        case .lastActivity: 1 << 19
        }
    }
}
