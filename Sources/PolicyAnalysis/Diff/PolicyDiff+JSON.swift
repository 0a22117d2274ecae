import Diagnostics
import PolicyFiles
import PolicyModel

/// The comparison as JSON.
extension PolicyDiff {
    /// The comparison in the JSON form of `demarc diff`, on one line.
    ///
    /// - Parameters:
    ///   - old: The path of the old policy, as it was given.
    ///   - new: The path of the new one.
    /// - Returns: The object.
    /// - Complexity: O(*n*) in the length of the text.
    package func json(from old: String, to new: String) -> String {
        JSONForm.object([
            "old": .string(old),
            "new": .string(new),
            "verdict": .string(comparison.rawValue),
            "exact": .boolean(isExact),
            "requests": .number(requestCount),
            "refused": .number(refusedCount),
            "groups": .list(groups.map(\.form)),
            "opens": .list(opens.map { .string($0.id) }),
            "closes": .list(closes.map { .string($0.id) }),
            "accepted": .list(accepted.map { .string($0.id) }),
            "expired": .list(expired.map { .string($0.path) }),
            "edits": .list(edits.map(\.form)),
            "noOps": .list(noOps.map(\.form)),
            "notCompared": .list(notCompared.map(\.form)),
            "untried": .number(untriedCount),
        ])
        .text
    }
}

extension PolicyDiff.Group {
    /// Opening a leak path takes precedence over the effect on an answer.
    fileprivate var form: JSONForm {
        .object([
            "id": .string(id),
            "effect": .string(opens.isEmpty ? effect.rawValue : "opens"),
            "question": .string(question.rawValue),
            "where": .list(places.map { .string($0) }),
            "count": .number(count),
            "before": witnesses.first?.before?.form ?? .null,
            "after": witnesses.first?.after?.form ?? .null,
            "decidedBefore": .string(orNull: witnesses.first?.before?.decidedBy),
            "decidedAfter": .string(orNull: witnesses.first?.after?.decidedBy),
            "witnesses": .list(witnesses.map { .string($0.request.words) }),
            "causes": .list(
                causes.map { cause in
                    .object([
                        "edit": .string(cause.edit.words), "at": .string(orNull: cause.edit.location?.description),
                        "necessary": .boolean(cause.isNecessary), "sufficient": .boolean(cause.isSufficient),
                    ])
                }
            ),
            "opens": .list(opens.map { .string($0) }),
            "closes": .list(closes.map { .string($0) }),
            "accepted": .list(accepted.map { .string($0) }),
        ])
    }
}

extension PolicyDiff.NoOp {
    fileprivate var form: JSONForm {
        .object(edit.members + [JSONForm.Member("why", why.map(\.form) ?? .null)])
    }
}

extension PolicyDiff.Why {
    fileprivate var form: JSONForm {
        .object([
            "kind": .string(kind),
            "words": .string(words),
            "by": .list(
                deciders.map {
                    .object(["name": .string($0.name), "at": .string(orNull: $0.location?.description)])
                }
            ),
        ])
    }
}

extension PolicyEdit {
    fileprivate var form: JSONForm { .object(members) }

    fileprivate var members: [JSONForm.Member] {
        [
            JSONForm.Member("subject", .string(subjectWords)), JSONForm.Member("old", .string(old)),
            JSONForm.Member("new", .string(new)), JSONForm.Member("at", .string(orNull: location?.description)),
        ]
    }
}
