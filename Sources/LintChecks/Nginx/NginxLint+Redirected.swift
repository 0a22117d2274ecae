/// Checks of requests that nginx sends to another location before access is checked. Who decides is determined by the
/// location where a request arrives.
extension NginxLint {
    /// The errors that nginx finds before it checks access, such as a body that is too large, a field that cannot be
    /// read, the method `TRACE`, or the `Host` of another server than that of the TLS handshake, if certificates are
    /// verified. A client can cause most of them on purpose.
    private static let earlyErrors: Set = [
        "400", "405", "408", "411", "413", "414", "421", "429", "494", "495", "496", "497", "501", "503", "505",
    ]
    /// The expressions that match every path.
    static let everyPath: Set = [
        "^", "/", "^/", ".", ".*", "(.*)", "^.*", "^.*$", "^(.*)", "^(.*)$", "^(.+)$", "^/.*$", "^/(.*)", "^/(.*)$",
        "^/?(.*)$",
    ]

    /// Looks for ways on which a request leaves a scope for a location in which it is not decided.
    mutating func checkRedirected(_ number: Int) {
        let scope = configuration.scopes[number]
        guard let server = scope.server, decidedServers.contains(server) else { return }
        if isReachable(number) || isHidden(number) {
            for page in firstSeen("error_page", in: number) { checkEarlyErrors(page, of: number, in: server) }
        }
        guard isReachable(number) else { return }
        for rewrite in scope.all("rewrite") where Self.selectsAgain(rewrite) { checkRewrite(rewrite, in: server) }
        for action in firstSeen("post_action", in: number) where action.argument(0).hasPrefix("@") {
            for location in locations(ofRewritten: action.argument(0), in: server) {
                addUndecided(location, "`post_action`", action, "nginx sends them there even if Demarc denies them")
            }
        }
    }

    /// Looks for a location to which a server that is not decided sends the requests for paths without a location.
    mutating func checkFallback(ofServer server: Int) {
        guard !coveredServers.contains(server), let files = configuration.scopes[server].all("try_files").first else {
            return
        }
        for location in locations(ofRewritten: files.lastArgument, in: server) {
            addUndecided(location, "this `try_files`", files, "the server itself decides nothing")
        }
    }

    /// Whether nginx answers 404 if a client asks for a location: it is `internal`.
    private func isHidden(_ number: Int) -> Bool {
        let scope = configuration.scopes[number]
        return scope.kind == "location" && !scope.isNamedLocation && !isReachable(number)
    }

    /// The directives in force in a server, and the own ones of any other scope: what is inherited is looked at once.
    private func firstSeen(_ name: String, in number: Int) -> [NginxDirective] {
        let scope = configuration.scopes[number]
        return scope.kind == "server" ? configuration.inForce(name, in: number) : scope.all(name)
    }

    private mutating func checkRewrite(_ rewrite: NginxDirective, in server: Int) {
        let target = rewrite.argument(1)
        guard !Self.hasScheme(target) else { return }
        let found = locations(ofRewritten: target, in: server)
        for location in found {
            addUndecided(location, "this `rewrite`", rewrite, "nginx rewrites before Demarc is asked")
        }
        let isPassedOn = found.contains { location in
            deciders[location] != .nobody && configuration.scopes[location].has("proxy_pass") && !isAsking(location)
        }
        if isPassedOn { addRewritten(rewrite) }
    }

    /// Looks for errors that send on what the client wrote: to a named location, or with its path in a variable.
    private mutating func checkEarlyErrors(_ directive: NginxDirective, of scope: Int, in server: Int) {
        guard let page = ErrorPage(directive), page.sendsOn,
            let code = page.codes.first(where: { isEarly($0, of: scope) })
        else { return }
        follow(page, for: code, of: scope, in: server)
    }

