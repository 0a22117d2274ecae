/// The results of evaluating a launch, condition by condition.
package struct LaunchFindings: Hashable, Sendable {
    package private(set) var wiping = LaunchRows()
    package private(set) var blocking = LaunchRows()
    package private(set) var challenging = LaunchRows()
    package private(set) var warning = LaunchRows()
    package private(set) var allowing = LaunchRows()
    package var challenges = LaunchChallenges()
    /// Why access is rechecked; nil if no condition applies because of that.
    fileprivate var recheck: LaunchRecheck?
    /// Facts that a condition needs but that are not known.
    package var missing = LaunchFactSet()
    /// Facts that a condition needs but that cannot be read.
    package var unreadable = LaunchFactSet()
    /// Facts that a condition needs but that do not exist here.
    package var inapplicable = LaunchFactSet()
    /// For each verdict, the moment from which the result is at least as strict.
    private var wipesFrom: Instant?
    private var blocksFrom: Instant?
    private var challengesFrom: Instant?

    package init() {}

    /// Notes that a condition applies.
    package mutating func hold(_ row: LaunchRow, _ verdict: LaunchVerdict) {
        switch verdict {
        case .wipe: wiping.insert(row)
        case .block: blocking.insert(row)
        case .challenge: challenging.insert(row)
        case .warn: warning.insert(row)
        case .allow: allowing.insert(row)
        }
    }

    /// Notes that a condition applies, and that a challenge is due for it.
    package mutating func hold(_ row: LaunchRow, asking challenge: LaunchChallenge) {
        hold(row, .challenge)
        challenges.insert(challenge)
    }

    /// Notes that a condition applies because access is rechecked, and that a challenge is due for it.
    package mutating func hold(_ row: LaunchRow, asking challenge: LaunchChallenge, after cause: LaunchRecheck) {
        hold(row, asking: challenge)
        recheck = cause
    }

    /// Notes the moment from which a verdict will apply, if nothing else changes.
    package mutating func expect(_ verdict: LaunchVerdict, from instant: Instant?) {
        guard let instant else { return }
        switch verdict {
        case .wipe: wipesFrom = min(instant, wipesFrom ?? instant)
        case .block: blocksFrom = min(instant, blocksFrom ?? instant)
        case .challenge: challengesFrom = min(instant, challengesFrom ?? instant)
        // Time never makes a verdict less strict, and a challenge that is not yet due is not a warning either.
        case .warn, .allow: break
        }
    }

    /// Removes challenges that have just been met.
    package mutating func remove(_ met: LaunchChallenges) {
        challenges.subtract(met)
        let rows: [(LaunchRow, [LaunchChallenge])] = [
            (.pinAttempts, [.credentials, .resetPIN]), (.credentials, [.credentials]), (.pinExpired, [.resetPIN]),
            (.pinUnset, [.setPIN]), (.pinOrBiometric, [.pinOrBiometric]), (.pin, [.pin]),
        ]
        for (row, asked) in rows where !asked.contains(where: { challenges.contains($0) }) {
            challenging.remove(row)
        }
        if !rows.contains(where: { challenging.contains($0.0) && $0.0.statement.isRechecked }) { recheck = nil }
    }

    /// Doubtful findings never wipe: while a required fact is missing, conditions that would wipe block instead.
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
        // PERF: a list of the three would cost every decision an allocation.
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

/// Whether an app may open for an account, what has to be done first, and why.
///
/// It owns its data: nothing in it depends on later decisions.
public struct LaunchDecision: Hashable, Sendable {
    /// The strictest verdict of all conditions that apply.
    public let verdict: LaunchVerdict
    /// The first later moment at which the same facts give another verdict; nil if there is none.
    ///
    /// A host sets one timer for it, and does not need to poll.
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

    /// What the person must do, in order. A host presents the challenges if the verdict is ``LaunchVerdict/challenge``;
    /// with a stricter verdict, they are those that would be due.
    public var challenges: LaunchChallenges { findings.challenges }

    /// The reasons, the strictest first; reasons with the same verdict are in the order of the table.
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
            let recheck = statement.isRechecked ? findings.recheck : nil
            var reason = Reason(code: statement.code, action: verdict, fact: recheck?.fact ?? statement.fact)
            if let setting = statement.setting {
                reason.setting = setting.name
                reason.policy = terms.policy.name
                reason.location = terms.policy.location(of: setting)
            } else if let setting = statement.appSetting {
                reason.setting = setting.rawValue
                reason.location = terms.app.location(of: setting)
            }
            reason.limit = (recheck?.limit ?? statement.limit).flatMap { terms.policy[$0]?.limitText }
            reasons.append(reason)
        }
    }

    private func append(
        _ facts: LaunchFactSet,
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

    /// Whether both have the same result, for the same reasons.
    public static func == (left: LaunchDecision, right: LaunchDecision) -> Bool {
        left.findings == right.findings && left.nextCheck == right.nextCheck
            && (left.terms === right.terms || left.reasons == right.reasons)
    }

    /// Hashes the findings.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(findings)
        hasher.combine(nextCheck)
    }
}

extension LaunchTerms {
    /// The settings that are set and depend on a fact, in the order of the table.
    fileprivate func settings(asking fact: LaunchFact) -> [PolicySetting] {
        let settings: [PolicySetting] =
            switch fact {
            case .hasPasscode where requiresPasscode: [.appDataEncryptionType]
            case .lastCheckIn:
                offlineWipe == nil ? [.periodOfflineBeforeAccessCheck] : [.periodOfflineBeforeWipeIsEnforced]
            default:
                fact.settingBeside.map { [$0] }
                    ?? LaunchRow.allCases.filter { $0.statement.fact == fact }.compactMap(\.statement.setting)
            }
        return settings.filter { policy[$0] != AppProtectionPolicy()[$0] || policy.location(of: $0) != nil }
    }
}

extension PolicySettingValue {
    /// The value as a limit to be included in reasons.
    fileprivate var limitText: String? {
        switch self {
        case .number(let number): String(number)
        case .text(let text): text
        case .duration(let duration): duration.text
        case .boolean, .texts, .scheme, .protocols: nil
        }
    }
}
