package import PolicyModel

/// A view that a host adds.
package struct NewView: Sendable {
    /// Its name; nil for none.
    package var name: String?
    /// Whether it loads URLs.
    package var isWebView: Bool
    /// The view that contains it; nil for a root.
    package var parent: ViewID?
    /// The web-view policy set on the view itself.
    package var policy: WebViewPolicy
    /// The web view whose page opened it; nil for none.
    package var opener: ViewID?

    /// Creates a view to add.
    package init(name: String?, isWebView: Bool, parent: ViewID?, policy: WebViewPolicy, opener: ViewID?) {
        self.name = name
        self.isWebView = isWebView
        self.parent = parent
        self.policy = policy
        self.opener = opener
    }
}
