import Demarc
import PolicyModel
import TestSupport

/// The table of conditional launch on the page `LaunchConditions`, row by row, without the engine: each row examines
/// policy, device, access and time independently, and reports its findings.
struct LaunchOracle {
    let policy: AppProtectionPolicy
    let device: DeviceFacts
    let access: AccessState
    let now: Instant

    /// A finding of a row.
    enum Finding: Hashable {
        case verdict(LaunchVerdict, ReasonCode)
        case challenge(LaunchChallenge, ReasonCode)
        /// A challenge without a reason of its own.
        case besides(LaunchChallenge)
        case fact(LaunchFact, ReasonCode)
    }

    /// The expected result of the engine.
    struct Outcome: Hashable {
        var verdict: LaunchVerdict
        var challenges: [LaunchChallenge]
        /// Each reason as `action code fact`, with the fact only if the reason is about one.
        var reasons: Set<String>
    }

    /// Evaluates the rows in a random order.
    func outcome(_ random: inout SplitMix) -> Outcome {
        var findings: Set<Finding> = []
        for row in rows.shuffled(using: &random) { findings.formUnion(row()) }
        let isDoubtful = findings.contains { finding in
            if case .fact(_, let code) = finding { code != .launchFactInapplicable } else { false }
        }
        var verdict = isDoubtful ? LaunchVerdict.block : .allow
        var reasons: Set<String> = []
        var challenges: Set<LaunchChallenge> = []
        for finding in findings {
            switch finding {
            case .verdict(let found, let code):
                // A doubtful finding never wipes.
                let found = found == .wipe && isDoubtful ? .block : found
                verdict = max(verdict, found)
                reasons.insert("\(found) \(code.rawValue)")
            case .challenge(let challenge, let code):
                verdict = max(verdict, .challenge)
                challenges.insert(challenge)
                reasons.insert("challenge \(code.rawValue)")
            case .besides(let challenge): challenges.insert(challenge)
            case .fact(let fact, let code):
                let action: LaunchVerdict = code == .launchFactInapplicable ? .allow : .block
                reasons.insert("\(action) \(code.rawValue) \(fact.rawValue)")
            }
        }
        if verdict == .allow { reasons.insert("allow \(ReasonCode.launchMet.rawValue)") }
        return Outcome(
            verdict: verdict,
            challenges: LaunchChallenge.allCases.filter(challenges.contains),
            reasons: reasons
        )
    }

    private var rows: [() -> [Finding]] {
        [
            systemVersion, { versions(app: true) }, { versions(app: false) }, jailbroken, model, threat, passcode,
            account,
            offlineWipe, offline, clockedOut, failedPINs, credentials, pinChange, pin,
        ]
    }

    // MARK: Facts and times

    /// The result of a row for a fact that it needs.
    private func with<Value>(_ fact: Fact<Value>, _ name: LaunchFact, _ row: (Value) -> [Finding]) -> [Finding] {
        switch fact {
        case .known(let value): row(value)
        case .missing: [.fact(name, .launchFactMissing)]
        case .unreadable: [.fact(name, .launchFactUnreadable)]
        case .inapplicable: [.fact(name, .launchFactInapplicable)]
        }
    }

    private func seconds(since start: Instant) -> Int64 { now.secondsSince1970 - start.secondsSince1970 }

    private func action(_ action: ManagedAppRemediationAction?) -> LaunchVerdict {
        switch action {
        case .wipe?: .wipe
        case .warn?: .warn
        case .block?, .blockWhenSettingIsSupported?, nil: .block
        }
    }

    // MARK: Rows 3 to 7

    /// The four numbers of a version.
    private func numbers(_ version: VersionNumber) -> [Int] {
        let parts = version.text.split(separator: ".").compactMap { Int($0) }
        return parts + [Int](repeating: 0, count: 4 - parts.count)
    }

    private func compare(
        _ version: VersionNumber,
        _ bounds: [(VersionNumber?, LaunchVerdict)],
        _ code: ReasonCode,
        isOutside: ([Int], [Int]) -> Bool
    ) -> [Finding] {
        bounds.compactMap { bound, verdict in
            guard let bound, isOutside(numbers(version), numbers(bound)) else { return nil }
            return .verdict(verdict, code)
        }
    }

    private func systemVersion() -> [Finding] {
        let launch = policy.conditionalLaunch
        let least: [(VersionNumber?, LaunchVerdict)] = [
            (launch.minimumWipeOsVersion, .wipe), (launch.minimumRequiredOsVersion, .block),
            (launch.minimumWarningOsVersion, .warn),
        ]
        let most: [(VersionNumber?, LaunchVerdict)] = [
            (launch.maximumWipeOsVersion, .wipe), (launch.maximumRequiredOsVersion, .block),
            (launch.maximumWarningOsVersion, .warn),
        ]
        guard (least + most).contains(where: { $0.0 != nil }) else { return [] }
        return with(device.osVersion, .osVersion) { version in
            compare(version, least, .launchOSTooOld) { $0.lexicographicallyPrecedes($1) }
                + compare(version, most, .launchOSTooNew) { $1.lexicographicallyPrecedes($0) }
        }
    }

