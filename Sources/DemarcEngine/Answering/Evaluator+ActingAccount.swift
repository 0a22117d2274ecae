package import PolicyModel

extension Evaluator {
    /// The account that acted when a question was decided that leaves it to the identity levels.
    ///
    /// It is read from the state that decided, so a switch by another thread since then changes nothing. An identity
    /// question is carried out rather than decided: for it, this is the account that acts afterwards.
    ///
    /// - Parameters:
    ///   - question: The question that was decided last.
    ///   - decided: Its result.
    ///   - window: The window that it came from.
    /// - Returns: The account, under the name that it was set with, or its id if a reload has taken that name from it;
    ///   nil if no level has an identity, if several accounts act at once, and in a window that is not open.
    /// - Complexity: O(1); takes no lock.
    package func actingAccount(
        of question: Question,
        _ decided: DecidedQuestion,
        in window: WindowID?
    ) -> AccountID? {
        if let account = task(after: question, decided) { return account }
        guard case .account(let account)? = assignedIdentity(of: question, decided, in: window)?.assigned else {
            return nil
        }
        return account
    }

    /// The identity of the task, which the question may just have set.
    private func task(after question: Question, _ decided: DecidedQuestion) -> AccountID? {
        if case .switchIdentity(let account, .task, _) = question, case .identity(.success) = decided { return account }
        return TaskIdentity.current(of: store.engine)
    }

    private func assignedIdentity(
        of question: Question,
        _ decided: DecidedQuestion,
        in window: WindowID?
    ) -> LevelIdentity? {
        if case .identity = decided { return latest.assignedIdentity(for: .ui(window)) }
        switch decided {
        case .navigation(_, in: let view), .connection(_, in: let view), .decision(_, in: let view?):
            return state.assignedIdentity(inWindow: state.views[view]?.window ?? ResolvedView.none)
        case .decision, .answered, .launch, .identity: return state.assignedIdentity(for: Self.work(question, window))
        }
    }

    /// What the identity is needed for. What a window shows is irrelevant for files, unless they are made of it.
    private static func work(_ question: Question, _ window: WindowID?) -> IdentityWork {
        guard case .setting(.fileEncryption, of: let owner) = question else { return .ui(window) }
        if case .place? = owner { return .ui(window) }
        return .files
    }
}
