/// The JSON forms of facts, and the answers to questions about launches.
extension DeviceFacts {
    /// The facts as an object, without those that are missing and not stated to be.
    package var form: JSONForm { factForm(LaunchFact.ofDevice, statedMissing) { self[$0] } }
}

extension AccessState {
    /// The state as an object, without the facts that are missing and not stated to be.
    package var form: JSONForm { factForm(LaunchFact.ofAccess, statedMissing) { self[$0] } }
}

private func factForm(
    _ facts: [LaunchFact],
    _ statedMissing: LaunchFactSet,
    _ value: (LaunchFact) -> Fact<FactValue>
) -> JSONForm {
    var members: [JSONForm.Member] = []
    var inapplicable: [JSONForm] = []
    for fact in facts {
        switch value(fact) {
        case .known(let value): members.append(.init(fact.rawValue, value.form))
        case .inapplicable: inapplicable.append(.string(fact.rawValue))
        // A version, moment or model is never an empty text, so an empty text is read back as unreadable.
        case .unreadable: members.append(.init(fact.rawValue, .string("")))
        case .missing: if statedMissing.contains(fact) { members.append(.init(fact.rawValue, .null)) }
        }
    }
    if !inapplicable.isEmpty { members.append(.init("inapplicable", .list(inapplicable))) }
    return .object(members)
}

extension FactValue {
    fileprivate var form: JSONForm {
        switch self {
        case .text(let text): .string(text)
        case .boolean(let value): .boolean(value)
        case .count(let count): .number(count)
        case .instant(let instant): .string(instant.description)
        case .threats(let threats):
            .object([
                DeviceThreats.defenderName: threats.defender.map { .string($0.rawValue) },
                DeviceThreats.thirdPartyName: threats.thirdParty.map { .string($0.rawValue) },
            ])
        }
    }
}

extension DeviceThreats {
    /// The collective name of all services except Defender.
    package static var thirdPartyName: String { "thirdParty" }
}

extension Answer {
    /// The answer to a question about a launch.
    package init(_ decision: LaunchDecision) {
        self.init(
            .launch(decision.verdict),
            challenges: decision.challenges,
            nextCheck: decision.nextCheck,
            reasons: decision.reasons
        )
    }

    /// The answer to the question whether a PIN is acceptable.
    ///
    /// - Parameters:
    ///   - problems: The problems of the PIN.
    ///   - policy: The policy that requires this; nil if the account has none.
    package init(toPIN problems: [PINRequirement.Problem], under policy: AppProtectionPolicy?) {
        let codes = problems.isEmpty ? [ReasonCode.accessPINAccepted] : problems.map(\.reasonCode)
        let action: LaunchVerdict = problems.isEmpty ? .allow : .block
        let reasons = codes.map { code in
            guard case .policySetting(let setting) = code.subject else { return Reason(code: code, action: action) }
            return Reason(
                code: code,
                setting: setting.name,
                policy: policy?.name,
                location: policy?.location(of: setting),
                action: action
            )
        }
        self.init(.launch(action), reasons: reasons)
    }
}

extension PINRequirement.Problem {
    fileprivate var reasonCode: ReasonCode {
        switch self {
        case .tooShort: .accessPINTooShort
        case .notNumeric: .accessPINNotNumeric
        case .onlyDigits: .accessPINOnlyDigits
        case .notMixed: .accessPINNotMixed
        case .simple: .accessPINSimple
        case .reused: .accessPINReused
        }
    }
}
