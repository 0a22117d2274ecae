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
        guard let server = scope.server, decidedServers.contains(server), isReachable(number) else { return }
        for rewrite in scope.all("rewrite") where ["", "last"].contains(rewrite.argument(2)) {
            checkRewrite(rewrite, in: server)
        }
        for page in firstSeen("error_page", in: number) { checkEarlyErrors(page, of: number, in: server) }
        for action in firstSeen("post_action", in: number) where action.argument(0).hasPrefix("@") {
            for location in locations(ofRewritten: action.argument(0), in: server) {
                addUndecided(location, "`post_action`", action, "nginx sends them there even if Demarc denies them")
            }
        }
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
    private mutating func checkEarlyErrors(_ page: NginxDirective, of scope: Int, in server: Int) {
        let words = page.arguments.map(\.text)
        guard let target = words.last, Self.sendsOn(target), !Self.hasScheme(target),
            let code = words.dropLast().first(where: { isEarly($0, of: scope, in: server) })
        else { return }
        let why = "nginx finds this error before Demarc is asked, and clients can cause it"
        for found in locations(ofRewritten: target, in: server) {
            if case .server(let location) = deciders[scope], leadsToDemarc(found, as: location) { continue }
            if !redirectFollowers.contains(found) { addUndecided(found, "`error_page \(code)`", page, why) }
            reachedEarly.insert(found)
        }
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
        return !configuration.inForce("error_page", in: location)
            .contains { page in
                page.arguments.contains { $0.text == "500" } && Self.sendsOn(page.arguments.last?.text ?? "")
            }
    }

    /// Whether the target of an `error_page` sends on what the client wrote: it is a name, or may contain the path.
    private static func sendsOn(_ target: String) -> Bool { target.hasPrefix("@") || target.contains("$") }

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

    /// Whether nginx may find an error before it checks access, where the `error_page` of a scope is in force. It finds
    /// no `internal` location for a client.
    private func isEarly(_ code: String, of scope: Int, in server: Int) -> Bool {
        Self.earlyErrors.contains(code) || code == "404" && serversWithInternalPaths.contains(server)
            || causedErrors[scope]?.contains(code) ?? false
    }

    /// The errors and redirects of `return`, `rewrite`, limits and added slashes where clients' requests arrive: all come
    /// before access is checked.
    ///
    /// - Returns: The errors by the scope whose `error_page` is in force, or by the server if that of `http` is.
    /// - Complexity: O(*n*) in the scopes, multiplied by their depth, plus a look-up for each location.
    func errorsCausedBeforeAccess() -> [Int: Set<String>] {
        var found: [Int: Set<String>] = [:]
        var origins: [Int] = []
        for (number, scope) in configuration.scopes.enumerated() {
            let isOrigin = scope.has("error_page") || scope.kind == "server"
            origins.append(isOrigin ? number : scope.parent.map { origins[$0] } ?? number)
            guard scope.server != nil, isReachable(number) else { continue }
            let limits = ["limit_req_status", "limit_conn_status"].compactMap { configuration.value($0, in: number) }
            let added = addsSlash(number) ? ["301"] : []
            found[origins[number], default: []].formUnion(limits + raisedErrors(in: number) + added)
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
