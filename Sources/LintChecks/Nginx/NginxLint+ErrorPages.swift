import Diagnostics

/// Checks of `error_page` with `auth_request`: it must replace neither a denial nor Demarc's answer.
extension NginxLint {
    /// An `error_page`.
    struct ErrorPage {
        let directive: NginxDirective
        let codes: [String]
        /// The status after `=`; an empty text for `=` alone, with which the status is that of the page.
        let status: String?
        /// A path, the name of a location, or an address that clients are redirected to.
        let target: String

        /// Whether nginx redirects clients to the target: it begins neither like a path nor like a name.
        var isAddress: Bool {
            NginxLint.hasScheme(target) || !["/", "@", "$"].contains { target.hasPrefix($0) }
        }

        /// Whether nginx sends on there what the client wrote: the target is a name, or may contain the path.
        var sendsOn: Bool { target.hasPrefix("@") || target.contains("$") }

        init?(_ directive: NginxDirective) {
            let words = directive.arguments.map(\.text)
            guard let target = words.last else { return nil }
            self.directive = directive
            self.target = target
            codes = words.dropLast().filter { !$0.hasPrefix("=") }
            status = words.dropLast().last.flatMap { $0.hasPrefix("=") ? String($0.dropFirst()) : nil }
        }
    }

    /// The errors that nginx itself finds when it calls Demarc: the server cannot be reached, or a limit is exceeded.
    private static let askingErrors: Set = ["429", "500", "502", "503", "504"]
    /// The errors that deny: nginx turns any other status from Demarc's server into 500, and passes 401 and 403 on.
    private static let denials: Set = ["401", "403", "500"]

    // MARK: Denied requests

    /// Looks for what answers a request instead of a denial.
    mutating func checkErrorPage(_ directive: NginxDirective, in server: Int, asking location: Int) {
        guard let page = ErrorPage(directive), !Self.denials.isDisjoint(with: page.codes) else { return }
        let status = page.status.flatMap { Int($0) }
        if page.isAddress || status.map({ $0 < 400 }) == true {
            // nginx redirects to an address even with `=403`.
            let code = status.flatMap { !page.isAddress || Self.isRedirect($0) ? $0 : nil } ?? 302
            add(
                .denialUndone,
                "a denial becomes an answer with the status \(code)",
                at: [directive.name],
                help: page.isAddress
                    ? "name a location that gets its page from `demarc serve`: nginx redirects to any address"
                    : "write `=` without a status, or leave it out"
            )
            return
        }
        let targets = locations(ofRewritten: page.target, in: server).filter { !leadsToDemarc($0, as: location) }
        for target in targets {
            guard let answer = answerBelow400(target, page) else { continue }
            add(
                .denialUndone,
                "a denial is answered in \(Self.shown(configuration.scopes[target].pattern)) with a status below 400",
                at: [directive.name, answer.name],
                help: "`return` a status of 400 or more there, or get the page from `demarc serve`"
            )
            return
        }
        guard let found = targets.first(where: { deciders[$0] == .nobody && undoesDenial($0, page) }) else { return }
        let scope = configuration.scopes[found]
        add(
            .denialUndone,
            "what Demarc denies, or cannot answer, is answered by \(Self.shown(scope.pattern)), which is not decided",
            at: [directive.name] + (scope.head.map { [$0.name] } ?? []),
            help: "let the location get its page from `demarc serve`, or `return` a status of 400 or more there"
        )
    }

    /// What answers a denied request with a status below 400 in a location, whoever decides there: access is checked
    /// later. A redirect keeps its status even without `=`.
    private func answerBelow400(_ found: Int, _ page: ErrorPage) -> NginxDirective? {
        let scope = configuration.scopes[found]
        guard let answer = scope.all("return").first else {
            // A named location rewrites the path that the client wrote; others rewrite the path of the page.
            return scope.all("rewrite")
                .first { rewrite in
                    Self.redirects(rewrite)
                        && (scope.isNamedLocation || Self.everyPath.contains(rewrite.argument(0)))
                }
        }
        // An address alone stands for 302.
        let code = Int(answer.argument(0)) ?? 302
        return Self.isRedirect(code) || page.status == "" && code < 400 ? answer : nil
    }

    /// Whether a status redirects clients to an address.
    static func isRedirect(_ status: Int) -> Bool { [301, 302, 303, 307, 308].contains(status) }

    /// Whether an undecided location answers the denied request itself, or with the status of an allow.
    private func undoesDenial(_ found: Int, _ page: ErrorPage) -> Bool {
        let scope = configuration.scopes[found]
        // With the status of a denial, a text of nginx gives nothing away.
        guard !returnsAlways(found) else { return false }
        if page.status == "" { return true }
        guard !servesOneFile(found) else { return false }
        // A named location receives the request as the client wrote it; other locations receive the path of the page.
        if scope.isNamedLocation { return true }
        return hasContent(found) && (Self.repeatsPath(page.target) || restoresPath(found))
    }

