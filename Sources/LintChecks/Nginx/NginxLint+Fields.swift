import Diagnostics

/// Checks of the fields that Demarc is told: the client must choose neither its account nor what is asked.
extension NginxLint {
    /// The directives that check the password of `$remote_user`: nginx's own, and those of well-known modules.
    private static let passwordChecks = ["auth_basic", "auth_ldap", "auth_pam", "auth_gss"]
    /// The directives that check who sends a request, which `satisfy any` applies to.
    static let logins = passwordChecks + ["auth_jwt", "auth_oidc"]
    /// What the names of variables begin with that anybody who makes a certificate can choose. Not the fingerprint or
    /// the certificate itself, which stand for its key.
    private static let certificateNames = ["$ssl_client_s_dn", "$ssl_client_i_dn", "$ssl_client_serial"]
    /// The fields with the URL, the site and the method of a request: what a client could name in each, and the value.
    private static let questions = [
        ("X-Original-URL", "another URL than that of the request", "$scheme://$http_host$request_uri"),
        ("X-Demarc-Authority", "a site other than the one that nginx serves", "$host$authority_port"),
        ("X-Original-Method", "another method than that of the request", "$request_method"),
    ]

    // MARK: The account

    /// Looks at every directive that determines an account, in the scopes where it is in force.
    mutating func checkAccounts() {
        var reported: Set<[Int]> = []
        // Many scopes may ask through one location, whose fields are looked at once.
        var fields: [Int: [NginxDirective]] = [:]
        for location in calledLocations { fields[location] = sentFields("x-demarc-account", in: location) }
        for (number, decider) in deciders.enumerated() where configuration.scopes[number].server != nil {
            let accounts: [NginxDirective] =
                switch decider {
                case .nobody: []
                case .module: configuration.inForce("demarc_account", in: number).suffix(1)
                case .server(let location): fields[location] ?? []
                }
            for account in accounts where !reported.contains(account.name.start) {
                let text = decider == .module ? account.argument(0) : account.argument(1)
                if checkAccount(account, text, in: number) { reported.insert(account.name.start) }
            }
        }
    }

