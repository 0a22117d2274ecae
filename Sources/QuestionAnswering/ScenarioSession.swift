import DemarcEngine
import PolicyModel

/// The clock of a scenario, and what its host knows of the device and of each account's access: what a host keeps itself.
struct ScenarioSession {
    /// What time it is; nil until something says so.
    private var now: Instant?
    private var device = DeviceFacts()
    /// What every account begins with.
    private var access = AccessState()
    /// What has come of it, by account; nil is the one that acts.
    private var accessOfAccount: [AccountID?: AccessState] = [:]
    /// The launch that was asked about last, with the timer that its answer set.
    private var running: Running?

    private struct Running {
        var account: AccountID?
        var window: WindowID?
        var device: DeviceFacts
        var decision: LaunchDecision
    }

    /// Changes what is said; what is not said stays as it is.
    mutating func apply(_ given: ScenarioGiven) {
        now = given.now ?? now
        if let facts = given.device { device = facts.or(device) }
        if let state = given.access {
            access = state.or(access)
            accessOfAccount = accessOfAccount.mapValues { state.or($0) }
        }
    }

    /// A question with what the session knows and the question does not say.
    func complete(_ question: Question) -> Question {
        switch question {
        case .launch(let account, let device, let access, let now):
            .launch(
                of: account,
                device: device.or(self.device),
                access: access.or(state(of: account)),
                at: now ?? self.now
            )
        case .unlock(let account, let means, let device, let access, let now):
            .unlock(
                of: account,
                by: means,
                device: device.or(self.device),
                access: access.or(state(of: account)),
                at: now ?? self.now
            )
        default: question
        }
    }

    /// A question as a host asks it that keeps no clock and no facts for later: with all of them, and the launch that waiting
    /// ends with in place of `wait`; nil where nothing runs that waiting could change.
    func statelessForm(of question: Question) -> Question? {
        guard case .wait(let duration) = question else { return complete(question) }
        guard let running, let end = now?.adding(seconds: duration.seconds) else { return nil }
        return .launch(of: running.account, device: running.device, access: state(of: running.account), at: end)
    }

    /// Keeps what came of a launch.
    mutating func note(_ question: Question, _ decided: DecidedQuestion, in window: WindowID?) {
        guard case .launch(let decision, let access) = decided else { return }
        switch question {
        case .launch(let account, let device, _, _):
            running = Running(account: account, window: window, device: device, decision: decision)
        case .unlock(let account, _, let device, _, _):
            accessOfAccount[account] = access
            running = Running(account: account, window: window, device: device, decision: decision)
        default: break
        }
    }

    /// Lets time pass: every timer that becomes due is asked about at its moment, in the order of time.
    ///
    /// - Returns: What the last answer about a launch came to; `allow` where nothing runs.
    mutating func wait(_ duration: PolicyDuration, with evaluator: inout Evaluator) throws(QuestionError) -> Answer {
        guard let now, let end = now.adding(seconds: duration.seconds) else { throw .missingClock }
        // The last question is asked at the end: what is asked of the person can change where the verdict does not.
        var due = self.running?.decision.nextCheck
        while let running {
            let moment = min(due ?? end, end)
            let decision = evaluator.launch(
                of: running.account,
                device: running.device,
                access: state(of: running.account),
                at: moment,
                in: running.window
            )
            self.running?.decision = decision
            due = decision.nextCheck
            self.now = moment
            if moment == end { break }
        }
        self.now = end
        return running.map { Answer($0.decision) } ?? Answer(.launch(.allow))
    }

    private func state(of account: AccountID?) -> AccessState { accessOfAccount[account] ?? access }
}

extension QuestionError {
    fileprivate static let missingClock = Self(
        code: .missingInstant,
        field: "now",
        message: "the time is unknown: set `now` in `given`"
    )
}
