import Diagnostics
import PolicyFiles
import PolicyModel
import QuestionAnswering

/// The audit as JSON.
extension PolicyAudit {
    /// The audit in the JSON form of `demarc audit`, on one line.
    ///
    /// - Parameter policy: The path of the policy, as it was given.
    /// - Returns: The object.
    /// - Complexity: O(*n*) in the length of the text.
    package func json(of policy: String) -> String {
        JSONForm.object([
            "policy": .string(policy),
            "claim": .string(claim),
            "exact": .boolean(isExact),
            "inferred": .boolean(isInferred),
            "questions": .number(questionCount),
            "refused": .number(refusedCount),
            "organizations": .list(
                organizations.map { .object(["name": .string($0.name), "accounts": .number($0.accounts)]) }
            ),
            "assumes": .list(assumptions.map { .string($0) }),
            "notCovered": .list(notCovered.map { .string($0) }),
            "paths": .list(paths.map(\.form)),
            "chokePoints": .list(chokePoints.map(\.form)),
            "notTried": .list(untried.map { .string($0.fullName) }),
            "expired": .list(expired.map { .string($0.path) }),
            "exceeded": .list(exceeded.map { .string($0.path) }),
            "sampled": .list(sampled.map { .string($0) }),
            "evadedRules": evadedRules.map { .list($0.map(\.form)) } ?? .null,
            "readers": consensus?.form ?? .null,
            "stale": .list(stale.map { .string($0.path) }),
        ])
        .text
    }
}

extension LeakPath {
    fileprivate var form: JSONForm {
        .object([
            "id": .string(id),
            "code": .string(code.rawValue),
            "severity": .string(severity.rawValue),
            "organization": .string(organization),
            "source": .string(source.selector),
            "alsoFrom": .list(alsoFrom.map { .string($0.selector) }),
            "sink": .string(sink.selector),
            "sinkClass": .string(sink.sinkClass.name),
            "alsoTo": .list(alsoTo.map { .string($0.selector) }),
            "capacity": .string(capacity.name),
            "effort": .object([
                "weight": .number(effort.weight), "taps": .number(effort.taps), "switches": .number(effort.switches),
                "needsAuthor": .boolean(effort.needsAuthor), "needsDeviceState": .boolean(effort.needsDeviceState),
            ]),
            "accepted": acceptance?.form ?? .null,
            "views": .list(views.map { .string($0) }),
            "gates": .list(gates.map(\.form)),
            "steps": .list(steps.map(\.form)),
            "fixes": .list(fixes.map(\.form)),
            "notTried": .list(untried.map { .string($0.fullName) }),
        ])
    }
}

extension EvadedRule {
    fileprivate var form: JSONForm {
        .object([
            "code": .string(AuditCode.evadedRule.rawValue),
            "severity": .string(AuditCode.evadedRule.severity.rawValue),
            "ruleSet": .string(rule.ruleSet),
            "rule": .string(rule.id),
            "at": .string(rule.location.description),
            "view": .string(view),
            "step": step.form,
            "escapes": .list(
                escapes.map {
                    .object([
                        "kind": .string($0.rewrite.kind.rawValue), "url": .string($0.rewrite.url), "step": $0.step.form,
                    ])
                }
            ),
        ])
    }
}

extension ReaderConsensus {
    fileprivate var form: JSONForm {
        .object([
            "names": .list(readers.map { .string($0.rawValue) }),
            "texts": .number(textCount),
            "rejected": .number(rejectedCount),
            "repaired": .number(repairedCount),
            "passedOver": .number(passedOverCount),
            "residuals": .list(residuals.map(\.form)),
        ])
    }
}

extension ReaderResidual {
    fileprivate var form: JSONForm {
        .object([
            "code": .string(AuditCode.readerResidual.rawValue),
            "severity": .string(AuditCode.readerResidual.severity.rawValue),
            "ruleSet": .string(ruleSet),
            "rule": .string(orNull: rule?.id),
            "at": .string(location.description),
            "view": .string(view),
            "readings": .list(
                readings.map {
                    .object([
                        "reader": .string($0.reader.rawValue), "template": .string($0.template),
                        "text": .string($0.text),
                        "destination": .string($0.destination), "step": $0.step.form, "otherStep": $0.otherStep.form,
                    ])
                }
            ),
        ])
    }
}

extension AcceptedPath {
    fileprivate var form: JSONForm {
        .object([
            "reason": .string(reason), "owner": .string(owner), "since": .string(orNull: since),
            "until": .string(until), "bulk": .boolean(isBulk),
        ])
    }
}

extension FlowGate {
    fileprivate var form: JSONForm {
        .object([
            "kind": .string(kind.rawValue), "owner": .string(owner), "name": .string(name), "value": .string(value),
            "at": .string(orNull: location?.description),
        ])
    }
}

extension LeakPath.Fix {
    fileprivate var form: JSONForm {
        .object([
            "setting": .string(fullName),
            "value": .string(value), "at": .string(orNull: gate.location?.description),
            "closes": .list(closes.map { .string($0) }),
            "opens": .list(opens.map(\.form)),
            "leaves": .list(leaves.map(\.form)),
        ])
    }
}

extension LeakPath.Opened {
    fileprivate var form: JSONForm { .object(["id": .string(id), "sink": .string(sink.selector)]) }
}

extension FlowStep {
    /// The step as JSON.
    var form: JSONForm {
        .object([
            "world": .string(request.world.name),
            "user": request.user.userForm,
            "request": .string(request.words),
            "question": .string(request.question.kind.rawValue),
            "verdict": .string(verdictName),
            "to": .string(orNull: destination?.rawValue),
            "route": .string(orNull: route),
            "page": .string(orNull: page?.rawValue),
            "reasons": .list(reasons.map { .string($0.code.rawValue) }),
            "at": .string(orNull: (deciding?.location ?? reasons.lazy.compactMap(\.location).first)?.description),
        ])
    }
}
