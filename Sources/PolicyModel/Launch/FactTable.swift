/// The table of facts: how each is written, and where it is stored. Readers and writers of facts use it.
extension LaunchFact {
    /// How a fact is written.
    package enum Form: Hashable, Sendable {
        /// A version as a text.
        case version
        /// The name of a model.
        case model
        /// `true` or `false`.
        case boolean
        /// A number that is not negative.
        case count
        /// A moment as RFC 3339 writes it.
        case instant
        /// One of these words.
        case word([String])
        /// Levels by the names of services.
        case threats
    }

    /// How the fact is written.
    package var form: Form {
        switch self {
        case .osVersion, .appVersion, .sdkVersion: .version
        case .model: .model
        case .isJailbroken, .hasPasscode, .biometryChanged, .mdmEnrolled, .isOnline: .boolean
        case .threats: .threats
        case .biometry: .word(Biometry.allCases.map(\.rawValue))
        case .clockStatus: .word(ClockStatus.allCases.map(\.rawValue))
        case .authentication: .word(AccessState.Authentication.allCases.map(\.rawValue))
        case .pinFailures: .count
        case .clockedOutSince, .lastCheckIn, .pinSetAt, .lastPIN, .lastMet, .lastActivity: .instant
        }
    }

    /// The facts of a device.
    package static let ofDevice = allCases.filter { !$0.isOfAccess }
    /// The facts of an account's access.
    package static let ofAccess = allCases.filter(\.isOfAccess)
}

/// A value of any fact, as it is written.
package enum FactValue: Hashable, Sendable {
    case text(String)
    case boolean(Bool)
    case count(Int)
    case instant(Instant)
    case threats(DeviceThreats)

    fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }
    fileprivate var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
    fileprivate var count: Int? { if case .count(let count) = self { count } else { nil } }
    fileprivate var instant: Instant? { if case .instant(let instant) = self { instant } else { nil } }
    fileprivate var threats: DeviceThreats? { if case .threats(let threats) = self { threats } else { nil } }

    fileprivate func word<Word: RawRepresentable>(_: Word.Type = Word.self) -> Word? where Word.RawValue == String {
        text.flatMap { Word(rawValue: $0) }
    }
}

extension DeviceFacts {
    /// A fact by its name; missing for a fact about the access. A value of another form is unreadable.
    package subscript(fact: LaunchFact) -> Fact<FactValue> {
        get {
            switch fact {
            case .osVersion: osVersion.map { .text($0.text) }
            case .appVersion: appVersion.map { .text($0.text) }
            case .sdkVersion: sdkVersion.map { .text($0.text) }
            case .model: model.map { .text($0.canonical) }
            case .isJailbroken: isJailbroken.map { .boolean($0) }
            case .threats: threats.map { .threats($0) }
            case .hasPasscode: hasPasscode.map { .boolean($0) }
            case .biometry: biometry.map { .text($0.rawValue) }
            case .biometryChanged: biometryChanged.map { .boolean($0) }
            case .mdmEnrolled: mdmEnrolled.map { .boolean($0) }
            case .isOnline: isOnline.map { .boolean($0) }
            case .clockStatus: clockStatus.map { .text($0.rawValue) }
            case .clockedOutSince: clockedOutSince.map { .instant($0) }
            case .lastCheckIn, .authentication, .pinSetAt, .pinFailures, .lastPIN, .lastMet, .lastActivity: .missing
            }
        }
        set {
            switch fact {
            case .osVersion: osVersion = newValue.map { $0.text.flatMap { VersionNumber($0) } }
            case .appVersion: appVersion = newValue.map { $0.text.flatMap { VersionNumber($0) } }
            case .sdkVersion: sdkVersion = newValue.map { $0.text.flatMap { VersionNumber($0) } }
            case .model: model = newValue.map { $0.text.map { DeviceModel($0) } }
            case .isJailbroken: isJailbroken = newValue.map(\.boolean)
            case .threats: threats = newValue.map(\.threats)
            case .hasPasscode: hasPasscode = newValue.map(\.boolean)
            case .biometry: biometry = newValue.map { $0.word() }
            case .biometryChanged: biometryChanged = newValue.map(\.boolean)
            case .mdmEnrolled: mdmEnrolled = newValue.map(\.boolean)
            case .isOnline: isOnline = newValue.map(\.boolean)
            case .clockStatus: clockStatus = newValue.map { $0.word() }
            case .clockedOutSince: clockedOutSince = newValue.map(\.instant)
            case .lastCheckIn, .authentication, .pinSetAt, .pinFailures, .lastPIN, .lastMet, .lastActivity: break
            }
        }
    }

    /// States a fact. One that is stated to be missing is not completed with another.
    package mutating func state(_ fact: LaunchFact, as value: Fact<FactValue>) {
        self[fact] = value
        if case .missing = value { statedMissing.insert(fact) } else { statedMissing.remove(fact) }
    }

    /// These facts, completed with others where they are missing, unless they are stated to be.
    package func or(_ others: DeviceFacts) -> DeviceFacts {
        var facts = self
        for fact in LaunchFact.ofDevice where !statedMissing.contains(fact) {
            facts[fact] = facts[fact].or(others[fact])
        }
        facts.statedMissing = LaunchFactSet()
        return facts
    }
}

extension AccessState {
    /// A fact by its name; missing for a fact about the device. A value of another form is unreadable.
    package subscript(fact: LaunchFact) -> Fact<FactValue> {
        get {
            switch fact {
            case .lastCheckIn: lastCheckIn.map { .instant($0) }
            case .authentication: authentication.map { .text($0.rawValue) }
            case .pinSetAt: pinSetAt.map { .instant($0) }
            case .pinFailures: pinFailures.map { .count($0) }
            case .lastPIN: lastPIN.map { .instant($0) }
            case .lastMet: lastMet.map { .instant($0) }
            case .lastActivity: lastActivity.map { .instant($0) }
            case .osVersion, .appVersion, .sdkVersion, .model, .isJailbroken, .threats, .hasPasscode, .biometry,
                .biometryChanged, .mdmEnrolled, .isOnline, .clockStatus, .clockedOutSince:
                .missing
            }
        }
        set {
            switch fact {
            case .lastCheckIn: lastCheckIn = newValue.map(\.instant)
            case .authentication: authentication = newValue.map { $0.word() }
            case .pinSetAt: pinSetAt = newValue.map(\.instant)
            case .pinFailures: pinFailures = newValue.map(\.count)
            case .lastPIN: lastPIN = newValue.map(\.instant)
            case .lastMet: lastMet = newValue.map(\.instant)
            case .lastActivity: lastActivity = newValue.map(\.instant)
            case .osVersion, .appVersion, .sdkVersion, .model, .isJailbroken, .threats, .hasPasscode, .biometry,
                .biometryChanged, .mdmEnrolled, .isOnline, .clockStatus, .clockedOutSince:
                break
            }
        }
    }

    /// States a fact. One that is stated to be missing is not completed with another.
    package mutating func state(_ fact: LaunchFact, as value: Fact<FactValue>) {
        self[fact] = value
        if case .missing = value { statedMissing.insert(fact) } else { statedMissing.remove(fact) }
    }

    /// This state, completed with another where facts are missing, unless they are stated to be.
    package func or(_ other: AccessState) -> AccessState {
        var state = self
        for fact in LaunchFact.ofAccess where !statedMissing.contains(fact) {
            state[fact] = state[fact].or(other[fact])
        }
        state.statedMissing = LaunchFactSet()
        return state
    }
}
