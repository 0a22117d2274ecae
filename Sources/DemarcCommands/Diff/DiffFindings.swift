import Diagnostics
import PolicyAnalysis
import PolicyFiles

/// A comparison as a SARIF log: one result for each group, at the edit that caused it.
struct DiffFindings {
    let diff: PolicyDiff
    /// The path of the new policy, as it was given.
    let new: String
    /// The prefix of paths on the old side, if it is not on disk.
    let oldPrefix: String?

    /// The subject of a result.
    enum Kind: String, CaseIterable {
        case opens, wider, mixed, narrower, elsewhere, reason
        case notCompared = "not-compared"
        case unproven

        init(_ group: PolicyDiff.Group) {
            let opens = !group.opens.isEmpty || !group.accepted.isEmpty
            self =
                switch group.effect {
                case _ where opens: .opens
                case .wider: .wider
                case .mixed: .mixed
                case .narrower: .narrower
                case .elsewhere: .elsewhere
                case .reason: .reason
                }
        }

        /// The severity for a reviewer of the change.
        var severity: Diagnostic.Severity {
            switch self {
            case .opens: .error
            case .wider, .mixed, .notCompared, .unproven: .warning
            case .narrower, .elsewhere, .reason: .note
            }
        }

        private var words: (title: String, text: String) {
            switch self {
            case .opens:
                (
                    "a leak path opens",
                    "More is allowed than before, and as a result, organization data can reach somebody else. `demarc "
                        + "audit` shows the path. Undo the edit, or accept the path in `.demarc-audit.yaml`."
                )
            case .wider: ("more is allowed", "The new policy allows what the old one does not.")
            case .mixed:
                ("some is newly allowed, and some no longer", "The answers differ, and neither policy allows more.")
            case .narrower: ("less is allowed", "The old policy allows what the new one does not.")
            case .elsewhere: ("as much is allowed, in a different way", "The answers differ, but allow as much.")
            case .reason: ("the same for another reason", "Another rule or setting gives the same answer.")
            case .notCompared:
                (
                    "an edit is not compared",
                    "It affects the opening of the app, and `demarc launch --compare` shows whom it locks out; or it "
                        + "affects which account acts, while every account is compared by itself; or it affects something "
                        + "else that no question shows, such as the list of all values in an app configuration."
                )
            case .unproven:
                ("not everything could be asked", "What is reported is correct, but more may have changed.")
            }
        }

        var rule: SARIFReport.Rule {
            SARIFReport.Rule(id: rawValue, title: words.title, text: words.text, severity: severity)
        }
    }

    /// The log.
    var text: String {
        let report = SARIFReport(rules: Kind.allCases.map(\.rule))
        return report.text(Array(results.prefix(SARIFReport.mostResults)))
    }

    /// The results, most important first.
    var results: [SARIFReport.Result] {
        let words = DiffWords(diff: diff)
        let opens = words.unnamed(diff.opens + diff.accepted)
        return diff.groups.map { result(of: $0) } + opens.map { result(of: $0) }
            + diff.notCompared.map { edit in
                result(.notCompared, DiffWords.words(of: edit), [edit.location], fingerprint: nil)
            }
            + words.doubts.map { result(.unproven, $0, [], fingerprint: nil) }
    }

    private func result(of group: PolicyDiff.Group) -> SARIFReport.Result {
        let kind = Kind(group)
        let causes = DiffWords.causes(of: group)
        let message = "\(DiffWords.subject(of: group)): \(DiffWords.change(of: group))"
        var result = result(
            kind,
            causes.isEmpty ? message : "\(message), by \(causes.joined(separator: "; "))",
            group.causes.map(\.edit.location),
            fingerprint: group.id
        )
        result.steps = group.witnesses.prefix(SARIFReport.mostSteps).compactMap { $0.after ?? $0.before }.map(
            \.sarifStep
        )
        .map { SARIFReport.Step(place: $0.place.flatMap(isOnDisk), sentence: VisibleText.of($0.sentence)) }
        if group.opens.isEmpty, !group.accepted.isEmpty {
            result.suppression = SARIFReport.Suppression(
                isInSource: false,
                reason: DiffWords(diff: diff).acceptances(group.accepted)
            )
        }
        return result
    }

    /// A path that several edits open together, none of which is the cause of a group.
    private func result(of path: LeakPath) -> SARIFReport.Result {
        var result = result(.opens, path.diagnostic.message, [path.location], fingerprint: path.id)
        result.steps = path.steps.prefix(SARIFReport.mostSteps).map(\.sarifStep)
        result.suppression = path.acceptance.map {
            SARIFReport.Suppression(isInSource: false, reason: "\($0.reason) (until \($0.until))")
        }
        return result
    }

    private func result(
        _ kind: Kind,
        _ message: String,
        _ locations: [SourceLocation?],
        fingerprint: String?
    ) -> SARIFReport.Result {
        let places = locations.compactMap { $0.map { SourceRange(at: $0) } }.compactMap(isOnDisk)
        return SARIFReport.Result(
            diagnostic: Diagnostic(
                code: kind.rawValue,
                severity: kind.severity,
                message: message,
                // Services drop results without a place.
                places: places.isEmpty ? [SourceRange(wholeFile: new)] : places
            ),
            fingerprint: fingerprint
        )
    }

    /// A place in a file that a reader can open; nil for a line of a revision.
    private func isOnDisk(_ place: SourceRange) -> SourceRange? {
        guard let oldPrefix, place.path.hasPrefix(oldPrefix) else { return place }
        return nil
    }
}
