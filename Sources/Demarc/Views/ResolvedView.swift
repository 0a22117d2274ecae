import PolicyModel

/// What decisions need to know of a view, with everything it inherits already in place.
struct ResolvedView: Sendable {
    /// Tells the view from those that had its slot before; 0 marks a slot that is free.
    var generation: UInt32 = 0
    var isWebView = false
    /// The web-view policy of the nearest node that has one.
    var policy = WebViewPolicy.unset
    /// The position in the policy document of the view that declares it; nil where the host set it.
    var policyDeclaration: UInt32?
    /// The position of the rule set's name among those the engine knows.
    var ruleSetName: UInt32?
    /// The position of the view's delegate.
    var delegate: UInt32?
    /// The position of the view's window among those the engine knows.
    var window: UInt32?
    /// Whether the page shown is one that was called external.
    var showsExternalPage = false
}
