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
    /// The view that holds this one; it is declared before it.
    public var parent: String?
    /// Where the view is declared.
    public var location: SourceLocation?
    /// Where its `policy` is written.
    public var policyLocation: SourceLocation?

    /// Makes a declaration.
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

/// How a content view and everything below it is to be treated.
///
/// The SDK's `IntuneMAMWebViewPolicy`.
public enum WebViewPolicy: String, CaseIterable, Hashable, Sendable {
    /// No tag of its own: the nearest node above that has one answers, else `TreatAllWebViewsAsUnmanaged`.
    case unset
    /// Acts as an unmanaged identity would.
    case unmanaged
    /// Acts as the current UI identity does.
    case currentIdentity
    /// As ``currentIdentity``, but uploads and pasting into it are blocked.
    case currentIdentityBlockUpload
}
