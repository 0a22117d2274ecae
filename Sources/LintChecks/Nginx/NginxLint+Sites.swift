import Diagnostics

/// Checks of what a site gets that Demarc decides about, and of the servers that nginx selects for a request.
extension NginxLint {
    /// The variables with a name that clients write.
    static let authorities: Set = ["$http_host", "$host", "$ssl_server_name"]
    /// What the configuration determines: a name that it contains, which has no variable, or that of the server.
    private static let fixedNames: Set = ["", "$server_name"]

    // MARK: What sites get

    /// Who decides about what each scope passes on: its own decider, or that of the scope which hands requests on to it.
    ///
    /// Access is checked before nginx looks for the files of `try_files`, and before most errors, so a location that
    /// answers then needs no decider of its own.
    ///
    /// - Complexity: O(*n*) in the directives, multiplied by those that servers inherit.
    func decidersOfSites() -> [Decider] {
        var found = deciders
        var left = deciders.indices.filter { deciders[$0] != .nobody && !isAsking($0) }
        // What blocks inherit is read once, and looked at once for each server.
        var seen: Set<[Int]> = []
        var targetsOfAllowed: [Int: [String]] = [:]
        while let number = left.popLast() {
            guard let server = configuration.scopes[number].server else { continue }
            var targets = configuration.scopes[number].all("try_files").map(\.lastArgument)
            if let origin = configuration.nearest(to: number, with: ["error_page"]),
                seen.insert([origin, server]).inserted
            {
                let inherited = targetsOfAllowed[origin] ?? self.targetsOfAllowed(in: origin)
                targetsOfAllowed[origin] = inherited
                targets += inherited
            }
            for location in targets.flatMap({ locations(ofRewritten: $0, in: server) })
            where found[location] == .nobody && !isReachable(location) && !isAsking(location) {
                if case .server(let asking) = found[number], leadsToDemarc(location, as: asking) { continue }
                found[location] = found[number]
                left.append(location)
            }
        }
        let reached = found
        for (number, scope) in configuration.scopes.enumerated() where deciders[number] == .nobody {
            let location = scope.isConditional ? scope.parent ?? number : number
            // Files of nginx itself, such as the page for an error, go to no site.
            let passesOn = scope.passesOn || configuration.scopes[location].passesOn
            found[number] = passesOn && deciders[location] == .nobody ? reached[location] : .nobody
        }
        return found
    }

    /// For each location that calls Demarc, the scopes that pass on to a site what Demarc has allowed.
    func sitesOfAskingLocations() -> [Int: [Int]] {
        var found: [Int: [Int]] = [:]
        for (number, decider) in siteDeciders.enumerated() {
            guard case .server(let location) = decider, configuration.scopes[number].has("proxy_pass"),
                !isAsking(number)
            else { continue }
            found[location, default: []].append(number)
        }
        return found
    }

    /// Looks for a site, an address or a method that a client chooses, and that Demarc is not told.
    mutating func checkSites() {
        var reported: Set<[Int]> = []
        for (number, decider) in siteDeciders.enumerated() {
            let scope = configuration.scopes[number]
            guard decider != .nobody, scope.passesOn, !isAsking(number) else { continue }
            let addresses = scope.directives.keys.filter { $0.hasSuffix("_pass") }.sorted().flatMap(scope.all)
            let isProxied = scope.has("proxy_pass")
            let hosts =
                (isProxied ? sentFields("host", in: number) : [])
                + (scope.has("grpc_pass") ? sentFields("host", in: number, by: "grpc_set_header") : [])
            let choices: [(directives: [NginxDirective], what: String, help: String)] = [
                (addresses, "an address", "write the address of the site"),
                (hosts, "a site", "write `Host $http_host`"),
                (isProxied ? configuration.inForce("proxy_method", in: number) : [], "a method", "remove it"),
            ]
            for (directives, what, help) in choices {
                for directive in directives {
                    guard let written = clientChoice(by: directive, in: number),
                        reported.insert(directive.name.start).inserted
                    else { continue }
                    add(
                        .askedAboutAnother,
                        "the client controls \(Self.shown(written)), so it chooses \(what) that Demarc is not told",
                        at: [directive.name],
                        help: help
                    )
                }
            }
        }
    }

