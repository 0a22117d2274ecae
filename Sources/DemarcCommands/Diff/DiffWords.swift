import Diagnostics
import PolicyAnalysis
import PolicyFiles
import PolicyModel

/// A comparison in words, shared by text, Markdown, SARIF and HTML. Invisible characters from documents are made
/// visible.
struct DiffWords {
    let diff: PolicyDiff

    /// The summary in one line, such as `more permissive · exact · 14 edits, 3 groups, 2 without effect`.
    var headline: String {
        let counts = [
            Quoted.count(diff.edits.count, "edit"), Quoted.count(diff.groups.count, "group"),
            "\(diff.withoutEffect.count) without effect",
        ]
        return "\(verdict) · \(exactness) · \(counts.joined(separator: ", "))"
    }

    /// Whether there may be more differences than reported.
    private var exactness: String { diff.isExact ? "exact" : diff.isEachAsked ? "in part" : "a sample" }

    /// How the new policy compares.
    var verdict: String {
        switch diff.comparison {
        case .equivalent: "equivalent"
        case .morePermissive: "more permissive"
        case .lessPermissive: "less permissive"
        case .incomparable: "incomparable"
        case .unknown where diff.groups.contains(where: { $0.effect == .narrower }):
            "less permissive where compared; \(missing), which may allow more"
        case .unknown where diff.groups.contains(where: { $0.effect == .wider }):
            "more permissive where compared; \(missing), which may allow less"
        case .unknown where diff.reachesEachRule: "no difference found"
        case .unknown: "no difference found; \(missing)"
        }
    }

    /// Why the direction of what was found is not that of the whole.
    private var missing: String {
        diff.reachesEachRule
            ? "only a sample of the URLs of some edited rule was asked" : "not every URL of some edited rule was asked"
    }

    /// The label of a group.
    static func effect(of group: PolicyDiff.Group) -> String {
        group.opens.isEmpty ? group.effect.rawValue.uppercased() : "OPENS"
    }

    /// The question, and where it was asked.
    static func subject(of group: PolicyDiff.Group) -> String {
        let places = Quoted.first(4, of: group.places.lazy.map { VisibleText.of($0) })
        return places.isEmpty ? group.question.rawValue : "\(group.question.rawValue), \(places)"
    }

    /// The number of differences, and the change.
    static func change(of group: PolicyDiff.Group) -> String {
        let count =
            group.question == .navigate
            ? Quoted.count(group.count, "site") : Quoted.count(group.count, "class of requests", "classes of requests")
        guard let witness = group.witnesses.first else { return count }
        guard group.effect == .reason else {
            // Of two blocks, what they offer differs.
            let answers = [witness.before, witness.after]
            let isOffer = answers.allSatisfy { $0?.verdict == .block }
            let words = answers.map { outcome($0) + (isOffer ? offers(of: $0) : "") }
            return "\(count): \(words.joined(separator: " → "))"
        }
        let (before, after) = (witness.before?.decidedBy ?? "", witness.after?.decidedBy ?? "")
        return "\(count): \(outcome(witness.after)) as before, by \(VisibleText.of(before)) → \(VisibleText.of(after))"
    }

    /// An edit with its place.
    static func words(of edit: PolicyEdit) -> String {
        VisibleText.of(edit.words) + (edit.location.map { " (\($0))" } ?? "")
    }

    /// An edit without effect, and the reason if it is proven.
    static func words(of noOp: PolicyDiff.NoOp) -> String {
        words(of: noOp.edit) + (noOp.why.map { ": \(words(of: $0))" } ?? "")
    }

    /// The reason why an edit has no effect.
    static func words(of why: PolicyDiff.Why) -> String { VisibleText.of(why.words) }

    /// The edits that cause a group: the necessary ones, or else those that suffice.
    static func causes(of group: PolicyDiff.Group) -> [String] {
        let necessary = group.causes.filter(\.isNecessary)
        return (necessary.isEmpty ? group.causes : necessary).map { cause in
            let words = words(of: cause.edit)
            if !cause.isNecessary { return words + ", which is enough by itself" }
            return cause.isSufficient ? words : words + ", together with others"
        }
    }

    /// The individual questions.
    static func witnesses(of group: PolicyDiff.Group) -> [String] {
        group.witnesses.map { VisibleText.of($0.request.words) }
    }