    private func versions(app isOfApp: Bool) -> [Finding] {
        let launch = policy.conditionalLaunch
        let bounds: [(VersionNumber?, LaunchVerdict)] =
            isOfApp
            ? [
                (launch.minimumWipeAppVersion, .wipe), (launch.minimumRequiredAppVersion, .block),
                (launch.minimumWarningAppVersion, .warn),
            ]
            : [
                (launch.minimumWipeSdkVersion, .wipe), (launch.minimumRequiredSdkVersion, .block),
                (launch.minimumWarningSdkVersion, .warn),
            ]
        guard bounds.contains(where: { $0.0 != nil }) else { return [] }
        let code = isOfApp ? ReasonCode.launchAppTooOld : .launchSDKTooOld
        return with(isOfApp ? device.appVersion : device.sdkVersion, isOfApp ? .appVersion : .sdkVersion) { version in
            compare(version, bounds, code) { $0.lexicographicallyPrecedes($1) }
        }
    }

    private func jailbroken() -> [Finding] {
        guard policy.conditionalLaunch.deviceComplianceRequired else { return [] }
        return with(device.isJailbroken, .isJailbroken) { isJailbroken in
            let verdict = action(policy.conditionalLaunch.appActionIfDeviceComplianceRequired)
            return isJailbroken ? [.verdict(verdict, .launchJailbroken)] : []
        }
    }

    private func model() -> [Finding] {
        let names = (policy.conditionalLaunch.allowedIosDeviceModels?.text ?? "").split(separator: ";")
            .map { $0.filter { !$0.isWhitespace }.lowercased() }
            .filter { !$0.isEmpty }
        guard !names.isEmpty else { return [] }
        return with(device.model, .model) { model in
            let verdict = action(policy.conditionalLaunch.appActionIfIosDeviceModelNotAllowed)
            return names.contains(model.description.lowercased()) ? [] : [.verdict(verdict, .launchModel)]
        }
    }

    private func threat() -> [Finding] {
        let order: [DeviceThreats.Level] = [.secured, .low, .medium, .high]
        let launch = policy.conditionalLaunch
        guard let most = order.firstIndex(where: { $0.rawValue == launch.maximumAllowedDeviceThreatLevel.rawValue })
        else { return [] }
        return with(device.threats, .threats) { threats in
            var reported = [threats.defender, threats.thirdParty].compactMap(\.self)
            if reported.count == 2, let priority = launch.mobileThreatDefensePartnerPriority {
                reported = priority == .defenderOverThirdPartyPartner ? [reported[0]] : [reported[1]]
            }
            guard let level = reported.compactMap({ order.firstIndex(of: $0) }).max() else {
                return [.fact(.threats, .launchFactMissing)]
            }
            return level > most ? [.verdict(action(launch.mobileThreatDefenseRemediationAction), .launchThreat)] : []
        }
    }

    private func passcode() -> [Finding] {
        guard policy.accessRequirements.appDataEncryptionType != .useDeviceSettings else { return [] }
        return with(device.hasPasscode, .hasPasscode) { $0 ? [] : [.verdict(.block, .launchPasscode)] }
    }

    // MARK: Rows 8 to 11

    private func account() -> [Finding] {
        // A missing value means that authentication was not attempted.
        guard access.authentication != .missing else { return [] }
        return with(access.authentication, .authentication) { state in
            let verdict = action(policy.conditionalLaunch.appActionIfUnableToAuthenticateUser)
            return state == .failed ? [.verdict(verdict, .launchAccount)] : []
        }
    }

    private func offlineWipe() -> [Finding] {
        guard let period = policy.conditionalLaunch.periodOfflineBeforeWipeIsEnforced?.seconds, period > 0 else {
            return []
        }
        return with(access.lastCheckIn, .lastCheckIn) { checkIn in
            guard seconds(since: checkIn) >= Int64(period) else { return [] }
            guard access.authentication == .known(.failed) else {
                return [.verdict(.block, .launchOfflineWipe), .besides(.signIn)]
            }
            return [.verdict(.wipe, .launchOfflineWipe)]
        }
    }

    private func offline() -> [Finding] {
        guard let period = policy.accessRequirements.periodOfflineBeforeAccessCheck?.seconds else { return [] }
        return with(access.lastCheckIn, .lastCheckIn) { checkIn in
            // A period of zero has always passed.
            period == 0 || seconds(since: checkIn) >= Int64(period) ? [.verdict(.block, .launchOffline)] : []
        }
    }

