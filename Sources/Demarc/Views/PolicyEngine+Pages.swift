import PolicyModel

/// What views show, said outright: for scenarios, which begin in the middle of things.
extension PolicyEngine {
    /// Says whether the page that a web view shows is one that was called external.
    ///
    /// - Throws: ``ViewTreeError/unknownView``, or ``ViewTreeError/notAWebView`` for a container.
    package func setPage(of view: ViewID, isExternal: Bool) throws(ViewTreeError) {
        try store.mutate { state throws(ViewTreeError) in
            guard let node = state.tree.node(view) else { throw ViewTreeError.unknownView }
            guard node.isWebView else { throw ViewTreeError.notAWebView }
            try state.tree.update(view) { $0.showsExternalPage = isExternal }
        }
    }
}
