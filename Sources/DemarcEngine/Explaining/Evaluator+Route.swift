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
    /// - Throws: ``StaleDecision`` for any other decision.
    /// - Complexity: O(*n*) in the bytes of the URL; allocates nothing where `output` has room, unless what is opened is
    ///   the URL in its wrapped form.
    public borrowing func appendRoute(
        of decision: Decision,
        to output: inout [UInt8]
    ) throws(StaleDecision) -> Bool {
        try requireLast(decision)
        guard decision.verdict == .route, let policy = context.policy else { return false }
        switch decision.opens {
        case .managedBrowser:
            guard let isSecure = context.subject.url.carriesSecureScheme else { return false }
            output += state.policy.managedBrowser.scheme(isSecure: isSecure)
        case .customBrowser:
            guard let isSecure = context.subject.url.carriesSecureScheme else { return false }
            output += state.policy.requiredBrowsers[Int(policy)].scheme(isSecure: isSecure)
        case .dialer: output += state.policy.openingSettings[Int(policy)].dialerScheme
        case .messaging: output += state.policy.openingSettings[Int(policy)].messagingScheme
        case .mail:
            ComposeRoute.append(of: context.subject.url, to: &output)
            return true
        case .twin: return try appendWrappedRoute(of: decision, to: &output)
        case .nothing, .asked, .askedOrTwin, .dialerTwin: return false
        }
        context.subject.url.appendBehindScheme(to: &output)
        return true
    }

    /// What the host must open instead of the URL, for a decision this evaluator made last; nil where there is nothing.
    ///
    /// - Throws: ``StaleDecision`` for any other decision.
    public borrowing func route(of decision: Decision) throws(StaleDecision) -> String? {
        var bytes: [UInt8] = []
        return try appendRoute(of: decision, to: &bytes) ? String(decoding: bytes, as: UTF8.self) : nil
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

    /// Writes everything from the `:` behind the scheme on.
    func appendBehindScheme(to output: inout [UInt8]) {
        let href = self.href
        for offset in scheme.count..<href.count { output.append(href[offset]) }
    }
}
