package import DemarcEngine
package import PolicyModel
package import RuleIndex

/// The host in a scenario: an engine of its own, with all state that earlier steps left behind.
///
/// A class, although it is not shared: for a noncopyable value that contains whole documents, the compiler tracks every
/// part through every function, which took seconds for each file that names the type.
package final class ScenarioHost {
    package let engine: PolicyEngine
    let document: PolicyDocument
    private var evaluator: Evaluator
    /// The identity of the task in which steps run.
    package internal(set) var task: AccountID?
    /// The item that an earlier step copied.
    package private(set) var pasteboard: CopiedItem?
    /// The window that questions come from.
    package var window: WindowID?
    /// The time, and the host's knowledge of the device and of access.
    var session = ScenarioSession()
    /// The views that others are attached to, now or later; such a view, if it is attached itself, loads no URLs.
    private let containers: Set<String>
    /// The positions of the accounts that are signed out from the start.
    private let signedOut: Set<Int>
    /// The accounts that are signed in from the start; nil for all.
    package let signedIn: [AccountID]?

    /// Creates the host that a scenario begins with.
    package init(_ policy: CompiledPolicy, for scenario: Scenario) {
        let accounts = policy.document.accounts
        let signedOut = scenario.signedOut(of: accounts)
        let others = accounts.accounts.indices.filter { !signedOut.contains($0) }.map { accounts.accounts[$0].id }
        signedIn = signedOut.isEmpty ? nil : others
        engine = PolicyEngine(policy, signedIn: signedIn)
        document = policy.document
        evaluator = engine.makeEvaluator()
        containers = scenario.containers
        self.signedOut = signedOut
    }

    /// Sets up the initial state.
    ///
    /// - Throws: ``QuestionError`` if it names something that does not exist.
    package func begin(_ given: ScenarioGiven) throws(QuestionError) { try apply(try complete(given)) }

    /// The initial state, with the acting account filled in.
    ///
    /// - Throws: `QuestionError` if several accounts are possible.
    package func complete(_ given: ScenarioGiven) throws(QuestionError) -> ScenarioGiven {
        var given = given
        if given.user == nil { given.user = try defaultUser.map { .accounts([$0]) } }
        return given
    }

    /// Asks a question in the current task, and carries out what was allowed.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - user: The acting account, which takes precedence over the identity levels; nil uses the levels.
    /// - Returns: The answer.
    /// - Throws: ``QuestionError`` if it names something that does not exist.
    package func answer(to question: Question, as user: AccountID? = nil) throws(QuestionError) -> Answer {
        try asked(question, as: user).answer
    }

    /// An answer, with what it spells out, and the account that acted according to the identity levels.
    package struct Asked {
        package let answer: Answer
        let decided: DecidedQuestion
        package let actingAccount: AccountID?
    }

    /// Does the same, and reports who acted.
    package func asked(_ question: Question, as user: AccountID?) throws(QuestionError) -> Asked {
        try inTask { () -> Result<Asked, QuestionError> in
            do throws(QuestionError) { return .success(try ask(question, as: user)) } catch { return .failure(error) }
        }.get()
    }

    /// The equivalent question of a host that has no clock and keeps no facts between questions; nil if there is
    /// nothing to ask.
    package func statelessForm(of question: Question) -> Question? {
        inTask { session.statelessForm(of: question, in: window, with: &evaluator) }
    }

    /// Carries out what the current task does.
    private func inTask<Result>(_ body: () -> Result) -> Result {
        guard let task else { return body() }
        let engine = engine
        return engine.withTaskIdentity(task, operation: body)
    }

    private func ask(_ question: Question, as user: AccountID?) throws(QuestionError) -> Asked {
        if case .wait(let duration) = question {
            let answer = try session.wait(duration, with: &evaluator)
            return Asked(answer: answer, decided: .answered(answer), actingAccount: nil)
        }
        let completed = session.complete(question, in: window, with: &evaluator)
        let decided = try evaluator.decide(completed, as: user, in: window, pasteboard: pasteboard)
        let answer = evaluator.spellOut(decided)
        let account = evaluator.actingAccount(of: completed, decided, in: window)
        session.note(question, decided, in: window, with: &evaluator)
        // If the navigation was allowed, the view now shows the new page.
        if case .navigation(let decision, let view) = decided { try? engine.didNavigate(view, decision) }
        switch question {
        // An item that could not be copied leaves the pasteboard unchanged.
        case .copy(let item, _) where answer.verdict != .block:
            pasteboard = CopiedItem(item, ownedBy: evaluator.ownerOfCopy)
        case .switchIdentity(let account, .task, _) where answer.identityResult == .success: task = account
        case .navigate, .open, .canOpen, .universalLink, .incoming, .connection, .copy, .paste, .pasteCopied, .upload,
            .save, .openFrom, .send, .receive, .appSharing, .setting, .config, .launch, .unlock, .pin, .wait, .signIn,
            .signOut, .switchIdentity:
            break
        }
        return Asked(answer: answer, decided: decided, actingAccount: account)
    }

    /// The account that acts if the scenario does not state one: the account that the document names, or its only
    /// managed account. Nil, which leaves the choice to the engine, if that account has yet to sign in.
    private var defaultUser: AccountID? {
        get throws(QuestionError) {
            let accounts = document.accounts
            if let user = document.user {
                guard let position = accounts.position(of: user), signedOut.contains(position) else { return user }
                return nil
            }
            if document.isUserExplicit { return .noUser }
            let managed = accounts.accounts.indices.filter {
                accounts.accounts[$0].isManaged && !signedOut.contains($0)
            }
            guard managed.count > 1 else {
                return managed.first.map { accounts.accounts[$0].id } ?? (signedOut.isEmpty ? .noUser : nil)
            }
            throw .missingUser(among: managed.map { accounts.accounts[$0].id })
        }
    }

    /// Whether an attached view holds other views, and therefore loads no URLs.
    package func isContainer(_ view: String) -> Bool { containers.contains(view) }
}

extension Scenario {
    /// The accounts that a step signs in, and that no earlier step signs out and no `given` up to that step names: they
    /// must start signed out. An account that a situation names is signed in there, and therefore from the start.
    fileprivate func signedOut(of directory: AccountDirectory) -> Set<Int> {
        var known: Set<Int> = []
        func learn(_ given: ScenarioGiven) { known.formUnion(given.accounts.compactMap { directory.position(of: $0) }) }
        learn(given)
        var signedOut: Set<Int> = []
        for step in steps {
            learn(step.given)
            if case .signIn(let account) = step.question {
                guard let position = directory.position(of: account) else { continue }
                if known.insert(position).inserted { signedOut.insert(position) }
            } else if case .signOut(let account) = step.question, let position = directory.position(of: account) {
                known.insert(position)
            }
        }
        return signedOut
    }

    /// The views that `given` attaches others to.
    fileprivate var containers: Set<String> {
        Set((given.views + steps.flatMap(\.given.views)).compactMap(\.parent))
    }
}

extension ScenarioGiven {
    /// The accounts that act, and those that pages were loaded for.
    fileprivate var accounts: [AccountID] {
        let acting = [process, task, user].flatMap { $0?.accounts ?? [] }
        return acting
            + views.compactMap { view in
                guard case .loadedFor(let account)? = view.page else { return nil }
                return account
            }
    }
}
