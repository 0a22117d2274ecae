import Diagnostics
package import PolicyModel

/// Writes scenario results in machine-readable form: one object for each.
public struct ScenarioJSONReport: Sendable {
    /// Whether reasons include their sentences.
    public var explains: Bool

    /// Creates a report.
    public init(explains: Bool = false) { self.explains = explains }

    /// One scenario as an object on one line, without a line break.
    ///
    /// A claim also has a member `claim`: `kind`, `result`, `message`, `inferred`, `gates`, `findings`, and the acting
    /// account for each step.
    ///
    /// `expected` and `got` belong to the failed step, or to the last one. Their fields are those of decisions, and
    /// have the same types in both; `reason` of `expected` is a code or the beginning of a code. A field of `expected`
    /// that must not have a value is an object with that value under `not`.
    public func object(_ result: ScenarioResult) -> String {
        let last = result.steps.last
        return JSONForm.object([
            "name": .string(result.name), "file": .string(result.location.path), "line": .number(result.location.line),
            "outcome": .string(result.outcome.rawValue), "expected": last.map { expected($0) } ?? .object([]),
            "got": got(last?.answer),
            "error": result.error.map { error in
                .object([
                    "code": .string(error.code), "at": .string(orNull: error.location?.description),
                    "message": .string(error.message),
                ])
            },
            "claim": result.claim?.form, "steps": .list(result.steps.map { step($0) }),
        ]).text
    }

    /// The scenarios of several files as one array, with one scenario on each line.
    ///
    /// A file that could not be read is an object with an error and the name `(file)`.
    public func array(_ files: [ScenarioFileResult]) -> String {
        JSONText.array(files.flatMap { file in file.results.map { object($0.result) } }) + "\n"
    }

    private func step(_ step: ScenarioResult.Step) -> JSONForm {
        .object([
            "line": .number(step.location.line), "request": step.question.form(), "expected": expected(step),
            "got": got(step.answer), "differences": .list(step.unmet.map { .string($0.part.expectationName) }),
        ])
    }

    private func got(_ answer: Answer?) -> JSONForm {
        // Values of the app configuration may be personal data, so no report shows them.
        var answer = answer
        if answer?.configuration?.value != nil {
            answer?.configuration?.value = .string(AppConfigurationValue.scrubbed)
        }
        return .object(answer?.partMembers(explains: explains) ?? [])
    }

    /// The expectations of a step, in the types of the parts in `got`. Several reasons can be expected, but only one
    /// value of every other part.
    private func expected(_ step: ScenarioResult.Step) -> JSONForm {
        var names: [String] = []
        var values: [String: [JSONForm]] = [:]
        for expectation in step.expected {
            let name = expectation.part.expectationName
            if values[name] == nil { names.append(name) }
            let isPrivate = step.question.kind == .config && expectation.part == .value && expectation.value != nil
            var shown = expectation
            if isPrivate { shown.value = AppConfigurationValue.scrubbed }
            values[name, default: []].append(shown.form)
        }
        let members = names.map { name in
            let values = values[name] ?? []
            return JSONForm.Member(name, values.count == 1 ? values[0] : .list(values))
        }
        return .object(members)
    }
}

extension ScenarioExpectation {
    /// The expectation as scenario files write it: the value in the type that the part has in an answer, or an object
    /// with the value that it must not have.
    package var form: JSONForm { isExcluded ? .object(["not": valueForm]) : valueForm }

    /// The value in the type that the part has in an answer.
    private var valueForm: JSONForm {
        guard let value else { return .null }
        return switch part {
        case .conflict: .boolean(value == "true")
        case .challenges: .list(value.split(separator: " ").map { .string(String($0)) })
        case .verdict, .to, .url, .route, .page, .class, .rule, .value, .account, .nextCheck, .reasons: .string(value)
        }
    }
}
