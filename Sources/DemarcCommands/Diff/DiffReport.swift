import Diagnostics
import PolicyAnalysis
import PolicyFiles
import PolicyModel

/// A comparison as one HTML page for people: whether the policy is more permissive, where, and by which edit. It has no
/// script.
struct DiffReport: HTMLReport {
    /// The maximum number of items of each kind. The page states what it omits.
    private enum Limit {
        static let groups = 400
        static let edits = 200
        static let open = 3
    }

    private let diff: PolicyDiff
    private let words: DiffWords
    private let old: String
    private let new: String
    private var mostGroups = Limit.groups

    init(_ diff: PolicyDiff, from old: String, to new: String) {
        (self.diff, self.old, self.new) = (diff, old, new)
        words = DiffWords(diff: diff)
    }

    mutating func shrink() -> Bool {
        guard mostGroups > 0 else { return false }
        mostGroups /= 4
        return true
    }

    var page: HTMLPage {
        HTMLPage(title: "\(headline) – \(new.shortened())", body: body)
    }

    private var body: HTML {
        frame(
            "changes",
            by: "demarc diff",
            note: "Both policies were asked twice about every request that is shown.",
            head: head
        ) {
            groups
            paths
            withoutEffect
            basis
        }
    }

    // MARK: Head

    /// The headline of the page.
    private var headline: String {
        guard diff.opens.isEmpty else {
            return diff.opens.count == 1 ? "A leak path opens" : "\(diff.opens.count) leak paths open"
        }
        return switch diff.comparison {
        case .equivalent: "Nothing is decided differently"
        case .morePermissive: "The new policy allows more"
        case .lessPermissive: "The new policy allows less"
        case .incomparable: "The new policy decides differently"
        case .unknown:
            if diff.groups.contains(where: { $0.effect == .wider }) {
                "The new policy allows more where it was compared, and not everything was"
            } else if diff.groups.contains(where: { $0.effect == .narrower }) {
                "The new policy allows less where it was compared, and not everything was"
            } else {
                "No difference was found, but not everything was compared"
            }
        }
    }

    @HTMLBuilder private var head: HTML {
        Tag.p(.class("eyebrow")) {
            "Comparison of "
            Tag.bdi { old.shortened() }
            " with "
            Tag.bdi { new.shortened() }
        }
        Tag.h1 { headline }
        Tag.p(.class("claim")) { words.headline }
        list(of: counts, label: "Changes by kind")
        Tag.nav(.label("On this page")) {
            if !diff.groups.isEmpty { Tag.a(.link(to: "changes")) { "What changed" } }
            if !unnamedPaths.isEmpty { Tag.a(.link(to: "leaks")) { "Leak paths" } }
            if !diff.withoutEffect.isEmpty { Tag.a(.link(to: "without")) { "Edits without effect" } }
            Tag.a(.link(to: "basis")) { "What this rests on" }
        }
    }

    private var counts: [ReportCount] {
        let of = { (effect: OutcomeEffect) in
            diff.groups.count { $0.opens.isEmpty && $0.effect == effect }
        }
        return [
            ReportCount("error", diff.opens.count, "leak path opens", "leak paths open"),
            ReportCount("accepted", diff.accepted.count, "accepted"),
            ReportCount("warning", of(.wider), "wider"),
            ReportCount("warning", of(.mixed), "mixed"),
            ReportCount("note", of(.narrower), "narrower"),
            ReportCount("note", of(.elsewhere), "in a different way"),
            ReportCount("note", of(.reason), "for another reason"),
            ReportCount("note", diff.closes.count, "leak path closes", "leak paths close"),
            ReportCount("error", diff.refusedCount, "found but not confirmed"),
        ]
    }

    // MARK: Groups

    @HTMLBuilder private var groups: HTML {
        if !diff.groups.isEmpty {
            section("changes", "What changed") {
                Tag.p(.class("lead")) {
                    "Decisions that changed alike are one group, and what matters most comes first. Each edit that is "
                    "named was removed from the new policy on its own, and made in the old policy on its own."
                }
                for (position, group) in diff.groups.prefix(mostGroups).enumerated() {
                    card(of: group, isOpen: position < Limit.open && !group.opens.isEmpty)
                }
                rest(of: diff.groups.count, shown: mostGroups, "further groups are in the JSON form")
            }
        }
    }

    private func card(of group: PolicyDiff.Group, isOpen: Bool) -> HTML {
        var attributes: [HTML.Attribute] = [.class("path \(style(of: group))"), .data("group", group.id)]
        if isOpen { attributes.append(.open) }
        return Tag.details(attributes) {
            Tag.summary {
                Tag.span(.class("badge")) { badge(of: group) }
                Tag.span(.class("route")) { Tag.bdi { DiffWords.subject(of: group).shortened() } }
                Tag.span(.class("facts")) { DiffWords.change(of: group).shortened() }
            }
            Tag.div(.class("inside")) { inside(group) }
        }
    }

