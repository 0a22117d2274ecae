import Diagnostics

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
