extension RequestFault {
    /// The meaning of the fault, in one sentence: its row on the page “Reading requests”.
    public var meaning: String {
        switch self {
        case .authorityMissing:
            "No authority was seen, as with HTTP/1.0 without `Host`."
        case .authorityInvalid:
            "An authority is empty, or contains bytes that no host and port can contain."
        case .authoritiesDiffer:
            "Two authorities name different hosts or ports."
        case .portMissing:
            "A tunnel is requested without a port."
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
            "A field that is read occurs more than once."
        case .fieldAlias:
            "A field has a name that some servers take for the name of a field that is read,"
                + " or for one that begins with `X-Demarc-`."
        case .fieldMissing:
            "A field that the convention requires, or the server name that the binding compares,"
                + " is missing."
        case .fieldsDiffer:
            "Two parts of the description, such as `:path` and the target, contradict each other."
        case .compositeURL:
            "`X-Original-URL` is not `scheme://authority/…`."
        case .schemeInvalid:
            "The scheme is not `http`, `https`, `ws` or `wss`."
        case .schemesDiffer:
            "Different schemes were claimed, or an absolute target has a different scheme."
        case .upgradeUnknown:
            "The request asks for an upgrade to a protocol that cannot be decided."
        case .upgradeH2C:
            "The request asks for HTTP/2 without TLS, in which further requests pass unseen."
        case .accountMissing:
            "The request names no account, and the binding requires one."
        case .accountRepeated:
            "Several accounts were claimed."
        case .accountInvalid:
            "The account is not UTF-8 in Unicode's form NFC, contains control characters or spaces, or is configured"
                + " and means no user."
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
            "The end of the request can be determined in two ways."
        case .timedOut:
            "The head of the request, or the answer to it, took too long."
        case .overloaded:
            "More requests arrived at once than the limits allow, or the policy kept changing while"
                + " the readings of the request were decided."
        }
    }
}
