import PolicyModel
import RuleIndex

/// Accounts as decisions see them. Every account that a request names goes through here: what the policy alone says of
/// an account does not tell whether it is signed in.
extension EngineState {
    /// An account as decisions see it; nil and ``PolicyModel/AccountID/noUser`` are nobody.
    ///
    /// - Complexity: O(1); allocates nothing.
    func acting(as account: AccountID?) -> ActingIdentity {
        guard let account, !account.isNoUser else { return .unmanaged }
        guard let position = policy.document.accounts.position(of: account) else { return .unknown }
        return identityOfAccount[position]
    }

    /// Whose files are read and written: whoever the request names, else the task, the process. What a window shows
    /// says nothing of files.
    func actingOnFiles(as account: AccountID?) -> ActingIdentity {
        if let account { return acting(as: account) }
        if usesTaskIdentities, let account = TaskIdentity.current { return acting(as: account) }
        return fileIdentity
    }

    /// The position of a window among those that the engine knows.
    ///
    /// PERF: the library's own search allocates for each comparison where code is not optimized.
    func position(of window: WindowID) -> Int? {
        for position in windows.indices where windows[position] == window { return position }
        return nil
    }
}
