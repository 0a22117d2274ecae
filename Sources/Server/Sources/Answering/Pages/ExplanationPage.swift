import Foundation
import Hosting

/// The page of `/v1/explain/{id}`: the log record of one decision, for operators.
struct ExplanationPage: Sendable {
    private let template: PageTemplate

    /// Reads the template.
    init() throws(AnsweringError) {
        template = try PageTemplate(Self.source, names: ["title", "rows", "name", "value", "none"])
    }

    /// Writes the page for a record; nil for a missing record.
    func write(_ record: DecisionRecord?) -> PageTemplate.Page {
        guard let record else {
            return template.render([
                "title": "No such decision", "none": "It is not in the log, or no longer available.",
            ])
        }
        let rows = Self.rows(of: record).map { row in
            [
                "name": ShownText.escaped(row.name),
                "value": ShownText.escaped(ShownText.harmless(row.value, limit: 300)),
            ]
        }
        return template.render([
            "title": "Decision \(ShownText.escaped(ShownText.harmless(record.id, limit: 40)))", "rows": rows,
        ])
    }

    /// The members of a record that are present, under their names in the log.
    private static func rows(of record: DecisionRecord) -> [(name: String, value: String)] {
        let time = Date(timeIntervalSince1970: Double(record.time) / 1000)
        var rows: [(name: String, value: String?)] = [
            ("verdict", record.verdict.rawValue), ("to", record.destination?.rawValue),
            ("class", record.urlClass?.rawValue), ("page", record.page?.rawValue), ("fault", record.fault),
        ]
        for reason in record.reasons.prefix(8) {
            rows.append(("reason", reason.rule.map { "\(reason.code), rule \($0)" } ?? reason.code))
        }
        rows += [
            ("url", record.url), ("masked", record.masked.map(\.rawValue).sorted().joined(separator: ", ")),
            ("sent", record.sent?.rawValue), ("method", record.method), ("question", record.question.rawValue),
            ("frame", record.frame?.rawValue), ("account", record.account), ("view", record.view),
            ("binding", record.binding), ("host", record.host),
            ("time", time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))),
            ("policy", record.policy.map { "revision \($0.revision), \($0.digest)" }), ("trace", record.trace),
            ("ns", String(record.nanoseconds)), ("rate", String(record.rate)),
        ]
        return rows.compactMap { row in
            guard let value = row.value, !value.isEmpty else { return nil }
            return (row.name, value)
        }
    }

    private static let source = """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="robots" content="noindex">
        <title>{{title}}</title>
        <style>
        :root { color-scheme: light dark }
        body { max-width: 52rem; margin: auto; padding: 2rem 1rem; font: 1rem/1.5 system-ui, sans-serif }
        h1 { font-size: 1.4rem }
        table { width: 100%; border-collapse: collapse }
        th, td { padding: .35rem .75rem .35rem 0; border-bottom: 1px solid #8886; text-align: left; vertical-align: top }
        th { font-weight: 600; white-space: nowrap }
        td { overflow-wrap: anywhere; font-family: ui-monospace, monospace; font-size: .9rem }
        </style>
        </head>
        <body>
        <h1>{{title}}</h1>
        {{#none}}
        <p>{{none}}</p>
        {{/none}}
        <table>
        {{#rows}}
        <tr><th scope="row">{{name}}</th><td><bdi>{{value}}</bdi></td></tr>
        {{/rows}}
        </table>
        </body>
        </html>

        """
}