    /// Whether it adds a finding.
    private mutating func checkAccount(_ directive: NginxDirective, _ text: String, in number: Int) -> Bool {
        if let written = Self.clientVariables(in: text).first ?? capturedAccount(in: text, of: number) {
            add(
                .accountFromClient,
                "the client controls \(Self.shown(written)), so it chooses its own account",
                at: [directive.name],
                help: "take the account from a login that nginx has checked, such as `$ssl_client_s_dn`"
            )
            return true
        }
        guard answersRequests(number) else { return false }
        let written = Self.variables(in: text)
            .first { name in Self.certificateNames.contains { name.hasPrefix($0) } }
        if let written, acceptsAnyCertificate(number) {
            add(
                .accountFromClient,
                "with `ssl_verify_client optional_no_ca`, anybody can make the certificate for \(Self.shown(written))",
                at: [directive.name],
                help: "write `ssl_verify_client on;`, so that nginx checks who has signed the certificate"
            )
            return true
        }
        guard Self.variables(in: text).contains("$remote_user") else { return false }
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

    /// A capture with which a client chooses an account, even if from a list; nil if there is none. Demarc is told what
    /// the location that asks has captured.
    private func capturedAccount(in text: String, of number: Int) -> String? {
        var scope = number
        if case .server(let location) = deciders[number] { scope = location }
        return Self.variables(in: text).first { captures.group($0, in: scope) != nil }
    }

    /// Whether requests end in this scope: not those of an enclosing scope whose paths all belong to its locations.
    private func answersRequests(_ number: Int) -> Bool {
        let scope = configuration.scopes[number]
        guard isReachable(number), hasContent(number) || scope.kind == "limit_except" else { return false }
        return scope.kind != "server" || content(ofServer: number) != nil
    }

    /// Whether nginx accepts certificates that nobody known to it has signed, and no `if` around the scope, in it, or in
    /// the location that calls Demarc for it, looks at the result of the check.
    private func acceptsAnyCertificate(_ number: Int) -> Bool {
        if case .server(let location) = deciders[number], scopesThatVerify.contains(location) { return false }
        var next: Int? = number
        while let current = next, !scopesThatVerify.contains(current) { next = configuration.scopes[current].parent }
        return next == nil && configuration.isSet("ssl_verify_client", to: "optional_no_ca", in: number)
    }

    /// Whether an `auth_basic` or the like is in force. The location that asks does not count: nginx checks no access in
    /// subrequests.
    private func checksPassword(_ number: Int) -> Bool {
        Self.passwordChecks.contains { name in
            configuration.value(name, in: number).map { $0 != "off" } ?? false
        }
    }

    // MARK: The question

    /// Looks for a question about another request than the client's.
    mutating func checkQuestion(_ location: Int) {
        let fields = fields(location)
        guard let head = configuration.scopes[location].head else { return }
        let url = fields["x-original-url"]
        let authority = fields["x-demarc-authority"]
        let hasTarget = Self.variables(in: url?.argument(1) ?? "").contains("$request_uri")
        if !hasTarget {
            add(
                .askedAboutAnother,
                url == nil
                    ? "Demarc is not told which URL it is asked about, so it blocks everything"
                    : "Demarc is asked about a different path from the one that the client wrote",
                at: [url?.name ?? head.name],
                help: "write `proxy_set_header X-Original-URL $scheme://$http_host$request_uri;`"
            )
        }
        for (name, consequence, value) in Self.questions where name != "X-Original-URL" || hasTarget {
            for field in sentFields(name.lowercased(), in: location) {
                // `$http_host` is compared with the other authority.
                let text = field.argument(1)
                guard
                    let written = Self.clientVariables(in: text).first(where: { $0 != "$http_host" })
                        ?? capturedChoice(in: text, of: location)
                else { continue }
                add(
                    .askedAboutAnother,
                    "the client controls \(Self.shown(written)), so it can name \(consequence)",
                    at: [field.name],
                    help: "write `proxy_set_header \(name) \(value);`"
                )
            }
        }
        for pass in configuration.scopes[location].all("proxy_pass") {
            let told = [url, authority].flatMap { Self.variables(in: $0?.argument(1) ?? "") }
            guard let written = askedChoice(in: pass.argument(0), of: location, told: told) else { continue }
            add(
                .askedAboutAnother,
                "the client controls \(Self.shown(written)), so it chooses the server or the binding that is asked",
                at: [pass.name],
                help: "write the address of `demarc serve` and the name of the binding"
            )
        }
        let passesOn = !configuration.isSet("proxy_pass_request_headers", to: "off", in: location)
        checkMissingFields(fields, head, passesOn: passesOn)
    }

    /// Looks for fields that Demarc needs and that no directive sets.
    ///
    /// - Parameters:
    ///   - fields: The directives that set the fields which Demarc gets.
    ///   - head: The location that calls Demarc.
    ///   - passesOn: Whether nginx passes on fields that no directive sets, as the client wrote them.
    private mutating func checkMissingFields(
        _ fields: [String: NginxDirective],
        _ head: NginxDirective,
        passesOn: Bool
    ) {
        if passesOn, fields["x-demarc-account"] == nil {
            add(
                .accountFromClient,
                "nothing sets `X-Demarc-Account`, so clients can write it themselves",
                at: [head.name],
                help: "set it to the account of your login, or write `proxy_set_header X-Demarc-Account \"\";`"
            )
        }
        for (name, consequence, value) in Self.questions where name != "X-Original-URL" {
            let field = fields[name.lowercased()]
            guard field?.argument(1).isEmpty ?? true else { continue }
            add(
                .askedAboutAnother,
                field == nil && passesOn
                    ? "nothing sets `\(name)`, so clients can name \(consequence)"
                    : "Demarc is not told `\(name)`, so it blocks everything",
                at: [field?.name ?? head.name],
                help: "write `proxy_set_header \(name) \(value);`"
            )
        }
    }

    // MARK: Fields

    /// The directives that set the fields which a scope sends on, by name in lower case.
    func fields(_ scope: Int) -> [String: NginxDirective] {
        var fields: [String: NginxDirective] = [:]
        for field in configuration.inForce("proxy_set_header", in: scope) {
            let name = field.argument(0).lowercased()
            // One without a value undoes no other.
            if fields[name] == nil || !field.argument(1).isEmpty { fields[name] = field }
        }
        return fields
    }

    /// The directives with which a scope sends on a field, whose name is in lower case. nginx sends each with a value.
    func sentFields(_ name: String, in scope: Int, by directive: String = "proxy_set_header") -> [NginxDirective] {
        configuration.inForce(directive, in: scope)
            .filter { $0.argument(0).lowercased() == name && !$0.argument(1).isEmpty }
    }

    /// Whether a block is an `if` about whether nginx has verified the client's certificate.
    static func looksAtVerification(_ scope: NginxConfiguration.Scope) -> Bool {
        scope.kind == "if"
            && scope.head?.arguments.contains { variables(in: $0.text).contains("$ssl_client_verify") } ?? false
    }
}
