package import PolicyModel
import RuleIndex

/// The pages that web views show.
extension PolicyEngine {
    /// Reports the page that a web view shows after a navigation was allowed and has been carried out.
    ///
    /// The page keeps the classification that it was given by the decision – external, unmanaged, or of the account
    /// that acted – until the next navigation is reported, even if identities, tags or the tree change meanwhile. A
    /// reload, and going back or forward to another document, are navigations; downloads are not. The navigation can be
    /// reported later and from any thread.
    ///
    /// - Parameters:
    ///   - view: The web view.
    ///   - decision: The decision that allowed the navigation of the view's top frame. A decision that did not allow it
    ///     in the view changes nothing, because the view still shows the previous page. Neither does a decision on a
    ///     navigation within the same document, to an empty page, or to a scheme that the app's web views handle. A
    ///     decision made for another view, such as the view that opened this one, counts as made when it is reported;
    ///     the page is unmanaged if this view is, and blocks uploads if either view does.
    /// - Throws: ``ViewTreeError/outdatedNavigation`` if a later navigation of the view has already been reported;
    ///   nothing has changed then. ``ViewTreeError/unknownView``, also for a decision of another engine;
    ///   ``ViewTreeError/notAWebView`` for a container.
    public func didNavigate(_ view: ViewID, _ decision: Decision) throws(ViewTreeError) {
        guard let decided = decision.decidedPage else { return }
        try report(decided, of: view)
    }

    /// Replaces the page that a view shows with the page that was decided on.
    func report(_ decided: DecidedPage, of view: ViewID) throws(ViewTreeError) {
        try updateWebView(view) { node, state throws(ViewTreeError) in
            // The short number is repeated after 65,536 engines, and a host in C stores the words, so the account may
            // be one that this engine never numbered.
            let isNumbered = decided.kind != .loadedFor || Int(decided.account) < state.knownAccounts.identities.count
            guard decided.engine == state.engine.short, isNumbered else { throw .unknownView }
            if decided.view == view {
                guard decided.serial >= node.lastSerial else { throw .outdatedNavigation }
                node.lastSerial = decided.serial
                node.page = decided.page
            } else {
                node.lastSerial = store.serials.next(of: view)
                node.page = state.page(decided.page, shownBy: view)
            }
        }
    }

    /// The number of open windows, for tests that windows are cleaned up completely.
    package var openWindowCount: Int { store.read { $0.windows.count } }

    /// The highest number of slots ever in use at once for views, documents, delegates, names and windows, for tests
    /// that memory stays flat.
    package var slotCount: Int {
        store.read {
            $0.tree.slotCount + $0.delegates.positionCount + $0.ruleSetNames.positionCount + $0.windows.positionCount
        }
    }

    /// The page that a scenario states for a web view when it begins in the middle of a session.
    package enum StatedPage: Sendable {
        /// It was classified as external.
        case external
        /// It was loaded for an account; an unmanaged account, or no user, makes it unmanaged.
        case loadedFor(AccountID)
        /// No navigation was reported.
        case unreported
    }

    /// Sets the page that a web view shows directly, without a navigation.
    ///
    /// - Throws: ``ViewTreeError/unknownView``, or ``ViewTreeError/notAWebView`` for a container.
    package func setPage(of view: ViewID, to page: StatedPage) throws(ViewTreeError) {
        try updateWebView(view) { node, state in
            node.page = state.page(stated: page)
            node.lastSerial = store.serials.next(of: view)
            // As if the page had been loaded in the view just now. A page that was not reported follows the tag.
            if node.page.kind != .unreported {
                node.page.blocksUpload = state.tree.table[view]?.policy.blocksUpload ?? false
            }
        }
    }

    /// Sets the web view whose page opened another web view, as ``addView(named:isWebView:in:policy:window:opener:)``
    /// does.
    ///
    /// - Throws: ``ViewTreeError/unknownView``, or ``ViewTreeError/notAWebView`` if either view is a container.
    package func setOpener(_ opener: ViewID, of view: ViewID) throws(ViewTreeError) {
        try updateWebView(view) { node, state throws(ViewTreeError) in
            node.page = try state.tree.page(openedBy: opener)
        }
    }
}

extension MutableEngineState {
    /// A page that was decided on for another view, as if it were loaded in the view that shows it.
    fileprivate func page(_ page: LoadedPage, shownBy view: ViewID) -> LoadedPage {
        guard let shown = tree.table[view] else { return page }
        if page.kind.isManaged, policy.unmanagingTag(shown.policy) != nil { return LoadedPage(kind: .unmanagedView) }
        var page = page
        page.blocksUpload = page.blocksUpload || shown.policy.blocksUpload
        return page
    }

    fileprivate func page(stated: PolicyEngine.StatedPage) -> LoadedPage {
        switch stated {
        case .external: return LoadedPage(kind: .external)
        case .unreported: return LoadedPage()
        case .loadedFor(let account):
            // Whether the account is signed in makes no difference: the page may have been loaded before the account
            // signed out.
            guard let position = policy.document.accounts.position(of: account),
                policy.identityOfAccount[position] != nil
            else { return LoadedPage(kind: .unmanagedIdentity) }
            return LoadedPage(kind: .loadedFor, account: knownAccounts.numbers[position])
        }
    }
}
