import ByteText
import Diagnostics
import URLMatching

/// Checks of `auth_request`, and of the locations that it uses to call Demarc.
extension NginxLint {
    /// The fields that Demarc receives about a request, in addition to the URL and the client.
    private static let askedFields = [
        "x-original-url", "x-original-method", "x-demarc-authority", "x-demarc-account", "upgrade",
    ]

    // MARK: Where Demarc is called

    /// Whether a location passes a request for a path on to the paths of `demarc serve`.
    func passes(_ path: String, toDemarc location: Int) -> Bool {
        let scope = configuration.scopes[location]
        return scope.all("proxy_pass")
            .contains { pass in
                let address = pass.argument(0)
                guard let rest = Self.afterSocket(address), let slash = rest.firstIndex(of: "/") else {
                    // Without a path, the one of the request is passed on. A variable may contain a path.
                    return path.hasPrefix("/v1/auth/") || Self.isVariable(address) && setsDemarcFields(scope)
                }
                // The path replaces the pattern, or with a variable everything.
                let kept = address.contains("$") ? "" : path.dropFirst(scope.pattern.count)
                return "\(rest[slash...])\(kept)".hasPrefix("/v1/auth/")
            }
    }

    /// Whether a whole address, with its scheme and its path, may come from variables.
    private static func isVariable(_ address: String) -> Bool { address.hasPrefix("$") && !address.contains("/") }

    /// Whether a scope itself sets a field that only Demarc reads.
    private func setsDemarcFields(_ scope: NginxConfiguration.Scope) -> Bool {
        scope.all("proxy_set_header")
            .contains { ["x-demarc-authority", "x-demarc-account"].contains($0.argument(0).lowercased()) }
    }

    /// Whether a scope passes requests on to the paths of `demarc serve`: those that it is called with, or its own.
    func asksDemarc(_ number: Int) -> Bool {
        let scope = configuration.scopes[number]
        return calledLocations.contains(number)
            || passes(scope.kind == "location" ? scope.pattern : "", toDemarc: number)
    }

    /// Whether a scope processes nginx's requests to Demarc: a location that calls it, or a block there. What clients
    /// can reach may have the same path at a site.
    func isAsking(_ number: Int) -> Bool {
        let scope = configuration.scopes[number]
        guard let location = scope.isConditional ? scope.parent : number else { return false }
        return calledLocations.contains(location) || asksDemarc(location) && !isReachable(location)
    }

    /// Whether a scope passes requests on to Demarc, and not to a site with the same path: to a server that
    /// `auth_request` leads to.
    func isDemarc(_ number: Int) -> Bool {
        isAsking(number) && asksDemarc(number) && !askedServers.isDisjoint(with: serversPassedOnTo[number])
    }

