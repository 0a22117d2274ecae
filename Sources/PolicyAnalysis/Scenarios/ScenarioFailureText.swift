import Diagnostics
package import PolicyModel

/// What a failed scenario expected and got, in words.
enum ScenarioFailureText {
    /// One line: the fields that differ.
    static func summary(of result: ScenarioResult) -> String {
        guard let step = result.steps.last else { return result.outcome.rawValue }
        return step.wrong.map { "\($0.name): expected \(shown($0.value)), got \(got($0.name, step))" }
            .joined(separator: "; ")
    }

    /// Everything: the step, each field that differs, and the reasons of the answer with their sentences.
    static func lines(of result: ScenarioResult) -> [String] {
        guard let step = result.steps.last else { return [] }
        var lines = ["\(step.location): \(step.request.words)"]
        for field in step.wrong {
            lines.append("  \(field.name): expected \(shown(field.value)), got \(got(field.name, step))")
        }
        for field in step.got {
            guard case .reasons(let reasons) = field.value else { continue }
            for reason in reasons { lines.append("  because \(reason.line)") }
        }
        return lines
    }

    private static func got(_ name: String, _ step: ScenarioResult.Step) -> String {
        let name = name == "reason" ? "reasons" : name
        return step.got.first { $0.name == name }.map { shown($0.value) } ?? "nothing"
    }

    private static func shown(_ value: ScenarioField.Value) -> String {
        switch value {
        case .none: "nothing"
        case .text(let text): text
        case .reasons(let reasons):
            reasons.isEmpty ? "nothing" : reasons.map(\.code.rawValue).joined(separator: ", ")
        }
    }
}

extension ScenarioResult.Step {
    /// The expectations that were not met.
    fileprivate var wrong: [ScenarioField] { expected.filter { differences.contains($0.name) } }
}

extension Reason {
    /// The reason in one line: its code, its sentence, and what stands behind it.
    package var line: String {
        let source = [rule?.id ?? setting, location?.description].compactMap(\.self)
        return "\(code.rawValue): \(message)" + (source.isEmpty ? "" : " [\(source.joined(separator: " "))]")
    }
}
