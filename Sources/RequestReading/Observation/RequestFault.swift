/// Why a request cannot be read as one request, and is therefore blocked. ``meaning`` says what exactly a fault is.
///
/// The raw values are public API: they appear in answers, logs and metrics, and are never renamed or reused. The page
/// “Reading requests” of the module `Demarc` has a row for each.
public enum RequestFault: String, CaseIterable, Hashable, Sendable, Error {
    // MARK: Authority
    /// No authority.
    case authorityMissing = "request.authorityMissing"
    /// An authority that is not a host and port.
    case authorityInvalid = "request.authorityInvalid"
    /// Authorities that name different hosts or ports.
    case authoritiesDiffer = "request.authoritiesDiffer"
    /// A tunnel without a port.
    case portMissing = "request.portMissing"

    // MARK: Target
    /// A method that is not valid.
    case methodInvalid = "request.methodInvalid"
    /// A target in no known form.
    case targetInvalid = "request.targetInvalid"
    /// The target `*`.
    case targetAsterisk = "request.targetAsterisk"
    /// A target with a fragment.
    case targetFragment = "request.targetFragment"
    /// A byte that is not valid in a target.
    case targetByte = "request.targetByte"
    /// A target that is too long.
    case targetTooLong = "request.targetTooLong"

    // MARK: Fields
    /// A repeated field.
    case fieldRepeated = "request.fieldRepeated"
    /// A field whose name resembles that of another.
    case fieldAlias = "request.fieldAlias"
    /// A missing field.
    case fieldMissing = "request.fieldMissing"
    /// Parts of the observation that contradict each other.
    case fieldsDiffer = "request.fieldsDiffer"
    /// An invalid `X-Original-URL`.
    case compositeURL = "request.compositeURL"

    // MARK: Scheme
    /// A scheme that a request cannot have.
    case schemeInvalid = "request.schemeInvalid"
    /// Different schemes.
    case schemesDiffer = "request.schemesDiffer"
    /// An upgrade to an unknown protocol.
    case upgradeUnknown = "request.upgradeUnknown"
    /// An upgrade to HTTP/2 without TLS.
    case upgradeH2C = "request.upgradeH2C"

    // MARK: Account
    /// No account.
    case accountMissing = "request.accountMissing"
    /// Several accounts.
    case accountRepeated = "request.accountRepeated"
    /// An account that is not valid.
    case accountInvalid = "request.accountInvalid"

    // MARK: The adapter and its binding
    /// An unknown view.
    case viewUnknown = "request.viewUnknown"
    /// An unknown binding.
    case bindingUnknown = "request.bindingUnknown"
    /// An unlisted peer.
    case peerUnknown = "request.peerUnknown"
    /// A head that is too large.
    case headTooLarge = "request.headTooLarge"
    /// A head that is not valid.
    case headInvalid = "request.headInvalid"
    /// A request whose end is ambiguous.
    case framingAmbiguous = "request.framingAmbiguous"
    /// A head or an answer that took too long.
    case timedOut = "request.timedOut"
    /// Too much at once.
    case overloaded = "request.overloaded"
}
