import Diagnostics

/// Checks of `auth_request`, and of the locations that it uses to call Demarc.
extension NginxLint {
    /// The fields that Demarc receives about a request, in addition to the URL and the client.
    private static let askedFields = [
        "x-original-url", "x-original-method", "x-demarc-authority", "x-demarc-account", "upgrade",
    ]

    // MARK: Where Demarc is called

    /// Looks for ways around a denial by `auth_request`. The module itself answers denials, so they cannot be bypassed.
    mutating func checkDenials(_ number: Int, asking location: Int) {
        let scope = configuration.scopes[number]
        // Inherited directives are reported where they are written, or in the outermost scope with the same decider.
        let isOutermost = scope.parent.map { deciders[$0] != deciders[number] } ?? true
        if isOutermost || ["satisfy", "allow", "auth_basic", "auth_jwt"].contains(where: scope.has) {
            checkSatisfy(number)
        }
        guard isOutermost || scope.has("error_page"), let server = scope.server else { return }
        for page in configuration.inForce("error_page", in: number) {
            checkErrorPage(page, in: server, asking: location)
        }
    }

    private mutating func checkSatisfy(_ number: Int) {
        guard let satisfy = configuration.inForce("satisfy", in: number).last, satisfy.isSet(to: "any") else {
            return
        }
        for name in ["allow", "auth_basic", "auth_jwt"] {
            guard let other = configuration.inForce(name, in: number).first, other.argument(0) != "off" else {
                continue
            }
            add(
                .satisfiedOtherwise,
                "with `satisfy any`, Demarc does not decide on requests that pass \(Self.shown(name))",
                at: [satisfy.name, other.name],
                help: "write `satisfy all`"
            )
            return
        }
    }

    /// Whether a location passes requests on to the same server as the location that calls Demarc.
    func leadsToDemarc(_ found: Int, as location: Int) -> Bool {
        func authorities(_ scope: Int) -> Set<Substring> {
            Set(
                configuration.scopes[scope].all("proxy_pass")
                    .compactMap { pass in
                        let address = pass.argument(0)
                        let parts = address.split(separator: address.contains("unix:") ? ":" : "/", maxSplits: 3)
                        return address.contains("unix:") ? parts.dropFirst(2).first : parts.dropFirst().first
                    }
            )
        }
        return !authorities(found).isDisjoint(with: authorities(location))
    }

    // MARK: The location that calls Demarc

    /// Checks each location that calls Demarc once.
    mutating func checkAskingLocations() {
        let rewrites = rewritesOfEveryPath()
        let limitBodies = askingLocationsThatLimitBodies()
        let conditions = conditionsOfLocations()
        let upgrades = upgradesOfSites()
        var seen: Set<Int> = []
        for decider in deciders {
            guard case .server(let location) = decider, seen.insert(location).inserted else { continue }
            checkReach(location)
            for rewrite in rewrites[configuration.scopes[location].server ?? 0] ?? [] {
                checkBypassed(location, by: rewrite)
            }
            var returned: Set<String> = []
            for scope in [location] + (conditions[location] ?? []) {
                checkAnsweredItself(scope, asking: location)
                returned.formUnion(configuration.scopes[scope].all("return").compactMap(Self.raisedError))
            }
            checkAnswerReplaced(location, limitsBodies: limitBodies.contains(location), returned: returned)
            checkCache(location)
            checkQuestion(location)
            checkUpgrade(location, passedOnBy: upgrades[location])
        }
    }

    /// For each server, the directives that rewrite all of its paths before nginx selects a location.
    private func rewritesOfEveryPath() -> [Int: [NginxDirective]] {
        var found: [Int: [NginxDirective]] = [:]
        for scope in configuration.scopes where scope.kind == "server" || scope.kind == "if" {
            guard let server = scope.server, scope.kind == "server" || scope.parent == server else { continue }
            found[server, default: []] += scope.all("rewrite").filter { Self.everyPath.contains($0.argument(0)) }
        }
        // Each location that asks looks at all of them; the first of them apply.
        return found.mapValues { Array($0.prefix(32)) }
    }

