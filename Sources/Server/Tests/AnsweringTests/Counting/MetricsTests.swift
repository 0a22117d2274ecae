import Foundation
import Hosting
import PolicyModel
import Testing

@testable import Answering

@Suite("Metrics")
struct MetricsTests {
    static let hostileBinding = "a\"} 1\nb{c=\"\\\r\u{2028}"

    private static func text(_ count: (Tallies) -> Void) -> String {
        let registry = TallyRegistry(TallyShape(bindings: ["edge", hostileBinding]))
        count(registry.open())
        let moment = MetricsMoment(policy: nil, confirmed: nil, isReady: false, reloadFailures: 3)
        return MetricsText(registry.sums, registry.shape, moment).text
    }

    @Test("A name cannot add a line, a label or a sample")
    func hostile() throws {
        let text = Self.text { $0.add(2, to: $0.shape.decisions(.nginx, binding: 2, .block, .blocked)) }
        let metrics = try PrometheusText(text)
        let counted = metrics.samples.filter { $0.name == "demarc_decisions_total" }
        #expect(counted.count == 1)
        #expect(counted.first?.labels["binding"] == "a\"} 1\nb{c=\"\\\u{FFFD}\u{FFFD}")
        #expect(counted.first?.value == 2)
    }

    @Test("Every counter has a position of its own")
    func positions() throws {
        let shape = TallyShape(bindings: ["edge", "other"])
        var seen: Set<Int> = []
        for host in AdapterKind.allCases {
            for binding in 0...2 {
                for verdict in Verdict.allCases {
                    for urlClass in TallyShape.classes {
                        #expect(seen.insert(shape.decisions(host, binding: binding, verdict, urlClass)).inserted)
                    }
                }
            }
        }
        for code in ReasonCode.allCases { #expect(seen.insert(shape.reason(code)).inserted, "\(code)") }
        for fault in RequestFault.allCases { #expect(seen.insert(shape.fault(.request(fault))).inserted, "\(fault)") }
        for fault in ServiceFault.allCases { #expect(seen.insert(shape.fault(.service(fault))).inserted, "\(fault)") }
        for position in 0...TallyShape.durationBounds.count {
            #expect(seen.insert(shape.duration(at: position)).inserted)
        }
        for from in Verdict.allCases {
            for to in Verdict.allCases { #expect(seen.insert(shape.shadowDifference(from: from, to: to)).inserted) }
        }
        for single in [
            shape.logDropped, shape.logWritten, shape.shadowDropped, shape.shadowAnswered, shape.durationSum,
        ] {
            #expect(seen.insert(single).inserted)
        }
        #expect(seen == Set(0..<shape.count))
    }

    @Test("Counts are shown under their own labels")
    func shown() throws {
        let text = Self.text { tallies in
            let shape = tallies.shape
            tallies.add(5, to: shape.decisions(.icap, binding: 1, .route, .external))
            tallies.add(1, to: shape.decisions(.json, binding: 0, .allow, nil))
            tallies.add(2, to: shape.reason(.ruleBlocked))
            tallies.add(3, to: shape.fault(.request(.authoritiesDiffer)))
            tallies.add(4, to: shape.fault(.service(.auditUnavailable)))
            tallies.add(6, to: shape.shadowDifference(from: .allow, to: .block))
            tallies.add(7, to: shape.logDropped)
            for duration: UInt64 in [1, 1_000, 1_001, 99_000_000, 500_000_000] {
                tallies.add(to: shape.duration(of: duration))
                tallies.add(duration, to: shape.durationSum)
            }
        }
        let metrics = try PrometheusText(text)
        func value(_ name: String, _ labels: [String: String] = [:]) -> Double? { metrics[name, labels] }
        let routed = ["host": "icap", "binding": "edge", "verdict": "route", "class": "external"]
        #expect(value("demarc_decisions_total", routed) == 5)
        let allowed = ["host": "json", "binding": "", "verdict": "allow", "class": "-"]
        #expect(value("demarc_decisions_total", allowed) == 1)
        #expect(value("demarc_decision_reasons_total", ["code": "rule.blocked"]) == 2)
        #expect(value("demarc_request_faults_total", ["fault": "request.authoritiesDiffer"]) == 3)
        #expect(value("demarc_request_faults_total", ["fault": "audit.unavailable"]) == 4)
        #expect(value("demarc_shadow_differences_total", ["from": "allow", "to": "block"]) == 6)
        #expect(value("demarc_log_dropped_total") == 7)
        #expect(value("demarc_policy_reload_failures_total") == 3)
        #expect(value("demarc_ready") == 0)
        #expect(value("demarc_decision_duration_seconds_bucket", ["le": "0.000001"]) == 2)
        #expect(value("demarc_decision_duration_seconds_bucket", ["le": "0.0000025"]) == 3)
        #expect(value("demarc_decision_duration_seconds_bucket", ["le": "0.1"]) == 4)
        #expect(value("demarc_decision_duration_seconds_bucket", ["le": "+Inf"]) == 5)
        #expect(value("demarc_decision_duration_seconds_count") == 5)
        #expect(value("demarc_decision_duration_seconds_sum") == 0.599002002)
    }

    @Test("Every metric has its type, even if nothing was counted")
    func kinds() throws {
        let metrics = try PrometheusText(Self.text { _ in })
        #expect(
            metrics.types == Dictionary(uniqueKeysWithValues: Metric.allCases.map { ($0.rawValue, $0.kind.rawValue) })
        )
    }

    @Test(
        "Seconds are exact",
        arguments: [(0, "0.0"), (1, "0.000000001"), (1_500_000_000, "1.5"), (100_000_000, "0.1")]
    )
    func seconds(nanoseconds: UInt64, expected: String) { #expect(MetricsText.seconds(nanoseconds) == expected) }

    @Test(
        "Prometheus' own client reads the output",
        .enabled(if: PrometheusClient.isThere, PrometheusClient.missing)
    )
    func client() throws {
        let text = Self.text { tallies in
            for position in 0..<tallies.shape.count { tallies.add(UInt64(position + 1), to: position) }
        }
        let read = try PrometheusClient.read(text)
        let ours = try PrometheusText(text).samples
        #expect(ours.count > 800)
        #expect(Set(read) == Set(ours))
    }
}

/// Prometheus' client for Python, if available: `DEMARC_PYTHON` names an interpreter that has it.
enum PrometheusClient {
    static let missing: Comment =
        "no prometheus_client: `pip install prometheus_client` and set DEMARC_PYTHON to that python"
    private static let python = ProcessInfo.processInfo.environment["DEMARC_PYTHON"] ?? "python3"
    static let isThere = (try? run("import prometheus_client", "")) != nil

    private struct Failure: Error {}

    static func read(_ text: String) throws -> [PrometheusText.Sample] {
        let program = """
            import json, sys
            from prometheus_client.parser import text_string_to_metric_families as read
            families = read(sys.stdin.buffer.read().decode())
            json.dump([{"name": s.name, "labels": s.labels, "value": s.value} for f in families for s in f.samples], sys.stdout)
            """
        return try JSONDecoder().decode([PrometheusText.Sample].self, from: Data(run(program, text).utf8))
    }

    private static func run(_ program: String, _ input: String) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [python, "-c", program]
        let (stdin, stdout) = (Pipe(), Pipe())
        process.standardInput = stdin
        process.standardOutput = stdout
        process.standardError = FileHandle.nullDevice
        try process.run()
        let writer = Thread {
            try? stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
            try? stdin.fileHandleForWriting.close()
        }
        writer.start()
        let output = stdout.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure() }
        return String(decoding: output, as: UTF8.self)
    }
}
