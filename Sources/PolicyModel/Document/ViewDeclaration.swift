public import Diagnostics

/// A content view as a policy document declares it.
public struct ViewDeclaration: Hashable, Sendable {
    /// The name of the view, unique within the document.
    public var id: String
    /// Whether the view loads URLs. A web view is a leaf.
    public var isWebView: Bool
    /// The web-view policy set on the view itself.
    public var policy: WebViewPolicy
    /// The rule set that answers `isExternalURL` for the view.
    public var ruleSet: String?
    /// The URL of the document that the view shows.
    public var document: String?
    /// The view that contains this one; it is declared before it.
    public var parent: String?
    /// Where the view is declared.
    public var location: SourceLocation?
    /// Where its `policy` is written.
    public var policyLocation: SourceLocation?

    /// Creates a declaration.
    public init(
        id: String,
        isWebView: Bool = true,
        policy: WebViewPolicy = .unset,
        ruleSet: String? = nil,
        document: String? = nil,
        parent: String? = nil,
        location: SourceLocation? = nil,
        policyLocation: SourceLocation? = nil
    ) {
        self.id = id
        self.isWebView = isWebView
        self.policy = policy
        self.ruleSet = ruleSet
        self.document = document
        self.parent = parent
        self.location = location
        self.policyLocation = policyLocation
    }
}

/// How a content view and everything below it is treated.
///
/// Corresponds to the SDK's `IntuneMAMWebViewPolicy`.
public enum WebViewPolicy: String, CaseIterable, Hashable, Sendable {
    /// No tag of its own: the nearest node above that has one applies, otherwise `TreatAllWebViewsAsUnmanaged`.
    case unset
    /// Acts like an unmanaged identity.
    case unmanaged
    /// Acts like the current UI identity.
    case currentIdentity
    /// Like ``currentIdentity``, but uploads and pasting into it are blocked.
    case currentIdentityBlockUpload
}
