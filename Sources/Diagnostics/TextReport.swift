/// Writes diagnostics in human-readable form.
///
/// ```text
/// policy.yaml:14:11: error[unknown-value]: unknown class `intrenal`
/// 14 |   class: intrenal
///    |          ^^^^^^^^ help: did you mean `internal`?
/// ```
///
/// On a terminal, messages are wrapped to its width. Help that does not fit after the underline is written below it.
/// Findings about one place that differ only in a word become one finding with a list.
///
/// Whatever a quoted file contains, the text has no control characters except line feeds and, if color is enabled, the
/// report's own colors. No line is quoted from a file that is not text.
public struct TextReport: Sendable {
    /// Whether severities have ANSI colors.
    public var usesColor: Bool
    /// The maximum width of a line; nil for messages of any length, each on one line.
    public var width: Int?

    /// The files from which lines are quoted: all that are text.
    private let sources: [String: SourceFile]

    /// The maximum width of a quoted line if no width is given: text far along a line is not helpful, and may be a
    /// secret.
    private static let quotedWidth = 120
    /// The longest underline. In a line that is completely wrong, a longer one gives no more information.
    private static let longestUnderline = 60
    /// The number of spaces before continuation lines of a message.
    private static let hanging = 4

    /// Prepares a report.
    ///
    /// - Parameters:
    ///   - sources: The files from which lines are quoted; a finding about any other file is written without its line.
    ///   - usesColor: Whether severities have ANSI colors.
    ///   - width: The maximum width of a line, at least 20; nil for messages of any length, each on one line, for other
    ///     programs. In that case quoted lines are cut at 120 columns.
    public init(sources: [SourceFile], usesColor: Bool = false, width: Int? = nil) {
        self.sources = Dictionary(sources.map { ($0.path, $0) }) { first, _ in first }.filter { !$1.isBinary }
        self.usesColor = usesColor
        self.width = width.map { max($0, FittedText.leastColumns) }
    }

    /// One finding; each of its lines ends with a line feed.
    public func text(_ diagnostic: Diagnostic) -> String { text(diagnostic, remark: nil) }

    /// Several findings, in the given order.
    public func text(_ diagnostics: some Sequence<Diagnostic>) -> String {
        AlikeFindings.groups(of: diagnostics).map { text($0.first, remark: $0.remark) }.joined()
    }

    private func text(_ diagnostic: Diagnostic, remark: String?) -> String {
        let name = "\(diagnostic.severity.rawValue)[\(diagnostic.code)]"
        let place = diagnostic.location.map { "\($0): " } ?? ""
        var text = head("\(place)\(name): \(diagnostic.message)", marking: name, diagnostic.severity)
        let help = diagnostic.help.map { "help: \($0)" }

        guard let first = diagnostic.places.first else {
            return text + [help, remark].compactMap(\.self).map { below($0, indent: 2) }.joined()
        }
        text += quote(first, diagnostic.severity, remarks: [help, remark].compactMap(\.self))
        for other in diagnostic.places.dropFirst() {
            text += head("\(other.location): note: also here", marking: "note", .note)
            text += quote(other, .note, remarks: [])
        }
        return text
    }

    /// The first lines of a finding.
    private func head(_ text: String, marking name: String, _ severity: Diagnostic.Severity) -> String {
        let block = FittedText.block(text, columns: width, hanging: Self.hanging)
        guard usesColor, let start = block.indices.first(where: { block[$0...].hasPrefix("\(name):") }) else {
            return block
        }
        let end = block.index(start, offsetBy: name.count)
        return block[..<start] + paint(name, severity) + block[end...]
    }

    /// The line with its underline, and the remarks: the first one after the underline if it fits there. If the file
    /// has no such line, only the remarks.
    private func quote(_ range: SourceRange, _ severity: Diagnostic.Severity, remarks: [String]) -> String {
        guard let file = sources[range.path], !file.bytes.isEmpty,
            !file.hiddenLines.contains(range.start.line)
        else {
            return remarks.map { below($0, indent: 2) }.joined()
        }
        let number = String(range.start.line)
        let gutter = String(repeating: " ", count: number.count)
        let excerptWidth = width.map { max($0 - number.count - 3, 1) } ?? Self.quotedWidth
        let excerpt = SourceExcerpt(range, in: file, width: excerptWidth)
        let underline = String(repeating: "^", count: min(excerpt.underline, Self.longestUnderline))
        let indent = String(repeating: " ", count: excerpt.indent)
        var text = "\(number) | \(excerpt.text)\n\(gutter) | \(indent)\(paint(underline, severity))"
        var remarks = remarks[...]
        let taken = number.count + 3 + excerpt.indent + underline.count + 1
        if let first = remarks.first, taken + VisibleText.columns(of: first) <= width ?? Self.quotedWidth {
            text += " \(VisibleText.of(first))"
            remarks = remarks.dropFirst()
        }
        return text + "\n" + remarks.map { below($0, indent: number.count + 3) }.joined()
    }

    /// A remark on its own lines.
    private func below(_ remark: String, indent: Int) -> String {
        FittedText.block(remark, columns: width, indent: indent, hanging: indent + 2)
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

extension SourceFile {
    /// Whether the file is not text, such as a binary property list, whose lines are unreadable.
    fileprivate var isBinary: Bool { bytes.prefix(1 << 13).contains(0) || bytes.starts(with: "bplist".utf8) }
}

/// The line that a diagnostic underlines, cut to the available width, and the position of the underline.
struct SourceExcerpt {
    /// The line in displayable form.
    let text: String
    /// The number of columns before the underline.
    let indent: Int
    /// The length of the underline; at least one.
    let underline: Int

    /// Creates the excerpt of the first line of a range.
    ///
    /// It never shows more than that line, and of a long line only the part around the range, so that a secret
    /// elsewhere in the file, or far along the line, does not reach a log.
    ///
    /// - Parameters:
    ///   - range: The range to underline; it is cut at the end of its first line.
    ///   - file: The file of the range.
    ///   - width: The maximum width of the text, including ellipses.
    /// - Complexity: O(`width`), regardless of the line's length.
    init(_ range: SourceRange, in file: SourceFile, width: Int) {
        let contents = file.contents(ofLine: range.start.line)
        let line = min(max(contents.lowerBound, file.markLength), contents.upperBound)..<contents.upperBound
        let start = min(max(range.start.offset, line.lowerBound), line.upperBound)
        let end = min(max(range.end.offset, start), line.upperBound)
        // A cell stands for at most four bytes, so these bytes contain more cells than can be shown.
        var from = max(line.lowerBound, start - 4 * width)
        while from > line.lowerBound, from < start, file.bytes[from] & 0xC0 == 0x80 { from += 1 }
        let to = min(line.upperBound, start + 4 * width)

        // The width of a tab depends on the text before it, so the line is split as a whole.
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
        // If the line does not fit, the text before the range gets at most a third, unless the rest needs less.
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
