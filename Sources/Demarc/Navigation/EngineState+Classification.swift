import PolicyModel
import RuleIndex

/// Whose content a view shows.
extension EngineState {
    /// The classification that the view's tag gives it, and why.
    ///
    /// PERF: inlined, because a context that is only read would be copied for a call, all of it.
    @inline(__always)
    func classification(_ context: borrowing DecisionContext) -> (PageClassification, ReasonCode) {
        classification(of: context.view, actingAs: context.identity)
    }

    /// The classification that a view's tag gives it under an identity, and why.
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
    @inline(__always)
    func currentPage(_ context: borrowing DecisionContext) -> PageClassification {
        context.view.showsExternalPage ? .unmanaged : classification(context).0
    }
}
