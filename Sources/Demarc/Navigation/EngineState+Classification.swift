import PolicyModel
import RuleIndex

/// Who acts in a view, and whose content it shows.
extension EngineState {
    /// Who acts in a view: whoever the request names, else the task, the view's window, the host, the process.
    @inline(__always)
    func actingIdentity(in view: ResolvedView, as account: AccountID?) -> ActingIdentity {
        if let account { return policy.acting(as: account) }
        if usesTaskIdentities, let account = TaskIdentity.current { return policy.acting(as: account) }
        return view.window.map { windowIdentities[Int($0)] } ?? hostIdentity
    }

    /// The classification that the view's tag gives it, and why.
    func classification(_ context: borrowing DecisionContext) -> (PageClassification, DecisionReason) {
        let current: PageClassification = if case .managed = context.identity { .managed } else { .unmanaged }
        let declaration = context.view.policyDeclaration ?? DecisionReason.undeclared
        switch context.view.policy {
        case .unset where policy.treatsAllWebViewsAsUnmanaged:
            return (.unmanaged, DecisionReason(.viewTreatAllAsUnmanaged, .treatAllWebViewsAsUnmanaged))
        case .unset:
            return (current, DecisionReason(.viewUnset))
        case .unmanaged:
            return (.unmanaged, DecisionReason(.viewUnmanaged, .viewPolicy, at: declaration))
        case .currentIdentity:
            return (current, DecisionReason(.viewCurrentIdentity, .viewPolicy, at: declaration))
        case .currentIdentityBlockUpload:
            return (current, DecisionReason(.viewCurrentIdentityBlockUpload, .viewPolicy, at: declaration))
        }
    }

    /// The classification of the page that the view shows.
    func currentPage(_ context: borrowing DecisionContext) -> PageClassification {
        context.view.showsExternalPage ? .unmanaged : classification(context).0
    }
}
