/// Checks of requests that nginx sends to another location before access is checked. Who decides is determined by the
/// location where a request arrives.
extension NginxLint {
    /// The errors that nginx finds before it checks access, such as a body that is too large, a field that cannot be
    /// read, or the method `TRACE`. A client can cause most of them on purpose.
    private static let earlyErrors: Set = [
        "400", "405", "408", "411", "413", "414", "429", "494", "495", "496", "497", "501", "503", "505",
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
        guard let target = words.last, target.hasPrefix("@") || target.contains("$"), !Self.hasScheme(target),
            let code = words.dropLast().first(where: { isEarly($0, of: scope, in: server) })
        else { return }
        let why = "nginx finds this error before Demarc is asked, and clients can cause it"
        for found in locations(ofRewritten: target, in: server) {
            if case .server(let location) = deciders[scope], leadsToDemarc(found, as: location) { continue }
            addUndecided(found, "`error_page \(code)`", page, why)
            reachedEarly.insert(found)
        }
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

    /// The errors of `return` and of limits where clients' requests arrive: both come before access is checked.
    ///
    /// - Returns: The errors by the scope whose `error_page` is in force, or by the server if that of `http` is.
    /// - Complexity: O(*n*) in the scopes, multiplied by their depth.
    func errorsCausedBeforeAccess() -> [Int: Set<String>] {
        var found: [Int: Set<String>] = [:]
        var origins: [Int] = []
        for (number, scope) in configuration.scopes.enumerated() {
            let isOrigin = scope.has("error_page") || scope.kind == "server"
            origins.append(isOrigin ? number : scope.parent.map { origins[$0] } ?? number)
            guard scope.server != nil, isReachable(number) else { continue }
            let limits = ["limit_req_status", "limit_conn_status"].compactMap { configuration.value($0, in: number) }
            found[origins[number], default: []].formUnion(scope.all("return").compactMap(Self.raisedError) + limits)
        }
        return found
    }

    /// The status of a `return` that `error_page` can replace; nil if it answers itself, as it does with a text.
    static func raisedError(_ answer: NginxDirective) -> String? {
        let hasText = answer.arguments.dropFirst().contains { !$0.text.isEmpty }
        return hasText || Int(answer.argument(0)) ?? 0 < 400 ? nil : answer.argument(0)
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
