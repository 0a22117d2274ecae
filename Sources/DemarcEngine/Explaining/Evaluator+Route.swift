import ByteText
import PolicyModel
import RuleIndex
import URLStandard

extension Evaluator {
    /// Appends what the host must open instead of the URL, for this evaluator's last decision.
    ///
    /// - Parameters:
    ///   - decision: The last decision.
    ///   - output: The bytes are appended to it.
    /// - Returns: False, with nothing written, if the decision has no route that could be opened.
    /// - Throws: ``StaleDecision`` for any other decision.
    /// - Complexity: O(*n*) in the bytes of the URL; allocates nothing if `output` has room, unless what is opened is
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
        case .twin, .dialerTwin, .mailTwin: return try appendWrappedRoute(of: decision, to: &output)
        case .nothing, .asked, .askedOrTwin: return false
        }
        context.subject.url.appendBehindScheme(to: &output)
        return true
    }

    /// What the host must open instead of the URL, for this evaluator's last decision; nil if there is nothing to open.
    ///
    /// - Throws: ``StaleDecision`` for any other decision.
    public borrowing func route(of decision: Decision) throws(StaleDecision) -> String? {
        var bytes: [UInt8] = []
        return try appendRoute(of: decision, to: &bytes) ? String(decoding: bytes, as: UTF8.self) : nil
    }
}

extension URLRecord {
    /// Whether a browser would fetch the URL over TLS; nil for a scheme that is not handed to browsers.
    var carriesSecureScheme: Bool? {
        switch specialScheme {
        case .http, .ws: false
        case .https, .wss: true
        case .ftp, .file, nil: nil
        }
    }

    /// Appends everything from the `:` after the scheme on.
    func appendBehindScheme(to output: inout [UInt8]) {
        let href = self.href
        for offset in scheme.count..<href.count { output.append(href[offset]) }
    }
}

/// The form in which managed apps pass URLs to each other: the twin of the scheme, `://`, the whole URL
/// percent-encoded, and, after a `?`, claims of the sender about itself.
extension Evaluator {
    /// Appends the wrapped form of what the host must open, for this evaluator's last decision.
    ///
    /// It claims the acting account, whether the device is enrolled in device management, and that an app protection
    /// policy is in force. A claim proves nothing, so it contains nothing else about the policy.
    ///
    /// - Parameters:
    ///   - decision: The last decision.
    ///   - output: The bytes are appended to it.
    /// - Returns: False, with nothing written, if nothing is opened in a managed app or the managed browser, or if the
    ///   URL already has the scheme of a wrapped URL.
    /// - Throws: ``StaleDecision`` for any other decision.
    /// - Complexity: O(*n*) in the bytes of the URL; allocates.
    public borrowing func appendWrappedRoute(
        of decision: Decision,
        to output: inout [UInt8]
    ) throws(StaleDecision) -> Bool {
        try requireLast(decision)
        guard decision.destination == .managedApp || decision.destination == .managedBrowser else { return false }
        var original: [UInt8] = []
        switch decision.opens {
        case .nothing, .customBrowser: return false
        case .asked, .twin, .askedOrTwin, .dialerTwin: original = context.subject.url.href.array
        case .mailTwin: ComposeRoute.append(of: context.subject.url, to: &original)
        case .dialer, .messaging, .mail, .managedBrowser:
            guard try appendRoute(of: decision, to: &original) else { return false }
        }
        guard let colon = original.firstIndex(of: UInt8(ascii: ":")),
            !original.span.extracting(..<colon).isTwinScheme
        else { return false }
        let scheme = original.span.extracting(..<colon)
        output += scheme.isEqual(to: "telprompt".utf8.span) ? Array("tel".utf8) : scheme.array
        output += TwinScheme.suffix.utf8
        output += "://".utf8
        Hexadecimal.appendEscaped(original.span, to: &output)
        appendClaims(to: &output)
        return true
    }

    /// The wrapped form of what the host must open, for this evaluator's last decision; nil if there is none.
    ///
    /// - Throws: ``StaleDecision`` for any other decision.
    public borrowing func wrappedRoute(of decision: Decision) throws(StaleDecision) -> String? {
        var bytes: [UInt8] = []
        return try appendWrappedRoute(of: decision, to: &bytes) ? String(decoding: bytes, as: UTF8.self) : nil
    }

    private borrowing func appendClaims(to output: inout [UInt8]) {
        output += "?com.microsoft.intune.mam.appmdmmgtstate=\(state.isDeviceEnrolled ? 1 : 0)".utf8
        guard case .managed(let identity) = context.identity else { return }
        output += "&com.microsoft.intune.mam.policysource=MAM".utf8
        let accounts = state.policy.document.accounts.accounts
        if Int(identity.account) < accounts.count {
            let account = accounts[Int(identity.account)]
            output += "&com.microsoft.intune.mam.identity=".utf8
            Hexadecimal.appendEscaped((account.userPrincipalName ?? account.id).description.utf8.span, to: &output)
            output += "&com.microsoft.intune.mam.identity.oid=".utf8
            Hexadecimal.appendEscaped(account.id.description.utf8.span, to: &output)
        }
        output += "&com.microsoft.intune.mam.policy=1".utf8
    }
}
