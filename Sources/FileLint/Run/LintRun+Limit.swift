import AppLint
import Diagnostics

/// The limit of findings: a thousand of one code have one cause, and would hide all others.
extension LintRun {
    /// The maximum number of findings of one code and severity that are shown for a rule set or a list, without
    /// suppressed ones.
    static var shownLimit: Int { 50 }

    /// What is counted together.
    private struct Kind: Hashable {
        var holder: LintFinding.Holder
        var code: String
        /// Configuration files of different folders may give one code several.
        var severity: Diagnostic.Severity
    }

    /// Hides the findings beyond the limit, and reports how many there are.
    ///
    /// Suppressions have already been applied, so a suppressed finding does not take the place of another one.
    mutating func hideBeyondLimit() {
        var shown: [Kind: Int] = [:]
        var more: [Kind: Int] = [:]
        var examples: [(kind: Kind, finding: LintFinding)] = []
        let found = takeResults()
        for finding in found {
            guard let holder = finding.holder else {
                results.append(finding)
                continue
            }
            let kind = Kind(holder: holder, code: finding.code, severity: finding.diagnostic.severity)
            // A configuration file also suppresses what has no finding of its own; a comment does not.
            var count = finding.suppression?.isInSource == false ? 0 : finding.unlistedCount
            if finding.suppression == nil { shown[kind, default: 0] += 1 }
            if finding.suppression == nil, shown[kind, default: 0] > Self.shownLimit {
                hidden.append(finding)
                count += 1
            } else {
                results.append(finding)
            }
            guard count > 0 else { continue }
            if more[kind] == nil { examples.append((kind, finding)) }
            more[kind, default: 0] += count
        }
        add(examples.map { Self.remainder(more[$0.kind, default: 0], like: $0.finding, of: $0.kind.holder) })
    }

    /// The finding about those that are not shown, with the severity of one of them.
    private static func remainder(
        _ count: Int,
        like example: LintFinding,
        of holder: LintFinding.Holder
    ) -> LintFinding {
        var finding = example
        finding.diagnostic = Diagnostic(
            code: example.code,
            severity: example.diagnostic.severity,
            message: "\(holder.name) has \(Quoted.count(count, "more finding")) of this kind",
            places: [holder.place],
            help: "fix those that are shown, and run lint again"
        )
        (finding.change, finding.suppression) = (nil, nil)
        return finding
    }
}