    @HTMLBuilder private func inside(_ group: PolicyDiff.Group) -> HTML {
        let causes = DiffWords.causes(of: group)
        Tag.dl {
            if let witness = group.witnesses.first {
                Tag.dt { "Before" }
                Tag.dd { answer(witness.before) }
                Tag.dt { "Now" }
                Tag.dd { answer(witness.after) }
            }
            Tag.dt { "By" }
            Tag.dd {
                if causes.isEmpty { Tag.p { "No single edit: several together." } }
                for cause in causes.prefix(Limit.edits) { Tag.p { Tag.bdi { cause.shortened() } } }
            }
            Tag.dt { "Asked" }
            Tag.dd {
                Tag.ul(.class("steps")) {
                    for witness in DiffWords.witnesses(of: group) { Tag.li { Tag.bdi { witness.shortened() } } }
                }
            }
            if !group.opens.isEmpty {
                Tag.dt { "Opens" }
                Tag.dd { ids(group.opens) }
            }
            if !group.accepted.isEmpty {
                Tag.dt { "Accepted" }
                Tag.dd { Tag.bdi { words.acceptances(group.accepted).shortened() } }
            }
            if !group.closes.isEmpty {
                Tag.dt { "Closes" }
                Tag.dd { ids(group.closes) }
            }
        }
    }

    @HTMLBuilder private func answer(_ step: FlowStep?) -> HTML {
        Tag.p {
            Tag.span(.class("verdict")) { DiffWords.outcome(step) }
            if let reason = step?.deciding ?? step?.reasons.first {
                Tag.span(.class("meaning")) { " \(reason.message.shortened())" }
                if let location = reason.location {
                    " "
                    Tag.bdi(.class("place")) { location.description.shortened() }
                }
            }
        }
    }

    private func style(of group: PolicyDiff.Group) -> String {
        if !group.opens.isEmpty { return "error" }
        if !group.accepted.isEmpty { return "accepted" }
        return switch group.effect {
        case .wider, .mixed: "warning"
        case .narrower, .elsewhere, .reason: "note"
        }
    }

    private func badge(of group: PolicyDiff.Group) -> String {
        if !group.opens.isEmpty { return "Opens" }
        if !group.accepted.isEmpty { return "Accepted" }
        return switch group.effect {
        case .wider: "Wider"
        case .mixed: "Mixed"
        case .narrower: "Narrower"
        case .elsewhere: "Elsewhere"
        case .reason: "Reason"
        }
    }

    private func ids(_ ids: [String]) -> HTML {
        let shown = ids.prefix(12).map { String($0.prefix(6)) }.joined(separator: ", ")
        return Tag.p {
            Tag.code { shown }
            ids.count > 12 ? " and \(ids.count - 12) more: see " : ": see "
            Tag.code { "demarc audit" }
        }
    }

    // MARK: Outside of groups

    /// Paths that open or close, but are not in any group.
    private var unnamedPaths: [(word: String, style: String, path: LeakPath)] {
        let all =
            words.unnamed(diff.opens).map { ("Opens", "error", $0) }
            + words.unnamed(diff.accepted).map { ("Accepted", "accepted", $0) }
            + words.unnamed(diff.closes).map { ("Closes", "note", $0) }
        return all.map { (word: $0.0, style: $0.1, path: $0.2) }
    }

    @HTMLBuilder private var paths: HTML {
        if !unnamedPaths.isEmpty {
            section("leaks", "Leak paths") {
                Tag.p(.class("lead")) { "Several edits together open or close these." }
                Tag.ul {
                    for entry in unnamedPaths.prefix(Limit.edits) {
                        Tag.li {
                            Tag.span(.class("badge \(entry.style)")) { entry.word }
                            " "
                            Tag.bdi { entry.path.words.shortened() }
                            " "
                            Tag.code { entry.path.shortID }
                        }
                    }
                }
                rest(of: unnamedPaths.count, shown: Limit.edits, "further paths are in the JSON form")
            }
        }
    }

    @HTMLBuilder private var withoutEffect: HTML {
        if !diff.withoutEffect.isEmpty {
            section("without", "Edits without effect") {
                Tag.p(.class("lead")) { "Removing any one of them changes no decision." }
                Tag.ul {
                    for noOp in diff.noOps.prefix(Limit.edits) {
                        Tag.li {
                            Tag.bdi { DiffWords.words(of: noOp.edit).shortened() }
                            if let why = noOp.why {
                                Tag.p(.class("meaning")) { Tag.bdi { DiffWords.words(of: why).shortened() } }
                            }
                        }
                    }
                }
                rest(of: diff.withoutEffect.count, shown: Limit.edits, "further edits are in the JSON form")
            }
        }
    }

    @HTMLBuilder private var basis: HTML {
        section("basis", "What this rests on") {
            Tag.p { words.basis }
            if !words.remarks.isEmpty {
                Tag.ul { for remark in words.remarks { Tag.li { HTML.prose(remark.shortened(to: 2000)) } } }
            }
        }
    }
}
