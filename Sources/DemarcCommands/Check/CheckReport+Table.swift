import ByteText
import Demarc
import Diagnostics
import PolicyModel
import URLStandard

/// The table for people: one row per URL, with columns as wide as possible without knowing all rows.
///
/// Below a row are the route and, with `--explain`, each reason with its message and the rules that lost.
extension CheckReport {
    /// From this many columns on, a reason is next to its URL.
    private static var wideColumns: Int { 110 }

    /// The table for a page.
    static func table(on page: Page) -> TextTable {
        let isWide = page.columns.map { $0 >= wideColumns } ?? true
        let columns: [TextTable.Column] = [
            .init("VERDICT", .words(7)), .init("TO", .words(16)), .init("CLASS", .words(8)),
            .init("PAGE", .words(9)), .init("URL", .whole(least: page.columns == nil ? 48 : 26)),
            .init("WHY", isWide ? .sentences(least: 40) : .whole(least: 40)),
        ]
        return TextTable(columns, on: page)
    }

    mutating func appendTableHeader() { output.append(text: table.header) }

    mutating func appendRow(
        _ decision: Decision,
        _ evaluator: inout Evaluator,
        input: Span<UInt8>,
        target: DecisionTarget
    ) throws(StaleDecision) {
        let explanation = try explains ? evaluator.explanation(of: decision) : nil
        let reasons = try evaluator.reasons(of: decision)
        let password = HiddenPassword(of: evaluator.url)
        let shown =
            evaluator.url.isEmpty
            ? Self.beginning(of: HiddenPassword(probablyIn: input).shown(input).span)
            : String(decoding: password.shown(evaluator.url.href), as: UTF8.self)
        let row = table.row([
            TextTable.Cell(decision.verdict.rawValue, decision.verdict.color),
            TextTable.Cell(decision.destination?.rawValue ?? "–"),
            TextTable.Cell(decision.urlClass?.rawValue ?? "–"),
            TextTable.Cell(decision.page?.rawValue ?? "–"),
            TextTable.Cell(shown),
            TextTable.Cell(Self.why(decision.decidedBy.map { reasons[$0] }, evaluator.parsingError)),
        ])
        output.append(text: row)
        if let route = try evaluator.route(of: decision) {
            appendBelow("→ \(HiddenPassword.shown(inRoute: route, of: evaluator.url))")
        }
        if let hosts = reasons.compactMap(\.hosts).first {
            let written = HiddenPassword(of: evaluator.url, in: input, evaluator.url.ambiguities(in: input))
            appendReadings(hosts, of: written.shown(input).span, besides: shown)
        }
        guard let explanation else { return }
        for reason in reasons { appendBelow(reason.line) }
        for rule in explanation.overridden {
            appendBelow("overridden: \(rule.id) (\(rule.urlClass.rawValue)) \(rule.location)")
        }
        let readings = Self.otherReadings(than: decision, &evaluator, input, target)
        for (reading, others) in readings.grouped(by: \.url) {
            appendBelow(reading.line(andOthers: others, hiding: password))
        }
    }

    /// Appends both hosts of a URL that readers disagree on, and the URL as it was given.
    private mutating func appendReadings(_ hosts: HostReadings, of input: Span<UInt8>, besides shown: String) {
        let given = Self.beginning(of: input)
        if given != shown { appendBelow("given as \(given)") }
        appendBelow(hosts.description)
    }

    mutating func appendRow(_ error: MalformedLine, number: Int) {
        let text = "error    line \(number), \(error.message)"
        output.append(text: FittedText.block(text, columns: page.columns, hanging: 9))
    }

    /// Writes a text below a row: at the position of URLs that the table moves below their row, or under the second
    /// column if it never moves them.
    private mutating func appendBelow(_ text: String) {
        let indent = page.columns == nil ? 9 : 2
        output.append(text: FittedText.block(text, columns: page.columns, indent: indent, hanging: indent + 2))
    }

    // MARK: Texts

    /// The reason that decided: its code, and the rule or setting that caused it, with its place.
    private static func why(_ reason: Reason?, _ error: URLParsingError?) -> String {
        if let error { return "\(ReasonCode.urlInvalid.rawValue): \(error)" }
        guard let reason else { return "" }
        return [reason.code.rawValue, reason.rule?.id ?? reason.setting, reason.location.map { "(\($0))" }]
            .compactMap(\.self).joined(separator: " ")
    }

    private static func beginning(of input: Span<UInt8>) -> String {
        input.count > 256 ? input.extracting(first: 256).string + "…" : input.string
    }
}
