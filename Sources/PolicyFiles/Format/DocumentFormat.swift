import ByteText
package import Diagnostics
import DocumentReading

/// Formats policy documents, rule files, scenario files and lint configurations without changing their content.
///
/// It works on the lines of the file, because the YAML parser keeps neither comments nor quotes. It indents nested
/// content by two spaces, removes trailing blanks, and reduces several blank lines to one. The text within a line is
/// unchanged, and so are line endings. A last line without an ending gets that of the line before it.
///
/// Two laws hold. First, the formatted document reads the same as the original; this is checked every time, and a file
/// that would read differently is rejected. Second, formatting a formatted file changes nothing.
package enum DocumentFormat {
    /// The result of formatting.
    package enum Outcome: Sendable {
        /// The formatted file.
        case formatted([UInt8])
        /// The file cannot be read as YAML, for these reasons. The file is returned with the lines that no report may
        /// show.
        case unreadable([Diagnostic], SourceFile)
        /// The file contains something whose place cannot be changed safely, such as a key after `? `.
        case unknownForm
    }

    /// Formats a file.
    ///
    /// - Complexity: O(*n* log *n*) in the bytes, up to the bounds of reading.
    package static func format(_ source: SourceFile) -> Outcome {
        let reading = ReadingContext(source: MemoryFiles(), bounds: ReadingBounds(), allowsOutside: false)
        guard reading.open(source.bytes, path: source.path, resolvedPath: "") != nil, reading.errorCount == 0 else {
            return .unreadable(reading.sortedFindings(), reading.sources.first ?? source)
        }
        let mark = YAMLTextCheck.markLength(source.bytes)
        let text = Array(source.bytes[mark...])
        guard let events = YAMLEventStream.events(of: text), let result = formatted(text, events),
            let after = YAMLEventStream.events(of: result), isSame(events, after)
        else { return .unknownForm }
        return .formatted(source.bytes[..<mark] + result)
    }

    private static func isSame(_ first: [YAMLEvent], _ second: [YAMLEvent]) -> Bool {
        first.elementsEqual(second) { $0.kind == $1.kind && $0.anchor == $1.anchor && $0.hasTag == $1.hasTag }
    }

    private static func formatted(_ text: [UInt8], _ events: [YAMLEvent]) -> [UInt8]? {
        let lines = YAMLLines(text)
        // Positions in a JSON text with joined escapes refer to a different text. Such a text has nothing to move.
        let isJSON = SurrogateEscapes(text[...]) != nil
        guard let layout = YAMLLayout(lines, events: isJSON ? [] : events) else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var blankLine: Range<Int>?
        for (number, line) in lines.lines.enumerated() {
            let role = layout.roles[number]
            if line.isBlank, role != .text {
                // Blank lines at the beginning and at the end are removed; elsewhere one remains.
                blankLine = blankLine ?? line.end
                continue
            }
            if let end = blankLine, !result.isEmpty { result += text[end] }
            blankLine = nil
            let shift = layout.shifts[number]
            if shift > 0, !line.isBlank { result += Array(repeating: UInt8(ascii: " "), count: shift) }
            var contents = text[line.contents]
            if shift < 0 { contents = contents.dropFirst(min(-shift, line.indent)) }
            result += role == .text || isText(layout, after: number) ? contents : trimmed(contents)
            result += text[line.end]
        }
        // A block text at the end of the file could include the final line feed.
        if result.last != UInt8(ascii: "\n"), layout.roles.last != .text {
            let previous = result.isEmpty ? nil : lines.lines.dropLast().last
            let end = previous.map { text[$0.end] } ?? [UInt8(ascii: "\n")]
            // A carriage return at the end of the text lacks only its line feed.
            result += result.last == UInt8(ascii: "\r") ? end.suffix(1) : end
        }
        return result
    }

    /// Whether a text that begins on a line continues on the next: trailing blanks on its first line can be
    /// significant.
    private static func isText(_ layout: YAMLLayout, after line: Int) -> Bool {
        line + 1 < layout.roles.count && layout.roles[line + 1] == .text
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let end = bytes.lastIndex { !$0.isSpaceOrTab }
        return bytes[..<(end.map { $0 + 1 } ?? bytes.startIndex)]
    }
}
