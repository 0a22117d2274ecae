import Diagnostics

/// Checks of the account that Demarc is told: the client must not choose it.
extension NginxLint {
    /// Variables that the client controls, so that it can choose their values freely.
    private static let clientVariables = ["$http_", "$arg_", "$cookie_", "$args", "$query_string"]
    /// The directives that check the password of `$remote_user`: nginx's own, and those of well-known modules.
    private static let passwordChecks = ["auth_basic", "auth_ldap", "auth_pam", "auth_gss"]

    /// Looks at every directive that determines an account, in the scopes where it is in force.
    mutating func checkAccounts() {
        var reported: Set<[Int]> = []
        // Many scopes may ask through one location, whose fields are looked at once.
        var fields: [Int: NginxDirective] = [:]
        for case .server(let location) in deciders where fields[location] == nil {
            fields[location] = configuration.inForce("proxy_set_header", in: location)
                .last { $0.argument(0).lowercased() == "x-demarc-account" }
        }
        for (number, decider) in deciders.enumerated() where configuration.scopes[number].server != nil {
            let account: NginxDirective? =
                switch decider {
                case .nobody: nil
                case .module: configuration.inForce("demarc_account", in: number).last
                case .server(let location): fields[location]
                }
            guard let account, !reported.contains([account.name.file, account.name.bytes.lowerBound]) else { continue }
            let text = decider == .module ? account.argument(0) : account.argument(1)
            if checkAccount(account, text, in: number) {
                reported.insert([account.name.file, account.name.bytes.lowerBound])
            }
        }
    }

    /// Whether it adds a finding.
    private mutating func checkAccount(_ directive: NginxDirective, _ text: String, in number: Int) -> Bool {
        let variables = Self.variables(in: text)
        if let written = variables.first(where: { name in Self.clientVariables.contains { name.hasPrefix($0) } }) {
            add(
                .accountFromClient,
                "the client controls \(Self.shown(written)), so it chooses its own account",
                at: [directive.name],
                help: "take the account from a login that nginx has checked, such as `$ssl_client_s_dn`"
            )
            return true
        }
        guard variables.contains("$remote_user"), answersRequests(number) else { return false }
        if configuration.isSet("satisfy", to: "any", in: number) {
            add(
                .accountFromClient,
                "with `satisfy any`, the password of `$remote_user` may be unchecked",
                at: [directive.name],
                help: "write `satisfy all`, or take the account from another login"
            )
            return true
        }
        guard !checksPassword(number), let head = configuration.scopes[number].head else { return false }
        add(
            .accountFromClient,
            "nothing checks the password of `$remote_user`, so the client chooses its own account",
            at: [directive.name, head.name],
            help: "write `auth_basic` where Demarc decides, or take the account from another login"
        )
        return true
    }

    /// Whether requests end in this scope: not those of an enclosing scope whose paths all belong to its locations.
    private func answersRequests(_ number: Int) -> Bool {
        let scope = configuration.scopes[number]
        guard isReachable(number), hasContent(number) || scope.kind == "limit_except" else { return false }
        return scope.kind != "server" || content(ofServer: number) != nil
    }

    /// Whether an `auth_basic` or the like is in force. The location that asks does not count: nginx checks no access in
    /// subrequests.
    private func checksPassword(_ number: Int) -> Bool {
        Self.passwordChecks.contains { name in
            configuration.value(name, in: number).map { $0 != "off" } ?? false
        }
    }
}
