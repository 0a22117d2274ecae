package import PolicyModel

/// Changes by a host that opens its windows itself, as hosts in other languages do: a window that is not open is never
/// opened here. Whether it is open is decided in the step that makes the change, because another thread may close it
/// just before.
extension PolicyEngine {
    /// Does what ``switchIdentity(to:at:)`` does.
    ///
    /// - Returns: The result; nil if the window is not open, in which case nothing has changed.
    package func switchIdentity(to account: AccountID?, atOpen level: IdentityLevel) -> SwitchIdentityResult? {
        set(account.map { [$0] }, at: level, opensWindow: false)
    }

    /// Does what ``showAccounts(_:at:)`` does.
    ///
    /// - Returns: The result; nil if the window is not open, in which case nothing has changed.
    package func showAccounts(_ accounts: [AccountID], atOpen level: IdentityLevel) -> SwitchIdentityResult? {
        set(accounts, at: level, opensWindow: false)
    }

    /// Does what ``addView(named:isWebView:in:policy:window:opener:)`` does.
    ///
    /// - Returns: The id of the view; nil if the window is not open, in which case nothing has changed.
    package func add(_ view: NewView, inOpen window: WindowID?) throws(ViewTreeError) -> ViewID? {
        try store.mutate { state throws(ViewTreeError) -> ViewID? in
            if view.parent == nil, let window, state.windows[window] == nil { return nil }
            return try state.add(view, inWindow: window)
        }
    }

    /// Does what ``moveView(_:to:window:)`` does.
    ///
    /// - Returns: False if the window is not open, in which case nothing has changed.
    package func moveView(
        _ view: ViewID,
        to parent: ViewID?,
        inOpen window: WindowID?
    ) throws(ViewTreeError) -> Bool {
        try store.mutate { state throws(ViewTreeError) in
            if parent == nil, let window, state.windows[window] == nil { return false }
            try state.move(view, to: parent, window: window)
            return true
        }
    }
}
