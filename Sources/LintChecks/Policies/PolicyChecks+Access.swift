import AppLint
import PolicyModel

/// PINs and biometry.
extension PolicyChecks {
    mutating func checkAccess() {
        checkPIN()
        checkBiometricTimeout()
    }

    private mutating func checkPIN() {
        let access = policy.accessRequirements
        guard !access.pinRequired else { return }
        let demands: [(PolicySetting, Bool)] = [
            (.minimumPinLength, access.minimumPinLength.map { $0 > 0 } ?? false),
            (.pinCharacterSet, access.pinCharacterSet != .numeric),
            (.simplePinBlocked, access.simplePinBlocked),
            (.previousPinBlockCount, access.previousPinBlockCount > 0),
            (.periodBeforePinReset, access.periodBeforePinReset.map { $0.seconds > 0 } ?? false),
        ]
        let settings = demands.filter(\.1).map(\.0)
        guard let first = settings.first else { return }
        let names = settings.map { "`\($0.name)`" }.joined(separator: ", ")
        add(
            .pinSettingsWithoutPIN,
            "no PIN is asked for, so \(names) \(settings.count == 1 ? "has" : "have") no effect",
            at: first,
            also: Array(settings.dropFirst()) + [.pinRequired],
            help: "set `pinRequired: true`, or remove the PIN settings"
        )
    }

    private mutating func checkBiometricTimeout() {
        let access = policy.accessRequirements
        guard access.pinRequired, !access.faceIdBlocked || !access.fingerprintBlocked,
            let timeout = access.pinRequiredInsteadOfBiometricTimeout
        else { return }
        let recheck = access.periodOnlineBeforeAccessCheck
        // Without an inactivity period, access is checked every time, so any timeout above zero makes biometrics usable
        // for a while.
        guard timeout.seconds <= recheck?.seconds ?? 0 else { return }
        let time = "its time, `\(timeout)`,"
        let cause = recheck.map { "\(time) has passed by the next check, after `\($0)`" } ?? "\(time) passes at once"
        add(
            .biometricTimeoutNotOverRecheck,
            "a face or fingerprint never opens the app: \(cause)",
            at: .pinRequiredInsteadOfBiometricTimeout,
            also: [.periodOnlineBeforeAccessCheck],
            help: "make it longer than `periodOnlineBeforeAccessCheck`"
        )
    }
}