    /// Those of some paths that are not listed in any group.
    func unnamed(_ paths: [LeakPath]) -> [LeakPath] {
        let named = Set(diff.groups.flatMap { $0.opens + $0.closes + $0.accepted })
        return paths.filter { !named.contains($0.id) }
    }

    /// Accepted paths with their expiry dates and reasons.
    func acceptances(_ ids: [String]) -> String {
        diff.accepted.filter { ids.contains($0.id) }.compactMap { path in
            path.acceptance.map { "\(path.shortID) until \($0.until), \(VisibleText.of($0.reason))" }
        }
        .joined(separator: "; ")
    }

    /// Possible omissions.
    var doubts: [String] {
        var doubts: [String] = []
        for gap in PolicyDiff.Gap.allCases where diff.gaps.contains(gap) { doubts.append(Self.words(of: gap)) }
        if diff.assumesDocuments {
            doubts.append(
                "Rules compare URLs with the document of a view (`site`). Views were asked only with the documents that the "
                    + "policies give them, and the host may set others."
            )
        }
        if diff.refusedCount > 0 {
            doubts.append("\(diff.refusedCount) were found but not confirmed by a second engine; please report this.")
        }
        return doubts
    }

    private static func words(of gap: PolicyDiff.Gap) -> String {
        switch gap {
        case .values:
            "Not everything could be checked: a regular expression or a list with conditions may decide, or there are too "
                + "many hosts, links or values."
        case .combinations:
            "Not everything could be checked: there are too many combinations of accounts, apps, views and URLs, so some "
                + "were left out."
        }
    }

    /// What the comparison rests on.
    var basis: String {
        guard diff.requestCount > 0 || diff.comparison != .equivalent else {
            return "Both policies have the same content, so no request was needed."
        }
        return "\(diff.requestCount) requests were asked of both: one for each class that either policy distinguishes."
    }

    /// Limitations of the comparison.
    var remarks: [String] {
        var remarks = doubts
        for omission in PolicyEdit.Omission.allCases {
            let edits = diff.notCompared.filter { $0.omission == omission }
            guard !edits.isEmpty else { continue }
            let shown = Quoted.first(4, of: edits.lazy.map { Self.words(of: $0) }, separator: "; ")
            remarks.append(Self.words(of: omission, shown))
        }
        for entry in diff.expired { remarks.append(VisibleText.of(entry.diagnostic.message) + ".") }
        if diff.untriedCount > 0 {
            remarks.append("\(Quoted.count(diff.untriedCount, "edit")) could not be judged alone.")
        }
        return remarks
    }

    private static func words(of omission: PolicyEdit.Omission, _ edits: String) -> String {
        switch omission {
        case .launch:
            "Not compared, because it affects the opening of the app: \(edits). `demarc launch --compare` shows whom that "
                + "locks out."
        case .actingAccount:
            "Not compared, because each account is compared by itself: \(edits). A host that sets no account starts with "
                + "another one."
        case .accountName:
            "Not compared, because accounts are compared under their ids: \(edits). A host may use the other name."
        case .thisApp:
            "Not compared, because the app is not asked what it sends to itself: \(edits). Under its own id, the app is the "
                + "acting account."
        case .configurationValues:
            "Not compared, because app configurations are asked for one value of a key at a time: \(edits). An app that lists "
                + "all values of a key gets others."
        }
    }

    /// In which other ways a blocked URL may be opened.
    private static func offers(of step: FlowStep?) -> String {
        let codes = [ReasonCode.transitionPersonalAccount, .transitionPrivateWindow]
        let offered = codes.filter { code in step?.reasons.contains { $0.code == code } ?? false }
        return offered.isEmpty ? "" : " with \(offered.map(\.rawValue).joined(separator: ", "))"
    }

    static func outcome(_ step: FlowStep?) -> String {
        guard let step else { return "absent" }
        var text = step.verdictName
        if let destination = step.destination, destination != .view { text += " \(destination.rawValue)" }
        if step.reasons.contains(where: { $0.code == .browserSafariOverride }) { text += ", in an unmanaged viewer" }
        if let page = step.page { text += " as \(page.rawValue)" }
        if let value = step.value, value.rawValue != step.verdict.rawValue { text += " (\(value.rawValue))" }
        return text
    }
}