    /// Looks for errors that the locations which early errors lead to raise themselves, where nginx sends on errors
    /// repeatedly.
    ///
    /// - Complexity: O(*n*) in the directives, multiplied by those that blocks inherit.
    mutating func checkRepeatedErrors() {
        var left = reachedEarly.sorted()
        var seen = reachedEarly
        while let location = left.popLast() {
            guard configuration.isSet("recursive_error_pages", to: "on", in: location),
                let server = configuration.scopes[location].server
            else { continue }
            // The blocks in a location come right after it.
            let blocks = configuration.scopes.indices[(location + 1)...]
                .prefix { configuration.scopes[$0].parent == location }
            let raised = Set(([location] + blocks).flatMap { raisedErrors(in: $0) })
            guard !raised.isEmpty else { continue }
            for (page, codes) in pagesInForce(in: location) where page.sendsOn {
                guard let code = codes.first(where: raised.contains) else { continue }
                left += follow(page, for: code, of: location, in: server).filter { seen.insert($0).inserted }
            }
        }
    }

    /// Follows the `error_page` for an early error, and returns where it leads.
    @discardableResult
    private mutating func follow(_ page: ErrorPage, for code: String, of scope: Int, in server: Int) -> [Int] {
        guard !Self.hasScheme(page.target) else { return [] }
        let why = "nginx finds this error before Demarc is asked, and clients can cause it"
        let found = locations(ofRewritten: page.target, in: server)
            .filter { location in
                // Without a decision of its own, a scope may fetch Demarc's page for its errors as well.
                guard case .server(let asking) = deciders[scope] else {
                    return serversPassedOnTo[location].isDisjoint(with: askedServers)
                }
                return !leadsToDemarc(location, as: asking)
            }
        for location in found {
            reachedEarly.insert(location)
            guard !redirectFollowers.contains(location),
                followedPages.insert(page.directive.name.start + [location]).inserted
            else { continue }
            addUndecided(location, "`error_page \(code)`", page.directive, why)
        }
        return found
    }

    /// Whether a location only passes requests on to where a site redirects. No site has answered at an early error, so
    /// the address is empty, and nginx answers 500.
    ///
    /// - Parameters:
    ///   - location: The location.
    ///   - repeats: Whether some location sends on the errors of those that its errors are sent to.
    /// - Returns: Whether it passes nothing on at an early error.
    func followsRedirect(_ location: Int, repeatingErrorPages repeats: Bool) -> Bool {
        let scope = configuration.scopes[location]
        // The blocks in a location come right after it. One of them, or another directive, may choose another address.
        let next = location + 1
        let hasBlocks = next < configuration.scopes.count && configuration.scopes[next].parent == location
        guard scope.kind == "location", !hasBlocks, !["break", "rewrite", "try_files"].contains(where: scope.has),
            scope.directives.keys.filter({ $0.hasSuffix("_pass") }) == ["proxy_pass"],
            let address = scope.all("proxy_pass").first.flatMap({ Self.variable($0.argument(0)) })
        else { return false }
        let values = scope.all("set").filter { Self.variable($0.argument(0)) == address }
            .map { Self.variable($0.argument(1)) }
        guard (values.isEmpty ? [address] : values).allSatisfy({ $0 == "$upstream_http_location" }) else {
            return false
        }
        guard repeats else { return true }
        // The 500 may be sent on as well.
        return !configuration.inForce("error_page", in: location).compactMap(ErrorPage.init)
            .contains { $0.codes.contains("500") && $0.sendsOn }
    }

    /// The variable that a text consists of; nil if it is anything else.
    private static func variable(_ text: String) -> String? {
        let name = text.lowercased().filter { !["{", "}"].contains($0) }
        return variables(in: text) == [name] ? name : nil
    }

    /// Adds a finding if requests that a directive sends to a location get content there that is not decided. A location
    /// that clients also reach directly is reported itself.
    private mutating func addUndecided(_ found: Int, _ what: String, _ directive: NginxDirective, _ why: String) {
        let scope = configuration.scopes[found]
        guard deciders[found] == .nobody, !isReachable(found), hasContent(found), !servesOneFile(found),
            let head = scope.head
        else { return }
        add(
            .undecided,
            "\(what) sends requests to \(Self.shown(scope.pattern)), where they are not decided",
            at: [directive.name, head.name],
            help: "turn Demarc on there: \(why)"
        )
    }

    /// The locations that rewritten requests are sent to, as far as the target tells.
    func locations(ofRewritten target: String, in server: Int) -> [Int] {
        let path = target.prefix { $0 != "$" }
        // A variable stands for any text, so no location matches the part before it exactly; and the text may begin with
        // a `/`.
        let paths = path.count < target.count ? [path + "…", path + "/…"] : [path]
        return Set(paths.compactMap { configuration.location(for: String($0), in: server) }).sorted()
    }

