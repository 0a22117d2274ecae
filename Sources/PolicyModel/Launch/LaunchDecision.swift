/// What was found out about a launch, condition by condition.
package struct LaunchFindings: Hashable, Sendable {
    package private(set) var wiping = LaunchRows()
    package private(set) var blocking = LaunchRows()
    package private(set) var challenging = LaunchRows()
    package private(set) var warning = LaunchRows()
    package private(set) var allowing = LaunchRows()
    package var challenges = LaunchChallenges()
    /// Facts that a condition needs, and nothing is known of.
    package var missing = LaunchFacts()
    /// Facts that a condition needs, and that cannot be read.
    package var unreadable = LaunchFacts()
    /// Facts that a condition asks about, and that do not exist here.
    package var inapplicable = LaunchFacts()
    /// From when on the verdict is at least as strict, by verdict.
    private var wipesFrom: Instant?
    private var blocksFrom: Instant?
    private var challengesFrom: Instant?

    package init() {}

    /// Notes that a condition holds.
    package mutating func hold(_ row: LaunchRow, _ verdict: LaunchVerdict) {
        switch verdict {
        case .wipe: wiping.insert(row)
        case .block: blocking.insert(row)
        case .challenge: challenging.insert(row)
        case .warn: warning.insert(row)
        case .allow: allowing.insert(row)
        }
    }

    /// Notes that a condition holds, and that a challenge is due for it.
    package mutating func hold(_ row: LaunchRow, asking challenge: LaunchChallenge) {
        hold(row, .challenge)
        challenges.insert(challenge)
    }

    /// Notes from when on a verdict will hold, if nothing else changes.
    package mutating func expect(_ verdict: LaunchVerdict, from instant: Instant?) {
        guard let instant else { return }
        switch verdict {
        case .wipe: wipesFrom = min(instant, wipesFrom ?? instant)
        case .block: blocksFrom = min(instant, blocksFrom ?? instant)
        case .challenge: challengesFrom = min(instant, challengesFrom ?? instant)
        // Time makes nothing laxer, and what is not a challenge yet is no warning either.
        case .warn, .allow: break
        }
    }

    /// Leaves out challenges that were met just now.
    package mutating func keep(only remaining: LaunchChallenges) {
        challenges = challenges.intersection(remaining)
        let rows: [(LaunchRow, [LaunchChallenge])] = [
            (.pinAttempts, [.credentials, .resetPIN]), (.credentials, [.credentials]), (.pinExpired, [.resetPIN]),
            (.pinUnset, [.setPIN]), (.pinOrBiometric, [.pinOrBiometric]), (.pin, [.pin]),
        ]
        for (row, asked) in rows where !asked.contains(where: { challenges.contains($0) }) {
            challenging.remove(row)
        }
    }

    /// What is doubtful wipes nothing: while a fact is missing that is asked for, whatever would wipe blocks.
    fileprivate mutating func settle() {
        guard !missing.isEmpty || !unreadable.isEmpty else { return }
        blocking.formUnion(wiping)
        wiping.removeAll()
        expect(.block, from: wipesFrom)
        wipesFrom = nil
    }

    fileprivate var verdict: LaunchVerdict {
        if !wiping.isEmpty { return .wipe }
        if !blocking.isEmpty || !missing.isEmpty || !unreadable.isEmpty { return .block }
        if !challenging.isEmpty { return .challenge }
        return warning.isEmpty ? .allow : .warn
    }

    /// When the verdict becomes stricter.
    fileprivate func nextCheck(after verdict: LaunchVerdict) -> Instant? {
        // PERF: a list of the three would be an allocation of every decision.
        var next: Instant?
        if verdict < .wipe { next = earlier(next, wipesFrom) }
        if verdict < .block { next = earlier(next, blocksFrom) }
        if verdict < .challenge { next = earlier(next, challengesFrom) }
        return next
    }

    private func earlier(_ one: Instant?, _ other: Instant?) -> Instant? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }
}

/// Whether an app may open for an account, what has to be done before, and why.
///
/// It owns its facts: what can be asked of it never depends on what is decided later.
public struct LaunchDecision: Hashable, Sendable {
    /// The strictest verdict of all conditions that hold.
    public let verdict: LaunchVerdict
    /// The first later moment at which the same facts give another verdict; nil where there is none.
    ///
    /// A host sets one timer for it, and polls nothing.
    public let nextCheck: Instant?
    private let findings: LaunchFindings
    private let terms: LaunchTerms

