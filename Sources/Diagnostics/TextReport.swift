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

/// The line that a diagnostic underlines, cut to what fits, and where the underline goes.
struct SourceExcerpt {
    /// The line as it can be shown.
    let text: String
    /// The columns before the underline.
    let indent: Int
    /// The length of the underline; at least one.
    let underline: Int

    /// Makes the excerpt of the first line of a range.
    ///
    /// Never shows more than that line, and of a long line only what stands around the place: a secret elsewhere in
    /// the file, or far along the line, doesn't reach a log.
    ///
    /// - Parameters:
    ///   - range: What to underline; beyond the first line's end it is cut.
    ///   - file: The file of the range.
    ///   - width: How many columns the text may take, ellipses included.
    /// - Complexity: O(`width`), however long the line is.
    init(_ range: SourceRange, in file: SourceFile, width: Int) {
        let line = file.contents(ofLine: range.start.line)
        let start = min(max(range.start.offset, line.lowerBound), line.upperBound)
        let end = min(max(range.end.offset, start), line.upperBound)
        // A cell stands for at most four bytes, so these bytes hold more cells than can be shown.
        var from = max(line.lowerBound, start - 4 * width)
        while from > line.lowerBound, from < start, file.bytes[from] & 0xC0 == 0x80 { from += 1 }
        let to = min(line.upperBound, start + 4 * width)

        // A tab's width depends on what is before it, so the line is taken apart as a whole.
        var before: [VisibleText.Cell] = []
        var after: [VisibleText.Cell] = []
        var offset = from
        for cell in VisibleText.cells(of: file.bytes[from..<to]) {
            if offset < start { before.append(cell) } else { after.append(cell) }
            offset += cell.byteCount
        }

        let room = max(width - 2, 8)
        var shownBefore = before[...]
        var beforeWidth = before.reduce(0) { $0 + $1.width }
        let afterWidth = after.reduce(0) { $0 + $1.width }
        // Where not all fits, what is before the place gets at most a third, unless the rest needs less.
        let roomBefore = max(room / 3, room - afterWidth)
        while beforeWidth > roomBefore, let cell = shownBefore.popFirst() { beforeWidth -= cell.width }
        var shownAfter: [VisibleText.Cell] = []
        var left = room - beforeWidth
        var underline = 0
        var position = start
        for cell in after {
            guard cell.width <= left else { break }
            if position < end { underline += cell.width }
            left -= cell.width
            position += cell.byteCount
            shownAfter.append(cell)
        }

        let isCutBefore = from > line.lowerBound || shownBefore.count < before.count
        let isCutAfter = to < line.upperBound || shownAfter.count < after.count
        let shown = (shownBefore + shownAfter).map(\.text).joined()
        text = (isCutBefore ? "…" : "") + shown + (isCutAfter ? "…" : "")
        indent = beforeWidth + (isCutBefore ? 1 : 0)
        self.underline = max(underline, 1)
    }
}
