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

    /// What is said at the end of a run that took so long.
    func summary(nanoseconds: Int) -> String {
        let milliseconds = nanoseconds / 1_000_000
        let time =
            milliseconds < 1_000 ? "\(milliseconds) ms" : "\(milliseconds / 1_000).\(milliseconds % 1_000 / 100) s"
        var text = urls == 1 ? "1 URL" : "\(urls) URLs"
        text += " in \(time): \(allow) allow, \(block) block, \(route) route"
        if invalid > 0 { text += "; \(invalid) of the blocked are not URLs" }
        if malformed.count > 0 { text += "; \(malformed.count) malformed" }
        return text + "\n"
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

/// A result that makes `demarc check` exit with 1 where `--fail-on` names it.
enum CheckFailure: String, CaseIterable {
    case block, route, invalid
}
