public import PolicyModel

extension PolicyEngine {
    /// Registers a content view.
    ///
    /// - Parameters:
    ///   - name: A name to find the view by, unique among the views of the engine.
    ///   - isWebView: Whether the view loads URLs; a web view is a leaf.
    ///   - parent: The view that contains it; nil for a root.
    ///   - policy: The web-view policy set on the view itself.
    ///   - window: The window of a root; ignored for a view with a parent, which is in its parent's window.
    ///   - opener: The web view whose page opened this one. Until this view navigates, it has that page.
    /// - Returns: The id of the view.
    /// - Throws: ``ViewTreeError`` for an unknown parent or opener, a parent that is a web view, an opener or an opened
    ///   view that is not a web view, or a name that is taken.
    /// - Complexity: O(1), whatever the number of views and windows.
    public func addView(
        named name: String? = nil,
        isWebView: Bool = true,
        in parent: ViewID? = nil,
        policy: WebViewPolicy = .unset,
        window: WindowID? = nil,
        opener: ViewID? = nil
    ) throws(ViewTreeError) -> ViewID {
        let view = NewView(name: name, isWebView: isWebView, parent: parent, policy: policy, opener: opener)
        return try store.mutate { state throws(ViewTreeError) in try state.add(view, inWindow: window) }
    }

    /// The view with a name.
    public func view(named name: String) -> ViewID? { store.read { $0.tree.view(named: name) } }

    /// The name of a view.
    public func name(of view: ViewID) -> String? { store.read { $0.tree.node(view)?.name } }

    /// The URL of the document that a view shows, as set by its policy document or the host.
    public func document(of view: ViewID) -> String? { store.read { $0.tree.node(view)?.document } }

    /// Sets the URL of the document that a view shows, which rules with `site` compare with.
    ///
    /// - Parameters:
    ///   - document: The URL; nil for none. Without a URL, `site` rules match nothing.
    ///   - view: The view that shows it.
    /// - Throws: ``ViewTreeError/unknownView``.
    public func setDocument(_ document: String?, of view: ViewID) throws(ViewTreeError) {
        try store.mutate { state throws(ViewTreeError) in
            try state.tree.update(view) { node in
                node.document = document
                node.hostSettings.insert(.document)
            }
        }
    }

    /// Moves a view, and everything below it, to another parent, or makes it a root.
    ///
    /// From the next decision on, the view inherits from its new parent. The page that it shows keeps the
    /// classification that it was loaded with. A view that a document declares stays where the host has moved it, until
    /// a reload removes its parent.
    ///
    /// - Parameters:
    ///   - view: The view.
    ///   - parent: The new parent; nil makes the view a root.
    ///   - window: The window of a root; nil leaves it in its current window. Ignored for a view with a parent, which
    ///     is in its parent's window.
    /// - Throws: ``ViewTreeError``.
    public func moveView(_ view: ViewID, to parent: ViewID?, window: WindowID? = nil) throws(ViewTreeError) {
        try store.mutate { state throws(ViewTreeError) in try state.move(view, to: parent, window: window) }
    }

    /// Removes a view and everything below it.
    ///
    /// What a document declares under these names is not declared again, until another document has dropped the name.
    ///
    /// - Throws: ``ViewTreeError/unknownView``.
    public func removeView(_ view: ViewID) throws(ViewTreeError) {
        try store.mutate { state throws(ViewTreeError) in try state.remove(view) }
    }

    /// Opens a window, unless a view or an identity has opened it already.
    ///
    /// - Returns: False if it is already open.
    @discardableResult
    public func openWindow(_ window: WindowID) -> Bool {
        store.mutate { state in
            guard state.windows[window] == nil else { return false }
            _ = state.windows.open(window)
            return true
        }
    }

    /// Whether a window is open: it was opened, has had a view, or had its identity level set, and was not closed since.
    public func isOpen(_ window: WindowID) -> Bool { store.read { $0.windows[window] != nil } }

    /// Closes a window: removes its views, everything below them, and its identity.
    ///
    /// From then on a question about one of its views blocks with `view.unknown`, and a question that names the window
    /// with `window.unknown`, unless it names an account. Content that was copied there keeps its owner. A window that
    /// is opened later under the same name inherits nothing from it. Closing a window that is not open does nothing.
    ///
    /// - Complexity: O(*n*) in the number of its views, whatever the number of others.
    public func closeWindow(_ window: WindowID) { store.mutate { $0.close(window) } }

    /// Sets the web-view policy of a view, which may be a web view or a container. It applies to the view and to every
    /// present and future view below it.
    ///
    /// Corresponds to the SDK's `setWebViewPolicy:forWebViewer:`. The nearest view that has a policy wins;
    /// ``WebViewPolicy/unset`` removes this view's own policy.
    ///
    /// - Throws: ``ViewTreeError/unknownView``.
    public func setWebViewPolicy(_ policy: WebViewPolicy, for view: ViewID) throws(ViewTreeError) {
        try store.mutate { state throws(ViewTreeError) in
            try state.tree.update(view) { node in
                node.ownPolicy = policy
                node.policyDeclaration = nil
                node.hostSettings.insert(.policy)
            }
        }
    }

    /// Sets the rule set that answers a web view's `isExternalURL`.
    ///
    /// - Parameters:
    ///   - ruleSet: The name of a rule set; nil removes it. A name that the policy in force does not contain gives *no
    ///     answer*.
    ///   - view: The web view itself.
    /// - Throws: ``ViewTreeError/unknownView``, or ``ViewTreeError/notAWebView`` for a container.
    public func setRuleSet(_ ruleSet: String?, for view: ViewID) throws(ViewTreeError) {
        try updateWebView(view) { node, state in
            let previous = node.ruleSetName
            node.ruleSetName = ruleSet.map { state.use(ruleSetNamed: $0) }
            node.hostSettings.insert(.ruleSet)
            if let previous { state.ruleSetNames.release(previous) }
        }
    }

    /// Sets host code that answers a web view's `isExternalURL`, before its rule set.
    ///
    /// Corresponds to the SDK's `setWebViewPolicyDelegate:forWebViewer:`.
    ///
    /// - Parameters:
    ///   - delegate: The delegate; nil removes it.
    ///   - view: The web view itself.
    ///   - deadline: How long a decision waits for the delegate. A delegate that takes longer counts as *no answer*.
    ///     A negative deadline counts as zero.
    /// - Throws: ``ViewTreeError/unknownView``, or ``ViewTreeError/notAWebView`` for a container.
    public func setDelegate(
        _ delegate: (any WebViewPolicyDelegate)?,
        for view: ViewID,
        deadline: Duration = .milliseconds(250)
    ) throws(ViewTreeError) {
        try updateWebView(view) { node, state in
            if let previous = node.delegate { state.delegates.remove(previous) }
            node.delegate = delegate.map { state.delegates.insert(AttachedDelegate(delegate: $0, deadline: deadline)) }
        }
    }

    /// Changes properties that only a web view has.
    func updateWebView(
        _ view: ViewID,
        _ change: (inout ViewTree.Node, inout MutableEngineState) throws(ViewTreeError) -> Void
    ) throws(ViewTreeError) {
        try store.mutate { state throws(ViewTreeError) in
            guard var node = state.tree.node(view) else { throw ViewTreeError.unknownView }
            guard node.isWebView else { throw ViewTreeError.notAWebView }
            try change(&node, &state)
            try state.tree.update(view) { $0 = node }
        }
    }
}
