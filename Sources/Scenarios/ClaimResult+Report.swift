import Diagnostics
import PolicyModel

/// The presentation of a claim's result in reports.
extension ClaimResult {
    /// The explanation of the result, the steps that show it with their acting accounts, and what makes it possible.
    var lines: [String] {
        var lines = [message + (isInferred ? " (inferred: whose sites are)" : "")]
        for (number, step) in steps.enumerated() {
            let user = users.indices.contains(number) ? users[number] : nil
            var line = "\(number + 1) \(step.question.words)"
            if let user { line += " as \(user)" }
            if let answer = step.answer { line += ": \(answer.verdictName)" }
            if let destination = step.answer?.destination { line += " → \(destination.rawValue)" }
            if let page = step.answer?.page { line += ", \(page.rawValue) page" }
            lines.append(line)
            lines += step.unmetLines.map { "  \($0)" }
            guard number == steps.count - 1 else { continue }
            lines += (step.answer?.reasons ?? []).map { "  because \($0.line)" }
        }
        lines += gates.map { "\(kind == .can ? "closed" : "opened") by \($0)" }
        return lines + findings.map(\.line)
    }

    /// The member `claim` of the JSON report.
    var form: JSONForm {
        .object([
            "kind": .string(kind.rawValue), "result": .string(verdict.rawValue), "message": .string(message),
            "inferred": .boolean(isInferred), "gates": .list(gates.map { .string($0) }),
            "users": .list(users.map(\.userForm)), "canBeScenario": .boolean(scenario != nil),
            "findings": .list(findings.map(\.form)),
        ])
    }
}

extension Diagnostic {
    /// The finding on one line of a report.
    fileprivate var line: String {
        "\(code) \(severity.rawValue): \(message)\(location.map { " [\($0)]" } ?? "")\(help.map { "; \($0)" } ?? "")"
    }

    fileprivate var form: JSONForm {
        .object([
            "code": .string(code), "severity": .string(severity.rawValue), "message": .string(message),
            "at": .string(orNull: location?.description), "help": .string(orNull: help),
        ])
    }
}
