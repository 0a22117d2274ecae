extension RequestFault {
    /// The meaning of the fault, in one sentence: its row on the page “Reading requests”.
    public var meaning: String {
        switch self {
        case .authorityMissing:
            "No authority was seen, as with HTTP/1.0 without `Host`."
        case .authorityInvalid:
            "An authority is empty, or has bytes that no host and port have."
        case .authoritiesDiffer:
            "Two authorities name different hosts or ports."
        case .portMissing:
            "A tunnel is asked for without a port."
        case .methodInvalid:
            "The method is not a token, or is `CONNECT` in lower case."
        case .targetInvalid:
            "The target is neither in origin-form nor in absolute-form."
        case .targetAsterisk:
            "The target is `*`."
        case .targetFragment:
            "The target has a fragment."
        case .targetByte:
            "The target has a control character, a space, a byte outside ASCII, `%00`, or a `\\` in"
                + " its path."
        case .targetTooLong:
            "The target is longer than the limit, or than 64 KiB."
        case .fieldRepeated:
            "A field that is read came more than once."
        case .fieldAlias:
            "A field has a name that some servers take for one that is read."
        case .fieldMissing:
            "A field that the convention requires is not there, or the server name that the binding"
                + " compares."
        case .fieldsDiffer:
            "Two parts of the description, such as `:path` and the target, say different things."
        case .compositeURL:
            "`X-Original-URL` is not `scheme://authority/…`."
        case .schemeInvalid:
            "The scheme is not `http`, `https`, `ws` or `wss`."
        case .schemesDiffer:
            "Different schemes were claimed, or an absolute target has another one."
        case .upgradeUnknown:
            "The request asks for an upgrade to something that cannot be decided on."
        case .upgradeH2C:
            "The request asks for HTTP/2 without TLS, in which further requests pass unseen."
        case .accountMissing:
            "Nothing says who asks, and the binding requires it."
        case .accountRepeated:
            "Several accounts were claimed."
        case .accountInvalid:
            "The account is not UTF-8, has controls or spaces, or is configured as no user."
        case .viewUnknown:
            "The binding's view is not in the policy in force."
        case .bindingUnknown:
            "The request names no binding."
        case .peerUnknown:
            "The request came from a peer that the binding does not list."
        case .headTooLarge:
            "The head of the request is larger than the limit."
        case .headInvalid:
            "The head of the request could not be parsed."
        case .framingAmbiguous:
            "Where the request ends can be read in two ways."
        case .timedOut:
            "The head of the request, or the answer to it, took too long."
        case .overloaded:
            "More was asked at once than the limits allow, or the policy changed again and again while"
                + " the readings of the request were decided."
        }
    }
}
