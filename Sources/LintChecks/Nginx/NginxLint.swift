package import AppLint
import ByteText
package import Diagnostics

/// Finds directives of an nginx configuration that bypass Demarc or have no effect.
///
/// Demarc decides where the module has `demarc on`, and where `auth_request` leads to a location that passes requests
/// on to `/v1/auth/…` of `demarc serve`. Directives are inherited as in nginx. The values of variables are not tracked,
/// and regular expressions of locations are not evaluated.
package struct NginxLint {
    /// Who decides about the requests of a scope.
    enum Decider: Equatable {
        case nobody
        /// The module.
        case module
        /// `demarc serve`, called through this location.
        case server(location: Int)
    }

    /// The maximum number of findings with one code, because people read the reports. Each code has its own, so that many
    /// harmless findings never hide another one.
    private static let mostFindings = 1_000

    let configuration: NginxConfiguration
    /// Who decides, for each scope.
    private(set) var deciders: [Decider] = []
    /// Who decides about what each scope passes on to a site, also where an allowed request is handed on.
    private(set) var siteDeciders: [Decider] = []
    /// The locations through which `demarc serve` is called.
    private(set) var calledLocations: Set<Int> = []
    /// The servers that each scope passes requests on to.
    private(set) var serversPassedOnTo: [Set<String>] = []
    /// Those that the called locations pass requests on to.
    private(set) var askedServers: Set<String> = []
    /// What expressions capture from texts that clients write.
    let captures: NginxCaptures
    /// The servers that have some decided request.
    private(set) var decidedServers: Set<Int> = []
    /// The errors and redirects that clients can cause before access is checked, by the scope whose `error_page` is in
    /// force.
    private(set) var causedErrors: [Int: Set<String>] = [:]
    /// The locations that only follow redirects of a site.
    private(set) var redirectFollowers: Set<Int> = []
    /// The locations that requests are sent to by an error that nginx finds before access is checked.
    var reachedEarly: Set<Int> = []
    /// The `error_page` directives that send requests there, each with its location.
    var followedPages: Set<[Int]> = []
    /// The server that takes requests for any other name, for each address that servers listen on.
    private(set) var serversForOtherNames: [String: Int] = [:]
    /// The scopes with an `if` about whether nginx has verified the client's certificate.
    private(set) var scopesThatVerify: Set<Int> = []
    /// The servers in which every path belongs to a location, as far as patterns tell.
    private(set) var coveredServers: Set<Int> = []
    /// The scopes in which a `break` may come before a `return`.
    private var scopesWithBreak: Set<Int> = []
    private var results: [LintFinding] = []
    private var counts: [NginxLintCode: Int] = [:]

    package init(_ sources: [SourceFile]) {
        configuration = NginxConfiguration(sources)
        captures = NginxCaptures(configuration)
        serversPassedOnTo = Self.serversPassedOnTo(in: configuration)
        deciders = configuration.scopes.indices.map { decider(of: $0) }
        for case .server(let location) in deciders { calledLocations.insert(location) }
        for location in calledLocations { askedServers.formUnion(serversPassedOnTo[location]) }
        siteDeciders = decidersOfSites()
        serversForOtherNames = serversByAddress()
        let repeatsErrorPages = configuration.scopes.contains { scope in
            scope.all("recursive_error_pages").contains { $0.isSet(to: "on") }
        }
        for (number, scope) in configuration.scopes.enumerated() {
            guard let server = scope.server else { continue }
            if deciders[number] != .nobody { decidedServers.insert(server) }
            if matchesEveryPath(scope) { coveredServers.insert(server) }
            if followsRedirect(number, repeatingErrorPages: repeatsErrorPages) { redirectFollowers.insert(number) }
            if let parent = scope.parent, Self.looksAtVerification(scope) { scopesThatVerify.insert(parent) }
            if scope.hasBreak {
                scopesWithBreak.insert(number)
                if scope.kind == "if", let parent = scope.parent { scopesWithBreak.insert(parent) }
            }
        }
        causedErrors = errorsCausedBeforeAccess()
    }

    /// All findings, in the order of the files.
    ///
    /// - Complexity: O(*n*) in the directives, multiplied by those that blocks inherit.
    package func findings() -> [LintFinding] {
        var lint = self
        for (message, place) in configuration.problems {
            lint.results.append(LintFinding(check: NginxLintCode.unreadable, message, at: [place]))
        }
        guard configuration.problems.isEmpty else { return lint.results }
        lint.checkUse()
        for scope in configuration.scopes.indices where configuration.scopes[scope].server != nil {
            switch deciders[scope] {
            case .nobody: lint.checkUndecided(scope)
            case .module: break
            case .server(let location): lint.checkDenials(scope, asking: location)
            }
            if siteDeciders[scope] != .nobody, !isAsking(scope) { lint.checkDecided(scope) }
            lint.checkRedirected(scope)
        }
        lint.checkRepeatedErrors()
        lint.checkAnswersToEarlyErrors()
        lint.checkAskingLocations()
        lint.checkAccounts()
        lint.checkSites()
        lint.checkAliases()
        return lint.results.sorted(on: \.diagnostic)
    }

    mutating func add(_ code: NginxLintCode, _ message: String, at words: [NginxDirective.Word], help: String) {
        guard counts[code, default: 0] < Self.mostFindings else { return }
        counts[code, default: 0] += 1
        results.append(LintFinding(check: code, message, at: words.map(configuration.place), help: help))
    }

    /// A word as shown in messages.
    static func shown(_ word: String) -> String { "`\(Quoted.word(word))`" }

    // MARK: Who decides

    private func decider(of scope: Int) -> Decider {
        if configuration.isSet("demarc", to: "on", in: scope) { return .module }
        guard let server = configuration.scopes[scope].server,
            let path = configuration.value("auth_request", in: scope), path != "off",
            let location = configuration.location(for: path, in: server), passes(path, toDemarc: location)
        else { return .nobody }
        return .server(location: location)
    }

    // MARK: Checks of each scope

    /// Looks for settings of the module that have no effect, and for configurations in which Demarc decides nothing.
    private mutating func checkUse() {
        guard !deciders.contains(.module) else { return }
        for scope in configuration.scopes {
            let loads = scope.all("load_module").filter { $0.argument(0).contains("ngx_http_demarc_module") }
            let settings = scope.directives.keys.filter { $0.hasPrefix("demarc_") }.sorted().flatMap { scope.all($0) }
            guard let first = loads.first ?? settings.first else { continue }
            add(
                .nothingDecided,
                loads.isEmpty
                    ? "\(Self.shown(first.name.text)) is set, but no block has `demarc on`"
                    : "the module is loaded, but no block has `demarc on`",
                at: [first.name],
                help: "write `demarc on;` in the server whose requests are to be decided"
            )
            return
        }
        guard deciders.allSatisfy({ $0 == .nobody }) else { return }
        let unused = configuration.scopes.indices.first(where: asksDemarc).map { configuration.scopes[$0] }
        if let unused, let head = unused.head {
            add(
                .nothingDecided,
                "\(Self.shown(unused.pattern)) asks Demarc, but no `auth_request` leads to it",
                at: [head.name],
                help: "write `auth_request` with its path in the server whose requests are to be decided"
            )
        } else if let head = configuration.scopes.first(where: { $0.server != nil })?.head {
            add(
                .nothingDecided,
                "Demarc decides nothing: no block has `demarc on`, and no `auth_request` leads to `/v1/auth/…`",
                at: [head.name],
                help: "write `demarc on;`, or `auth_request` with the path of a location that asks `demarc serve`"
            )
        }
    }

    /// Looks for undecided content in a server that also has decided content.
    private mutating func checkUndecided(_ number: Int) {
        let scope = configuration.scopes[number]
        guard scope.kind != "server" else { return checkUndecided(server: number) }
        if scope.kind == "if", let server = scope.parent, decidedServers.contains(server) {
            // A redirect of the same request to https gives nothing away, and the server there decides on it.
            checkAnswersBefore(number) { !Self.repeatsRequest($0) }
        }
        guard let server = scope.server, isReachable(number), hasContent(number),
            let head = scope.head
        else { return }
        let off =
            scope.all("auth_request").last { $0.argument(0) == "off" }
            ?? scope.all("demarc").last { $0.isSet(to: "off") }
        let name = Self.shown(scope.pattern)
        if let parent = scope.parent, deciders[parent] != .nobody, let off {
            add(
                .undecided,
                "\(Self.shown("\(off.name.text) off")) lets requests for \(name) through undecided",
                at: [off.name, head.name],
                help: "remove it, or make the location `internal` if only nginx itself goes there"
            )
        } else if scope.kind == "location", decidedServers.contains(server) {
            add(
                .undecided,
                "requests for \(name) are not decided, but others of this server are",
                at: [head.name],
                help: "turn Demarc on in the server, so that every location has it"
            )
        }
    }

    /// Looks for what an undecided server answers outside the locations that are decided.
    private mutating func checkUndecided(server number: Int) {
        let scope = configuration.scopes[number]
        guard decidedServers.contains(number), let head = scope.head else { return }
        // In a server, these answer every request, even those for locations.
        checkAnswersBefore(number)
        guard hasContent(number) else { return }
        guard let content = content(ofServer: number) else { return checkFallback(ofServer: number) }
        add(
            .undecided,
            "requests for paths without a location are not decided, but others of this server are",
            at: scope.has(content.name.text) ? [content.name, head.name] : [head.name, content.name],
            help: "turn Demarc on in the server, or write `location / { return 404; }`"
        )
    }

    /// The directive with which a server answers requests that no location matches; nil if there are none.
    ///
    /// Without `root`, nginx has a folder as well, but in general it holds nothing but a page of nginx.
    func content(ofServer number: Int) -> NginxDirective? {
        guard !coveredServers.contains(number) else { return nil }
        // Without a variable, `try_files` leads to one file, or to a location.
        guard let files = configuration.scopes[number].all("try_files").first else {
            return configuration.inForce("root", in: number).first
        }
        return files.arguments.contains { $0.text.contains("$") } ? files : nil
    }

    /// Whether a location takes all requests of its server, or a server sends all to one.
    private func matchesEveryPath(_ scope: NginxConfiguration.Scope) -> Bool {
        if scope.kind == "server" {
            return scope.all("rewrite")
                .contains { Self.everyPath.contains($0.argument(0)) && Self.selectsAgain($0) }
        }
        guard scope.kind == "location", scope.parent == scope.server else { return false }
        return scope.modifier.hasPrefix("~")
            ? Self.everyPath.contains(scope.pattern) : scope.pattern == "/" && scope.modifier != "="
    }

    /// Whether a client's request can reach the scope directly.
    func isReachable(_ scope: Int) -> Bool {
        var next: Int? = scope
        while let current = next {
            let scope = configuration.scopes[current]
            if scope.has("internal") || scope.isNamedLocation { return false }
            next = scope.parent
        }
        return true
    }

    /// Whether the scope has content: not a fixed answer by nginx, not denied to everybody, and not Demarc itself.
    func hasContent(_ number: Int) -> Bool {
        let scope = configuration.scopes[number]
        if returnsAlways(number) || isDemarc(number) { return false }
        if scope.isConditional { return scope.passesOn || scope.has("demarc") }
        return !isDeniedToEverybody(number)
    }

    /// Whether a `return` answers every request of the scope. nginx skips it after a `break`, also one inside an `if`.
    func returnsAlways(_ number: Int) -> Bool {
        configuration.scopes[number].has("return") && !scopesWithBreak.contains(number)
    }

    /// Whether `deny all` is in force, without an `allow` and without another check that satisfies in its place.
    func isDeniedToEverybody(_ number: Int) -> Bool {
        // A block inherits both or neither: with a rule of its own, those around it do not count.
        guard let next = configuration.nearest(to: number, with: ["allow", "deny"]) else { return false }
        let scope = configuration.scopes[next]
        guard !scope.has("allow"), scope.all("deny").contains(where: { $0.argument(0) == "all" }) else { return false }
        guard configuration.isSet("satisfy", to: "any", in: number) else { return true }
        return (Self.logins + ["auth_request"]).allSatisfy { name in
            configuration.inForce(name, in: number).isEmpty || configuration.isSet(name, to: "off", in: number)
        }
    }

    /// Looks for what happens to decided requests of a scope outside the decision.
    private mutating func checkDecided(_ number: Int) {
        let scope = configuration.scopes[number]
        if deciders[number] != .nobody, !answersOnlyDecided(number) { checkAnswersBefore(number) }
        for rewrite in scope.all("rewrite") where rewrite.argument(2) == "break" && !Self.redirects(rewrite) {
            addRewritten(rewrite)
        }
        for pass in scope.all("proxy_pass") where replacesTarget(pass.argument(0), in: number) {
            addRewritten(pass)
        }
    }

    mutating func addRewritten(_ directive: NginxDirective) {
        add(
            .rewrittenTarget,
            "the site gets a different target here from the one that Demarc decides on",
            at: [directive.name],
            help: "write `proxy_pass` without a path, so that the target is passed on unchanged"
        )
    }
}
