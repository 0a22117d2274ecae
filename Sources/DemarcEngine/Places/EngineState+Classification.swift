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

    /// The tag that makes a view unmanaged whoever acts; nil where none does.
    func unmanagingTag(of view: ResolvedView) -> ReasonCode? {
        switch view.policy {
        case .unmanaged: .viewUnmanaged
        case .unset where policy.treatsAllWebViewsAsUnmanaged: .viewTreatAllAsUnmanaged
        case .unset, .currentIdentity, .currentIdentityBlockUpload: nil
        }
    }

    /// The classification of the page that the view shows, whatever has become of its account.
    @inline(__always)
    func currentPage(_ context: borrowing DecisionContext) -> PageClassification {
        switch context.view.page.kind {
        case .unreported: classification(context).0
        case .ofOpener: openersPage(context.view, context.identity)
        case .loadedFor, .lockDown: .managed
        case .external, .unmanagedIdentity, .unmanagedView: .unmanaged
        }
    }

    /// The classification of what a view shows that has its opener's page, where that follows the opener's tag.
    @inline(never)
    private func openersPage(_ view: ResolvedView, _ identity: ActingIdentity) -> PageClassification {
        classification(of: views[view.page.opener] ?? view, actingAs: identity).0
    }
}
