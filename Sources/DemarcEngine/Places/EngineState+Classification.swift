import PolicyModel
import RuleIndex

/// Classifies the content that a view shows.
extension EngineState {
    /// The classification that a view's tag gives it under an identity, with its reason.
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

    /// The tag that makes a view unmanaged regardless of who acts; nil if no tag does.
    func unmanagingTag(of view: ResolvedView) -> ReasonCode? { policy.unmanagingTag(view.policy) }

    /// The classification of the page that the view shows, regardless of what has happened to its account.
    ///
    /// PERF: only the few decisions that need the page look the view up again. A copy of the view in the context would
    /// be written by every decision, and reading it would stall because it is read in units other than those written.
    /// Inlined, because a context that is only read would be copied completely for a call.
    @inline(__always)
    func currentPage(_ context: borrowing DecisionContext) -> PageClassification {
        let view = views[context.viewID] ?? ResolvedView()
        return switch view.page.kind {
        case .unreported: classification(by: view.policy, actingAs: context.identity).0
        case .ofOpener: openersPage(of: view, context.identity)
        case .loadedFor, .lockDown: .managed
        case .external, .unmanagedIdentity, .unmanagedView: .unmanaged
        }
    }

    /// The classification of a view that shows its opener's page: that page follows the tag of the opener, and the
    /// identity that acts in the opener's window, unless an account was given for the question.
    @inline(never)
    private func openersPage(of view: ResolvedView, _ identity: ActingIdentity) -> PageClassification {
        guard let opener = views[view.page.opener] else { return classification(by: view.policy, actingAs: identity).0 }
        let isOfWindow = identity == actingIdentity(in: view, as: nil)
        return classification(
            by: opener.policy,
            actingAs: isOfWindow ? actingIdentity(in: opener, as: nil) : identity
        ).0
    }
}

extension CompiledPolicy {
    /// The reason why a tag makes a view unmanaged regardless of who acts; nil if it does not.
    func unmanagingTag(_ tag: WebViewPolicy) -> ReasonCode? {
        switch tag {
        case .unmanaged: .viewUnmanaged
        case .unset where treatsAllWebViewsAsUnmanaged: .viewTreatAllAsUnmanaged
        case .unset, .currentIdentity, .currentIdentityBlockUpload: nil
        }
    }
}
