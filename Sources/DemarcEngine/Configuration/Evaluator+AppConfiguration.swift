public import PolicyModel
import RuleIndex

extension Evaluator {
    /// The app configuration of an account.
    ///
    /// The view is created when the policy is compiled; this method only returns it. You can keep it and use the state
    /// of that moment, or fetch it again for each look-up: both are correct, and
    /// ``PolicyEngine/appConfigurationChanges`` reports when it has changed.
    ///
    /// - Parameters:
    ///   - account: The account; nil is the acting account.
    ///   - window: The window whose user-interface identity applies. If it shows several accounts, the view contains
    ///     the candidates of all of them.
    /// - Returns: The view. It is empty for an account that is not managed, not signed in, or unknown to the policy,
    ///   and in a window that is not open.
    /// - Complexity: O(1), and allocates nothing, except for several accounts: O(*n*) in the size of their
    ///   configurations.
    public mutating func appConfiguration(
        for account: AccountID? = nil,
        in window: WindowID? = nil
    ) -> AppConfigurationView {
        takeLatest()
        let position = state.position(named: window)
        guard case .managed(let identity) = state.actingIdentity(inWindow: position, as: account) else { return .empty }
        if identity.isLockDown { return mergedConfiguration(in: window) }
        return Self.configuration(of: identity, state.policy)
    }

    static func configuration(of identity: ManagedIdentity, _ policy: CompiledPolicy) -> AppConfigurationView {
        let views = policy.appConfigurations
        return Int(identity.account) < views.count ? views[Int(identity.account)] : .empty
    }

    /// The candidates of all accounts that a window shows.
    private func mergedConfiguration(in window: WindowID?) -> AppConfigurationView {
        let accounts = state.assignedIdentity(for: .ui(window))?.accounts ?? []
        return AppConfigurationView(
            union: accounts.compactMap { account in
                guard let number = account.number,
                    case .managed(let identity) = state.identityOfKnownAccount[Int(number)]
                else { return nil }
                return Self.configuration(of: identity, state.policy)
            }
        )
    }
}
