import PolicyModel
import RuleIndex

/// Who acts in a view, and whose content it shows.
extension EngineState {
    /// Who acts in a view: whoever the request names, else the task, the view's window, the host, the process.
    @inline(__always)
    func actingIdentity(in view: ResolvedView, as account: AccountID?) -> ActingIdentity {
        if let account { return acting(as: account) }
        if usesTaskIdentities, let account = TaskIdentity.current { return acting(as: account) }
        return view.window == ResolvedView.none ? hostIdentity : windowIdentities[Int(view.window)]
    }

    /// The classification that the view's tag gives it, and why.
    func classification(_ context: borrowing DecisionContext) -> (PageClassification, ReasonCode) {
        classification(of: context.view, actingAs: context.identity)
    }

    /// The classification that a view's tag gives it under an identity, and why.
    @inline(__always)
    func classification(
        of view: ResolvedView,
        actingAs identity: ActingIdentity
    ) -> (PageClassification, ReasonCode) {
        let current: PageClassification = if case .managed = identity { .managed } else { .unmanaged }
        switch view.policy {
        case .unset where policy.treatsAllWebViewsAsUnmanaged:
            return (.unmanaged, .viewTreatAllAsUnmanaged)
        case .unset:
            return (current, .viewUnset)
        case .unmanaged:
            return (.unmanaged, .viewUnmanaged)
        case .currentIdentity:
            return (current, .viewCurrentIdentity)
        case .currentIdentityBlockUpload:
            return (current, .viewCurrentIdentityBlockUpload)
        }
    }

    /// The classification of the page that the view shows.
    func currentPage(_ context: borrowing DecisionContext) -> PageClassification {
        context.view.showsExternalPage ? .unmanaged : classification(context).0
    }
}