    /// Looks for an authority that a site gets and Demarc is not told.
    ///
    /// A client can write several: the field `Host`, which is `$http_host`; the host of its target, which is `$host` if
    /// there is one; and over TLS the name of the server. Demarc blocks a request if those that it is told differ.
    mutating func checkAuthority(_ location: Int, of sites: [Int]) {
        let fields = fields(location)
        guard let url = fields["x-original-url"]?.argument(1), let head = configuration.scopes[location].head,
            let authority = fields["x-demarc-authority"]?.argument(1),
            let server = configuration.scopes[location].server
        else { return }
        let host = url.firstRange(of: "://").map { String(url[$0.upperBound...]) } ?? url
        let written = [host, authority].filter { !$0.isEmpty }
        let names = Set(written.map { $0.hasPrefix("$") ? Self.variables(in: $0).first ?? "" : "" })
        // Any other variable may stand for each.
        guard names.isSubset(of: Self.authorities.union(Self.fixedNames)) else { return }
        var hidden = Self.authorities.subtracting(Self.variables(in: url) + Self.variables(in: authority))
        // Demarc decides about the same name as the site then gets.
        if !names.isDisjoint(with: Self.fixedNames), isSelectedByOneName(server) { hidden.remove("$host") }
        for site in sites {
            // Without a field of its own, `Host` is taken from the address.
            let passed = configuration.scopes[site].all("proxy_pass") + sentFields("host", in: site)
            for directive in passed {
                let variables = Self.variables(in: directive.lastArgument)
                guard let found = variables.first(where: hidden.contains) else { continue }
                add(
                    .askedAboutAnother,
                    "the site gets \(Self.shown(found)), which Demarc is not told, "
                        + "so clients can name another site there",
                    at: [directive.name, head.name],
                    help: "write `$http_host` in `X-Original-URL`, and `$host$authority_port` in `X-Demarc-Authority`"
                )
                return
            }
        }
    }

    /// Looks for an upgrade that the site is asked for and Demarc is not. nginx itself does not pass the field on.
    mutating func checkUpgrade(_ location: Int, passedOnTo sites: [Int]) {
        guard fields(location)["upgrade"]?.argument(1).isEmpty ?? true else { return }
        guard let upgrade = sites.compactMap({ sentFields("upgrade", in: $0).last }).first else { return }
        let scope = configuration.scopes[location]
        add(
            .askedAboutAnother,
            "the site is asked for another protocol, such as a WebSocket, but Demarc for an ordinary request",
            at: [upgrade.name] + (scope.head.map { [$0.name] } ?? []),
            help: "write `proxy_set_header Upgrade $http_upgrade;` in \(Self.shown(scope.pattern))"
        )
    }

    // MARK: Servers

    /// For each address that servers listen on, the one that takes requests for any other name: the default server, or
    /// the first.
    ///
    /// - Complexity: O(*n*) in the directives `listen`.
    func serversByAddress() -> [String: Int] {
        var found: [String: Int] = [:]
        var marked: Set<String> = []
        for (number, scope) in configuration.scopes.enumerated() where scope.kind == "server" {
            for address in addresses(ofServer: number) where found[address] == nil { found[address] = number }
            for listen in scope.all("listen") {
                guard listen.arguments.contains(where: { ["default_server", "default"].contains($0.text) }),
                    marked.insert(Self.address(listen)).inserted
                else { continue }
                found[Self.address(listen)] = number
            }
        }
        return found
    }

    /// The addresses that a server listens on, as they are written.
    private func addresses(ofServer server: Int) -> [String] {
        let listens = configuration.scopes[server].all("listen")
        return listens.isEmpty ? ["80"] : listens.map(Self.address)
    }

    /// The address of a `listen`, where a port alone stands for every address.
    private static func address(_ listen: NginxDirective) -> String {
        let address = listen.argument(0)
        let prefix = ["*:", "0.0.0.0:"].first { address.hasPrefix($0) } ?? ""
        return String(address.dropFirst(prefix.count))
    }

    /// Whether `$host` has one value in a server: it has one name, and takes no requests for others.
    private func isSelectedByOneName(_ server: Int) -> Bool {
        let names = configuration.scopes[server].all("server_name").flatMap(\.arguments).map(\.text)
        guard names.count == 1, !names[0].contains("*"), !names[0].hasPrefix("."), !names[0].hasPrefix("~") else {
            return false
        }
        return !addresses(ofServer: server).contains { serversForOtherNames[$0] == server }
    }

    /// Looks for settings with which nginx keeps fields that have unusual names. It reads the fields before `Host` with
    /// the settings of the server for other names, even if that is not decided itself.
    mutating func checkAliases() {
        let others = decidedServers.flatMap { addresses(ofServer: $0).compactMap { serversForOtherNames[$0] } }
        var reported: Set<[Int]> = []
        for server in decidedServers.union(others).sorted() {
            for (name, dangerous) in [("underscores_in_headers", "on"), ("ignore_invalid_headers", "off")] {
                guard let setting = configuration.inForce(name, in: server).last, setting.isSet(to: dangerous),
                    reported.insert(setting.name.start).inserted
                else { continue }
                add(
                    .aliasesPass,
                    "\(Self.shown("\(name) \(dangerous)")) lets fields such as `X_Demarc_Account` through, which "
                        + "programs take for `X-Demarc-Account`",
                    at: [setting.name],
                    help: "remove it: without it nginx drops such fields"
                )
            }
        }
    }
}