    /// Whether nginx may find an error before it checks access, where the `error_page` of a scope is in force.
    private func isEarly(_ code: String, of scope: Int) -> Bool {
        isReachable(scope) && Self.earlyErrors.contains(code) || causedErrors[scope]?.contains(code) ?? false
    }

    /// The errors and redirects that clients can cause with their requests: those of `return`, `rewrite`, limits and
    /// added slashes, which all come before access is checked; the 403 of a location that is closed to everybody, in
    /// which Demarc is not asked; and the 404 with which nginx answers for an `internal` location.
    ///
    /// - Returns: The errors by the scope whose `error_page` is in force, or by the server if that of `http` is.
    /// - Complexity: O(*n*) in the scopes, multiplied by their depth, plus a look-up for each location.
    func errorsCausedBeforeAccess() -> [Int: Set<String>] {
        var found: [Int: Set<String>] = [:]
        var origins: [Int] = []
        for (number, scope) in configuration.scopes.enumerated() {
            let isOrigin = scope.has("error_page") || scope.kind == "server"
            origins.append(isOrigin ? number : scope.parent.map { origins[$0] } ?? number)
            guard scope.server != nil else { continue }
            if isHidden(number) { found[origins[number], default: []].insert("404") }
            guard isReachable(number) else { continue }
            let limits = ["limit_req_status", "limit_conn_status"].compactMap { configuration.value($0, in: number) }
            let added = addsSlash(number) ? ["301"] : []
            let isUndecided = deciders[number] == .nobody && !coveredServers.contains(number)
            let denied = isUndecided && isDeniedToEverybody(number) ? ["403"] : []
            found[origins[number], default: []].formUnion(limits + raisedErrors(in: number) + added + denied)
        }
        return found
    }

    /// The statuses of `return` and `rewrite` in a scope that `error_page` can replace.
    func raisedErrors(in scope: Int) -> [String] {
        ["return", "rewrite"].flatMap(configuration.scopes[scope].all).compactMap(Self.raisedError)
    }

    /// The status of a `return`, or of a `rewrite` that redirects, that `error_page` can replace; nil if there is none: a
    /// `return` with a text answers itself. The text of a redirect is its address, and an address alone stands for 302.
    static func raisedError(_ answer: NginxDirective) -> String? {
        guard answer.name.text == "return" else {
            guard redirects(answer) else { return nil }
            return answer.argument(2) == "permanent" ? "301" : "302"
        }
        let code = answer.argument(0)
        if hasScheme(code) { return "302" }
        if let status = Int(code), isRedirect(status) { return code }
        let hasText = answer.arguments.dropFirst().contains { !$0.text.isEmpty }
        return hasText || Int(code) ?? 0 < 400 ? nil : code
    }

    /// Whether nginx redirects clients that ask for the path of a location without the slash at its end.
    ///
    /// It does so when it [selects the location](https://nginx.org/en/docs/http/ngx_http_core_module.html#location), if
    /// that passes requests on, and no other location has the path without the slash.
    private func addsSlash(_ number: Int) -> Bool {
        let scope = configuration.scopes[number]
        guard let server = scope.server, scope.kind == "location", scope.passesOn, !scope.modifier.hasPrefix("~"),
            scope.pattern != "/", scope.pattern.hasSuffix("/")
        else { return false }
        let path = String(scope.pattern.dropLast())
        return configuration.location(for: path, in: server).map { configuration.scopes[$0].pattern != path } ?? true
    }

    /// Whether a location answers every request with the same file, such as a page for maintenance.
    func servesOneFile(_ location: Int) -> Bool {
        let scope = configuration.scopes[location]
        guard !scope.passesOn else { return false }
        let files = scope.all("try_files").flatMap(\.arguments).map(\.text)
        guard files.isEmpty else { return !files.contains { $0.contains("$") || $0.hasPrefix("@") } }
        guard let first = scope.all("rewrite").first, Self.everyPath.contains(first.argument(0)) else { return false }
        return !first.argument(1).contains("$") && first.argument(2) == "break"
    }
}
