import PolicyModel

/// How many URLs came to which end.
struct CheckTally: Equatable {
    var allow = 0
    var block = 0
    var route = 0
    /// Inputs that are no URL; their verdict is `block`, and they are counted there too.
    var invalid = 0
    /// Lines of NDJSON input for which nothing was decided.
    var malformed = MalformedLines()

    /// The URLs decided.
    var urls: Int { allow + block + route }

    @inline(__always)
    mutating func count(_ verdict: Verdict, isInvalid: Bool) {
        switch verdict {
        case .allow: allow &+= 1
        case .block: block &+= 1
        case .route: route &+= 1
        // Navigation gives only the three above.
        case .allowEncrypted, .allowAsOrganizationData, .switchAccount, .plain, .protected: break
        }
        if isInvalid { invalid &+= 1 }
    }

    /// Whether something happened that the command line calls a failure.
    func has(_ condition: CheckFailure) -> Bool {
        switch condition {
        case .block: block > 0
        case .route: route > 0
        case .invalid: invalid > 0
        }
    }
}
