/// Checks of requests that nginx sends to another location before access is checked. Who decides is determined by the
/// location where a request arrives.
extension NginxLint {
    /// The errors that nginx finds before it checks access, such as a body that is too large or a field that cannot be
    /// read. A client can cause most of them on purpose.
    private static let earlyErrors: Set = [
        "400", "408", "411", "413", "414", "429", "494", "495", "496", "497", "501", "503", "505",
    ]
    /// The answers of `auth_request`; ``checkDenials(_:asking:)`` looks at their pages.
    static let denials: Set = ["401", "403", "500"]

    /// Looks for ways on which a request leaves a scope for a location in which it is not decided.
    mutating func checkRedirected(_ number: Int) {
        let scope = configuration.scopes[number]
        guard let server = scope.server, decidedServers.contains(server), isReachable(number) else { return }
        for rewrite in scope.all("rewrite") where ["", "last"].contains(rewrite.argument(2)) {
            checkRewrite(rewrite, in: server)
        }
        // A directive that is inherited is looked at once, in the server.
        let pages = scope.kind == "server" ? configuration.inForce("error_page", in: number) : scope.all("error_page")
        let looksAtDenials = if case .server = deciders[number] { true } else { false }
        for page in pages where !looksAtDenials || !page.arguments.contains(where: { Self.denials.contains($0.text) }) {
            checkEarlyErrors(page, in: server)
        }
    }

    private mutating func checkRewrite(_ rewrite: NginxDirective, in server: Int) {
        let target = rewrite.argument(1)
        guard !Self.hasScheme(target), let found = location(ofRewritten: target, in: server), !asksDemarc(found) else {
            return
        }
        let other = configuration.scopes[found]
        if deciders[found] != .nobody {
            if other.has("proxy_pass") { addRewritten(rewrite) }
        } else if !isReachable(found), hasContent(found), let head = other.head {
            add(
                .undecided,
                "this `rewrite` sends requests to \(Self.shown(other.pattern)), where they are not decided",
                at: [rewrite.name, head.name],
                help: "turn Demarc on there: nginx rewrites before Demarc is asked"
            )
        }
    }

    /// The location that a rewritten request is sent to, as far as the target tells.
    private func location(ofRewritten target: String, in server: Int) -> Int? {
        let path = target.prefix { $0 != "$" }
        // A variable stands for any text, so no location matches the part before it exactly.
        return configuration.location(for: path.count < target.count ? path + "…" : target, in: server)
    }

    /// Whether nginx may find an error before it checks access. It finds no `internal` location for a client.
    private func isEarly(_ code: String, in server: Int) -> Bool {
        Self.earlyErrors.contains(code) || code == "404" && serversWithInternalPaths.contains(server)
    }

    /// Whether a location answers every request with the same file, such as a page for maintenance.
    private func servesOneFile(_ location: Int) -> Bool {
        let scope = configuration.scopes[location]
        guard !scope.passesOn else { return false }
        let files = scope.all("try_files").flatMap(\.arguments).map(\.text)
        let targets = scope.all("rewrite").filter { $0.argument(2) == "break" }.map { $0.argument(1) }
        return (files + targets).contains { !$0.contains("$") } && !files.contains { $0.contains("$") }
    }

    /// Looks for errors that send requests to a named location, which gets them as the client wrote them.
    private mutating func checkEarlyErrors(_ page: NginxDirective, in server: Int) {
        let words = page.arguments.map(\.text)
        guard let target = words.last, target.hasPrefix("@"),
            let code = words.first(where: { isEarly($0, in: server) }),
            let found = configuration.location(for: target, in: server),
            let head = configuration.scopes[found].head, deciders[found] == .nobody, hasContent(found),
            !servesOneFile(found)
        else { return }
        add(
            .undecided,
            "`error_page \(code)` sends requests to \(Self.shown(target)), where they are not decided",
            at: [page.name, head.name],
            help: "turn Demarc on there: nginx finds this error before Demarc is asked, and clients can cause it"
        )
    }
}
