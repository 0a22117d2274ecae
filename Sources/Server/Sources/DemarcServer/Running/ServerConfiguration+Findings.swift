import Answering

/// Settings with which a server starts, and then blocks every request or never learns whose it is.
extension ServerConfiguration {
    /// Inconsistencies in the configuration, and between it and its policy.
    ///
    /// - Parameter document: The policy's document.
    /// - Returns: A finding for each binding and listener whose requests, or whose requests over HTTPS, would all be
    ///   blocked, and for each source of accounts that never has one.
    func findings(against document: PolicyDocument) -> [Diagnostic] {
        bindings.flatMap { binding in
            [
                findingAboutView(of: binding, document), findingAboutAccount(of: binding, document.accounts),
                findingAboutSource(of: binding, document.accounts), findingAboutServerName(of: binding),
                findingAboutPeers(of: binding),
            ].compactMap(\.self)
        } + listeners.flatMap { findings(about: $0) }
    }

    // MARK: Names in the policy

    private func findingAboutView(of binding: ServerBinding, _ document: PolicyDocument) -> Diagnostic? {
        let name = binding.request.view
        let webViews = document.views.filter(\.isWebView).map(\.id)
        guard !webViews.contains(name) else { return nil }
        let isContainer = document.views.contains { $0.id == name }
        let problem =
            isContainer ? "the view `\(name)` is a container, which loads no URLs" : "the policy has no view `\(name)`"
        return Diagnostic(
            code: ServerFindingCode.unknownName.rawValue,
            message: "\(problem), so every request of `\(binding.name)` is blocked",
            places: [binding.viewPlace],
            help: webViews.isEmpty
                ? "add a view to the policy that loads URLs"
                : isContainer
                    ? "name a view that loads URLs: \(Self.list(webViews))" : Self.help(for: name, among: webViews)
        )
    }

    /// The account of every request, or of every request without one.
    private func findingAboutAccount(of binding: ServerBinding, _ accounts: AccountDirectory) -> Diagnostic? {
        let account: AccountID
        let requests: String
        if let fixed = binding.request.fixedAccount {
            (account, requests) = (fixed, "every request")
        } else if case .account(let absent) = binding.request.absentAccount, !accounts.isImplicit {
            (account, requests) = (absent, "every request without an account")
        } else {
            return nil
        }
        guard accounts[account] == nil else { return nil }
        return Diagnostic(
            code: ServerFindingCode.unknownName.rawValue,
            message: "the policy has no account `\(account)`, so \(requests) of `\(binding.name)` is blocked",
            places: [binding.accountPlace ?? binding.viewPlace],
            help: accounts.isImplicit
                ? "remove it: a policy without `accounts` has one account, which acts for every request"
                : Self.help(for: account.description, among: accounts.accounts.map(\.id.description))
        )
    }

    private static func help(for name: String, among names: [String]) -> String {
        NearMiss.suggestion(for: name, among: names).map { "did you mean `\($0)`?" } ?? "it has \(list(names))"
    }

    private static func list(_ names: [String]) -> String {
        names.prefix(10).map { "`\($0)`" }.joined(separator: ", ")
    }

    // MARK: Where requests come from

    /// The listeners whose requests can use a binding.
    func listeners(for binding: ServerBinding) -> [ServerListener] {
        listeners.filter { listener in
            // A listener for ICAP has one binding; other requests name theirs.
            (listener.binding ?? binding.name) == binding.name
                && listener.services.contains { $0.conventions.contains(binding.convention) }
        }
    }

    /// Peers that cannot be the clients of any listener.
    private func findingAboutPeers(of binding: ServerBinding) -> Diagnostic? {
        let addresses = listeners(for: binding).map(\.endpoint.address)
        let problem: String
        let help: String
        if binding.peers == PeerList() {
            problem = "`\(binding.name)` trusts no peer"
            help = "list those who may ask: `peers: [unix]`, or networks such as `127.0.0.0/8`"
        } else if addresses.isEmpty || addresses.contains(where: { Self.canConnect(binding.peers, to: $0) }) {
            return nil
        } else if addresses.contains(where: { if case .tcp = $0 { true } else { false } }) {
            problem = "none of the peers of `\(binding.name)` can connect to its listeners"
            help = "list the addresses of the proxies, such as `127.0.0.1` or `::1`, or listen on a `unix` socket"
        } else {
            problem = "`\(binding.name)` trusts networks only, and listens only on sockets in the file system"
            help = "write `peers: [unix]`, or listen at a `tcp` address"
        }
        return Diagnostic(
            code: ServerFindingCode.missingKey.rawValue,
            message: "\(problem), so every request of it is blocked",
            places: [binding.peersPlace ?? binding.viewPlace],
            help: help
        )
    }

    /// Whether a peer can be a client at an address.
    private static func canConnect(_ peers: PeerList, to address: Endpoint.Address) -> Bool {
        guard case .tcp(let host, _) = address, let listening = PeerList.Address(host) else {
            return peers.includesUnix
        }
        return peers.entries.contains { entry in
            guard case .network(let network, _) = entry else { return false }
            return listening.acceptsKind(of: network)
        }
    }

