import Demarc
import Diagnostics
import PolicyAnalysis
import PolicyFiles
import Scenarios

/// An audit as one HTML page for people: what leaks, why, and what to change.
///
/// The page is complete without its script. Its content comes from ``PolicyAudit``; nothing is computed here.
struct AuditReport: HTMLReport {
    /// The maximum number of items of each kind. The page states what it omits.
    enum Limit {
        static let paths = 200
        static let changes = 12
        static let origins = 24
        static let cells = 120
        static let names = 12
        static let steps = 24
        static let nodes = 40
    }

    let audit: PolicyAudit
    /// The path of the policy, as it was given.
    let policy: String
    /// The claims that were decided, by file.
    let claimFiles: [ScenarioFileResult]

    /// The results under other settings, or why the page does not offer them.
    private(set) var whatIf: Result<WhatIf, WhatIf.Refusal>
    /// The number of paths that are shown; the same limit applies to claims and to evaded rules.
    private(set) var mostCards = Limit.paths

    init(
        _ audit: PolicyAudit,
        of policy: String,
        claims: [ScenarioFileResult] = [],
        _ whatIf: Result<WhatIf, WhatIf.Refusal>
    ) {
        self.audit = audit
        self.policy = policy
        claimFiles = claims
        self.whatIf = whatIf
    }

    /// Omits the what-if questions first, then paths.
    mutating func shrink() -> Bool {
        if case .success = whatIf {
            whatIf = .failure(.tooManyQuestions)
            return true
        }
        guard mostCards > 0 else { return false }
        mostCards /= 4
        return true
    }

    var page: HTMLPage {
        HTMLPage(
            title: "\(headline) – \(policy.shortened())",
            body: body,
            scripts: [WhatIfSearch.script, AuditScript.text]
        )
    }

    private var body: HTML {
        frame(
            "findings",
            by: "demarc audit",
            note: "Every step is an answer of the engine, and every path was replayed before it was written here.",
            head: head
        ) {
            changes
            claimed
            matrix
            picture
            whatIfPanel
            paths
            escaped
            misread
            cells
            basis
        }
    }

    // MARK: Head

    /// The paths that need attention: neither granted by a written setting, nor accepted.
    var leaks: [LeakPath] { audit.openPaths.filter { $0.code != .granted } }

    /// The headline of the page.
    private var headline: String {
        guard !audit.organizations.isEmpty else { return "There is no organization data to protect" }
        let subject =
            audit.organizations.count == 1 && !audit.organizations[0].name.isEmpty
            ? "\(audit.organizations[0].name.shortened(to: 60)) data" : "Organization data"
        let count = leaks.count
        guard count == 0 else { return "\(subject) can leave in \(Quoted.count(count, "way"))" }
        guard audit.refusedCount == 0 else { return "\(subject): some ways out could not be confirmed" }
        let failed = failedClaimCount
        guard failed == 0 else { return Quoted.count(failed, "claim does not hold", "claims do not hold") }
        if !audit.openPaths.isEmpty { return "\(subject) leaves only where it is allowed" }
        return audit.paths.isEmpty
            ? "No way out was found for \(subject)" : "\(subject) leaves only where it is accepted"
    }

    @HTMLBuilder private var head: HTML {
        Tag.p(.class("eyebrow")) {
            "Audit of "
            Tag.bdi { policy.shortened() }
        }
        Tag.h1 { Tag.bdi { headline } }
        if !leaks.isEmpty {
            Tag.p(.class("claim")) {
                "It can reach "
                reached
                "."
            }
        }
        Tag.p(.class(leaks.isEmpty ? "claim" : "eyebrow")) { audit.claim }
        list(of: counts, label: "Findings by severity")
        Tag.nav(.label("On this page")) {
            if !shownChanges.isEmpty { Tag.a(.link(to: "changes")) { "What to change" } }
            if !claimFiles.isEmpty { Tag.a(.link(to: "claims")) { "What was claimed" } }
            if !audit.origins.isEmpty { Tag.a(.link(to: "where")) { "Where data can go" } }
            if case .success = whatIf { Tag.a(.link(to: "what-if"), .id("what-if-link"), .hidden) { "What if" } }
            if !audit.paths.isEmpty { Tag.a(.link(to: "paths")) { "Every path" } }
            if audit.evadedRules?.isEmpty == false { Tag.a(.link(to: "escaped")) { "Rules that are evaded" } }
            if audit.consensus?.residuals.isEmpty == false { Tag.a(.link(to: "misread")) { "Read differently" } }
            if !audit.urlCells.isEmpty { Tag.a(.link(to: "urls")) { "Web addresses" } }
            Tag.a(.link(to: "basis")) { "What this rests on" }
        }
    }

    /// Where the leaks end, most important first.
    private var reached: HTML {
        var seen: Set<String> = []
        let ends = leaks.filter { seen.insert($0.sink.words).inserted }
        let shown = ends.prefix(Limit.names)
        var parts: [HTML] = []
        for (position, path) in shown.enumerated() {
            if position > 0 {
                parts.append(.text(ends.count == shown.count && path.id == ends.last?.id ? " and " : ", "))
            }
            let words = Tag.bdi { HTML.prose(path.sink.words.shortened(to: 60)) }
            parts.append(path.severity == .error ? Tag.strong { words } : words)
        }
        if ends.count > shown.count {
            parts.append(.text(" and \(Quoted.count(ends.count - shown.count, "more place"))"))
        }
        return .group(parts)
    }

