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
