package import PolicyModel
import RuleIndex

/// What web views show.
extension PolicyEngine {
    /// Tells the engine what page a web view shows now, after a navigation was allowed and has been carried out.
    ///
    /// The page is what it was loaded as when it was decided on – external, unmanaged, or of the account that acted – until
    /// the next navigation is reported, whatever happens meanwhile to identities, tags and the tree. Reload, and going back
    /// or forward to another document, are navigations; downloads are not. It may be reported at any later time and from
    /// any thread.
    ///
    /// - Parameters:
    ///   - view: The web view.
    ///   - decision: The decision that allowed the navigation of the view's top frame; one that did not allow it in the
    ///     view changes nothing, for the page shown is still the one before. Nor does one within the same document, to an
    ///     empty page, or to a scheme that the app's web views handle. A decision made for another view, such as the one
    ///     that opened this one, is never outdated.
    /// - Throws: ``ViewTreeError/outdatedNavigation`` where a later navigation of the view was reported already, and
    ///   nothing has changed; ``ViewTreeError/unknownView``; ``ViewTreeError/notAWebView`` for a container.
    public func didNavigate(_ view: ViewID, _ decision: Decision) throws(ViewTreeError) {
        guard let decided = decision.decidedPage else { return }
        try report(decided, of: view)
    }

    /// Puts a page that was decided on in the place of the one that a view shows.
    func report(_ decided: DecidedPage, of view: ViewID) throws(ViewTreeError) {
        try updateWebView(view) { node, _ throws(ViewTreeError) in
            if decided.view == view {
                guard decided.serial >= node.lastSerial else { throw .outdatedNavigation }
                node.lastSerial = decided.serial
            }
            node.page = decided.page
        }
    }

    /// How many windows are open, for tests that windows leave nothing behind.
    package var openWindowCount: Int { store.read { $0.windows.count } }

    /// How many slots were ever used at once for views, documents, delegates, names and windows, for tests that memory
    /// stays flat.
    package var slotCount: Int {
        store.read {
            $0.tree.slotCount + $0.delegates.positionCount + $0.ruleSetNames.positionCount + $0.windows.positionCount
        }
    }

    /// What the page of a web view is said to be, where a scenario begins in the middle of things.
    package enum StatedPage: Sendable {
        /// It was called external.
        case external
        /// It was loaded for an account; one that is unmanaged, or no user, makes it unmanaged.
        case loadedFor(AccountID)
        /// No navigation was reported.
        case unreported
    }

    /// Says outright what the page is that a web view shows.
    ///
    /// - Throws: ``ViewTreeError/unknownView``, or ``ViewTreeError/notAWebView`` for a container.
    package func setPage(of view: ViewID, to page: StatedPage) throws(ViewTreeError) {
        try updateWebView(view) { node, state in node.page = state.page(stated: page) }
    }

    /// Says which web view's page opened another one, as ``addView(named:isWebView:in:policy:window:opener:)`` does.
    ///
    /// - Throws: ``ViewTreeError/unknownView``, or ``ViewTreeError/notAWebView`` where one of them is a container.
    package func setOpener(_ opener: ViewID, of view: ViewID) throws(ViewTreeError) {
        try updateWebView(view) { node, state throws(ViewTreeError) in node.page = try state.tree.page(openedBy: opener)
        }
    }
}

extension MutableEngineState {
    fileprivate func page(stated: PolicyEngine.StatedPage) -> LoadedPage {
        switch stated {
        case .external: return LoadedPage(kind: .external)
        case .unreported: return LoadedPage()
        case .loadedFor(let account):
            // Whether the account is signed in makes no difference: the page may be older than its signing out.
            guard let position = policy.document.accounts.position(of: account),
                policy.identityOfAccount[position] != nil
            else { return LoadedPage(kind: .unmanagedIdentity) }
            return LoadedPage(kind: .loadedFor, account: knownAccounts.numbers[position])
        }
    }
}