    private var counts: [ReportCount] {
        let open = audit.openPaths
        return [
            ReportCount("error", open.count { $0.severity == .error }, "error", "errors"),
            ReportCount("error", failedClaimCount, "claim does not hold", "claims do not hold"),
            ReportCount("warning", open.count { $0.code == .byDefault }, "open by default"),
            ReportCount("warning", open.count { $0.code == .unknown }, "not known"),
            ReportCount("warning", audit.evadedRules?.count ?? 0, "rule is evaded", "rules are evaded"),
            ReportCount("warning", audit.consensus?.residuals.count ?? 0, "rule is misread", "rules are misread"),
            ReportCount("note", open.count { $0.severity == .note }, "allowed by a written setting"),
            ReportCount("accepted", audit.paths.count { $0.acceptance != nil }, "accepted"),
            ReportCount("error", audit.expired.count, "with an expired acceptance"),
            ReportCount("error", audit.refusedCount, "found but not confirmed"),
        ]
    }

    // MARK: Changes

    /// The changes that close the most paths, most important first, and last those that open paths.
    private var shownChanges: [LeakPath.Fix] {
        let rank = Dictionary(audit.paths.map { ($0.id, $0.code.rank) }) { first, _ in first }
        func worst(_ fix: LeakPath.Fix) -> Int { fix.closes.compactMap { rank[$0] }.min() ?? .max }
        return audit.chokePoints.enumerated()
            .sorted { left, right in
                let (one, two) = (left.element, right.element)
                if one.opens.isEmpty != two.opens.isEmpty { return one.opens.isEmpty }
                if worst(one) != worst(two) { return worst(one) < worst(two) }
                return one.closes.count == two.closes.count
                    ? left.offset < right.offset : one.closes.count > two.closes.count
            }
            .map(\.element)
    }

    @HTMLBuilder private var changes: HTML {
        if !shownChanges.isEmpty {
            section("changes", "What to change") {
                Tag.p(.class("lead")) {
                    "Each change was made on a copy of the document, which was audited again: the paths named next to "
                    "it were gone."
                }
                Tag.ol(.class("changes")) {
                    for fix in shownChanges.prefix(Limit.changes) {
                        Tag.li {
                            Tag.p(.class("what")) { fix.words }
                            Tag.p(.class("why")) {
                                fix.gate.state
                                " Closes "
                                links(to: fix.closes)
                                "."
                                if let words = fix.openWords { HTML.prose(" But it \(words.shortened()).") }
                            }
                        }
                    }
                }
                rest(of: shownChanges.count, shown: Limit.changes, "further changes are in the JSON form")
                if let words = audit.untriedWords { Tag.p(.class("rest")) { words } }
            }
        }
    }

    /// Links to paths, each labeled with its destination.
    func links(to ids: [String]) -> HTML {
        let found = audit.paths.prefix(mostCards).filter { ids.contains($0.id) }
        let shown = found.prefix(4)
        var parts: [HTML] = []
        for (position, path) in shown.enumerated() {
            if position > 0 { parts.append(.text(", ")) }
            parts.append(Tag.a(.link(to: path.anchor)) { Tag.bdi { HTML.prose(path.sink.words.shortened(to: 60)) } })
        }
        let rest = ids.count - shown.count
        if rest > 0 { parts.append(.text(parts.isEmpty ? "\(rest) paths" : " and \(rest) more")) }
        return .group(parts)
    }

    // MARK: Basis

    @HTMLBuilder private var basis: HTML {
        section("basis", "What this rests on") {
            Tag.p {
                audit.isExact
                    ? "\(audit.questionCount) questions were asked: one for each distinguishable class of requests."
                    : "\(audit.questionCount) questions were asked. They are a sample: some rule may match more than the web "
                        + "addresses that were tried."
            }
            Tag.h3 { "Assumptions" }
            Tag.ul { for text in audit.assumptions { Tag.li { HTML.prose(text) } } }
            Tag.h3 { "Not covered" }
            Tag.ul { for text in audit.notCovered { Tag.li { text } } }
            let accepted = audit.acceptances(on: Clock.today)
            let others = [audit.expired, audit.exceeded, audit.stale]
            if accepted != nil || !others.allSatisfy(\.isEmpty) {
                Tag.h3 { "Acceptances" }
                Tag.ul {
                    if let accepted { Tag.li { accepted } }
                    for entry in audit.expired.prefix(Limit.paths) { Tag.li { entry.diagnostic.message.shortened() } }
                    for entry in audit.exceeded.prefix(Limit.paths) { Tag.li { entry.exceededWords } }
                    for entry in audit.stale.prefix(Limit.paths) {
                        Tag.li { "accepted, but gone: \(entry.path.prefix(6))" }
                    }
                }
            }
        }
    }
}

extension LeakPath {
    /// The id of the path's element, for links.
    var anchor: String { "path-\(id.prefix(12))" }
}
