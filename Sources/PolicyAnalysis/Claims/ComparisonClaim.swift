import Diagnostics
import PolicyModel
import RuleIndex
import Scenarios

/// Decides `noMorePermissiveThan` and `equivalent`: whether a policy decides differently from another policy.
struct ComparisonClaim {
    let claim: Claim
    let baseline: Claim.Baseline
    let policy: CompiledPolicy
    let other: CompiledPolicy

    func result() -> ClaimResult {
        let diff = PolicyDiff(from: other, to: policy, asking: isAsked)
        guard diff.refusedCount == 0 else {
            let message = "\(diff.refusedCount) differences were found but not confirmed by a second engine"
            return ClaimResult(.notDecided, claim.statement.kind, message + "; please report this")
        }
        let uncompared = uncompared(diff)
        guard diff.requestCount > 0 || hasEqualConfigurations(diff) else {
            return ClaimResult(.notDecided, claim.statement.kind, uncompared ?? "no question could be asked")
        }
        if let group = diff.groups.first(where: isRefuting) { return refuted(by: group) }
        let asked =
            diff.requestCount > 0
            ? Quoted.count(diff.requestCount, "question asked", "questions asked of both")
            : "both policies answer all questions about app configurations alike"
        let doubts = [
            uncompared, diff.isComplete || diff.requestCount == 0 ? nil : "which cover a sample",
            diff.assumesDocuments ? "with the policies' own documents of views" : nil,
            path(among: diff.opens).map { "although a path to \($0.sink.words) opens by \(Self.gates(of: $0))" },
            path(among: claim.statement.kind == .equivalent ? diff.closes : []).map {
                "although a path to \($0.sink.words) closes, opened by \(Self.gates(of: $0)) before"
            },
        ]
        .compactMap(\.self)
        guard doubts.isEmpty else {
            return ClaimResult(.sampled, claim.statement.kind, ([asked] + doubts).joined(separator: ", "))
        }
        return ClaimResult(.proven, claim.statement.kind, asked)
    }

    /// A path of the claim's questions.
    private func path(among paths: [LeakPath]) -> LeakPath? {
        paths.first { path in path.steps.contains { isAsked($0.request.question) } }
    }

    private static func gates(of path: LeakPath) -> String { path.gates.map(\.words).joined(separator: "; ") }

    /// Whether the claim is about app configurations, and nothing needed to be asked about them.
    private func hasEqualConfigurations(_ diff: PolicyDiff) -> Bool {
        baseline.topics.contains(.questions([.config])) && diff.comparedKinds.contains(.config)
    }

    private func isAsked(_ question: Question) -> Bool {
        baseline.topics.isEmpty || baseline.topics.contains { $0.contains(question) }
    }

    /// What the claim covers but the comparison does not, or nil if it covers everything.
    private func uncompared(_ diff: PolicyDiff) -> String? {
        // Whether the app opens is a question of its own, and only questions about app configurations are about their
        // values. Everything else concerns every question.
        let edits = diff.notCompared.filter { edit in
            switch edit.omission {
            case .launch: baseline.topics.isEmpty
            case .configurationValues: baseline.topics.isEmpty || baseline.topics.contains(.questions([.config]))
            case .actingAccount, .accountName, .thisApp, nil: true
            }
        }
        if let edit = edits.first, let omission = edit.omission {
            return "without \(omission.words), which differs: \(edit.words)"
        }
        guard !baseline.topics.isEmpty else { return nil }
        let kinds = baseline.topics.flatMap { topic -> [Question.Kind] in
            if case .questions(let kinds) = topic { Array(kinds) } else { [] }
        }
        let missing = Set(kinds).subtracting(diff.comparedKinds).map(\.rawValue).sorted()
        return missing.isEmpty ? nil : "without \(missing.joined(separator: ", ")), which the comparison does not ask"
    }

    private func isRefuting(_ group: PolicyDiff.Group) -> Bool {
        switch group.effect {
        case .wider, .mixed: true
        case .reason: false
        case .narrower, .elsewhere: claim.statement.kind == .equivalent
        }
    }

    private func refuted(by group: PolicyDiff.Group) -> ClaimResult {
        var words = "\(group.question.rawValue) is \(group.effect.rawValue)"
        if group.count > 1 { words += ", in \(group.count) classes" }
        guard let witness = group.witnesses.first, let after = witness.after else {
            return ClaimResult(.refuted, claim.statement.kind, words + "; what it asks about no longer exists")
        }
        let shown = ClaimRegression(claim, policy, FlowAsking(policy)).scenario(of: after, insteadOf: witness.before)
        return ClaimResult(
            .refuted,
            claim.statement.kind,
            words + (shown.why.map { "; \($0)" } ?? ""),
            steps: shown.steps,
            users: [after.request.user],
            gates: group.causes.map { cause in
                cause.edit.words + (cause.edit.location.map { " (\($0))" } ?? "")
            },
            scenario: shown.scenario
        )
    }
}
