import Diagnostics
import PolicyModel

/// Counts of the results for URLs.
struct CheckTally: Equatable {
    var allow = 0
    var block = 0
    var route = 0
    /// Inputs that are not URLs. Their verdict is `block`, and they are also counted there.
    var invalid = 0
    /// Lines of NDJSON input without a decision.
    var malformed = MalformedLines()

    /// The number of decided URLs.
    var urls: Int { allow + block + route }

    @inline(__always)
    mutating func count(_ verdict: Verdict, isInvalid: Bool) {
        switch verdict {
        case .allow: allow &+= 1
        case .block: block &+= 1
        case .route: route &+= 1
        // Navigation yields only the three verdicts above.
        case .allowEncrypted, .allowAsOrganizationData, .switchAccount, .plain, .protected: break
        }
        if isInvalid { invalid &+= 1 }
    }

    /// The summary at the end of a run with this duration.
    func summary(nanoseconds: Int) -> String {
        let milliseconds = nanoseconds / 1_000_000
        let time =
            milliseconds < 1_000 ? "\(milliseconds) ms" : "\(milliseconds / 1_000).\(milliseconds % 1_000 / 100) s"
        var text = Quoted.count(urls, "URL")
        text += " in \(time): \(allow) allow, \(block) block, \(route) route"
        if invalid > 0 { text += "; \(invalid) of the blocked are not URLs" }
        if malformed.count > 0 { text += "; \(malformed.count) malformed" }
        return text + "\n"
    }

    /// Whether a result occurred that the command line calls a failure.
    func has(_ condition: CheckFailure) -> Bool {
        switch condition {
        case .block: block > 0
        case .route: route > 0
        case .invalid: invalid > 0
        }
    }
}

/// A result for which `demarc check` exits with 1 if `--fail-on` names it.
enum CheckFailure: String, CaseIterable {
    case block, route, invalid
}
