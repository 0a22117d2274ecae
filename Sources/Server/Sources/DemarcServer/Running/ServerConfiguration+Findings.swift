import Answering

/// Settings with which a server starts, and then blocks every request or never learns whose it is.
extension ServerConfiguration {
    /// Inconsistencies in the configuration, and between it and its policy.
    ///
    /// - Parameter document: The policy's document.
    /// - Returns: A finding for each binding and listener whose requests would all be blocked, and for each source of
    ///   accounts that never has one.
    func findings(against document: PolicyDocument) -> [Diagnostic] {
        bindings.flatMap { binding in
            [
                findingAboutView(of: binding, document), findingAboutAccount(of: binding, document.accounts),
                findingAboutSource(of: binding, document.accounts), Self.findingAboutPeers(of: binding),
            ].compactMap(\.self)
        } + listeners.flatMap { findings(about: $0) }
    }

    // MARK: Names in the policy

    private func findingAboutView(of binding: ServerBinding, _ document: PolicyDocument) -> Diagnostic? {
        let views = document.views.map(\.id)
        guard !views.contains(binding.request.view) else { return nil }
        return Diagnostic(
            code: "unknown-name",
            message: "the policy has no view `\(binding.request.view)`, "
                + "so every request of `\(binding.name)` is blocked",
            places: [binding.viewPlace],
            help: Self.help(for: binding.request.view, among: views)
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
            code: "unknown-name",
            message: "the policy has no account `\(account)`, so \(requests) of `\(binding.name)` is blocked",
            places: [binding.accountPlace ?? binding.viewPlace],
            help: accounts.isImplicit
                ? "remove it: a policy without `accounts` has one account, which acts for every request"
                : Self.help(for: account.description, among: accounts.accounts.map(\.id.description))
        )
    }

    private static func help(for name: String, among names: [String]) -> String {
        NearMiss.suggestion(for: name, among: names).map { "did you mean `\($0)`?" }
            ?? "it has \(names.prefix(10).map { "`\($0)`" }.joined(separator: ", "))"
    }

    // MARK: Where requests come from

    private static func findingAboutPeers(of binding: ServerBinding) -> Diagnostic? {
        guard binding.peers == PeerList() else { return nil }
        return Diagnostic(
            code: "missing-key",
            message: "`\(binding.name)` trusts no peer, so every request of it is blocked",
            places: [binding.viewPlace],
            help: "list those who may ask: `peers: [unix]`, or networks such as `127.0.0.0/8`"
        )
    }

    /// A source of accounts that no listener has.
    private func findingAboutSource(of binding: ServerBinding, _ accounts: AccountDirectory) -> Diagnostic? {
        let reportsThroughEnvoy = binding.convention == .envoy && listeners.contains { $0.services.contains(.grpc) }
        let missing: String
        switch binding.account {
        case .certificate:
            let hasCertificates = listeners.contains {
                $0.services.contains(.auth) && $0.endpoint.tls?.clientCA != nil
            }
            guard !reportsThroughEnvoy, !hasCertificates else { return nil }
            missing = "no listener with `auth` has `tls` with `clientCA`"
        case .metadata:
            guard !reportsThroughEnvoy else { return nil }
            missing = "Envoy sends metadata over gRPC only, and no listener has `grpc`"
        case .none, .header, .icapUser: return nil
        }
        // The only account of such a policy acts, whatever a request says.
        guard !accounts.isImplicit else { return nil }
        let isBlocked = binding.request.absentAccount == .block
        return Diagnostic(
            code: "missing-key",
            severity: isBlocked ? .error : .warning,
            message: "\(missing), so every request of `\(binding.name)` "
                + (isBlocked ? "is blocked" : "counts as one without an account"),
            places: [binding.accountPlace ?? binding.viewPlace],
            help: "add it, or name another source of accounts"
        )
    }

    private func findings(about listener: ServerListener) -> [Diagnostic] {
        func finding(_ service: ServerListener.Service, _ conventions: [RequestConvention]) -> Diagnostic? {
            guard listener.services.contains(service),
                !bindings.contains(where: { conventions.contains($0.convention) })
            else { return nil }
            let names = conventions.map { "`\($0.rawValue)`" }.joined(separator: ", ")
            return Diagnostic(
                code: "missing-key",
                message: "no binding has a convention of `\(service.rawValue)` (\(names)), "
                    + "so it blocks every request at `\(listener.endpoint.text)`",
                places: [listener.endpoint.place],
                help: "add such a binding, or remove `\(service.rawValue)` from `serves`"
            )
        }
        return [finding(.auth, [.nginx, .forwarded, .envoy]), finding(.grpc, [.envoy])].compactMap(\.self)
    }
}

extension AccountDirectory {
    /// Whether these are the accounts of a document without `accounts`: one that acts for every request.
    fileprivate var isImplicit: Bool { accounts.map(\.id) == [PolicyDocument.implicitAccount] }
}
