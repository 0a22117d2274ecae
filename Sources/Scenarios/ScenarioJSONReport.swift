import Diagnostics
import PolicyModel

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
    /// `expected` and `got` belong to the failed step, or to the last one. Their fields are those of decisions;
    /// `reason` of `expected` is a code or the beginning of a code.
    public func object(_ result: ScenarioResult) -> String {
        let last = result.steps.last
        var text = "{\"name\":\(JSONText.string(result.name))"
        text += ",\"file\":\(JSONText.string(result.location.path)),\"line\":\(result.location.line)"
        text += ",\"outcome\":\"\(result.outcome.rawValue)\""
        text += ",\"expected\":\(last.map { expected($0) } ?? "{}"),\"got\":\(got(last?.answer))"
        if let error = result.error {
            text += ",\"error\":{\"code\":\(JSONText.string(error.code))"
            text += ",\"at\":\(error.location.map { JSONText.string($0.description) } ?? "null")"
            text += ",\"message\":\(JSONText.string(error.message))}"
        }
        if let claim = result.claim { text += ",\"claim\":\(claim.form.text)" }
        return text + ",\"steps\":[\(result.steps.map { step($0) }.joined(separator: ","))]}"
    }

    /// The scenarios of several files as one array, with one scenario on each line.
    ///
    /// A file that could not be read is an object with an error and the name `(file)`.
    public func array(_ files: [ScenarioFileResult]) -> String {
        let objects = files.flatMap { file in file.results.map { object($0.result) } }
        return objects.isEmpty ? "[]\n" : "[\n\(objects.joined(separator: ",\n"))\n]\n"
    }

    private func step(_ step: ScenarioResult.Step) -> String {
        let differences = step.unmet.map { JSONText.string($0.part.expectationName) }
        return "{\"line\":\(step.location.line),\"request\":\(step.question.form().text)"
            + ",\"expected\":\(expected(step)),\"got\":\(got(step.answer))"
            + ",\"differences\":[\(differences.joined(separator: ","))]}"
    }

    private func got(_ answer: Answer?) -> String {
        // Values of the app configuration may be personal data, so no report shows them.
        var answer = answer
        if answer?.configuration?.value != nil {
            answer?.configuration?.value = .string(AppConfigurationValue.scrubbed)
        }
        return JSONForm.object(answer?.partMembers(explains: explains) ?? []).text
    }

    /// Several reasons can be expected, but only one value of every other part.
    private func expected(_ step: ScenarioResult.Step) -> String {
        guard step.question.kind == .config else { return expected(step.expected) }
        return expected(
            step.expected.map { expectation in
                var expectation = expectation
                if expectation.part == .value, expectation.value != nil {
                    expectation.value = AppConfigurationValue.scrubbed
                }
                return expectation
            }
        )
    }

    private func expected(_ expectations: [ScenarioExpectation]) -> String {
        var names: [String] = []
        var values: [String: [String]] = [:]
        for expectation in expectations {
            let name = expectation.part.expectationName
            if values[name] == nil { names.append(name) }
            values[name, default: []].append(expectation.value.map(JSONText.string) ?? "null")
        }
        let members = names.map { name in
            let values = values[name] ?? []
            let text = values.count == 1 ? values[0] : "[\(values.joined(separator: ","))]"
            return "\(JSONText.string(name)):\(text)"
        }
        return "{\(members.joined(separator: ","))}"
    }
}
