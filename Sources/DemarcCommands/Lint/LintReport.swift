import AppLint
import ArgumentParser
import Diagnostics
import PolicyAnalysis

/// The findings of a run in one of the forms of `demarc lint`.
struct LintReport {
    let lint: LintRun
    let usesColor: Bool

    init(_ lint: LintRun, usesColor: Bool) {
        self.lint = lint
        self.usesColor = usesColor
    }

    func text(_ format: LintReportFormat) -> String {
        switch format {
        case .text: TextReport(sources: lint.sources, usesColor: usesColor).text(lint.diagnostics)
        case .json: JSONReport.array(shown.lazy.filter { $0.suppression == nil }.map(\.diagnostic))
        case .sarif:
            SARIFReport(toolName: "demarc", toolVersion: DemarcVersion.current, rules: rules).text(shown)
        case .github: GitHubReport.lines(lint.diagnostics)
        }
    }

    /// How many findings of each severity there are.
    static func summary(_ lint: LintRun) -> String {
        let counts = Diagnostic.Severity.allCases.map { severity in
            let count = lint.diagnostics.count { $0.severity == severity }
            return "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
        }
        let suppressed = lint.findings.count - lint.diagnostics.count
        return counts.joined(separator: ", ") + (suppressed > 0 ? ", \(suppressed) suppressed" : "") + "\n"
    }

    private var shown: [(diagnostic: Diagnostic, suppression: SARIFReport.Suppression?)] {
        lint.findings.map { finding in
            let source = finding.diagnostic.places.first.flatMap { lint.source(of: $0.path) }
            return (finding.shown(in: source), finding.suppression)
        }
    }

    /// What is behind the codes that were found, in the order of their names.
    private var rules: [SARIFReport.Rule] {
        Set(lint.findings.map(\.diagnostic.code)).sorted()
            .map { code in
                let found = FindingCatalog.explanation(of: code)
                var text = found?.text ?? ""
                if let example = found?.example { text += "\n\n```\n\(example)\n```" }
                if let corrected = found?.corrected { text += "\n\nWithout the finding:\n\n```\n\(corrected)\n```" }
                return SARIFReport.Rule(
                    id: code,
                    title: found?.title ?? code,
                    text: text,
                    severity: found?.severity ?? .error
                )
            }
    }
}

/// How `demarc lint` reports.
enum LintReportFormat: String, CaseIterable, ExpressibleByArgument {
    /// For people.
    case text
    /// One array.
    case json
    /// For code scanning services and editors.
    case sarif
    /// Commands that GitHub shows beside the lines of a change.
    case github
}