    /// Whether a path contains that of the client's request. What follows a `?` does not select the page.
    private static func repeatsPath(_ target: String) -> Bool {
        variables(in: String(target.prefix { $0 != "?" }))
            .contains { paths.contains($0) || Int($0.dropFirst()) != nil }
    }

    /// Whether a location takes up the path that the client wrote, after a redirect inside nginx to another path.
    private func restoresPath(_ location: Int) -> Bool {
        let scope = configuration.scopes[location]
        let rewritten = scope.all("rewrite").filter { $0.argument(2) == "break" }.map { $0.argument(1) }
        let passed = scope.all("proxy_pass").map { $0.argument(0) }
        let files = ["try_files", "root", "alias"].flatMap(scope.all).flatMap(\.arguments).map(\.text)
        return (rewritten + passed + files)
            .contains { Self.variables(in: String($0.prefix { $0 != "?" })).contains("$request_uri") }
    }

    /// The targets of the `error_page` of a scope that send on the request which the client wrote, after Demarc has
    /// allowed it; each once.
    func targetsOfAllowed(in scope: Int) -> [String] {
        var known: Set<String> = []
        return configuration.scopes[scope].all("error_page").compactMap(Self.targetOfAllowed)
            .filter { known.insert($0).inserted }
    }

    private static func targetOfAllowed(_ directive: NginxDirective) -> String? {
        guard let page = ErrorPage(directive), !page.isAddress, !denials.isSuperset(of: page.codes),
            page.target.hasPrefix("@") || repeatsPath(page.target)
        else { return nil }
        return page.target
    }

    // MARK: Requests to Demarc

    /// A directive, and the scope that it is written in.
    typealias Written = (directive: NginxDirective, scope: Int)

    /// Looks for what answers nginx's request to Demarc instead of Demarc, with a status that allows.
    ///
    /// nginx checks no access in such a request, so it makes no difference who decides in the page's location.
    ///
    /// - Parameters:
    ///   - location: The location that calls Demarc.
    ///   - limitsBodies: Whether it accepts only smaller bodies than a location that asks through it.
    ///   - raised: The errors and redirects of `return` and `rewrite` in it.
    mutating func checkAnswerReplaced(_ location: Int, limitsBodies: Bool, raised: Set<String>) {
        let scope = configuration.scopes[location]
        guard let head = scope.head, let server = scope.server else { return }
        let name = Self.shown(scope.pattern)
        let intercepts = configuration.isSet("proxy_intercept_errors", to: "on", in: location)
        let pages = pagesInForce(in: location)
        // The page for one error may then fail with any other.
        let isRecursive =
            configuration.isSet("recursive_error_pages", to: "on", in: location)
            && pages.contains { !Self.askingErrors.isDisjoint(with: $0.codes) }
        for (page, codes) in pages {
            let code = codes.first {
                intercepts || isRecursive || Self.askingErrors.contains($0) || $0 == "413" && limitsBodies
                    || raised.contains($0)
            }
            guard let code, turnsIntoAllow(page, in: server, asking: location) else { continue }
            add(
                .denialUndone,
                intercepts && !Self.askingErrors.contains(code) && !raised.contains(code)
                    ? "with `proxy_intercept_errors on`, Demarc's answer \(code) in \(name) becomes an allow"
                    : "an error \(code) in \(name), which asks Demarc, becomes an allow",
                at: [page.directive.name, head.name],
                help: "leave out `=`, or write `error_page 599 /;` in the location that asks, so that it inherits none"
            )
        }
    }

