import PolicyModel
import RuleIndex

/// Who acts, and who accounts are. Every account that a request names goes through here: what the policy alone says of an
/// account does not tell whether it is signed in.
extension EngineState {
    /// An account as decisions see it; nil and ``AccountID/noUser`` are nobody.
    ///
    /// - Complexity: O(1); allocates nothing.
    func identity(of account: AccountID?) -> ActingIdentity {
        guard let account, !account.isNoUser else { return .unmanaged }
        guard let position = policy.document.accounts.position(of: account) else { return .unknown }
        return identityOfAccount[position]
    }

    // MARK: Who acts

    /// Who acts in a view: whoever the request names, else the task, the view's window, the host, the process.
    @inline(__always)
    func actingIdentity(in view: ResolvedView, as account: AccountID?) -> ActingIdentity {
        actingIdentity(inWindow: view.window, as: account)
    }

    /// Who acts in a window, or outside of any: whoever the request names, else the task, the window, the host, the
    /// process.
    ///
    /// - Parameters:
    ///   - window: The position of the window; ``ResolvedView/none`` for none.
    ///   - account: Whoever the request names.
    /// - Returns: Who acts.
    @inline(__always)
    func actingIdentity(inWindow window: UInt32, as account: AccountID?) -> ActingIdentity {
        if let identity = identityBeforeLevels(account) { return identity }
        return window == ResolvedView.none ? hostIdentity : windowIdentities[Int(window)] ?? hostIdentity
    }

    /// Whose files are read and written: whoever the request names, else the task, the process. What a window shows
    /// says nothing of files.
    func actingIdentity(onFilesAs account: AccountID?) -> ActingIdentity {
        identityBeforeLevels(account) ?? fileIdentity
    }

    /// Who acts whatever the levels say: whoever the request names, else the task; nil asks the levels.
    @inline(__always)
    private func identityBeforeLevels(_ account: AccountID?) -> ActingIdentity? {
        if let account { return identity(of: account) }
        guard usesTaskIdentities, let account = TaskIdentity.current else { return nil }
        return identity(of: account)
    }

    /// The position of a window among those that the engine knows.
    ///
    /// - Complexity: O(1) on average; allocates nothing.
    func position(of window: WindowID) -> UInt32? { windows[window] }
}
