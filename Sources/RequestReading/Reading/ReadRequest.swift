import PolicyModel

/// The request that all parts of an observation agree on: the subject of the engine's question.
///
/// Only ``read(_:_:_:)`` creates one, from a whole ``ObservedRequest``. Its texts are those of the observation, so
/// reading copies nothing. It is passed on and never copied, because each copy would retain three references.
struct ReadRequest: ~Copyable, Sendable {
    /// The subject of the request.
    enum Subject: Sendable {
        /// A URL, with the schemes that it may have.
        case url(SchemeReading)
        /// A tunnel to a port.
        case tunnel(port: UInt16)
    }

    let subject: Subject
    /// Host and port, in the grammar of ``AuthorityText``.
    let authority: [UInt8]
    /// The length of the host within the authority.
    let hostEnd: Int
    /// The text that contains path and query, and their positions in it; empty for a tunnel.
    let target: [UInt8]
    let pathStart: Int
    let pathEnd: Int
    /// Whether servers may read the path in different ways.
    let pathMayDiffer: Bool
    /// Whether servers may read the query in different ways.
    let queryMayDiffer: Bool
    /// What the request is for.
    let frame: Frame
    /// The acting account; nil if the request does not identify one.
    let account: AccountID?
}

/// The schemes under which a request is decided.
struct SchemeReading: Hashable, Sendable {
    /// The scheme, as far as it is known.
    let scheme: WebScheme
    /// Whether TLS is uncertain, so that both variants of the scheme are possible.
    let isUncertain: Bool
    /// Whether the scheme is a WebSocket scheme only because a field requests it, which the server may ignore.
    let mayStayRequest: Bool
}

extension ReadRequest {
    /// Reads an observation. Only here does it become a request or a fault.
    ///
    /// - Throws: The first fault, in the order method, target, authorities, scheme, account.
    /// - Complexity: O(*n*) in the bytes.
    static func read(
        _ observed: borrowing ObservedRequest,
        _ binding: RequestBinding,
        _ hosts: inout AuthorityComparison
    ) throws(RequestFault) -> ReadRequest {
        if let fault = observed.fault { throw fault }
        let method = try Method(observed.method.span)
        let field = try Upgrade(observed.upgrade)
        let extended = try Upgrade(observed.connectProtocol)
        if case .connect = method, case .none = extended {
            return try ReadRequest(tunnel: observed, binding, &hosts)
        }
        let upgrade = extended == .none ? field : extended
        return try ReadRequest(url: observed, method, upgrade, binding, &hosts)
    }

    private init(
        url observed: borrowing ObservedRequest,
        _ method: Method,
        _ upgrade: Upgrade,
        _ binding: RequestBinding,
        _ hosts: inout AuthorityComparison
    ) throws(RequestFault) {
        let target = try RequestTarget(observed.target.span)
        let scheme = try SchemeReading(observed, target, upgrade, method, binding)
        var agreement = AuthorityAgreement(scheme)
        if target.scheme != nil { try agreement.add(Array(observed.target[target.authority]), &hosts) }
        for seen in observed.authorities where seen.source != .sni { try agreement.add(seen.text, &hosts) }
        guard let authority = agreement.first else { throw .authorityMissing }
        if binding.comparesSNI {
            for seen in observed.authorities where seen.source == .sni { try agreement.add(name: seen.text, &hosts) }
            // Otherwise, a proxy that reports nothing about the handshake would disable the comparison. An address is
            // never a server name (RFC 6066, section 3), and without TLS there is no handshake.
            guard agreement.hasServerName || agreement.isAddress || !(scheme.scheme.isSecure || scheme.isUncertain)
            else { throw .fieldMissing }
        }
        let account = try Self.account(observed, binding)
        self.account = account
        self.authority = authority
        hostEnd = agreement.hostEnd
        subject = .url(scheme)
        self.target = observed.target
        pathStart = target.authority.upperBound
        pathEnd = target.pathEnd
        pathMayDiffer = target.pathMayDiffer
        queryMayDiffer = target.queryMayDiffer
        frame = Self.frame(observed.fetchDestination, binding)
    }

    /// Reads a request for a tunnel: CONNECT, or only the server name of a handshake.
    private init(
        tunnel observed: borrowing ObservedRequest,
        _ binding: RequestBinding,
        _ hosts: inout AuthorityComparison
    ) throws(RequestFault) {
        guard observed.target.count <= RequestTarget.byteLimit else { throw .targetTooLong }
        // The authority of a tunnel that names no port means that of HTTPS.
        var agreement = AuthorityAgreement(defaultPort: WebScheme.https.defaultPort)
        // The target is where the tunnel goes. If an adapter provides none, the first authority with a port is used.
        if !observed.target.isEmpty { try agreement.add(observed.target, &hosts) }
        for seen in observed.authorities where seen.source != .sni { try agreement.add(seen.text, &hosts) }
        let namesPort = agreement.namesPort || agreement.first == nil
        for seen in observed.authorities where seen.source == .sni { try agreement.add(name: seen.text, &hosts) }
        guard let authority = agreement.first else { throw .authorityMissing }
        guard namesPort else { throw .portMissing }
        let account = try Self.account(observed, binding)
        self.account = account
        self.authority = authority
        hostEnd = agreement.hostEnd
        subject = .tunnel(port: agreement.port ?? WebScheme.https.defaultPort)
        (target, pathStart, pathEnd) = ([], 0, 0)
        (pathMayDiffer, queryMayDiffer) = (false, false)
        frame = Self.frame(observed.fetchDestination, binding)
    }