    /// Looks for what answers nginx's requests to Demarc in place of a `return` of their server, or of a `rewrite` that
    /// redirects.
    ///
    /// nginx processes these before it selects a location. So the `error_page`s of the server are in force, whatever
    /// the location that asks has.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - scopes: The server itself, and each `if` in it.
    ///   - locations: The locations of the server that call Demarc.
    ///   - redirects: For a location, each `rewrite` of the server that redirects the path with which nginx asks.
    mutating func checkErrors(
        ofServer server: Int,
        in scopes: [Int],
        asking locations: [Int],
        redirectedBy redirects: [Int: [Written]]
    ) {
        typealias Raised = (answer: NginxDirective, locations: [Int])
        var raised: [String: [Raised]] = [:]
        var raisedByPath: [String: [Raised]] = [:]
        for scope in scopes {
            for answer in configuration.scopes[scope].all("return") {
                // Of those that raise one error, the first is enough: each applies to every location.
                guard let code = Self.raisedError(answer) else { continue }
                if raised[code] == nil { raised[code] = [(answer, locations)] }
                if isAboutPath(scope), raisedByPath[code] == nil { raisedByPath[code] = [(answer, locations)] }
            }
        }
        for location in locations {
            for (rewrite, scope) in redirects[location] ?? [] {
                guard let code = Self.raisedError(rewrite) else { continue }
                raised[code, default: []].append((rewrite, [location]))
                guard isAboutPath(scope) || !Self.everyPath.contains(rewrite.argument(0)) else { continue }
                raisedByPath[code, default: []].append((rewrite, [location]))
            }
        }
        guard !raised.isEmpty else { return }
        for (page, codes) in pagesInForce(in: server) {
            // nginx processes the directives of the server again for a page with a path, but not for a name. They raise
            // the same error again, unless they look at the path.
            let isPath = page.target.hasPrefix("/") || page.target.hasPrefix("$") && Self.repeatsPath(page.target)
            let answers = isPath ? raisedByPath : raised
            let allowed = codes.flatMap { answers[$0] ?? [] }
                .compactMap { answer, locations in
                    locations.first { turnsIntoAllow(page, in: server, asking: $0) }.map { (answer, $0) }
                }
            guard let (answer, location) = allowed.first else { continue }
            let name = answer.name.text
            let what =
                name == "return" ? Self.shown("return \(Self.raisedError(answer) ?? "")") : "this \(Self.shown(name))"
            let asked = Self.shown(configuration.scopes[location].pattern)
            add(
                .denialUndone,
                "\(what) applies to \(asked) as well, which asks Demarc, and becomes an allow there",
                at: [page.directive.name, answer.name],
                help: "write the \(Self.shown(name)) in the locations of the site"
            )
        }
    }

    /// Whether a scope is an `if` whose condition contains the path, which is another one in each of nginx's own
    /// requests.
    private func isAboutPath(_ number: Int) -> Bool {
        let scope = configuration.scopes[number]
        guard scope.kind == "if", let condition = scope.head else { return false }
        return condition.arguments.flatMap { Self.variables(in: $0.text) }
            .contains { ["$uri", "$document_uri", "$request_filename"].contains($0) }
    }

    /// The pages in force in a scope, each with its errors: for an error, the first `error_page` that names it counts.
    func pagesInForce(in scope: Int) -> [(page: ErrorPage, codes: [String])] {
        var seen: Set<String> = []
        return configuration.inForce("error_page", in: scope).compactMap(ErrorPage.init)
            .map { page in (page: page, codes: page.codes.filter { seen.insert($0).inserted }) }
    }

    /// Whether `auth_request` takes a page for an allow. Without `=`, the status remains that of the error; an
    /// address makes it 302.
    private func turnsIntoAllow(_ page: ErrorPage, in server: Int, asking location: Int) -> Bool {
        guard let status = page.status, status.isEmpty || Self.isAllow(status), !page.isAddress else { return false }
        return allows(page.target, status: status, in: server, asking: location)
    }

    /// The locations that call Demarc for others which may accept larger bodies. nginx compares the length of a body with
    /// the limit of both.
    func askingLocationsThatLimitBodies() -> Set<Int> {
        var found: Set<Int> = []
        for (scope, decider) in deciders.enumerated() {
            guard case .server(let location) = decider else { continue }
            let limit = configuration.value("client_max_body_size", in: location)
            if limit != "0", configuration.value("client_max_body_size", in: scope) != limit { found.insert(location) }
        }
        return found
    }

    /// Whether `auth_request` takes what answers at a path, or in a named location, for an allow: its status is from 200
    /// to 299. A `status` replaces that of the answer, unless it is empty.
    func allows(_ target: String, status: String, in server: Int, asking location: Int) -> Bool {
        let found = locations(ofRewritten: target, in: server)
        // A path without a location is content of the server, or of a regular expression.
        return found.isEmpty || found.contains { allows($0, status: status, asking: location) }
    }

    private func allows(_ found: Int, status: String, asking location: Int) -> Bool {
        let scope = configuration.scopes[found]
        if let answer = scope.all("return").first {
            let code = answer.argument(0)
            // If `return` has a text, its status is replaced as well.
            return Self.isAllow(code) || !status.isEmpty && Int(code) ?? 0 >= 400 && answer.arguments.count > 1
        }
        if let first = scope.all("rewrite").first, Self.everyPath.contains(first.argument(0)),
            Self.redirects(first)
        {
            return false
        }
        // Demarc's own pages have the status 403, and a second server of Demarc decides.
        return !status.isEmpty || !leadsToDemarc(found, as: location) && !isAsking(found)
    }

    static func isAllow(_ status: String) -> Bool { Int(status).map { (200..<300).contains($0) } ?? false }
}
