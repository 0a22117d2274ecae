import RequestReading

extension CodeExplanation {
    /// Why a request cannot be read as a single request, and the ways in which servers read its path and query.
    static let ofRequests: [CodeExplanation] =
        RequestFault.allCases.map { fault in
            CodeExplanation(
                code: fault.rawValue,
                kind: .request,
                title: String(fault.meaning.dropLast()),
                text: fault.meaning + " The request is blocked, and no rule is checked.",
                page: "RequestReading"
            )
        }
        + PathReading.allCases.map { reading in
            CodeExplanation(
                code: reading.rawValue,
                kind: .request,
                title: "a server that \(reading.meaning) reads another path",
                text: """
                    Some servers read this path differently from the URL Standard: such a server \(reading.meaning)\
                    \(reading.keepsDots ? "" : ", and then removes `.` and `..` segments"). A proxy decides this reading too. If the decision differs, \
                    the request is blocked with `url.readingsDiffer`.
                    """,
                example: "demarc url 'https://contoso.com\(reading.examplePath)'",
                page: "RequestReading"
            )
        }
        + QueryReading.allCases.map { reading in
            CodeExplanation(
                code: reading.rawValue,
                kind: .request,
                title: "a server that \(reading.meaning) reads another query",
                text: """
                    Servers decode the parameters of a query, and the URL Standard does not: `r%6fle` is `role` to a \
                    server. A proxy decides the query also as a server that \(reading.meaning) reads it. If the \
                    decision differs, the request is blocked with `url.readingsDiffer`.
                    """,
                example: "demarc url 'https://contoso.com/?r%6fle=%61dmin'",
                page: "RequestReading"
            )
        }

    /// Why a server blocks a request that it has not decided. The codes are those of the server, which is a package of
    /// its own.
    static let ofServer: [CodeExplanation] = [
        (
            "policy.missing", "no policy is in force",
            "The policy could not be loaded since the server started; its log says why. Run `demarc serve --check`."
        ),
        (
            "policy.stale", "the policy is too old",
            """
            The policy was not confirmed for longer than `maxAge`. Replace its file, or set the time of the file if the \
            policy is still the right one.
            """
        ),
        (
            "audit.unavailable", "the decision could not be logged",
            "With `audit`, a request is blocked if its decision cannot be written. Look for a full disk."
        ),
        (
            "server.pathUnknown", "the path is not one of this listener",
            "Look at the path in the proxy's configuration, which names the kind of proxy and the binding."
        ),
    ].map { CodeExplanation(code: $0, kind: .request, title: $1, text: $2, page: "ServerAnswers") }
}

extension PathReading {
    /// A path that such a server reads differently.
    fileprivate var examplePath: String {
        switch self {
        case .merged: "//admin"
        case .decoded: "/%61dmin"
        case .decodedAndMerged: "/public//..%2fadmin"
        case .decodedKeepingBackslashes: "/admin%5c..%2fpublic"
        case .withoutParameters: "/public/..;/admin"
        case .normalized: "/public/..%3b/admin"
        case .parametersFirst: "/public;%2f..%2f/admin"
        case .decodedTwice: "/%2561dmin"
        case .parametersFirstUnmerged: "/admin;x/%2f.."
        case .decodedTwiceAndMerged: "/%2561dmin/..;"
        case .unresolved: "/admin/..%2fpublic"
        case .unresolvedMerged: "/%2fadmin/..%2fpublic"
        case .unresolvedNormalized: "/admin%3bx/..%2fpublic"
        case .unresolvedParametersFirst: "/admin;x/..%2fpublic"
        }
    }
}
