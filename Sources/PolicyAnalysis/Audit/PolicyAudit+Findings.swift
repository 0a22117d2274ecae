package import Diagnostics
package import PolicyFiles
import PolicyModel

/// The audit as findings, for code scanning services and editors.
extension PolicyAudit {
    /// The paths as results of a SARIF log: each at the gate where it crosses, with its steps.
    package var sarifResults: [SARIFReport.Result] {
        let found = paths.prefix(SARIFReport.mostResults).map { path in
            SARIFReport.Result(
                diagnostic: path.diagnostic,
                suppression: path.acceptance.map {
                    SARIFReport.Suppression(isInSource: false, reason: "\($0.reason) (until \($0.until))")
                },
                fingerprint: path.id,
                steps: path.steps.prefix(SARIFReport.mostSteps).map(\.sarifStep)
            )
        }
        let evaded = (evadedRules ?? []).map { evaded in
            let steps = ([evaded.step] + evaded.escapes.map(\.step)).map(\.sarifStep)
            return SARIFReport.Result(diagnostic: evaded.diagnostic, steps: steps)
        }
        let residuals = (consensus?.residuals ?? []).prefix(SARIFReport.mostResults).map { residual in
            let steps = residual.readings.prefix(SARIFReport.mostSteps / 2).flatMap { [$0.step, $0.otherStep] }
            return SARIFReport.Result(diagnostic: residual.diagnostic, steps: steps.map(\.sarifStep))
        }
        return found + expired.map { SARIFReport.Result(diagnostic: $0.diagnostic) } + evaded + residuals
    }
}

extension LeakPath {
    /// The path as a finding at the gate where it crosses.
    package var diagnostic: Diagnostic {
        let name = organization.isEmpty ? "organization" : organization
        return Diagnostic(
            code: code.rawValue,
            severity: severity,
            message: "\(name) data reaches \(sink.words): \(gates.map(\.words).joined(separator: "; "))",
            places: location.map { [SourceRange(at: $0)] } ?? [],
            help: fixes.first.map { "close it with `\($0.fullName): \($0.value)`" } ?? untriedHelp
        )
    }

    /// Why no change is named although there may be one; nil if every gate's change was tried.
    private var untriedHelp: String? {
        guard !untried.isEmpty else { return nil }
        return "no change of \(Quoted.first(3, of: untried.map { "`\($0.fullName)`" })) was tried"
    }
}

extension FlowStep {
    /// The step in a log, at the place of the deciding setting or rule.
    package var sarifStep: SARIFReport.Step {
        let reason = deciding ?? reasons.first
        let sentence = reason.map(\.message) ?? ""
        return SARIFReport.Step(
            place: (reason?.location ?? reasons.lazy.compactMap(\.location).first).map { SourceRange(at: $0) },
            sentence: "\(request.words): \(verdictName). \(sentence)"
        )
    }
}

extension EvadedRule {
    /// The evaded rule as a finding, at the place of the rule.
    package var diagnostic: Diagnostic {
        let first = escapes.first?.rewrite
        let more = escapes.count > 1 ? ", and \(escapes.count - 1) more" : ""
        return Diagnostic(
            code: AuditCode.evadedRule.rawValue,
            severity: AuditCode.evadedRule.severity,
            message: "the \(rule.urlClass.rawValue) rule \(words) decides \(url), and is evaded by \(first?.url ?? "")"
                + " (\(first?.kind.words ?? "")\(more))",
            places: [SourceRange(at: rule.location)],
            help: "write the rule for the host, or make the default as strict"
        )
    }
}

extension ReaderResidual {
    /// The residual as a finding, at the place of the rule.
    package var diagnostic: Diagnostic {
        let first = readings.first
        let more = readings.count > 1 ? "; \(readings.count - 1) more" : ""
        return Diagnostic(
            code: AuditCode.readerResidual.rawValue,
            severity: AuditCode.readerResidual.severity,
            message:
                "\(first?.reader.words ?? "") goes to \(first?.destination ?? ""), which \(words) decides, for a URL that"
                + " is decided differently (\(first?.template ?? "")\(more))",
            places: [SourceRange(at: location)],
            help: "write the rule for the host, or make the default as strict"
        )
    }
}

extension AcceptedPath {
    /// A finding that the acceptance has expired, at the place of the acceptance.
    package var diagnostic: Diagnostic {
        Diagnostic(
            code: AuditCode.acceptanceExpired.rawValue,
            severity: AuditCode.acceptanceExpired.severity,
            message: "the acceptance of \(path.prefix(6)) ended on \(until)",
            places: location.map { [SourceRange(at: $0)] } ?? [],
            help: "close the path, or accept it again with a reason that still holds"
        )
    }
}
