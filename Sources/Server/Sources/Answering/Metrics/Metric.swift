/// The metrics of a server: one row each, from which the page, the output and the tests are derived.
enum Metric: String, CaseIterable, Sendable {
    case decisions = "demarc_decisions_total"
    case reasons = "demarc_decision_reasons_total"
    case faults = "demarc_request_faults_total"
    case duration = "demarc_decision_duration_seconds"
    case policyInfo = "demarc_policy_info"
    case policyLoaded = "demarc_policy_loaded_timestamp_seconds"
    case policyConfirmed = "demarc_policy_confirmed_timestamp_seconds"
    case ready = "demarc_ready"
    case reloadFailures = "demarc_policy_reload_failures_total"
    case shadowDecisions = "demarc_shadow_decisions_total"
    case shadowDifferences = "demarc_shadow_differences_total"
    case shadowDropped = "demarc_shadow_dropped_total"
    case logWritten = "demarc_log_written_total"
    case logDropped = "demarc_log_dropped_total"
    case messagesDropped = "demarc_messages_dropped_total"

    /// The metric types of Prometheus.
    enum Kind: String, Sendable {
        case counter
        case gauge
        case histogram
    }

    var kind: Kind {
        switch self {
        case .duration: .histogram
        case .policyInfo, .policyLoaded, .policyConfirmed, .ready: .gauge
        case .decisions, .reasons, .faults, .reloadFailures, .shadowDecisions, .shadowDifferences, .shadowDropped,
            .logWritten, .logDropped, .messagesDropped:
            .counter
        }
    }

    /// The names of its labels.
    var labels: [String] {
        switch self {
        case .decisions: ["host", "binding", "verdict", "class"]
        case .reasons: ["code"]
        case .faults: ["fault"]
        case .policyInfo: ["revision", "digest"]
        case .shadowDifferences: ["from", "to"]
        case .duration, .policyLoaded, .policyConfirmed, .ready, .reloadFailures, .shadowDecisions, .shadowDropped,
            .logWritten, .logDropped, .messagesDropped:
            []
        }
    }

    /// What it counts, in a sentence without a period.
    var meaning: String {
        switch self {
        case .decisions: "Answers by adapter, binding, verdict and class; class is - if no rule set was consulted"
        case .reasons: "Reasons of decisions by code; a decision has one or more"
        case .faults: "Requests that were blocked without a decision, by fault"
        case .duration: "Time from the observed request to the decision"
        case .policyInfo: "The policy in force, as labels; always 1"
        case .policyLoaded: "When the policy in force was loaded"
        case .policyConfirmed: "When the policy in force was last confirmed to be the right one"
        case .ready: "1 while requests are decided, 0 while all are blocked because the policy is missing or too old"
        case .reloadFailures: "Reloads that failed, so that the last good policy stayed in force"
        case .shadowDecisions: "Requests and questions that were also decided with the shadow policy"
        case .shadowDifferences:
            "Requests and questions that the shadow policy would have answered differently, by verdicts"
        case .shadowDropped:
            "Requests and questions that were not decided with the shadow policy, because too many were waiting"
        case .logWritten: "Records that were written to the decision log"
        case .logDropped: "Records that should be in the decision log but could not be written"
        case .messagesDropped: "Messages to the operator that were dropped, because standard error was not read"
        }
    }
}

/// Writes metrics in the Prometheus text format, version 0.0.4.
struct MetricsText {
    private(set) var text = ""

    /// Starts a metric; its samples follow.
    mutating func begin(_ metric: Metric) {
        text += "# HELP \(metric.rawValue) \(Self.escaped(metric.meaning, quotes: false))\n"
        text += "# TYPE \(metric.rawValue) \(metric.kind.rawValue)\n"
    }

    /// Adds a sample.
    ///
    /// - Parameters:
    ///   - metric: The metric that was started.
    ///   - labels: The values of its labels, in order.
    ///   - value: The value as text.
    mutating func add(_ metric: Metric, _ labels: [String] = [], _ value: String) {
        add(metric.rawValue, Array(zip(metric.labels, labels)), value)
    }

    private mutating func add(_ name: String, _ labels: [(name: String, value: String)], _ value: String) {
        text += name
        if !labels.isEmpty {
            text += "{"
            text += labels.map { "\($0.name)=\"\(Self.escaped($0.value, quotes: true))\"" }.joined(separator: ",")
            text += "}"
        }
        text += " \(value)\n"
    }

    /// Adds a histogram.
    ///
    /// - Parameters:
    ///   - metric: The metric that was started.
    ///   - counts: The number of samples in each bucket, and the number above the last bound.
    ///   - bounds: The upper bounds in nanoseconds.
    ///   - sum: The sum of all samples in nanoseconds.
    mutating func add(_ metric: Metric, counts: [UInt64], bounds: [UInt64], sum: UInt64) {
        var total: UInt64 = 0
        for (position, count) in counts.enumerated() {
            total &+= count
            let bound = position < bounds.count ? Self.seconds(bounds[position]) : "+Inf"
            add(metric.rawValue + "_bucket", [("le", bound)], String(total))
        }
        add(metric.rawValue + "_sum", [], Self.seconds(sum))
        add(metric.rawValue + "_count", [], String(total))
    }

    /// Nanoseconds as seconds, exactly.
    static func seconds(_ nanoseconds: UInt64) -> String {
        let fraction = String(nanoseconds % 1_000_000_000)
        var digits = String(repeating: "0", count: 9 - fraction.count) + fraction
        while digits.count > 1, digits.last == "0" { digits.removeLast() }
        return "\(nanoseconds / 1_000_000_000).\(digits)"
    }

    /// A text in which characters with a meaning in the format are escaped.
    private static func escaped(_ text: String, quotes: Bool) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            case "\"" where quotes: escaped += "\\\""
            // The format has no escapes for these, and some readers treat them as line ends.
            case "\r", "\u{85}", "\u{2028}", "\u{2029}": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
