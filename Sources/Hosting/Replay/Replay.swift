package import PolicyModel
package import RuleIndex

/// What a new policy would have decided on the traffic of a log: differences in groups.
///
/// A log has a share of the decisions of each verdict. So each record counts as many as its share stands for: 100 at a
/// rate of 0.01. A replay keeps the groups and a few witnesses of each, and nothing of other records.
package struct Replay: ~Copyable {
    /// Decisions that differ in the same way.
    package struct Group: Sendable {
        /// The rule that decides under the new policy, or else the one that decided.
        package let rule: String?
        package let before: ReplayedDecision
        package let after: ReplayedDecision
        package let change: ReplayedChange
        /// How many decisions there were, by the rates of the log.
        package fileprivate(set) var count: Double = 0
        /// Some of the records.
        package fileprivate(set) var witnesses: [Witness] = []
    }

    /// A record to look up.
    package struct Witness: Hashable, Sendable {
        package let id: String
        package let url: String?
        package let view: String?
    }

    private struct Key: Hashable {
        let before: ReplayedDecision
        let after: ReplayedDecision
    }

    private static let witnessLimit = 3

    private var replayer: Replayer
    private var groupsByKey: [Key: Group] = [:]
    /// How many decisions there were, by the rates of the log.
    package private(set) var total: Double = 0
    /// How many the new policy decides alike.
    package private(set) var same: Double = 0
    /// How many it is not known of, by what is missing.
    package private(set) var gaps: [ReplayGap: Double] = [:]

    /// Begins a replay.
    ///
    /// - Parameters:
    ///   - policy: The new policy.
    ///   - key: The key of the log's pseudonyms; without it, nothing is known of requests of accounts.
    package init(_ policy: CompiledPolicy, key: SecretKey?) { replayer = Replayer(policy, key: key) }

    /// Takes in a record. One of a policy in shadow is no traffic, and is passed over.
    package mutating func add(_ record: DecisionRecord) {
        guard record.shadow == nil else { return }
        let weight = 1 / record.rate
        total += weight
        do throws(ReplayGap) {
            let after = try replayer.decide(record)
            let before = ReplayedDecision(record)
            guard !before.isSame(as: after) else {
                same += weight
                return
            }
            add(record, Key(before: before, after: after), weight)
        } catch {
            gaps[error, default: 0] += weight
        }
    }

    private mutating func add(_ record: DecisionRecord, _ key: Key, _ weight: Double) {
        var group =
            groupsByKey.removeValue(forKey: key)
            ?? Group(
                rule: key.after.rule ?? key.before.rule,
                before: key.before,
                after: key.after,
                change: ReplayedChange(from: key.before, to: key.after)
            )
        group.count += weight
        if group.witnesses.count < Self.witnessLimit, !group.witnesses.contains(where: { $0.url == record.url }) {
            group.witnesses.append(Witness(id: record.id, url: record.url, view: record.view))
        }
        groupsByKey[key] = group
    }

    /// How many decisions it is not known of.
    package var notProvable: Double { gaps.values.reduce(0, +) }

    /// The differences: the more permissive ones first, and among those the most frequent.
    package var groups: [Group] {
        groupsByKey.values.sorted { left, right in
            if left.change != right.change { return left.change < right.change }
            if left.count != right.count { return left.count > right.count }
            return left.order < right.order
        }
    }

    /// Whether some decision differs in a way; nil for any.
    package func has(_ change: ReplayedChange?) -> Bool {
        groupsByKey.values.contains { change == nil || $0.change == change }
    }
}

extension Replay.Group {
    /// A text by which groups have one order in every run.
    fileprivate var order: String {
        [rule, before.text, before.rule, before.code, after.text, after.code].map { $0 ?? "" }.joined(separator: "\0")
    }
}

extension ReplayedDecision {
    /// Verdict, class and destination in words.
    package var text: String {
        [verdict.rawValue, urlClass?.rawValue, destination.map { "to \($0.rawValue)" }].compactMap(\.self)
            .joined(separator: " ")
    }

    /// The answer as a JSON object.
    package var form: JSONForm {
        .object([
            "verdict": .string(verdict.rawValue), "class": .string(orNull: urlClass?.rawValue),
            "to": .string(orNull: destination?.rawValue), "rule": .string(orNull: rule),
            "code": .string(orNull: code),
        ])
    }
}

extension Replay.Group {
    /// The group as a JSON object.
    package var form: JSONForm {
        .object([
            "rule": .string(orNull: rule), "change": .string(change.rawValue), "before": before.form,
            "after": after.form, "count": .number(Int(rounded: count)),
            "witnesses": .list(
                witnesses.map {
                    .object([
                        "id": .string($0.id), "url": .string(orNull: $0.url), "view": .string(orNull: $0.view),
                    ])
                }
            ),
        ])
    }
}

extension Int {
    /// The nearest whole number; the greatest for what is beyond.
    package init(rounded number: Double) { self = Int(exactly: number.rounded()) ?? .max }
}