    package init(_ findings: LaunchFindings, _ terms: LaunchTerms) {
        var findings = findings
        findings.settle()
        let verdict = findings.verdict
        if verdict == .allow, findings.allowing.isEmpty { findings.hold(.met, .allow) }
        self.verdict = verdict
        nextCheck = findings.nextCheck(after: verdict)
        self.findings = findings
        self.terms = terms
    }

    /// What the person is asked for, in order. A host asks where the verdict is ``LaunchVerdict/challenge``; beside a
    /// stricter one, it says what would be asked.
    public var challenges: LaunchChallenges { findings.challenges }

    /// How many facts do not exist here that a condition asks about.
    package var inapplicableFacts: LaunchFacts { findings.inapplicable }

    /// Why: the strictest first, and those of one verdict in the order of the table.
    ///
    /// - Complexity: O(*n*) in the reasons; allocates the list.
    public var reasons: [Reason] {
        var reasons: [Reason] = []
        reasons.reserveCapacity(8)
        append(findings.wiping, .wipe, to: &reasons)
        append(findings.blocking, .block, to: &reasons)
        append(findings.missing, .launchFactMissing, .block, to: &reasons)
        append(findings.unreadable, .launchFactUnreadable, .block, to: &reasons)
        append(findings.challenging, .challenge, to: &reasons)
        append(findings.warning, .warn, to: &reasons)
        append(findings.allowing, .allow, to: &reasons)
        append(findings.inapplicable, .launchFactInapplicable, .allow, to: &reasons)
        return reasons
    }

    private func append(_ rows: LaunchRows, _ verdict: LaunchVerdict, to reasons: inout [Reason]) {
        guard !rows.isEmpty else { return }
        for row in LaunchRow.allCases where rows.contains(row) {
            let statement = row.statement
            var reason = Reason(code: statement.code, action: verdict, fact: statement.fact)
            if let setting = statement.setting {
                reason.setting = setting.name
                reason.policy = terms.policy.name
                reason.location = terms.policy.location(of: setting)
            } else if let setting = statement.appSetting {
                reason.setting = setting.rawValue
                reason.location = terms.app.location(of: setting)
            }
            reason.limit = statement.limit.flatMap { terms.policy[$0]?.limitText }
            reasons.append(reason)
        }
    }

    private func append(
        _ facts: LaunchFacts,
        _ code: ReasonCode,
        _ verdict: LaunchVerdict,
        to reasons: inout [Reason]
    ) {
        guard !facts.isEmpty else { return }
        for fact in LaunchFact.allCases where facts.contains(fact) {
            let setting = terms.settings(asking: fact).first
            reasons.append(
                Reason(
                    code: code,
                    setting: setting?.name,
                    policy: terms.policy.name,
                    location: setting.flatMap { terms.policy.location(of: $0) },
                    action: verdict,
                    fact: fact
                )
            )
        }
    }

    /// Whether both say the same, and for the same reasons.
    public static func == (left: LaunchDecision, right: LaunchDecision) -> Bool {
        left.findings == right.findings && left.nextCheck == right.nextCheck
            && (left.terms === right.terms || left.reasons == right.reasons)
    }

    /// Hashes what was found.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(findings)
        hasher.combine(nextCheck)
    }
}

extension LaunchTerms {
    /// The settings that are set and ask about a fact, in the order of the table.
    fileprivate func settings(asking fact: LaunchFact) -> [PolicySetting] {
        let settings: [PolicySetting] =
            switch fact {
            case .hasPasscode where requiresPasscode: [.appDataEncryptionType]
            case .hasPasscode, .mdmEnrolled: [.disableAppPinIfDevicePinIsSet]
            case .clockedOutSince: [.gracePeriodToBlockAppsDuringOffClockHours]
            case .lastCheckIn:
                offlineWipe == nil ? [.periodOfflineBeforeAccessCheck] : [.periodOfflineBeforeWipeIsEnforced]
            default: LaunchRow.allCases.filter { $0.statement.fact == fact }.compactMap(\.statement.setting)
            }
        return settings.filter { policy[$0] != AppProtectionPolicy()[$0] || policy.location(of: $0) != nil }
    }
}

extension PolicySettingValue {
    /// The value as a limit that reasons name.
    fileprivate var limitText: String? {
        switch self {
        case .number(let number): String(number)
        case .text(let text): text
        case .duration(let duration): duration.text
        case .boolean, .texts, .scheme, .protocols: nil
        }
    }
}
