import Diagnostics
package import PolicyModel

/// Why a question cannot be asked: it names something that there is not.
package struct ScenarioProblem: Error, Hashable, Sendable {
    /// A stable name.
    package var code: String
    /// The field of the request or of `given` that is wrong; nil where it is none in particular.
    package var field: String?
    /// Lower case, one line, no final period.
    package var message: String

    package init(code: String, field: String? = nil, message: String) {
        self.code = code
        self.field = field
        self.message = message
    }

    /// The problem as a finding at a place.
    func diagnostic(at location: SourceLocation) -> Diagnostic {
        let start = SourcePosition(offset: 0, line: location.line, column: location.column)
        let place = SourceRange(path: location.path, start: start, end: start)
        return Diagnostic(code: code, message: field.map { "\($0): \(message)" } ?? message, places: [place])
    }
}

extension ScenarioProblem {
    package static func unknownView(_ name: String, field: String, known: [String]) -> Self {
        let names = known.isEmpty ? "no views" : NameList.list(known)
        return Self(
            code: "unknown-view",
            field: field,
            message: "unknown view `\(NameList.shown(name))`\(NameList.hint(name, known)); the policy has \(names)"
        )
    }

    package static func container(_ name: String, field: String, known: [String]) -> Self {
        Self(
            code: "not-a-web-view",
            field: field,
            message: "`\(NameList.shown(name))` holds other views and loads no URLs; "
                + "the policy has the web views \(NameList.list(known))"
        )
    }

    static func missingView(known: [String]) -> Self {
        known.isEmpty
            ? Self(code: "no-web-view", message: "the policy has no web view that could load a URL")
            : Self(
                code: "missing-view",
                field: "view",
                message: "the policy has several web views; name one of \(NameList.list(known))"
            )
    }

    package static func unknownAccount(_ name: String, field: String, _ directory: AccountDirectory) -> Self {
        let known = directory.accounts.flatMap { [$0.id, $0.userPrincipalName].compactMap { $0?.canonical } }
        return Self(
            code: "unknown-account",
            field: field,
            message: "unknown account `\(NameList.shown(name))`\(NameList.hint(name, known)); "
                + "the policy has \(NameList.list(known)), and `none` is nobody"
        )
    }

    static func unknownApp(_ app: AppID, field: String, known: [String]) -> Self {
        let names = known.isEmpty ? "none" : NameList.list(known)
        let name = app.bundleID
        return Self(
            code: "unknown-app",
            field: field,
            message:
                "unknown app `\(NameList.shown(name))`\(NameList.hint(name, known)); the policy has the apps \(names)"
        )
    }
}
