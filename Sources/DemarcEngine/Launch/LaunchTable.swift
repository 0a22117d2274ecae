import PolicyModel

/// The table of conditional launch and access requirements; see <doc:LaunchConditions>.
///
/// It evaluates every row, in any order: the result is only which rows apply. It reads no clock, and nothing except its
/// arguments.
struct LaunchTable {
    let terms: LaunchTerms
    let device: DeviceFacts
    let access: AccessState
    let now: Instant
    private(set) var findings: LaunchFindings

    /// Evaluates the rows about the device and the account's access to the app.
    ///
    /// - Parameters:
    ///   - terms: The requirements of the policy.
    ///   - device: The known facts about the device.
    ///   - access: The known facts about the access.
    ///   - now: The moment.
    ///   - findings: The findings of other rows.
    /// - Returns: The findings.
    /// - Complexity: O(1); allocates nothing.
    static func findings(
        _ terms: LaunchTerms,
        _ device: DeviceFacts,
        _ access: AccessState,
        at now: Instant,
        after findings: LaunchFindings
    ) -> LaunchFindings {
        var table = LaunchTable(terms: terms, device: device, access: access, now: now, findings: findings)
        table.compareVersions()
        table.judgeDevice()
        table.judgeAccount()
        table.judgeTimeOffline()
        table.judgeWorkingTime()
        table.askForChallenges()
        return table.findings
    }

    // MARK: Facts

    /// The value of a fact that a row needs; nil if there is none, which is noted.
    private mutating func value<Value>(_ fact: Fact<Value>, _ name: LaunchFact) -> Value? {
        switch fact {
        case .known(let value): return value
        case .missing: findings.missing.insert(name)
        case .unreadable: findings.unreadable.insert(name)
        case .inapplicable: findings.inapplicable.insert(name)
        }
        return nil
    }

    /// Whether a period has passed since a moment. If the clock has been set back, no time has passed.
    private func hasPassed(_ seconds: Int, since start: Instant) -> Bool {
        guard seconds > 0 else { return true }
        return start.adding(seconds: seconds).map { now >= $0 } ?? false
    }

    // MARK: Rows 3 to 7: the device

    private mutating func compareVersions() {
        if terms.osMinimum.isSet || terms.osMaximum.isSet,
            let version = value(device.osVersion, .osVersion)?.order
        {
            hold(.osBelowWipe, .osBelowRequired, .osBelowWarning, terms.osMinimum) { version < $0 }
            hold(.osAboveWipe, .osAboveRequired, .osAboveWarning, terms.osMaximum) { version > $0 }
        }
        if terms.appMinimum.isSet, let version = value(device.appVersion, .appVersion)?.order {
            hold(.appBelowWipe, .appBelowRequired, .appBelowWarning, terms.appMinimum) { version < $0 }
        }
        if terms.sdkMinimum.isSet, let version = value(device.sdkVersion, .sdkVersion)?.order {
            hold(.sdkBelowWipe, .sdkBelowRequired, .sdkBelowWarning, terms.sdkMinimum) { version < $0 }
        }
    }

    private mutating func hold(
        _ wipe: LaunchRow,
        _ required: LaunchRow,
        _ warning: LaunchRow,
        _ bounds: LaunchTerms.Bounds,
        _ isOutside: (VersionOrder) -> Bool
    ) {
        if let bound = bounds.wipe, isOutside(bound) { findings.hold(wipe, .wipe) }
        if let bound = bounds.required, isOutside(bound) { findings.hold(required, .block) }
        if let bound = bounds.warning, isOutside(bound) { findings.hold(warning, .warn) }
    }

    private mutating func judgeDevice() {
        if let verdict = terms.jailbroken, value(device.isJailbroken, .isJailbroken) == true {
            findings.hold(.jailbroken, verdict)
        }
        if let verdict = terms.otherModel, let model = value(device.model, .model), !terms.models.contains(model) {
            findings.hold(.model, verdict)
        }
        if let most = terms.threatLevel, let threats = value(device.threats, .threats) {
            if let level = threats.level(by: terms.threatPriority) {
                if level > most { findings.hold(.threat, terms.threat) }
            } else {
                findings.missing.insert(.threats)  // If no service reports anything, this counts as a missing report.
            }
        }
        if terms.requiresPasscode, value(device.hasPasscode, .hasPasscode) == false {
            findings.hold(.passcode, .block)
        }
    }

    // MARK: Rows 8 to 11: the account

    private var hasFailedToAuthenticate: Bool { access.authentication == .known(.failed) }

    private mutating func judgeAccount() {
        switch access.authentication {
        case .known(.failed): findings.hold(.account, terms.failedAuthentication)
        case .known(.valid), .known(.untried), .missing: break
        case .unreadable: findings.unreadable.insert(.authentication)
        case .inapplicable: findings.inapplicable.insert(.authentication)
        }
    }

    private mutating func judgeTimeOffline() {
        guard terms.offline != nil || terms.offlineWipe != nil,
            let checkIn = value(access.lastCheckIn, .lastCheckIn)
        else { return }
        if let period = terms.offlineWipe {
            // Elapsed time proves nothing, so the service must have reported that the account is gone.
            let verdict: LaunchVerdict = hasFailedToAuthenticate ? .wipe : .block
            if hasPassed(period, since: checkIn) {
                findings.hold(.offlineWipe, verdict)
                if !hasFailedToAuthenticate { findings.challenges.insert(.signIn) }
            } else {
                findings.expect(verdict, from: checkIn.adding(seconds: period))
            }
        }
        if let period = terms.offline {
            if hasPassed(period, since: checkIn) {
                findings.hold(.offline, .block)
            } else {
                findings.expect(.block, from: checkIn.adding(seconds: period))
            }
        }
    }

