import Hosting
import PolicyModel

import struct Foundation.Date

/// The state that `/metrics` shows in addition to the counters.
struct MetricsMoment {
    /// The policy in force.
    var policy: PolicyInForce?
    /// When the policy was last confirmed.
    var confirmed: Date?
    /// Whether requests are decided.
    var isReady: Bool
    /// The number of failed reloads.
    var reloadFailures: UInt64
    /// The number of messages to the operator that were dropped.
    var messagesDropped: UInt64 = 0
}

extension MetricsText {
    /// Writes every metric.
    ///
    /// Counters whose labels never occurred are omitted; counters without labels are always present.
    ///
    /// - Complexity: O(*n*) in the number of counters.
    init(_ sums: [UInt64], _ shape: TallyShape, _ moment: MetricsMoment) {
        self.init()
        for metric in Metric.allCases {
            begin(metric)
            add(metric, sums, shape, moment)
        }
    }

    private mutating func add(_ metric: Metric, _ sums: [UInt64], _ shape: TallyShape, _ moment: MetricsMoment) {
        switch metric {
        case .decisions: addDecisions(sums, shape)
        case .reasons:
            for (position, code) in ReasonCode.allCases.enumerated() {
                addCounted(metric, [code.rawValue], sums[shape.reason(at: position)])
            }
        case .faults:
            for (position, fault) in TallyShape.faults.enumerated() {
                addCounted(metric, [fault], sums[shape.fault(at: position)])
            }
        case .duration:
            let bounds = TallyShape.durationBounds
            let counts = (0...bounds.count).map { sums[shape.duration(at: $0)] }
            add(metric, counts: counts, bounds: bounds, sum: sums[shape.durationSum])
        case .policyInfo:
            guard let policy = moment.policy else { return }
            add(metric, [String(policy.revision), policy.digest], "1")
        case .policyLoaded:
            guard let policy = moment.policy else { return }
            add(metric, Self.seconds(of: policy.loaded))
        case .policyConfirmed:
            guard let confirmed = moment.confirmed else { return }
            add(metric, Self.seconds(of: confirmed))
        case .ready: add(metric, moment.isReady ? "1" : "0")
        case .reloadFailures: add(metric, String(moment.reloadFailures))
        case .shadowDecisions: add(metric, String(sums[shape.shadowAnswered]))
        case .shadowDifferences:
            for from in Verdict.allCases {
                for to in Verdict.allCases {
                    let count = sums[shape.shadowDifference(from: from, to: to)]
                    addCounted(metric, [from.rawValue, to.rawValue], count)
                }
            }
        case .shadowDropped: add(metric, String(sums[shape.shadowDropped]))
        case .logWritten: add(metric, String(sums[shape.logWritten]))
        case .logDropped: add(metric, String(sums[shape.logDropped]))
        case .messagesDropped: add(metric, String(moment.messagesDropped))
        }
    }

    private mutating func addDecisions(_ sums: [UInt64], _ shape: TallyShape) {
        for host in AdapterKind.allCases {
            for (position, binding) in shape.bindings.enumerated() {
                for verdict in Verdict.allCases {
                    for urlClass in TallyShape.classes {
                        let count = sums[shape.decisions(host, binding: position, verdict, urlClass)]
                        let labels = [host.rawValue, binding, verdict.rawValue, urlClass?.rawValue ?? "-"]
                        addCounted(.decisions, labels, count)
                    }
                }
            }
        }
    }

    private mutating func addCounted(_ metric: Metric, _ labels: [String], _ count: UInt64) {
        if count > 0 { add(metric, labels, String(count)) }
    }

    private mutating func add(_ metric: Metric, _ value: String) { add(metric, [], value) }

    private static func seconds(of date: Date) -> String {
        let milliseconds = UInt64(max(0, date.timeIntervalSince1970 * 1000))
        return seconds(milliseconds * 1_000_000)
    }
}
