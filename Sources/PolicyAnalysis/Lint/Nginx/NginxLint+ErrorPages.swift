import Diagnostics

/// Checks of `error_page` with `auth_request`: it must replace neither a denial nor Demarc's answer.
extension NginxLint {
    /// An `error_page`.
    private struct Page {
        let directive: NginxDirective
        let codes: [String]
        /// The status after `=`; an empty text for `=` alone, with which the status is that of the page.
        let status: String?
        /// A path, the name of a location, or an address that clients are redirected to.
        let target: String

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

    // MARK: Denied requests

    /// Looks for what answers a request instead of a denial.
    mutating func checkErrorPage(_ directive: NginxDirective, in server: Int, asking location: Int) {
        // nginx turns any other status from Demarc's server into 500, and passes 401 and 403 on.
        guard let page = Page(directive), page.codes.contains(where: { ["401", "403", "500"].contains($0) }) else {
            return
        }
        if let code = page.status.flatMap({ Int($0) }), code < 400 {
            add(
                .denialUndone,
                "a denial becomes an answer with the status \(code)",
                at: [directive.name],
                help: "write `=` without a status, or leave it out"
            )
            return
        }
        let found = locations(ofRewritten: page.target, in: server)
            .first { deciders[$0] == .nobody && !leadsToDemarc($0, as: location) && undoesDenial($0, page) }
        guard let found else { return }
        let scope = configuration.scopes[found]
        add(
            .denialUndone,
            "what Demarc denies, or can't answer, is answered by \(Self.shown(scope.pattern)), which is not decided",
            at: [directive.name] + (scope.head.map { [$0.name] } ?? []),
            help: "let the location get its page from `demarc serve`, or `return` a status of 400 or more there"
        )
    }

    /// Whether an undecided location answers the denied request itself, or with the status of an allow.
    private func undoesDenial(_ found: Int, _ page: Page) -> Bool {
        let scope = configuration.scopes[found]
        guard !scope.all("return").contains(where: { Int($0.argument(0)) ?? 0 >= 400 }) else { return false }
        if page.status == "" { return true }
        guard !servesOneFile(found) else { return false }
        // A named location receives the request as the client wrote it; other locations receive the path of the page.
        if scope.isNamedLocation { return true }
        return hasContent(found) && (Self.repeatsPath(page.target) || restoresPath(found))
    }

    /// Whether a path contains that of the client's request. What follows a `?` does not select the page.
    private static func repeatsPath(_ target: String) -> Bool {
        variables(in: String(target.prefix { $0 != "?" }))
            .contains { name in
                ["$uri", "$document_uri", "$request_uri", "$request", "$request_filename"].contains(name)
                    || Int(name.dropFirst()) != nil
            }
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

    // MARK: Requests to Demarc

    /// Looks for what answers nginx's request to Demarc instead of Demarc, with a status that allows.
    ///
    /// nginx checks no access in such a request, so it makes no difference who decides in the page's location.
    ///
    /// - Parameters:
    ///   - location: The location that calls Demarc.
    ///   - limitsBodies: Whether it accepts only smaller bodies than a location that asks through it.
    ///   - returned: The errors that `return` raises in it.
    mutating func checkAnswerReplaced(_ location: Int, limitsBodies: Bool, returned: Set<String>) {
        let scope = configuration.scopes[location]
        guard let head = scope.head, let server = scope.server else { return }
        let name = Self.shown(scope.pattern)
        let intercepts = configuration.isSet("proxy_intercept_errors", to: "on", in: location)
        let pages = configuration.inForce("error_page", in: location).compactMap(Page.init)
        // The page for one error may then fail with any other.
        let isRecursive =
            configuration.isSet("recursive_error_pages", to: "on", in: location)
            && pages.contains { !Self.askingErrors.isDisjoint(with: $0.codes) }
        var seen: Set<String> = []
        for page in pages {
            // The first `error_page` with a status is in force.
            let codes = page.codes.filter { seen.insert($0).inserted }
            let code = codes.first {
                intercepts || isRecursive || Self.askingErrors.contains($0) || $0 == "413" && limitsBodies
                    || returned.contains($0)
            }
            // Without `=`, the status remains that of the error; an address makes it 302.
            guard let code, let status = page.status, status.isEmpty || Self.isAllow(status),
                !Self.hasScheme(page.target), allows(page.target, status: status, in: server, asking: location)
            else { continue }
            add(
                .denialUndone,
                intercepts && !Self.askingErrors.contains(code) && !returned.contains(code)
                    ? "with `proxy_intercept_errors on`, Demarc's answer \(code) in \(name) becomes an allow"
                    : "an error \(code) in \(name), which asks Demarc, becomes an allow",
                at: [page.directive.name, head.name],
                help: "leave out `=`, or write `error_page 599 /;` in the location that asks, so that it inherits none"
            )
        }
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
            ["redirect", "permanent"].contains(first.argument(2)) || Self.hasScheme(first.argument(1))
        {
            return false
        }
        // Demarc's own pages have the status 403, and a second server of Demarc decides.
        return !status.isEmpty || !leadsToDemarc(found, as: location) && !asksDemarc(found)
    }

    static func isAllow(_ status: String) -> Bool { Int(status).map { (200..<300).contains($0) } ?? false }
}
