import Diagnostics
import PolicyAnalysis
import PolicyModel
import Scenarios

/// The claims about the policy, and their results.
extension AuditReport {
    /// The claims, with those that need attention first; claims with the same result keep their order.
    var claims: [ScenarioResult] {
        func rank(_ result: ScenarioResult) -> Int {
            switch result.claim?.verdict {
            case .refuted: 0
            case .vacuous, .notDecided, nil: 1
            case .sampled, .proven:
                result.claim?.findings.isEmpty == false ? 2 : result.claim?.verdict == .sampled ? 3 : 4
            }
        }
        return claimFiles.flatMap { $0.runs.map(\.result) }.enumerated()
            .sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }
            .map(\.element)
    }

    /// The number of claims that do not hold or have no result.
    var failedClaimCount: Int { claims.count { $0.outcome != .passed } }

    @HTMLBuilder var claimed: HTML {
        let claims = claims
        if !claims.isEmpty {
            section("claims", "What was claimed") {
                Tag.p(.class("lead")) {
                    "These claims have to hold for this policy, whatever is asked. Each refutation was replayed before "
                    "it was written here."
                }
                for claim in claims.prefix(mostCards) { card(of: claim) }
                rest(of: claims.count, shown: mostCards, "further claims are not shown; the JSON form has every one")
            }
        }
    }

    private func card(of result: ScenarioResult) -> HTML {
        Tag.details([.class("path \(result.style)")] + (result.outcome == .passed ? [] : [.open])) {
            Tag.summary {
                Tag.span(.class("badge")) { result.badge }
                Tag.span(.class("route")) { Tag.strong { Tag.bdi { HTML.prose(result.name.shortened(to: 160)) } } }
                Tag.span(.class("facts")) { result.facts }
            }
            Tag.div(.class("inside")) { inside(result) }
        }
    }

    @HTMLBuilder private func inside(_ result: ScenarioResult) -> HTML {
        let gates = result.claim?.gates ?? []
        let findings = result.claim?.findings ?? []
        Tag.dl {
            Tag.dt { "Result" }
            Tag.dd {
                Tag.p {
                    Tag.bdi { HTML.prose(result.sentence.shortened()) }
                    "."
                }
            }
            if result.outcome == .failed, !result.steps.isEmpty {
                Tag.dt { "Shown by" }
                Tag.dd {
                    Tag.ol(.class("steps")) {
                        for (number, step) in result.steps.prefix(Limit.steps).enumerated() {
                            line(of: step, as: result.claim?.users.dropFirst(number).first)
                        }
                    }
                }
            }
            if !gates.isEmpty {
                Tag.dt { result.claim?.kind == .can ? "Closed by" : "Opened by" }
                Tag.dd { for gate in gates.prefix(Limit.names) { Tag.p { Tag.code { gate.shortened() } } } }
            }
            for finding in findings.prefix(Limit.names) {
                Tag.dt { "But" }
                Tag.dd {
                    Tag.p {
                        Tag.code { finding.code }
                        " "
                        Tag.bdi { HTML.prose(finding.message.shortened(to: 480)) }
                        if let place = finding.location {
                            ", written at "
                            Tag.bdi(.class("place")) { place.description.shortened() }
                        }
                        "."
                    }
                    if let help = finding.help { Tag.p(.class("meaning")) { HTML.prose("What to do: \(help).") } }
                }
            }
            Tag.dt { "Claim" }
            Tag.dd { Tag.bdi(.class("place")) { result.location.description.shortened() } }
        }
    }

    private func line(of step: ScenarioResult.Step, as user: AccountID?) -> HTML {
        let outcome = step.answer.map { FlowStep.outcome($0.verdictName, to: $0.destination, $0.page) } ?? ""
        let reason = step.answer?.decidingReason ?? step.answer?.reasons.first
        return Tag.li {
            if let user {
                "As "
                Tag.bdi { user.description.shortened(to: 80) }
                ": "
            }
            Tag.bdi { step.question.words.shortened() }
            " "
            Tag.span(.class("verdict")) { outcome }
            for unmet in step.unmetLines.prefix(Limit.names) { Tag.p { Tag.bdi { unmet.shortened() } } }
            if let reason { Tag.span(.class("meaning")) { " \(reason.message.shortened())" } }
        }
    }
}

extension ScenarioResult {
    /// The CSS class of the claim's card.
    fileprivate var style: String {
        switch claim?.verdict {
        case .proven where claim?.findings.isEmpty == true: "proven"
        case .proven, .sampled: Diagnostic.Severity.warning.rawValue
        case .refuted, .vacuous, .notDecided, nil: Diagnostic.Severity.error.rawValue
        }
    }

    /// The result in one word, for people who do not know the names of results.
    fileprivate var badge: String {
        switch claim?.verdict {
        case .proven: "Proven"
        case .sampled: "Sampled"
        case .refuted: "Refuted"
        case .vacuous: "Vacuous"
        case .notDecided, nil: "Not run"
        }
    }

    /// The meaning of the result, in short.
    fileprivate var facts: String {
        switch claim?.verdict {
        case .proven where claim?.findings.isEmpty == true: "holds"
        case .proven: "holds, but its rules can be evaded"
        case .sampled where claim?.findings.isEmpty == true: "nothing speaks against it, but not everything was asked"
        case .sampled: "not everything was asked, and its rules can be evaded"
        case .refuted: "does not hold"
        case .vacuous: "names what the policy does not have"
        case .notDecided, nil: "was not decided"
        }
    }

    /// The reason for the result, without a final period.
    fileprivate var sentence: String {
        let message = error?.message ?? claim?.message ?? ""
        return message.prefix(1).uppercased() + message.dropFirst()
            + (claim?.isInferred == true ? " (site owners are inferred)" : "")
    }
}