    /// Looks for ways around a denial by `auth_request`. The module itself answers denials, so they cannot be bypassed.
    mutating func checkDenials(_ number: Int, asking location: Int) {
        let scope = configuration.scopes[number]
        // Inherited directives are reported where they are written, or in the outermost scope with the same decider.
        let isOutermost = scope.parent.map { deciders[$0] != deciders[number] } ?? true
        if isOutermost || (["satisfy", "allow"] + Self.logins).contains(where: scope.has) {
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
        // With a `deny` of its own, a block does not inherit `allow`.
        let rules = configuration.nearest(to: number, with: ["allow", "deny"])
        let allow = rules.map { configuration.scopes[$0].all("allow") } ?? []
        let logins = Self.logins.compactMap { configuration.inForce($0, in: number).first }
        guard let other = (allow.prefix(1) + logins).first(where: { $0.argument(0) != "off" }) else { return }
        add(
            .satisfiedOtherwise,
            "with `satisfy any`, Demarc does not decide on requests that pass \(Self.shown(other.name.text))",
            at: [satisfy.name, other.name],
            help: "write `satisfy all`"
        )
    }

    /// Whether a location passes requests on to the same server as the location that calls Demarc.
    func leadsToDemarc(_ found: Int, as location: Int) -> Bool {
        !serversPassedOnTo[found].isDisjoint(with: serversPassedOnTo[location])
    }

    // MARK: The location that calls Demarc

    /// Checks each location that calls Demarc once.
    mutating func checkAskingLocations() {
        let rewrites = rewritesOfAskedPaths(redirecting: false)
        let redirects = rewritesOfAskedPaths(redirecting: true)
        let limitBodies = askingLocationsThatLimitBodies()
        let conditions = conditionsOfLocations()
        let sites = sitesOfAskingLocations()
        var seen: Set<Int> = []
        var locations: [Int: [Int]] = [:]
        for decider in deciders {
            guard case .server(let location) = decider, seen.insert(location).inserted else { continue }
            if let server = configuration.scopes[location].server { locations[server, default: []].append(location) }
            checkReach(location)
            for rewrite in rewrites[location] ?? [] {
                checkBypassed(location, by: rewrite.directive)
            }
            var raised: Set<String> = []
            for scope in [location] + (conditions[location] ?? []) {
                checkAnsweredItself(scope, asking: location)
                raised.formUnion(raisedErrors(in: scope))
            }
            checkAnswerReplaced(location, limitsBodies: limitBodies.contains(location), raised: raised)
            checkCache(location)
            checkQuestion(location)
            checkAuthority(location, of: sites[location] ?? [])
            checkUpgrade(location, passedOnTo: sites[location] ?? [])
        }
        for (server, asking) in locations.sorted(on: { $0.key }) {
            let scopes = [server] + (conditions[server] ?? [])
            checkErrors(ofServer: server, in: scopes, asking: asking, redirectedBy: redirects)
        }
    }

    /// For each location that calls Demarc, the directives of its server that rewrite the path with which nginx asks,
    /// before nginx selects a location.
    ///
    /// - Parameter redirecting: Whether to look for those that redirect, or for the others.
    /// - Returns: The directives, those of the server itself first.
    /// - Complexity: One search for each expression and path of a server, within the allowance of a look-up. When that
    ///   is used up, an expression counts as matching, and 32 for each location are enough.
    private func rewritesOfAskedPaths(redirecting: Bool) -> [Int: [Written]] {
        var asked: [Int: [String: Int]] = [:]
        for (number, decider) in deciders.enumerated() {
            guard case .server(let location) = decider, let server = configuration.scopes[number].server,
                let path = configuration.value("auth_request", in: number)
            else { continue }
            asked[server, default: [:]][path] = location
        }
        var rewrites: [Int: [Written]] = [:]
        for (number, scope) in configuration.scopes.enumerated() where scope.kind == "server" || scope.kind == "if" {
            guard let server = scope.server, scope.kind == "server" || scope.parent == server else { continue }
            for rewrite in scope.all("rewrite") where Self.redirects(rewrite) == redirecting {
                rewrites[server, default: []].append((rewrite, number))
            }
        }
        var found: [Int: [Written]] = [:]
        var scratch = RegexScratch()
        for (server, paths) in asked {
            var left = paths.sorted(on: { $0.key })
            scratch.renew()
            for rewrite in rewrites[server] ?? [] where !left.isEmpty {
                let expression = Self.expression(rewrite.directive.argument(0))
                var applied: Set<Int> = []
                for (path, location) in left where !applied.contains(location) {
                    guard let expression else {
                        // nginx reads more expressions than Demarc, such as an empty one, which matches everything.
                        applied.insert(location)
                        continue
                    }
                    let outcome = expression.matches(text: path.utf8.span, scratch: &scratch)
                    if outcome != .notMatched { applied.insert(location) }
                }
                for location in applied { found[location, default: []].append(rewrite) }
                left.removeAll { found[$0.value, default: []].count >= 32 }
            }
        }
        return found
    }

    /// An expression that nginx tries on the bytes of a path; nil if it cannot be compiled.
    private static func expression(_ text: String) -> RegexMatcher? {
        // Expressions of rules are ASCII. nginx compares bytes, so each stands for itself.
        let bytes = text.utf8.map { $0 < 0x80 ? String(Unicode.Scalar($0)) : "\\x" + String($0, radix: 16) }
        return try? RegexMatcher(bytes.joined())
    }

    /// Looks for a `rewrite` of the server that applies to the request to Demarc as well.
    private mutating func checkBypassed(_ location: Int, by rewrite: NginxDirective) {
        let target = rewrite.argument(1)
        guard let server = configuration.scopes[location].server,
            allows(target, status: "", in: server, asking: location)
        else { return }
        add(
            .nothingDecided,
            "this `rewrite` applies to \(Self.shown(configuration.scopes[location].pattern)) as well, "
                + "so Demarc is not asked",
            at: [rewrite.name],
            help: "write it in the locations of the site"
        )
    }

    /// For each location, the `if` and `limit_except` blocks in it that may apply to nginx's request to Demarc.
    private func conditionsOfLocations() -> [Int: [Int]] {
        var found: [Int: [Int]] = [:]
        for (number, scope) in configuration.scopes.enumerated() where scope.isConditional {
            // For `limit_except`, the method of that request is GET, whatever the client's is.
            let methods = scope.kind == "limit_except" ? scope.head?.arguments.map { $0.text.uppercased() } : nil
            guard let parent = scope.parent, methods?.contains("GET") != true else { continue }
            found[parent, default: []].append(number)
        }
        return found
    }

    /// Looks for what answers nginx's request to Demarc in the location that asks, or in a block there. The request has
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
        let rewrites = scope.all("rewrite").filter { Self.selectsAgain($0) && !Self.redirects($0) }
        // The last argument applies if no file is found. With a file, Demarc is still asked.
        let targets =
            rewrites.map { ($0, $0.argument(1)) }
            + scope.all("try_files").map { ($0, $0.lastArgument) }
        for (directive, target) in targets {
            let isAllow =
                target.hasPrefix("=")
                ? Self.isAllow(String(target.dropFirst())) : allows(target, status: "", in: server, asking: location)
            guard isAllow else { continue }
            let what = Self.shown(directive.name.text)
            let message = "this \(what) leads away from Demarc in \(name), which asks it, to what may be an allow"
            add(.denialUndone, message, at: [directive.name], help: help)
        }
        guard number != location, !asksDemarc(number), !leadsToDemarc(number, as: location) else { return }
        for (key, passes) in scope.directives.sorted(on: { $0.key }) where key.hasSuffix("_pass") {
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
            || fields(location)["content-length"]?.argument(1) != ""
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
        let asked = Self.askedFields.flatMap { Self.variables(in: fields[$0]?.argument(1) ?? "") }
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
}
