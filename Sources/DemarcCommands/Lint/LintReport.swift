import AppLint
import ArgumentParser
import Diagnostics
import FileLint

/// The findings of a run in one of the formats of `demarc lint`.
struct LintReport {
    let lint: LintRun
    let page: Page

    init(_ lint: LintRun, on page: Page) {
        self.lint = lint
        self.page = page
    }

    func text(_ format: LintReportFormat) -> String {
        switch format {
        case .text: page.report(sources: lint.sources).text(lint.diagnostics)
        case .json: JSONReport.array(shown.lazy.filter { $0.suppression == nil }.map(\.diagnostic))
        case .sarif: SARIFReport(rules: rules).text(shown)
        case .github: GitHubReport.lines(lint.diagnostics)
        }
    }

    /// The number of findings of each severity, and the number of checked files.
    static func summary(_ lint: LintRun, of search: LintTargetSearch) -> String {
        let counts = Diagnostic.Severity.allCases.map { severity in
            Quoted.count(lint.diagnostics.count { $0.severity == severity }, severity.rawValue)
        }
        let suppressed = lint.findings.count - lint.diagnostics.count
        var text = counts.joined(separator: ", ")
        if suppressed > 0 { text += ", \(suppressed) suppressed" }
        text += " in \(Quoted.count(search.fileCount, "file"))"
        let others = search.passedOver.count
        if others > 0 { text += "; \(Quoted.count(others, "other file")) skipped" }
        return text
    }

    private var shown: [(diagnostic: Diagnostic, suppression: SARIFReport.Suppression?)] {
        var shown = ShownFindings()
        return lint.findings.map { finding in
            let source = finding.diagnostic.places.first.flatMap { lint.source(of: $0.path) }
            return (shown.shown(finding, in: source), finding.suppression)
        }
    }

    /// The SARIF rules for the codes that were found, sorted by name.
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

/// The output format of `demarc lint`.
enum LintReportFormat: String, OptionWord {
    /// For people.
    case text
    /// One array.
    case json
    /// For code scanning services and editors.
    case sarif
    /// Commands that make GitHub annotate the lines of a change.
    case github
}