    private mutating func judgeWorkingTime() {
        guard let verdict = terms.clockedOut, let status = value(device.clockStatus, .clockStatus) else { return }
        switch status {
        case .notConfigured, .clockedIn: break
        case .unknown, .clockedInStale: findings.missing.insert(.clockStatus)
        case .clockedOut, .clockedOutStale:
            guard terms.grace > 0, verdict != .warn else { return findings.hold(.clockedOut, verdict) }
            guard let start = value(device.clockedOutSince, .clockedOutSince) else { return }
            if hasPassed(terms.grace, since: start) {
                findings.hold(.clockedOut, verdict)
            } else {
                findings.hold(.clockedOut, .warn)
                findings.expect(verdict, from: start.adding(seconds: terms.grace))
            }
        }
    }

    // MARK: Rows 12 and 13: challenges

    private mutating func askForChallenges() {
        if let most = terms.pinFailures, let failures = pinFailures, failures >= most {
            if terms.wipesAfterPINFailures {
                findings.hold(.pinAttempts, .wipe)
            } else {
                findings.hold(.pinAttempts, asking: .credentials)
                findings.challenges.insert(.resetPIN)
            }
        }
        let recheck = recheck
        if terms.requiresCredentials, let recheck { findings.hold(.credentials, asking: .credentials, after: recheck) }
        if appliesPIN { askForPIN(recheck) }
        if terms.requiresCredentials || terms.requiresPIN { expectRecheck(recheck) }
    }

    /// How often a wrong PIN was entered. If nothing was reported, the count is 0.
    private var pinFailures: Int? {
        mutating get { access.pinFailures == .missing ? 0 : value(access.pinFailures, .pinFailures) }
    }

    /// Whether challenges can be met here at all.
    private var canMeetChallenges: Bool { access.lastMet != .inapplicable }

    /// Why challenges that were met are due again; nil if they are not.
    private var recheck: LaunchRecheck? {
        guard canMeetChallenges else { return nil }
        guard case .known = access.lastMet else { return .neverMet }
        guard let period = terms.recheck, period > 0 else { return .everyTime }
        guard case .known(let activity) = access.lastActivity else { return .inactive }
        return hasPassed(period, since: activity) ? .inactive : nil
    }

    private mutating func expectRecheck(_ recheck: LaunchRecheck?) {
        guard canMeetChallenges else { return findings.inapplicable.insert(.lastMet) }
        // Without an applicable PIN and without credentials, no challenge would be due.
        guard recheck == nil, terms.requiresCredentials || appliesPIN, let period = terms.recheck else { return }
        findings.expect(.challenge, from: access.lastActivity.value?.adding(seconds: period))
    }

    private mutating func askForPIN(_ recheck: LaunchRecheck?) {
        switch access.pinSetAt {
        case .inapplicable: findings.inapplicable.insert(.pinSetAt)
        // Where challenges cannot be met, no PIN can be set either, so the app would never open.
        case _ where !canMeetChallenges: break
        // Setting a PIN would open the app to a person who does not know the PIN that may already be set.
        case .unreadable: findings.unreadable.insert(.pinSetAt)
        case .missing: findings.hold(.pinUnset, asking: .setPIN)
        case .known(let start):
            guard let age = terms.pinAge else { break }
            // A PIN that has just reached its maximum age has not yet exceeded it.
            let end = start.adding(seconds: age)?.adding(seconds: 1)
            if let end, now >= end {
                findings.hold(.pinExpired, asking: .resetPIN)
            } else {
                findings.expect(.challenge, from: end)
            }
        }
        guard let recheck else { return }
        if acceptsBiometry {
            findings.hold(.pinOrBiometric, asking: .pinOrBiometric, after: recheck)
        } else {
            findings.hold(.pin, asking: .pin, after: recheck)
        }
    }

    /// Whether the policy requires a PIN here: not if the passcode of an enrolled device is sufficient. Where challenges
    /// cannot be met, it makes no difference, so no fact is needed for it.
    private var appliesPIN: Bool {
        mutating get {
            guard terms.requiresPIN else { return false }
            guard terms.acceptsPasscodeForPIN else { return true }
            // One fact that is false is enough, regardless of the other.
            guard device.mdmEnrolled != .known(false), device.hasPasscode != .known(false) else { return true }
            guard canMeetChallenges else { return false }
            let isEnrolled = value(device.mdmEnrolled, .mdmEnrolled)
            let hasPasscode = value(device.hasPasscode, .hasPasscode)
            return isEnrolled != true || hasPasscode != true
        }
    }

    /// Whether a face or finger is sufficient. If this is not known, it is not.
    private var acceptsBiometry: Bool {
        switch device.biometry {
        case .known(.touchID): guard terms.acceptsTouchID else { return false }
        case .known(.faceID): guard terms.acceptsFaceID else { return false }
        case .known(.none), .missing, .unreadable, .inapplicable: return false
        }
        guard device.biometryChanged == .known(false) else { return false }
        guard let timeout = terms.biometricTimeout else { return true }
        guard case .known(let entered) = access.lastPIN else { return false }
        return !hasPassed(timeout, since: entered)
    }
}
