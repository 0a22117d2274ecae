/// Writes diagnostics for people.
///
/// ```text
/// policy.yaml:14:11: error[unknown-value]: unknown class `intrenal`
/// 14 |   class: intrenal
///    |          ^^^^^^^^ help: did you mean `internal`?
/// ```
///
/// Whatever a quoted file holds, the text has no control character but line feeds and, where colour is asked for, the
/// report's own colours.
public struct TextReport: Sendable {
    /// Whether to mark severities with ANSI colours.
    public var usesColor: Bool
    /// How many columns a quoted line may take.
    public var width: Int

    private let sources: [String: SourceFile]

    /// Prepares a report.
    ///
    /// - Parameters:
    ///   - sources: The files that lines are quoted from; a finding about any other file is written without its line.
    ///   - usesColor: Whether to mark severities with ANSI colours.
    ///   - width: How many columns a quoted line may take; at least 20.
    public init(sources: [SourceFile], usesColor: Bool = false, width: Int = 120) {
        self.sources = Dictionary(sources.map { ($0.path, $0) }) { first, _ in first }
        self.usesColor = usesColor
        self.width = max(width, 20)
    }

    /// One finding, each line of it ending with a line feed.
    public func text(_ diagnostic: Diagnostic) -> String {
        let severity = paint("\(diagnostic.severity.rawValue)[\(diagnostic.code)]", diagnostic.severity)
        let place = diagnostic.location.map { "\(VisibleText.of($0.description)): " } ?? ""
        var text = "\(place)\(severity): \(VisibleText.of(diagnostic.message))\n"
        let help = diagnostic.help.map { "help: \(VisibleText.of($0))" }

        guard let first = diagnostic.places.first else { return text + (help.map { "  \($0)\n" } ?? "") }
        text += quote(first, diagnostic.severity, remark: help)
        for other in diagnostic.places.dropFirst() {
            text += "\(VisibleText.of(other.location.description)): \(paint("note", .note)): also here\n"
            text += quote(other, .note, remark: nil)
        }
        return text
    }

    /// Several findings, in the order given.
    public func text(_ diagnostics: some Sequence<Diagnostic>) -> String {
        diagnostics.map { text($0) }.joined()
    }

    /// The line with its underline, and the remark behind that; only the remark where the file has no such line.
    private func quote(_ range: SourceRange, _ severity: Diagnostic.Severity, remark: String?) -> String {
        guard let file = sources[range.path], !file.bytes.isEmpty else { return remark.map { "  \($0)\n" } ?? "" }
        let excerpt = SourceExcerpt(range, in: file, width: width)
        let number = String(range.start.line)
        let gutter = String(repeating: " ", count: number.count)
        let underline = paint(String(repeating: "^", count: excerpt.underline), severity)
        let indent = String(repeating: " ", count: excerpt.indent)
        return "\(number) | \(excerpt.text)\n\(gutter) | \(indent)\(underline)\(remark.map { " \($0)" } ?? "")\n"
    }

    private func paint(_ text: String, _ severity: Diagnostic.Severity) -> String {
        guard usesColor else { return text }
        let color =
            switch severity {
            case .error: "1;31"
            case .warning: "1;33"
            case .note: "1;36"
            }
        return "\u{1B}[\(color)m\(text)\u{1B}[0m"
    }
}
