import ByteText
import Demarc
import Diagnostics
import PolicyModel
import URLStandard

/// The table for people: a row for each URL, its columns as wide as they can be before all rows are known.
///
/// Below a row stand the route, and with `--explain` each reason with its message and the rules that lost.
extension CheckReport {
    private static var urlWidth: Int { 48 }

    mutating func appendTableHeader() {
        let header = Self.row("VERDICT", "TO", "CLASS", "PAGE", Self.padded("URL", to: Self.urlWidth), "WHY")
        output.append(text: usesColor ? "\u{1B}[1m\(header)\u{1B}[0m\n" : header + "\n")
    }

    mutating func appendRow(
        _ decision: Decision,
        _ evaluator: inout Evaluator,
        input: Span<UInt8>
    ) throws(StaleDecision) {
        let explanation = try explains ? evaluator.explanation(of: decision) : nil
        let reasons = try evaluator.reasons(of: decision)
        let shown = evaluator.url.isEmpty ? Self.beginning(of: input) : evaluator.url.href.string
        let row = Self.row(
            decision.verdict.rawValue,
            decision.destination?.rawValue ?? "–",
            decision.urlClass?.rawValue ?? "–",
            decision.page?.rawValue ?? "–",
            Self.padded(VisibleText.of(shown), to: Self.urlWidth),
            Self.why(reasons, evaluator.parsingError)
        )
        output.append(text: paint(row, decision.verdict) + "\n")
        if let route = try evaluator.route(of: decision) {
            output.append(text: "         → \(VisibleText.of(route))\n")
        }
        if let hosts = reasons.compactMap(\.hosts).first { appendReadings(hosts, of: input, besides: shown) }
        guard let explanation else { return }
        for reason in reasons { output.append(text: "         \(Self.line(reason))\n") }
        for rule in explanation.overridden {
            let line = "overridden: \(rule.id) (\(rule.urlClass.rawValue)) \(rule.location)"
            output.append(text: "         \(VisibleText.of(line))\n")
        }
    }

    /// Names both hosts of a URL that readers disagree on, and shows it as it was given.
    private mutating func appendReadings(_ hosts: HostReadings, of input: Span<UInt8>, besides shown: String) {
        let given = Self.beginning(of: input)
        if given != shown { output.append(text: "         given as \(VisibleText.of(given))\n") }
        output.append(text: "         \(VisibleText.of(hosts.description))\n")
    }

    mutating func appendRow(_ error: MalformedLine, number: Int) {
        output.append(text: "error    line \(number), \(VisibleText.of(error.message))\n")
    }

    // MARK: Texts

    private static func row(_ columns: String...) -> String {
        let widths = [7, 16, 8, 9]
        let cells = columns.enumerated().map { $0 < widths.count ? padded($1, to: widths[$0]) : $1 }
        return cells.joined(separator: "  ")
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text.count < width ? text + String(repeating: " ", count: width - text.count) : text
    }

    /// The reason that tells most in one line: the first that names a rule or says why there is no URL, else the first.
    private static func why(_ reasons: [Reason], _ error: URLParsingError?) -> String {
        if let error { return "\(ReasonCode.urlInvalid.rawValue): \(error)" }
        guard let reason = reasons.first(where: { $0.rule != nil }) ?? reasons.first else { return "" }
        return VisibleText.of(
            [reason.code.rawValue, reason.rule?.id ?? reason.setting, reason.location.map { "(\($0))" }]
                .compactMap(\.self).joined(separator: " ")
        )
    }

    private static func line(_ reason: Reason) -> String {
        let source = [reason.rule?.id ?? reason.setting, reason.location?.description].compactMap(\.self)
        let suffix = source.isEmpty ? "" : " [\(source.joined(separator: " "))]"
        return VisibleText.of("\(reason.code.rawValue): \(reason.message)\(suffix)")
    }

    private static func beginning(of input: Span<UInt8>) -> String {
        input.count > 256 ? input.extracting(first: 256).string + "…" : input.string
    }

    private func paint(_ row: String, _ verdict: Verdict) -> String {
        guard usesColor else { return row }
        let color =
            switch verdict {
            case .allow, .plain: "32"
            case .block: "31"
            case .route, .allowEncrypted, .allowAsOrganizationData, .switchAccount, .protected: "33"
            }
        let word = verdict.rawValue
        return "\u{1B}[\(color)m\(word)\u{1B}[0m\(row.dropFirst(word.count))"
    }
}
