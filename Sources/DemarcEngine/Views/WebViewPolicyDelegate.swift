/// Host code that answers a web view's `isExternalURL`.
///
/// The SDK's `IntuneMAMWebViewPolicyDelegate`. It is asked under a managed identity only, once for each navigation,
/// before anything loads. It runs on a thread of its own, one call for a view at a time, and has a deadline: a decision
/// that waited for it longer goes on without it, and what cannot be classified is not shown.
public protocol WebViewPolicyDelegate: Sendable {
    /// Whether a URL leads outside the organization.
    ///
    /// - Parameters:
    ///   - url: The canonical URL; never the caller's own bytes, which other software may read differently.
    ///   - view: The web view that navigates.
    /// - Returns: True for an external URL, false for an organizational location, nil to leave it to the view's rule set.
    /// - Throws: Anything; the navigation then has *no answer*.
    func isExternalURL(_ url: String, in view: ViewID) throws -> Bool?
}