    // MARK: Frame

    private static func frame(_ destination: [UInt8]?, _ binding: RequestBinding) -> Frame {
        guard case .secFetch = binding.frames, let destination, let known = FetchDestination(destination.span) else {
            return .top
        }
        return known.frame
    }

    // MARK: Account

    private static func account(
        _ observed: borrowing ObservedRequest,
        _ binding: RequestBinding
    ) throws(RequestFault) -> AccountID? {
        let claims = observed.accounts
        guard claims.count + (binding.fixedAccount == nil ? 0 : 1) <= 1 else { throw .accountRepeated }
        if let fixed = binding.fixedAccount {
            // “No user” would allow everything.
            guard !fixed.isNoUser else { throw .accountInvalid }
            return fixed
        }
        guard let claim = claims.first, !claim.isEmpty else { return nil }
        guard var text = try? UTF8Span(validating: claim.span) else { throw .accountInvalid }
        // What wrote the account may compare names as Unicode does, to which U+212A (the Kelvin sign) and `K` are the
        // same, and so are an accented letter in one character and in two. Only one of the spellings is read.
        guard text.checkForNFC(quickCheck: false) else { throw .accountInvalid }
        let account = String(copying: text)
        for scalar in account.unicodeScalars where scalar.isControlOrSpace { throw .accountInvalid }
        return AccountID(account)
    }
}

extension Unicode.Scalar {
    /// Whether it is a control or a space, of which there are more outside ASCII, such as U+0085, U+00A0 and U+3000.
    fileprivate var isControlOrSpace: Bool {
        guard !isASCII else { return value <= 0x20 || value == 0x7F }
        switch properties.generalCategory {
        case .control, .spaceSeparator, .lineSeparator, .paragraphSeparator: return true
        default: return false
        }
    }
}

/// Whether all authorities of a request name the same host and port.
private struct AuthorityAgreement {
    /// The first authority, with which all others agree.
    private(set) var first: [UInt8]?
    private(set) var hostEnd = 0
    /// The port that an authority names; nil if none does.
    private(set) var port: UInt16?
    private(set) var namesPort = false
    /// Whether the first authority is an address rather than a name.
    private(set) var isAddress = false
    /// Whether the server name of a handshake is among the authorities.
    private(set) var hasServerName = false
    /// The default port if none is written, and the default port under the scheme that the request may have instead.
    private let defaultPort: UInt16
    private let otherDefaultPort: UInt16

    init(_ scheme: SchemeReading) {
        defaultPort = scheme.scheme.defaultPort
        otherDefaultPort = scheme.isUncertain ? scheme.scheme.other.defaultPort : defaultPort
    }

    init(defaultPort: UInt16) { (self.defaultPort, otherDefaultPort) = (defaultPort, defaultPort) }

    /// Adds an authority, which may have a port.
    mutating func add(_ text: [UInt8], _ hosts: inout AuthorityComparison) throws(RequestFault) {
        let read = try AuthorityText(text.span)
        try hosts.requireReadable(text.span.extracting(..<read.hostEnd))
        namesPort = namesPort || read.port != nil
        guard let first else {
            (first, hostEnd, port, isAddress) = (text, read.hostEnd, read.port, read.isAddress)
            return
        }
        try requireSameHost(first, text.span.extracting(..<read.hostEnd), &hosts)
        guard (port ?? defaultPort) == (read.port ?? defaultPort),
            (port ?? otherDefaultPort) == (read.port ?? otherDefaultPort)
        else { throw .authoritiesDiffer }
        port = port ?? read.port
    }

    /// Adds a server name, which has no port.
    mutating func add(name: [UInt8], _ hosts: inout AuthorityComparison) throws(RequestFault) {
        let read = try AuthorityText(name.span)
        guard read.hostEnd == name.count else { throw .authorityInvalid }
        hasServerName = true
        guard let first else {
            (first, hostEnd) = (name, read.hostEnd)
            return
        }
        try requireSameHost(first, name.span, &hosts)
    }

    private func requireSameHost(
        _ first: [UInt8],
        _ host: Span<UInt8>,
        _ hosts: inout AuthorityComparison
    ) throws(RequestFault) {
        guard try hosts.areSame(first.span.extracting(..<hostEnd), host) else { throw .authoritiesDiffer }
    }
}