    /// A source of accounts that no listener has.
    private func findingAboutSource(of binding: ServerBinding, _ accounts: AccountDirectory) -> Diagnostic? {
        let isBlocked = binding.request.absentAccount == .block
        let missing: String
        var help = "add it, or name another source of accounts"
        switch binding.account {
        case .certificate:
            let hasCertificates = listeners.contains {
                $0.services.contains(.auth) && $0.endpoint.tls?.clientCA != nil
            }
            guard !reportsThroughEnvoy(binding), !hasCertificates else { return nil }
            missing = "no listener with `auth` has `tls` with `clientCA`"
        case .metadata:
            guard !reportsThroughEnvoy(binding) else { return nil }
            missing = "Envoy sends metadata over gRPC only, and no listener has `grpc`"
        case .none:
            // Otherwise, one account acts for every request, or the lock-down policy applies.
            guard isBlocked, binding.request.fixedAccount == nil else { return nil }
            missing = "nothing says which account acts"
            let source = binding.convention == .icap ? "icapUser: true" : "header: x-demarc-account"
            help = "add a source of accounts, such as `\(source)`, or write `absent: lockDown`"
        case .header, .icapUser: return nil
        }
        // The only account of such a policy acts, whatever a request says.
        guard !accounts.isImplicit else { return nil }
        return Diagnostic(
            code: ServerFindingCode.missingKey.rawValue,
            severity: isBlocked ? .error : .warning,
            message: "\(missing), so every request of `\(binding.name)` "
                + (isBlocked ? "is blocked" : "counts as one without an account"),
            places: [binding.accountPlace ?? binding.viewPlace],
            help: help
        )
    }

    /// Whether the requests of a binding can come with what only Envoy reports, and only over gRPC.
    private func reportsThroughEnvoy(_ binding: ServerBinding) -> Bool {
        binding.convention == .envoy && listeners.contains { $0.services.contains(.grpc) }
    }

    /// A comparison with a server name that is never reported.
    private func findingAboutServerName(of binding: ServerBinding) -> Diagnostic? {
        guard binding.request.comparesSNI, binding.request.scheme != .http, !reportsThroughEnvoy(binding) else {
            return nil
        }
        return Diagnostic(
            code: ServerFindingCode.unsupportedKey.rawValue,
            message: "only Envoy over gRPC reports the TLS server name, "
                + "so every HTTPS request of `\(binding.name)` is blocked",
            places: [binding.comparesSNIPlace ?? binding.viewPlace],
            help: binding.convention == .envoy
                ? "add a listener with `serves: [grpc]`, or remove `compareSNI`" : "remove `compareSNI`"
        )
    }

    private func findings(about listener: ServerListener) -> [Diagnostic] {
        func finding(_ service: ServerListener.Service) -> Diagnostic? {
            let conventions = service.conventions
            guard listener.services.contains(service),
                !bindings.contains(where: { conventions.contains($0.convention) })
            else { return nil }
            let names = conventions.map { "`\($0.rawValue)`" }.joined(separator: ", ")
            return Diagnostic(
                code: ServerFindingCode.missingKey.rawValue,
                message: "no binding has a convention of `\(service.rawValue)` (\(names)), "
                    + "so it blocks every request at `\(listener.endpoint.text)`",
                places: [listener.endpoint.place],
                help: "add such a binding, or remove `\(service.rawValue)` from `serves`"
            )
        }
        return [finding(.auth), finding(.grpc)].compactMap(\.self)
    }
}

/// Settings with which a server cannot start.
extension ServerConfiguration {
    /// Findings about each listener whose address includes that of another one: the system refuses the second of them.
    /// The reader of the configuration reports equal addresses.
    var findingsAboutPorts: [Diagnostic] {
        let endpoints = endpoints
        return endpoints.indices.flatMap { position in
            endpoints[..<position].compactMap { Self.finding(about: endpoints[position], besides: $0) }
        }
    }

    private static func finding(about endpoint: Endpoint, besides other: Endpoint) -> Diagnostic? {
        guard case .tcp(let host, let port) = endpoint.address, case .tcp(let otherHost, let otherPort) = other.address,
            // With port 0, the system chooses a free one.
            port == otherPort, port != 0, let address = PeerList.Address(host),
            let otherAddress = PeerList.Address(otherHost), address != otherAddress
        else { return nil }
        let (whole, part): (Endpoint, Endpoint)
        if address.includes(otherAddress) {
            (whole, part) = (endpoint, other)
        } else if otherAddress.includes(address) {
            (whole, part) = (other, endpoint)
        } else {
            return nil
        }
        return Diagnostic(
            code: ServerFindingCode.duplicateName.rawValue,
            message: "`\(whole.text)` includes `\(part.text)`, so only one of the two listeners can start",
            places: [endpoint.place, other.place],
            help: "combine them into one listener, or give each its own port"
        )
    }
}

extension PeerList.Address {
    /// Whether a listener at this address also listens at another one: `0.0.0.0` and `::` are every address.
    fileprivate func includes(_ other: PeerList.Address) -> Bool { isUnspecified && acceptsKind(of: other) }

    /// Whether clients of a listener at this address have addresses of the same kind as another one. `::` accepts IPv4
    /// as well.
    fileprivate func acceptsKind(of other: PeerList.Address) -> Bool {
        bytes.count == other.bytes.count || isUnspecified && bytes.count == 16
    }

    private var isUnspecified: Bool { bytes.allSatisfy { $0 == 0 } }
}

extension ServerListener.Service {
    /// The conventions of the bindings that requests to the service can name.
    var conventions: [RequestConvention] {
        switch self {
        case .auth: [.nginx, .forwarded, .envoy]
        case .grpc: [.envoy]
        case .icap: [.icap]
        case .json: []
        }
    }
}