    private func clockedOut() -> [Finding] {
        guard let action = policy.conditionalLaunch.appActionIfAccountIsClockedOut.map({ self.action($0) }) else {
            return []
        }
        return with(device.clockStatus, .clockStatus) { status in
            switch status {
            case .notConfigured, .clockedIn: return []
            case .unknown, .clockedInStale: return [.fact(.clockStatus, .launchFactMissing)]
            case .clockedOut, .clockedOutStale: break
            }
            let grace = Int64(policy.conditionalLaunch.gracePeriodToBlockAppsDuringOffClockHours?.seconds ?? 0)
            guard grace > 0, action != .warn else { return [.verdict(action, .launchClockedOut)] }
            return with(device.clockedOutSince, .clockedOutSince) { start in
                [.verdict(seconds(since: start) < grace ? .warn : action, .launchClockedOut)]
            }
        }
    }

    // MARK: Rows 12 and 13

    private func failedPINs() -> [Finding] {
        guard let most = policy.accessRequirements.maximumPinRetries, access.pinFailures != .missing else { return [] }
        return with(access.pinFailures, .pinFailures) { failures in
            guard failures >= max(1, most) else { return [] }
            guard policy.conditionalLaunch.appActionIfMaximumPinRetriesExceeded == .wipe else {
                return [.challenge(.credentials, .accessPINAttempts), .challenge(.resetPIN, .accessPINAttempts)]
            }
            return [.verdict(.wipe, .accessPINAttempts)]
        }
    }

    /// Whether challenges that were met are due again; nil if a host reports that challenges cannot be met.
    private var isRechecked: Bool? {
        if access.lastMet == .inapplicable { return nil }
        guard case .known = access.lastMet, case .known(let activity) = access.lastActivity,
            let period = policy.accessRequirements.periodOnlineBeforeAccessCheck?.seconds, period > 0
        else { return true }
        return seconds(since: activity) >= Int64(period)
    }

    private func recheck(_ isAsked: Bool, _ finding: Finding) -> [Finding] {
        guard isAsked else { return [] }
        guard let isRechecked else { return [.fact(.lastMet, .launchFactInapplicable)] }
        return isRechecked ? [finding] : []
    }

    private func credentials() -> [Finding] {
        recheck(
            policy.accessRequirements.organizationalCredentialsRequired,
            .challenge(.credentials, .accessCredentials)
        )
    }

    /// Whether a PIN is required, and the unknown facts that this depends on.
    private var appliesPIN: (isTrue: Bool, doubts: [Finding]) {
        let requirements = policy.accessRequirements
        guard requirements.pinRequired else { return (false, []) }
        guard requirements.disableAppPinIfDevicePinIsSet else { return (true, []) }
        // It is enough if one of the two is false.
        if device.mdmEnrolled == .known(false) || device.hasPasscode == .known(false) { return (true, []) }
        // A challenge that cannot be met needs no facts.
        if isRechecked == nil { return (false, []) }
        let doubts =
            with(device.mdmEnrolled, .mdmEnrolled) { _ in [] } + with(device.hasPasscode, .hasPasscode) { _ in [] }
        return (!doubts.isEmpty, doubts)
    }

    private func pinChange() -> [Finding] {
        let (applies, doubts) = appliesPIN
        guard applies else { return doubts }
        switch access.pinSetAt {
        case .inapplicable: return doubts + [.fact(.pinSetAt, .launchFactInapplicable)]
        case .unreadable:
            return isRechecked == nil ? doubts : doubts + [.fact(.pinSetAt, .launchFactUnreadable)]
        case .missing:
            return isRechecked == nil ? doubts : doubts + [.challenge(.setPIN, .accessPINUnset)]
        case .known(let start):
            guard isRechecked != nil, let age = policy.accessRequirements.periodBeforePinReset?.seconds, age > 0,
                seconds(since: start) > Int64(age)
            else { return doubts }
            return doubts + [.challenge(.resetPIN, .accessPINExpired)]
        }
    }

    private func pin() -> [Finding] {
        let isAsked = policy.accessRequirements.pinRequired
        guard appliesPIN.isTrue else {
            // Challenges cannot be met, whether or not this challenge would be due.
            return isAsked && isRechecked == nil ? [.fact(.lastMet, .launchFactInapplicable)] : []
        }
        let isBiometric = acceptsBiometry
        return recheck(
            isAsked,
            isBiometric ? .challenge(.pinOrBiometric, .accessPINOrBiometric) : .challenge(.pin, .accessPIN)
        )
    }

    private var acceptsBiometry: Bool {
        let requirements = policy.accessRequirements
        guard device.biometryChanged == .known(false) else { return false }
        guard
            device.biometry == .known(.touchID) && !requirements.fingerprintBlocked
                || device.biometry == .known(.faceID) && !requirements.faceIdBlocked
        else { return false }
        guard let timeout = requirements.pinRequiredInsteadOfBiometricTimeout?.seconds else { return true }
        guard case .known(let entered) = access.lastPIN else { return false }
        return timeout > 0 && seconds(since: entered) < Int64(timeout)
    }
}
