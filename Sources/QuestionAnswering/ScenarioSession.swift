import DemarcEngine
import PolicyModel
import RuleIndex

/// The clock of a scenario, and the host's knowledge of the device and of each account's access: state that hosts keep
/// themselves.
struct ScenarioSession {
    /// The current time; nil until the scenario states one.
    private var now: Instant?
    private var device = DeviceFacts()
    /// The initial access state of every account.
    private var access = AccessState()
    /// The resulting access state, by account, whichever name a step uses for it. Only managed accounts have one.
    private var accessOfAccount: [ManagedIdentity: AccessState] = [:]
    /// The last launch that was asked about, with the timer that its answer set.
    private var running: Running?

    private struct Running {
        var account: AccountID?
        var window: WindowID?
        /// The facts that the question itself stated. The session completes them each time, because its own facts may
        /// change while the app is open.
        var device: DeviceFacts
        /// The same about access. Nothing after an unlock: the session then has the access that resulted from it.
        var access = AccessState()
        var decision: LaunchDecision
        /// The facts with which an unlock opened the app for a managed account; nil if the app was not opened by one.
        var opened: Facts?
    }

    /// Everything except the time that the answer about a launch depends on.
    private struct Facts: Equatable {
        var account: ManagedIdentity?
        var device: DeviceFacts
        var access: AccessState
    }

    /// Applies the stated changes; everything else stays as it is.
    mutating func apply(_ given: ScenarioGiven) {
        now = given.now ?? now
        if let facts = given.device { device = facts.or(device) }
        if let state = given.access {
            access = state.or(access)
            accessOfAccount = accessOfAccount.mapValues { state.or($0) }
        }
    }

    /// Completes a question from a window with the session's facts.
    func complete(_ question: Question, in window: WindowID?, with evaluator: inout Evaluator) -> Question {
        switch question {
        case .launch(let account, let device, let access, let now):
            .launch(
                of: account,
                device: device.or(self.device),
                access: access.or(state(of: account, in: window, with: &evaluator)),
                at: now ?? self.now
            )
        case .unlock(let account, let means, let device, let access, let now):
            .unlock(
                of: account,
                by: means,
                device: device.or(self.device),
                access: access.or(state(of: account, in: window, with: &evaluator)),
                at: now ?? self.now
            )
        default: question
        }
    }

    /// The equivalent question of a host that keeps no clock and no facts: a question with all of them, in which the
    /// launch at the end of the waiting time replaces `wait`; nil if there is nothing to ask by then.
    func statelessForm(of question: Question, in window: WindowID?, with evaluator: inout Evaluator) -> Question? {
        guard case .wait(let duration) = question else { return complete(question, in: window, with: &evaluator) }
        guard let running, let end = now?.adding(seconds: duration.seconds),
            !staysOpen(running, until: end, with: &evaluator)
        else { return nil }
        let launch = Question.launch(of: running.account, device: running.device, access: running.access, at: end)
        return complete(launch, in: running.window, with: &evaluator)
    }

    /// Records the result of a launch.
    ///
    /// - Parameters:
    ///   - question: The question as it was asked, without the facts that the session added.
    ///   - decided: Its result.
    ///   - window: The window that it came from.
    ///   - evaluator: The evaluator that decided it.
    mutating func note(
        _ question: Question,
        _ decided: DecidedQuestion,
        in window: WindowID?,
        with evaluator: inout Evaluator
    ) {
        // A fact that changes and changes back, such as who is signed in, closes the app too.
        if let running, let opened = running.opened, opened != facts(of: running, with: &evaluator) {
            self.running?.opened = nil
        }
        guard case .launch(let decision, let access) = decided else { return }
        switch question {
        case .launch(let account, let device, let stated, _):
            running = Running(account: account, window: window, device: device, access: stated, decision: decision)
        case .unlock(let account, _, let device, _, _):
            var running = Running(account: account, window: window, device: device, decision: decision)
            if let identity = evaluator.managedIdentity(of: account, in: window) {
                accessOfAccount[identity] = access
                if decision.verdict < .challenge { running.opened = facts(of: running, with: &evaluator) }
            }
            self.running = running
        default: break
        }
    }

    /// Advances the clock: every timer that becomes due is evaluated at its time, in chronological order.
    ///
    /// An app that an unlock opened stays open until a host has to ask again. To ask at the end, as otherwise, would be
    /// to open it anew, for which challenges that are due every time are due.
    ///
    /// - Returns: The last answer about a launch; `allow` if there is none.
    mutating func wait(_ duration: PolicyDuration, with evaluator: inout Evaluator) throws(QuestionError) -> Answer {
        guard let now, let end = now.adding(seconds: duration.seconds) else { throw .missingClock }
        // The last question is asked at the end: the challenges can change even if the verdict does not.
        var due = self.running?.decision.nextCheck
        while let running, !staysOpen(running, until: end, with: &evaluator) {
            let moment = min(due ?? end, end)
            let facts = facts(of: running, with: &evaluator)
            let decision = evaluator.launch(
                of: running.account,
                device: facts.device,
                access: facts.access,
                at: moment,
                in: running.window
            )
            self.running?.decision = decision
            self.running?.opened = nil
            due = decision.nextCheck
            self.now = moment
            if moment == end { break }
        }
        self.now = end
        return running.map { Answer($0.decision) } ?? Answer(.launch(.allow))
    }

    /// Whether an unlock opened the app, no fact has changed since then, and its timer is not due by a time.
    private func staysOpen(_ running: Running, until end: Instant, with evaluator: inout Evaluator) -> Bool {
        guard let opened = running.opened, opened == facts(of: running, with: &evaluator) else { return false }
        return running.decision.nextCheck.map { $0 > end } ?? true
    }

    private func facts(of running: Running, with evaluator: inout Evaluator) -> Facts {
        Facts(
            account: evaluator.managedIdentity(of: running.account, in: running.window),
            device: running.device.or(device),
            access: running.access.or(state(of: running.account, in: running.window, with: &evaluator))
        )
    }

    private func state(
        of account: AccountID?,
        in window: WindowID?,
        with evaluator: inout Evaluator
    ) -> AccessState {
        evaluator.managedIdentity(of: account, in: window).flatMap { accessOfAccount[$0] } ?? access
    }
}

extension QuestionError {
    fileprivate static let missingClock = Self(
        code: .missingInstant,
        field: "now",
        message: "the time is unknown: set `now` in `given`"
    )
}
