import PolicyModel
import RuleIndex

/// Whose content a view shows.
extension EngineState {
    /// The classification that a view's tag gives it under an identity, and why.
    func classification(
        by tag: WebViewPolicy,
        actingAs identity: ActingIdentity
    ) -> (PageClassification, ReasonCode) {
        let current: PageClassification = if case .managed = identity { .managed } else { .unmanaged }
        switch tag {
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
    ///
    /// PERF: the view is looked up again by what few decisions ask for. A copy of it in the context was written by all of
    /// them, and waited for because it was read in other portions. Inlined, because a context that is only read would be
    /// copied for a call, all of it.
    @inline(__always)
    func currentPage(_ context: borrowing DecisionContext) -> PageClassification {
        let view = views[context.viewID] ?? ResolvedView()
        return switch view.page.kind {
        case .unreported: classification(by: view.policy, actingAs: context.identity).0
        case .ofOpener: openersPage(view.page.opener, otherwise: view.policy, context.identity)
        case .loadedFor, .lockDown: .managed
        case .external, .unmanagedIdentity, .unmanagedView: .unmanaged
        }
    }

    /// The classification of what a view shows that has its opener's page, where that follows the opener's tag.
    @inline(never)
    private func openersPage(
        _ opener: ViewID,
        otherwise tag: WebViewPolicy,
        _ identity: ActingIdentity
    ) -> PageClassification {
        classification(by: views[opener]?.policy ?? tag, actingAs: identity).0
    }
}
