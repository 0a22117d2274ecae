package import PolicyModel
package import RuleIndex

/// What a new policy would have decided for the traffic of a log, as groups of differences.
///
/// A log contains a fraction of the decisions of each verdict, so each record is weighted by its rate: at a rate of
/// 0.01 it counts as 100. A replay keeps the groups and a few witnesses of each, and nothing of other records.
package struct Replay: ~Copyable {
    /// Decisions that differ in the same way.
    package struct Group: Sendable {
        /// The rule that decides under the new policy, or else the rule that decided before.
        package let rule: String?
        package let before: ReplayedDecision
        package let after: ReplayedDecision
        package let change: ReplayedChange
        /// The number of decisions, weighted by the rates of the log.
        package fileprivate(set) var count: Double = 0
        /// Some of the records.
        package fileprivate(set) var witnesses: [Witness] = []
    }

    /// A record that can be looked up.
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
    /// The number of decisions, weighted by the rates of the log.
    package private(set) var total: Double = 0
    /// The number of decisions that the new policy does not change.
    package private(set) var same: Double = 0
    /// The number of decisions whose new result is unknown, by what is missing.
    package private(set) var gaps: [ReplayGap: Double] = [:]

    /// Starts a replay.
    ///
    /// - Parameters:
    ///   - policy: The new policy.
    ///   - key: The key of the log's pseudonyms; without it, requests with accounts cannot be decided.
    package init(_ policy: CompiledPolicy, key: SecretKey?) { replayer = Replayer(policy, key: key) }

    /// Adds a record. A record of a shadow policy is not traffic, and is skipped.
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

    /// The number of decisions whose new result is unknown.
    package var notProvable: Double { gaps.values.reduce(0, +) }

    /// The differences: more permissive ones first, and among these the most frequent ones.
    package var groups: [Group] {
        groupsByKey.values.sorted { left, right in
            if left.change != right.change { return left.change < right.change }
            if left.count != right.count { return left.count > right.count }
            return left.order < right.order
        }
    }

    /// Whether any decision changes in a given way; nil for any change.
    package func has(_ change: ReplayedChange?) -> Bool {
        groupsByKey.values.contains { change == nil || $0.change == change }
    }
}

extension Replay.Group {
    /// A sort key that gives groups the same order in every run.
    fileprivate var order: String {
        [rule, before.text, before.rule, before.code, after.text, after.code].map { $0 ?? "" }.joined(separator: "\0")
    }
}

extension ReplayedDecision {
    /// Verdict, class and destination as words.
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
    /// The nearest integer; the maximum for larger numbers.
    package init(rounded number: Double) { self = Int(exactly: number.rounded()) ?? .max }
}
