public import PolicyModel
import RuleIndex

extension Evaluator {
    /// What the app configurations say to an account.
    ///
    /// The view is made when the policy is compiled; this only hands it over. Keep it as long as its moment may count, or
    /// take it anew for each look-up: both are right, and ``PolicyEngine/appConfigurationChanges`` says when there is
    /// another one.
    ///
    /// - Parameters:
    ///   - account: The account; nil is the one that acts.
    ///   - window: The window, where the identity of the user interface is asked. Where it shows several accounts, the
    ///     view has the candidates of all of them.
    /// - Returns: The view. It is empty for an account that is not managed, that is not signed in, or that the policy does
    ///   not know.
    /// - Complexity: O(1), and allocates nothing, but for several accounts: O(*n*) in what their configurations say.
    public mutating func appConfiguration(
        for account: AccountID? = nil,
        in window: WindowID? = nil
    ) -> AppConfigurationView {
        takeLatest()
        let position = window.flatMap { state.position(of: $0) } ?? ResolvedView.none
        guard case .managed(let identity) = state.actingIdentity(inWindow: position, as: account) else { return .empty }
        if identity.isLockDown { return mergedConfiguration(in: window) }
        return Self.configuration(of: identity, state.policy)
    }

    private static func configuration(of identity: ManagedIdentity, _ policy: CompiledPolicy) -> AppConfigurationView {
        let views = policy.appConfigurations
        return Int(identity.account) < views.count ? views[Int(identity.account)] : .empty
    }

    /// The candidates of all accounts that a window shows.
    private func mergedConfiguration(in window: WindowID?) -> AppConfigurationView {
        let accounts = store.read { $0.identities.effective(in: window)?.accounts ?? [] }
        return AppConfigurationView(
            union: accounts.compactMap { account in
                guard case .managed(let identity) = state.identity(of: account) else { return nil }
                return Self.configuration(of: identity, state.policy)
            }
        )
    }
}
