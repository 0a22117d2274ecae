public import PolicyModel
import RuleIndex
import URLStandard

extension Evaluator {
    /// Whether a tunnel may be opened to a host and port: a CONNECT request, or a TLS connection of which only the name
    /// of the server is visible.
    ///
    /// It is decided as a navigation to `https://host:port/`, and also to `http://host:port/` if the port is not 443,
    /// with an unknown path and query: a rule whose match depends on the path or query counts as matching *and* as not
    /// matching. <doc:Connections> has the table of rows.
    ///
    /// - Parameters:
    ///   - host: A domain, an IPv4 address or a bracketed IPv6 address, in UTF-8. Anything else blocks with
    ///     `url.invalid`.
    ///   - port: The port.
    ///   - view: The web view that makes the request.
    ///   - frame: ``Frame/resource`` for a tunnel that cannot be distinguished from a tunnel for a page's own
    ///     resources; everything else is decided as ``Frame/top``.
    ///   - isInspected: Whether each request in the tunnel is decided separately later. If so, a tunnel is blocked only
    ///     if everything in it would be blocked.
    ///   - identity: The acting account, which takes precedence over the identity levels; nil uses the levels.
    /// - Returns: The decision. What cannot be decided is blocked, with the reason.
    /// - Complexity: That of a navigation, plus O(*n*) in the number of rule values that name a whole URL.
    public mutating func connection(
        to host: Span<UInt8>,
        port: UInt16,
        in view: ViewID,
        frame: Frame = .top,
        isInspected: Bool = false,
        identity: AccountID? = nil
    ) -> Decision {
        connection(to: host, port: port, in: view, frame: frame, isInspected: isInspected, by: .account(identity))
    }

    /// Whether a tunnel may be opened on behalf of `asker`; see ``connection(to:port:in:frame:isInspected:identity:)``.
    package mutating func connection(
        to host: Span<UInt8>,
        port: UInt16,
        in view: ViewID,
        frame: Frame,
        isInspected: Bool,
        by asker: Asker
    ) -> Decision {
        begin()
        context.begin(in: view, frame == .resource ? .resource : .top, nil, isSameDocument: true)
        let outcome = unretainedState.with {
            $0.decideConnection(to: host, port: port, isInspected: isInspected, by: asker, &context)
        }
        return Decision(
            outcome,
            urlClass: context.rules.urlClass,
            reasons: context.reasons.copy,
            serial: serials.current
        )
    }
}

/// The rows of the table of connections; the first row that applies decides, and notes its reasons.
extension EngineState {
    func decideConnection(
        to host: Span<UInt8>,
        port: UInt16,
        isInspected: Bool,
        by asker: Asker,
        _ context: inout DecisionContext
    ) -> Outcome {
        if let outcome = readTunnel(to: host, port: port, &context) { return outcome }  // Row 1.
        guard let view = views[context.viewID] else { return context.block(.viewUnknown) }
        guard view.isWebView else { return context.block(.viewNotAWebView) }
        context.policyDeclaration = view.policyDeclaration
        context.identity = actingIdentity(in: view, by: asker)
        if case .unknown = context.identity { return context.block(.identityUnknown) }
        context.noteLockDown(context.identity)
        guard case .managed(let identity) = context.identity else {  // Row 2.
            context.note(.identityUnmanaged)
            return .tunnel
        }
        context.policy = identity.policy
        let classes = askRules(of: view, port: port, &context)
        if classes == .only(.blocked) { return blockedByRules(&context) }  // Row 3.
        if isInspected {  // Row 4.
            context.note(.connectionInspected)
            return .tunnel
        }
        let isResource = context.frame == .resource
        // A resource is blocked or not, and never external.
        if classes.isMixed, !isResource || classes.contains(.blocked) { return undecided(&context) }  // Row 5.
        if isResource {  // Row 6.
            context.note(.navigationSubresource)
            return .tunnel
        }
        return decideTop(classes, as: identity, in: view, &context)
    }

    /// Row 1: writes and reads the URL that represents the whole tunnel.
    private func readTunnel(to host: Span<UInt8>, port: UInt16, _ context: inout DecisionContext) -> Outcome? {
        context.tunnel.removeAll(keepingCapacity: true)
        guard host.isWholeHost else {
            context.subject.url.removeAll()
            context.parsingError = .hostInvalidCodePoint
            return context.block(.urlInvalid)
        }
        context.tunnel.append(contentsOf: "https://".utf8)
        for offset in host.indices { context.tunnel.append(host[offset]) }
        context.tunnel.append(UInt8(ascii: ":"))
        // PERF: a text of up to 15 bytes is not allocated.
        context.tunnel += String(port).utf8
        context.tunnel.append(UInt8(ascii: "/"))
        // Without the swap, the context would be read and written at once.
        var url: [UInt8] = []
        swap(&url, &context.tunnel)
        defer { swap(&url, &context.tunnel) }
        return readURL(url.span, &context)
    }

    // MARK: Rows 5 to 9

    private func undecided(_ context: inout DecisionContext) -> Outcome {
        context.note(.connectionUndecided)
        return .block
    }

    private func decideTop(
        _ classes: PossibleClasses,
        as identity: ManagedIdentity,
        in view: ResolvedView,
        _ context: inout DecisionContext
    ) -> Outcome {
        let isExternal: Bool?
        if view.delegate != ResolvedView.none {
            // A delegate answers for single URLs, and would have to be called for every URL in the tunnel.
            context.note(.delegateNoAnswer)
            isExternal = nil
        } else if let reason = context.rules.reason {
            context.note(reason)
            isExternal = classes.only.map { $0 != .internal }
        } else {
            context.note(.navigationUnclassified)
            isExternal = false
        }
        switch isExternal {
        case nil:  // Row 7.
            context.note(.navigationNoAnswer)
            return requiresBrowser(identity.policy) ? routeToBrowser(as: identity, &context) : .block
        case true?:  // Row 8.
            guard requiresBrowser(identity.policy) else {
                context.note(.browserNotRequired)
                return .tunnel
            }
            return routeToBrowser(as: identity, &context)
        case false?: return .tunnel  // Row 9.
        }
    }
}

extension Outcome {
    /// The tunnel may be opened. It is not a page, so the outcome has no page classification.
    fileprivate static var tunnel: Outcome { Outcome(.allow, to: .view) }
}

extension Span<UInt8> {
    /// Whether every URL reader reads the bytes as exactly one host.
    fileprivate var isWholeHost: Bool {
        guard !isEmpty, count <= 1024 else { return false }
        let isBracketed = self[0] == UInt8(ascii: "[") && self[count - 1] == UInt8(ascii: "]")
        for offset in indices {
            switch self[offset] {
            case 0...0x20, 0x7F: return false
            case UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "@"),
                UInt8(ascii: "%"):
                return false
            case UInt8(ascii: ":"): guard isBracketed else { return false }
            default: continue
            }
        }
        return true
    }
}
