import PolicyModel
import RuleIndex
import URLStandard

extension Evaluator {
    /// Writes what the host must open instead of the URL, for a decision this evaluator made last.
    ///
    /// - Parameters:
    ///   - decision: The last decision.
    ///   - output: The bytes are appended to it.
    /// - Returns: False, with nothing written, where the decision has no route that could be opened.
    /// - Complexity: O(*n*) in the bytes of the URL; allocates nothing where `output` has room.
    public borrowing func appendRoute(of decision: Decision, to output: inout [UInt8]) -> Bool {
        guard decision.verdict == .route, let policy = context.policy, context.subject.url.carriesSecureScheme != nil,
            decision.destination == .managedBrowser || decision.destination == .unmanagedBrowser
        else { return false }
        let browser = state.policy.requiredBrowsers[Int(policy)]
        output += context.subject.url.carriesSecureScheme == true ? browser.httpsScheme : browser.httpScheme
        let href = context.subject.url.href
        for offset in context.subject.url.scheme.count..<href.count { output.append(href[offset]) }
        return true
    }

    /// What the host must open instead of the URL, for a decision this evaluator made last; nil where there is nothing.
    public borrowing func route(of decision: Decision) -> String? {
        var bytes: [UInt8] = []
        return appendRoute(of: decision, to: &bytes) ? String(decoding: bytes, as: UTF8.self) : nil
    }
}

extension URLRecord {
    /// Whether a browser would fetch the URL over TLS; nil for a scheme that browsers are not handed.
    fileprivate var carriesSecureScheme: Bool? {
        switch specialScheme {
        case .http, .ws: false
        case .https, .wss: true
        case .ftp, .file, nil: nil
        }
    }
}