    /// Looks for a `rewrite` of the server that applies to the request to Demarc as well.
    private mutating func checkBypassed(_ location: Int, by rewrite: NginxDirective) {
        let target = rewrite.argument(1)
        guard !["redirect", "permanent"].contains(rewrite.argument(2)), !Self.hasScheme(target),
            let server = configuration.scopes[location].server
        else { return }
        guard allows(target, status: "", in: server, asking: location) else { return }
        add(
            .nothingDecided,
            "this `rewrite` applies to \(Self.shown(configuration.scopes[location].pattern)) as well, so Demarc is not asked",
            at: [rewrite.name],
            help: "write it in the locations of the site"
        )
    }

    /// For each location, the `if` blocks in it.
    private func conditionsOfLocations() -> [Int: [Int]] {
        var found: [Int: [Int]] = [:]
        for (number, scope) in configuration.scopes.enumerated() where scope.kind == "if" {
            if let parent = scope.parent { found[parent, default: []].append(number) }
        }
        return found
    }

    /// Looks for what answers nginx's request to Demarc in the location that asks, or in an `if` there. The request has
    /// the method and the fields of the client's, so clients can choose the answer.
    private mutating func checkAnsweredItself(_ number: Int, asking location: Int) {
        let scope = configuration.scopes[number]
        guard let server = scope.server else { return }
        let help = "remove it, so that Demarc is asked about every request"
        let name = Self.shown(configuration.scopes[location].pattern)
        for answer in scope.all("return") where Self.isAllow(answer.argument(0)) {
            let what = Self.shown("return \(answer.argument(0))")
            add(.denialUndone, "\(what) in \(name), which asks Demarc, is an allow", at: [answer.name], help: help)
        }
        for rewrite in scope.all("rewrite") where ["", "last"].contains(rewrite.argument(2)) {
            let target = rewrite.argument(1)
            guard !Self.hasScheme(target), allows(target, status: "", in: server, asking: location) else { continue }
            let message = "this `rewrite` leads away from Demarc in \(name), which asks it, to what may be an allow"
            add(.denialUndone, message, at: [rewrite.name], help: help)
        }
        guard number != location, !asksDemarc(number), !leadsToDemarc(number, as: location) else { return }
        for (key, passes) in scope.directives.sorted(by: { $0.key < $1.key }) where key.hasSuffix("_pass") {
            guard let pass = passes.first else { continue }
            let message = "with this \(Self.shown(key)) in \(name), another server answers instead of Demarc"
            add(.denialUndone, message, at: [pass.name], help: help)
        }
    }

    private mutating func checkReach(_ location: Int) {
        let scope = configuration.scopes[location]
        guard let head = scope.head else { return }
        if !scope.has("internal") {
            add(
                .openToClients,
                "clients can query \(Self.shown(scope.pattern)) directly, and learn what the policy says about any URL",
                at: [head.name],
                help: "write `internal;` in it"
            )
        }
        if !configuration.isSet("proxy_pass_request_body", to: "off", in: location)
            || fields(location)["content-length"] != ""
        {
            add(
                .bodyExpected,
                "Demarc waits for the bodies of requests, which nginx does not send to \(Self.shown(scope.pattern))",
                at: [head.name],
                help: "write `proxy_pass_request_body off;` and `proxy_set_header Content-Length \"\";` in it"
            )
        }
    }

    private mutating func checkCache(_ location: Int) {
        guard let cache = configuration.inForce("proxy_cache", in: location).last, cache.argument(0) != "off" else {
            return
        }
        // Without an explicit key, nginx uses the path of the location that calls Demarc, which is the same for all
        // requests.
        let key =
            configuration.inForce("proxy_cache_key", in: location).last.map { $0.arguments.map(\.text).joined() } ?? ""
        let fields = fields(location)
        let asked = Self.askedFields.flatMap { Self.variables(in: fields[$0] ?? "") }
        let known = Set(Self.variables(in: key))
        let missing = asked.filter { !known.contains($0) }
        guard !missing.isEmpty || !known.contains("$request_uri") else { return }
        let names = missing.isEmpty ? ["$request_uri"] : missing
        add(
            .cachedAnswer,
            "Demarc's answer is cached for other requests: the key of the cache lacks "
                + Array(Set(names)).sorted().map { Self.shown($0) }.joined(separator: ", "),
            at: [cache.name],
            help: "write `proxy_cache off;` in the location that asks"
        )
    }

