package import Diagnostics
package import PolicyFiles
import PolicyModel

/// The conclusion of an audit that finds nothing, and what it depends on.
extension PolicyAudit {
    /// A one-sentence summary.
    package var claim: String {
        let extent = (isExact ? "exact" : "sampled") + (isInferred ? ", sites inferred" : "")
        guard !organizations.isEmpty else {
            return "No account is managed, so there is no organization data to protect."
        }
        let open = openPaths.filter { $0.code != .granted }
        guard open.isEmpty else {
            return Quoted.count(open.count, "path leads", "paths lead") + " out of the organization (\(extent))."
        }
        // A way that was found but not confirmed may still be a path, so the audit must not conclude that there is
        // none.
        guard refusedCount == 0 else {
            return Quoted.count(refusedCount, "path was", "paths were") + " found but not confirmed (\(extent))."
        }
        // An accepted path leads out as well; it has only been looked at.
        let exceptions = [(openPaths.count, "granted"), (paths.count - openPaths.count, "accepted")]
            .filter { $0.0 > 0 }
            .map { count, why in Quoted.count(count, "that is \(why)", "that are \(why)") }
        let rest = exceptions.isEmpty ? "" : " except " + exceptions.joined(separator: " and ")
        return "No path leads out of the organization\(rest): \(questionCount) questions asked (\(extent))."
    }

    /// What must hold outside the policy for the audit to be correct.
    package var assumptions: [String] {
        [AuditAssumption.webSignIn, .untrustedPages].filter { !assuming.contains($0) }.compactMap(\.sentence) + [
            "Apps are as declared in `apps`.",
            isInferred
                ? "Site owners are inferred from rules that spell out the domain."
                : "Site owners are as declared in `organizations`.",
        ]
            + (assumesDocuments ? ["Views show the documents that the policy gives them, and no others."] : [])
    }

    /// What is not known about changes that close paths, or nil if every change was tried.
    package var untriedWords: String? {
        guard !untried.isEmpty else { return nil }
        let settings = Quoted.count(untried.count, "more setting was", "more settings were")
        return "\(settings) not tried, because that takes too long; changes of them may close further paths."
    }

    /// What the audit cannot see.
    package var notCovered: [String] {
        ["Delegates that the document does not declare.", "What other apps do internally."]
            + sampled
            + (hasNoViews ? ["Web views: the document declares none."] : [])
    }
}

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
            help: fixes.first.map(Self.help) ?? untriedHelp
        )
    }

    private static func help(_ fix: Fix) -> String {
        "close it with `\(fix.fullName): \(fix.value)`" + (fix.openWords.map { ", which \($0)" } ?? "")
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
