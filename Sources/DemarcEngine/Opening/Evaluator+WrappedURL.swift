import ByteText
public import PolicyModel
import RuleIndex
import URLStandard

/// The form in which managed apps hand URLs to each other: the twin of the scheme, `://`, the whole URL percent-encoded,
/// and behind a `?` what the sender says of itself.
extension Evaluator {
    /// Writes the wrapped form of what the host must open, for a decision this evaluator made last.
    ///
    /// It claims the account that acts, whether device management has the device, and that an app protection policy is in
    /// force. Nobody can rely on a claim, so nothing else is said of the policy.
    ///
    /// - Parameters:
    ///   - decision: The last decision.
    ///   - output: The bytes are appended to it.
    /// - Returns: False, with nothing written, where nothing is opened in a managed app or the managed browser, and where
    ///   the URL has the scheme of a wrapped one already.
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
        PercentEscape.append(original.span, to: &output)
        appendClaims(to: &output)
        return true
    }

    /// The wrapped form of what the host must open, for a decision this evaluator made last; nil where there is none.
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
            PercentEscape.append((account.userPrincipalName ?? account.id).description.utf8.span, to: &output)
            output += "&com.microsoft.intune.mam.identity.oid=".utf8
            PercentEscape.append(account.id.description.utf8.span, to: &output)
        }
        output += "&com.microsoft.intune.mam.policy=1".utf8
    }

    /// Whether a URL that another managed app handed over, wrapped, may be opened here.
    ///
    /// It is unwrapped once, and the URL inside is decided on as ``open(_:isKnownManagedAppScheme:identity:in:)`` would, with
    /// this app known to handle its scheme; afterwards ``url`` is that URL. <doc:Opening> says what is blocked.
    ///
    /// - Parameters:
    ///   - input: The URL as it came in; at most 64 KiB.
    ///   - sender: The app that sent it, as the host knows, never as the URL claims; nil where nobody knows.
    ///   - identity: Who acts, before any identity level; nil asks the levels.
    ///   - window: The window that the request comes from, where the identity of the user interface is asked; nil for
    ///     none.
    /// - Returns: The decision.
    /// - Complexity: O(*n*) in the bytes of the input; allocates only for what the URL claims.
    public mutating func openIncoming(
        _ input: Span<UInt8>,
        from sender: AppID?,
        identity: AccountID? = nil,
        in window: WindowID? = nil
    ) -> Decision {
        decide(in: window) { $0.decideIncoming(input, from: sender, actingAs: identity, &$1) }
    }
}
