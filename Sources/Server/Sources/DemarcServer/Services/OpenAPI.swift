import Answering

/// The OpenAPI document of the JSON listener, generated from the tables that requests are read and answered with.
enum OpenAPI {
    /// The document as JSON text.
    static let document = root.text + "\n"

    private static let root = OrderedJSON.object([
        ("openapi", .string("3.1.0")),
        (
            "info",
            .object([
                ("title", .string("Demarc")), ("version", .string("1")),
                ("description", .string("Whether a URL or a view is managed, and what may happen with it.")),
            ])
        ),
        ("paths", .object(QuestionResponder.Route.allCases.map { ($0.rawValue, path($0)) })),
        ("components", .object([("schemas", .object(schemas))])),
    ])

    private static func path(_ route: QuestionResponder.Route) -> OrderedJSON {
        var operation: [(String, OrderedJSON)] = []
        switch route {
        case .decisions:
            operation = [
                ("operationId", .string("decide")), ("summary", .string("Answer one question, or a batch of them.")),
                (
                    "requestBody",
                    .object([
                        ("required", .boolean(true)),
                        ("content", content(.anyOf([.reference("Request"), .reference("Batch")]))),
                    ])
                ),
            ]
        case .classify:
            operation = [
                ("operationId", .string("classify")), ("summary", .string("Classify a URL.")),
                (
                    "parameters",
                    .list(
                        QuestionResponder.Parameter.allCases.map {
                            parameter($0.rawValue, $0.meaning, isRequired: $0 == .url)
                        }
                    )
                ),
            ]
        case .openAPI: operation = [("operationId", .string("openapi")), ("summary", .string("This document."))]
        }
        operation.append(("responses", .object(route.statuses.map { ("\($0)", response($0, of: route)) })))
        return .object([(route.method.lowercased(), .object(operation))])
    }

    private static func response(_ status: Int, of route: QuestionResponder.Route) -> OrderedJSON {
        let descriptions: [Int: String] = [
            200: "The answer.",
            400: "The request is not an HTTP/1.1 request, its body is not JSON, or a parameter is wrong.",
            403: "Nothing is allowed: no policy is in force, it is too old, or a decision cannot be logged "
                + "(`audit.unavailable`).",
            405: "Another method is needed.",
            408: "The request took too long.", 413: "The body or the batch is too large.",
            414: "The target of the request is too long.",
            422: "It cannot be answered: a name is unknown, or the question is stateful (`question.stateful`).",
            431: "The head of the request is too large.", 503: "There are too many connections.",
        ]
        let schema: JSONSchemaValue =
            status != 200
            ? .reference("Problem")
            : route == .decisions
                ? .anyOf([.reference("Answer"), .reference("Answers")])
                : route == .classify ? .reference("Classification") : .any
        let type = status == 200 ? "application/json" : "application/problem+json"
        return .object([
            ("description", .string(descriptions[status] ?? "")), ("content", content(schema, type: type)),
        ])
    }

    private static func content(_ schema: JSONSchemaValue, type: String = "application/json") -> OrderedJSON {
        .object([(type, .object([("schema", schema.json)]))])
    }

    private static func parameter(_ name: String, _ description: String, isRequired: Bool) -> OrderedJSON {
        .object([
            ("name", .string(name)), ("in", .string("query")), ("required", .boolean(isRequired)),
            ("description", .string(description)), ("schema", JSONSchemaValue.string.json),
        ])
    }

    // MARK: Schemas

    /// The questions that are answered here: those that change nothing. Waiting requires the clock of a scenario.
    static let questions = Question.Kind.allCases.filter {
        ![.wait, .signIn, .signOut, .switchIdentity].contains($0)
    }

    /// The value of a question: its fields, or only the one of the short form.
    private static func schema(of kind: Question.Kind) -> JSONSchemaValue {
        switch kind.shortForm {
        case nil: .anyObject
        case .value?: .anyOf([.string, .anyObject])
        case .values?: .anyOf([.string, .array(.string), .anyObject])
        }
    }

    private static func schema(of part: Answer.Part) -> JSONSchemaValue {
        switch part {
        case .reasons: .array(.anyObject)
        case .challenges: .array(.string)
        // The first is a string, a number or a Boolean; the second is a Boolean.
        case .value, .conflict: .any
        case .verdict, .to, .url, .route, .page, .class, .rule, .account, .nextCheck: .nullableString
        }
    }

    private static let schemas: [(String, OrderedJSON)] = [
        (
            "Request",
            JSONSchemaValue.object(
                [
                    ("ref", .any), ("user", .nullableString), ("given", .nullableObject),
                    ("when", .reference("Question")),
                ],
                required: ["when"]
            ).json
        ),
        ("Batch", JSONSchemaValue.object([("requests", .array(.reference("Request")))], required: ["requests"]).json),
        (
            "Question",
            JSONSchemaValue.anyOf(
                questions.map { .object([($0.rawValue, schema(of: $0))], required: [$0.rawValue]) }
            ).json
        ),
        (
            "Answer",
            JSONSchemaValue.object(
                [("ref", .any), ("request", .anyObject), ("user", .nullableString)]
                    + Answer.Part.allCases.map { ($0.rawValue, schema(of: $0)) }
                    + [("decidedBy", .any), ("error", .anyObject), ("access", .anyObject)],
                required: ["request", "user", "verdict"]
            ).json
        ),
        ("Answers", JSONSchemaValue.object([("answers", .array(.reference("Answer")))], required: ["answers"]).json),
        (
            "Classification",
            JSONSchemaValue.object(
                [("input", .string), ("view", .string), ("user", .nullableString)]
                    + Answer.Part.allCases.map { ($0.rawValue, schema(of: $0)) }
                    + [("decidedBy", .any), ("error", .anyObject)],
                required: ["input", "url", "view", "user", "verdict"]
            ).json
        ),
        (
            "Problem",
            JSONSchemaValue.object(
                [
                    ("type", .string), ("title", .string), ("status", .any), ("code", .string),
                    ("codes", .array(.string)),
                    ("detail", .string),
                ],
                required: ["status"],
                isOpen: true
            ).json
        ),
    ]
}