    private mutating func checkQuestion(_ location: Int) {
        let fields = fields(location)
        let scope = configuration.scopes[location]
        guard let head = scope.head else { return }
        let written = configuration.inForce("proxy_set_header", in: location)
            .last { $0.argument(0).lowercased() == "x-original-url" }
        let variables = Set(Self.variables(in: fields["x-original-url"] ?? ""))
        if !variables.contains("$request_uri") {
            add(
                .askedAboutAnother,
                written == nil
                    ? "Demarc is not told which URL it is asked about, so it blocks everything"
                    : "Demarc is asked about a different path from the one that the client wrote",
                at: [written?.name ?? head.name],
                help: "write `proxy_set_header X-Original-URL $scheme://$http_host$request_uri;`"
            )
        }
        if !configuration.isSet("proxy_pass_request_headers", to: "off", in: location) {
            checkClientFields(fields, head)
        }
    }

    /// Looks for fields that nginx passes on as the client wrote them, because no directive sets them.
    private mutating func checkClientFields(_ fields: [String: String], _ head: NginxDirective) {
        if fields["x-demarc-account"] == nil {
            add(
                .accountFromClient,
                "nothing sets `X-Demarc-Account`, so clients can write it themselves",
                at: [head.name],
                help: "set it to the account of your login, or write `proxy_set_header X-Demarc-Account \"\";`"
            )
        }
        let known = [
            ("X-Demarc-Authority", "a site other than the one that nginx serves", "$host$authority_port"),
            ("X-Original-Method", "another method than that of the request", "$request_method"),
        ]
        for (name, consequence, value) in known where fields[name.lowercased()] == nil {
            add(
                .askedAboutAnother,
                "nothing sets `\(name)`, so clients can name \(consequence)",
                at: [head.name],
                help: "write `proxy_set_header \(name) \(value);`"
            )
        }
    }

    /// For each location that calls Demarc, the first directive with which nginx passes an upgrade on to a site.
    private func upgradesOfSites() -> [Int: NginxDirective] {
        var found: [Int: NginxDirective] = [:]
        for (number, decider) in deciders.enumerated() {
            guard case .server(let location) = decider, found[location] == nil,
                configuration.scopes[number].has("proxy_pass"), !asksDemarc(number)
            else { continue }
            found[location] = configuration.inForce("proxy_set_header", in: number)
                .last { $0.argument(0).lowercased() == "upgrade" && !$0.argument(1).isEmpty }
        }
        return found
    }

    /// Looks for an upgrade that the site is asked for and Demarc is not. nginx itself does not pass the field on.
    private mutating func checkUpgrade(_ location: Int, passedOnBy upgrade: NginxDirective?) {
        guard let upgrade, fields(location)["upgrade", default: ""].isEmpty else { return }
        let scope = configuration.scopes[location]
        add(
            .askedAboutAnother,
            "the site is asked for another protocol, such as a WebSocket, but Demarc for an ordinary request",
            at: [upgrade.name] + (scope.head.map { [$0.name] } ?? []),
            help: "write `proxy_set_header Upgrade $http_upgrade;` in \(Self.shown(scope.pattern))"
        )
    }

    // MARK: Fields

    /// The fields that a location sends on, by name in lower case.
    private func fields(_ location: Int) -> [String: String] {
        var fields: [String: String] = [:]
        for field in configuration.inForce("proxy_set_header", in: location) {
            fields[field.argument(0).lowercased()] = field.argument(1)
        }
        return fields
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
