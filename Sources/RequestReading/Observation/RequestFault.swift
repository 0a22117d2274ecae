/// Why a request cannot be read as one request, and is therefore blocked.
///
/// The raw values are public API: they appear in answers, logs and metrics, and are never renamed or reused. The page
/// “Reading requests” of the module `Demarc` has a row for each.
public enum RequestFault: String, CaseIterable, Hashable, Sendable, Error {
    // MARK: Authority
    /// No authority was seen, as with HTTP/1.0 without `Host`.
    case authorityMissing = "request.authorityMissing"
    /// An authority is empty, or contains bytes that are not valid in a host and port.
    case authorityInvalid = "request.authorityInvalid"
    /// Two authorities name different hosts or ports.
    case authoritiesDiffer = "request.authoritiesDiffer"
    /// A tunnel is requested without a port.
    case portMissing = "request.portMissing"

    // MARK: Target
    /// The method is not a token.
    case methodInvalid = "request.methodInvalid"
    /// The target is neither in origin-form nor in absolute-form.
    case targetInvalid = "request.targetInvalid"
    /// The target is `*`, which names no resource.
    case targetAsterisk = "request.targetAsterisk"
    /// The target has a fragment, which clients never send.
    case targetFragment = "request.targetFragment"
    /// The target contains a control character, a space, a byte outside ASCII, or `%00`.
    case targetByte = "request.targetByte"
    /// The target is longer than the limit.
    case targetTooLong = "request.targetTooLong"

    // MARK: Fields
    /// A field that is read occurred more than once.
    case fieldRepeated = "request.fieldRepeated"
    /// A field has a name that some servers treat as a name that is read, such as `X_Forwarded_Uri`.
    case fieldAlias = "request.fieldAlias"
    /// A field that the convention requires is missing, or the server name that the binding compares.
    case fieldMissing = "request.fieldMissing"
    /// Two parts of the observation, such as `:path` and the target, contradict each other.
    case fieldsDiffer = "request.fieldsDiffer"
    /// `X-Original-URL` is not `scheme://authority/…`, or does not recompose to itself after splitting.
    case compositeURL = "request.compositeURL"

    // MARK: Scheme
    /// The scheme is not a scheme that a request can have.
    case schemeInvalid = "request.schemeInvalid"
    /// The claimed schemes differ.
    case schemesDiffer = "request.schemesDiffer"
    /// An upgrade to a protocol that cannot be decided on.
    case upgradeUnknown = "request.upgradeUnknown"
    /// An upgrade to HTTP/2 without TLS, after which requests pass unobserved.
    case upgradeH2C = "request.upgradeH2C"

    // MARK: Account
    /// The request does not identify an account, and the binding requires one.
    case accountMissing = "request.accountMissing"
    /// Several accounts were claimed.
    case accountRepeated = "request.accountRepeated"
    /// The account is not UTF-8, or has control characters.
    case accountInvalid = "request.accountInvalid"

    // MARK: The adapter and its binding
    /// The binding's view is not in the policy in force.
    case viewUnknown = "request.viewUnknown"
    /// The request does not name a binding of the configuration.
    case bindingUnknown = "request.bindingUnknown"
    /// The request came from a peer that the binding does not list.
    case peerUnknown = "request.peerUnknown"
    /// The head of the request is larger than the limit.
    case headTooLarge = "request.headTooLarge"
    /// The head of the request could not be parsed.
    case headInvalid = "request.headInvalid"
    /// The end of the request is ambiguous, as with both `Content-Length` and `Transfer-Encoding`.
    case framingAmbiguous = "request.framingAmbiguous"
    /// The head of the request, or the answer to it, took too long.
    case timedOut = "request.timedOut"
    /// More was requested at once than the limits allow, or the engine changed repeatedly while the request was
    /// decided.
    case overloaded = "request.overloaded"
}
