import Diagnostics

/// Checks of what nginx answers before it checks access: `return`, and a `rewrite` that redirects.
extension NginxLint {
    /// Looks for what answers in a scope before access is checked.
    mutating func checkAnswersBefore(_ number: Int, where isFound: (NginxDirective) -> Bool = { _ in true }) {
        let scope = configuration.scopes[number]
        for answer in scope.all("return") where !Self.isDenial(answer) && isFound(answer) {
            let what = Self.shown(([answer.name] + answer.arguments.prefix(1)).map(\.text).joined(separator: " "))
            add(
                .answersBefore,
                "\(what) answers before Demarc is asked",
                at: [answer.name],
                help: "serve it as a file or, if everybody may have it, from an undecided location"
            )
        }
        for rewrite in scope.all("rewrite") where Self.redirects(rewrite) && isFound(rewrite) {
            add(
                .answersBefore,
                "this `rewrite` answers with a redirect before Demarc is asked",
                at: [rewrite.name],
                help: "let the site redirect, or redirect where everybody may be redirected"
            )
        }
    }

    /// Looks for what a named location answers to errors that come before the decision.
    mutating func checkAnswersToEarlyErrors() {
        for scope in configuration.scopes.indices where answersOnlyDecided(scope) {
            guard let location = namedLocation(of: scope), reachedEarly.contains(location) else { continue }
            checkAnswersBefore(scope)
        }
    }

    /// Whether requests arrive in a scope only after the decision, unless an early error sends them there.
    ///
    /// With `auth_request`, `error_page` sends denied requests to named locations. With the module, only early errors do.
    func answersOnlyDecided(_ number: Int) -> Bool {
        guard case .server = deciders[number] else { return false }
        return namedLocation(of: number) != nil
    }

    /// The named location that a scope is, or whose `if` it is.
    private func namedLocation(of number: Int) -> Int? {
        [number, configuration.scopes[number].parent].compactMap { $0 }
            .first { configuration.scopes[$0].isNamedLocation }
    }

    /// Whether an answer is a denial: a status of 400 or above, or 444, which closes the connection. The text of a
    /// denial is written for everybody.
    private static func isDenial(_ answer: NginxDirective) -> Bool {
        Int(answer.argument(0)).map { $0 >= 400 } ?? false
    }

    /// Whether an answer redirects a client to https, with the target that it wrote.
    static func repeatsRequest(_ answer: NginxDirective) -> Bool {
        let address = answer.name.text == "return" ? answer.lastArgument : answer.argument(1)
        let lowercased = address.lowercased()
        // A `?` at the end of a `rewrite` keeps nginx from adding the query again.
        return address.hasPrefix("https://") && ["$request_uri", "$request_uri?"].contains { lowercased.hasSuffix($0) }
    }

    /// Whether a `rewrite` answers with a redirect.
    static func redirects(_ rewrite: NginxDirective) -> Bool {
        ["redirect", "permanent"].contains(rewrite.argument(2)) || hasScheme(rewrite.argument(1))
    }

    /// Whether nginx selects a location again after a `rewrite`, by the new path.
    static func selectsAgain(_ rewrite: NginxDirective) -> Bool { ["", "last"].contains(rewrite.argument(2)) }

    static func hasScheme(_ target: String) -> Bool {
        ["http://", "https://", "$scheme://"].contains { target.hasPrefix($0) }
    }
}
