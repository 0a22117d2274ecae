import Diagnostics

/// Checks of the fields that Demarc is told: the client must choose neither its account nor what is asked.
extension NginxLint {
    /// What the names of variables begin with that the client controls, so that it can choose their values freely.
    private static let clientPrefixes = ["$http_", "$arg_", "$cookie_", "$args", "$query_string"]
    /// The directives that check the password of `$remote_user`: nginx's own, and those of well-known modules.
    private static let passwordChecks = ["auth_basic", "auth_ldap", "auth_pam", "auth_gss"]
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
        if let written = Self.clientVariables(in: text).first {
            add(
                .accountFromClient,
                "the client controls \(Self.shown(written)), so it chooses its own account",
                at: [directive.name],
                help: "take the account from a login that nginx has checked, such as `$ssl_client_s_dn`"
            )
            return true
        }
        guard Self.variables(in: text).contains("$remote_user"), answersRequests(number) else { return false }
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

    // MARK: The question

    /// Looks for a question about another request than the client's.
    mutating func checkQuestion(_ location: Int) {
        let fields = fields(location)
        guard let head = configuration.scopes[location].head else { return }
        let url = fields["x-original-url"]
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
            // `$http_host` is compared with the other authority.
            guard let field = fields[name.lowercased()],
                let written = Self.clientVariables(in: field.argument(1)).first(where: { $0 != "$http_host" })
            else { continue }
            add(
                .askedAboutAnother,
                "the client controls \(Self.shown(written)), so it can name \(consequence)",
                at: [field.name],
                help: "write `proxy_set_header \(name) \(value);`"
            )
        }
        if !configuration.isSet("proxy_pass_request_headers", to: "off", in: location) {
            checkClientFields(fields, head)
        }
    }

    /// Looks for fields that nginx passes on as the client wrote them, because no directive sets them.
    private mutating func checkClientFields(_ fields: [String: NginxDirective], _ head: NginxDirective) {
        if fields["x-demarc-account"] == nil {
            add(
                .accountFromClient,
                "nothing sets `X-Demarc-Account`, so clients can write it themselves",
                at: [head.name],
                help: "set it to the account of your login, or write `proxy_set_header X-Demarc-Account \"\";`"
            )
        }
        for (name, consequence, value) in Self.questions
        where name != "X-Original-URL" && fields[name.lowercased()] == nil {
            add(
                .askedAboutAnother,
                "nothing sets `\(name)`, so clients can name \(consequence)",
                at: [head.name],
                help: "write `proxy_set_header \(name) \(value);`"
            )
        }
    }

    // MARK: What sites get

    /// For each location that calls Demarc, the scopes that pass on to a site what Demarc has allowed.
    func sitesOfAskingLocations() -> [Int: [Int]] {
        var found: [Int: [Int]] = [:]
        for (number, decider) in deciders.enumerated() {
            guard case .server(let location) = decider, configuration.scopes[number].has("proxy_pass"),
                !isAsking(number)
            else { continue }
            found[location, default: []].append(number)
        }
        return found
    }

    /// Looks for an authority that a site gets and Demarc is not told.
    ///
    /// A client can write two: the field `Host`, which is `$http_host`, and the host of its target, which is `$host` if
    /// there is one. Demarc blocks a request whose authorities differ, if it is told both.
    mutating func checkAuthority(_ location: Int, of sites: [Int]) {
        let fields = fields(location)
        guard let url = fields["x-original-url"]?.argument(1), let head = configuration.scopes[location].head,
            let authority = fields["x-demarc-authority"]?.argument(1)
        else { return }
        let host = url.firstRange(of: "://").map { String(url[$0.upperBound...]) } ?? url
        let names = Set([host, authority].map { $0.hasPrefix("$") ? Self.variables(in: $0).first ?? "" : "" })
        // Any other variable may stand for either.
        guard names.isSubset(of: ["", "$host", "$http_host", "$server_name"]) else { return }
        let told = Set(Self.variables(in: url) + Self.variables(in: authority))
        let hidden = told.contains("$http_host") ? "$host" : "$http_host"
        // Beside a fixed name, Demarc allows no other `Host`, and nginx selects the server by `$host`.
        guard hidden == "$http_host" || names == ["$http_host"] && !told.contains("$host") else { return }
        for site in sites {
            // Without a field of its own, `Host` is taken from the address.
            let passed = configuration.scopes[site].all("proxy_pass") + (self.fields(site)["host"].map { [$0] } ?? [])
            let found = passed.first { Self.variables(in: $0.arguments.last?.text ?? "").contains(hidden) }
            guard let found else { continue }
            let name = Self.shown(hidden)
            add(
                .askedAboutAnother,
                "the site gets \(name), which Demarc is not told, so clients can name another site there",
                at: [found.name, head.name],
                help: "write `$http_host` in `X-Original-URL`, and `$host$authority_port` in `X-Demarc-Authority`"
            )
            return
        }
    }

    /// Looks for an upgrade that the site is asked for and Demarc is not. nginx itself does not pass the field on.
    mutating func checkUpgrade(_ location: Int, passedOnTo sites: [Int]) {
        guard fields(location)["upgrade"]?.argument(1).isEmpty ?? true else { return }
        let upgrades = sites.compactMap { site in
            configuration.inForce("proxy_set_header", in: site)
                .last { $0.argument(0).lowercased() == "upgrade" && !$0.argument(1).isEmpty }
        }
        guard let upgrade = upgrades.first else { return }
        let scope = configuration.scopes[location]
        add(
            .askedAboutAnother,
            "the site is asked for another protocol, such as a WebSocket, but Demarc for an ordinary request",
            at: [upgrade.name] + (scope.head.map { [$0.name] } ?? []),
            help: "write `proxy_set_header Upgrade $http_upgrade;` in \(Self.shown(scope.pattern))"
        )
    }

    // MARK: Fields

    /// The directives that set the fields which a scope sends on, by name in lower case.
    func fields(_ scope: Int) -> [String: NginxDirective] {
        var fields: [String: NginxDirective] = [:]
        for field in configuration.inForce("proxy_set_header", in: scope) {
            fields[field.argument(0).lowercased()] = field
        }
        return fields
    }

    /// The variables in a text that the client controls.
    private static func clientVariables(in text: String) -> [String] {
        variables(in: text).filter { name in clientPrefixes.contains { name.hasPrefix($0) } }
    }

    /// The variables in a text, with `${name}` as `$name`.
    static func variables(in text: String) -> [String] {
        text.split(separator: "$", omittingEmptySubsequences: false).dropFirst()
            .map { part in
                let name = part.drop { $0 == "{" }.prefix { $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) }
                return "$" + name
            }
    }
}
