/// Breaks text into lines that fit the width of a terminal.
///
/// Whatever the text contains, no line contains a control character, and none begins like a GitHub command;
/// ``VisibleText`` explains the reasons. A line exceeds the requested width only if a single character needs more, or
/// if the first colon of an apparent command is spelled out.
package enum FittedText {
    /// The minimum width. Narrower text would be unreadable, so lines are longer on narrower terminals.
    package static let leastColumns = 20

    /// The lines of a text.
    ///
    /// A line ends after a space if possible. A word that is longer than a line, such as a URL, is broken after a
    /// separator in the second half of the line, or at the end of the line if there is no separator. No characters are
    /// lost except the spaces at line breaks.
    ///
    /// - Parameters:
    ///   - text: The text. A line feed in it is spelled out and does not end a line.
    ///   - columns: The maximum width of a line; nil for a single line of any length.
    ///   - first: The maximum width of the first line, if something precedes it.
    /// - Returns: At least one line.
    /// - Complexity: O(*n*) in the length of the text.
    package static func lines(_ text: String, columns: Int?, first: Int? = nil) -> [String] {
        guard let columns else { return [VisibleText.of(text)] }
        let most = max(columns, 1)
        var room = first ?? most
        let cells = VisibleText.cells(of: text)
        var lines: [String] = []
        var start = 0
        repeat {
            var end = end(ofLineAt: start, in: cells, columns: room)
            // In a shortened first line, a word is not broken if it fits on a line of its own.
            if lines.isEmpty, room < most, end < cells.count, !breaks(after: end - 1, in: cells) { end = start }
            var shown = cells[start..<end]
            while end < cells.count, shown.last?.text == " " { shown.removeLast() }
            // On its own, a line may look like the beginning of a command, although it did not within its paragraph.
            lines.append(VisibleText.of(shown.map(\.text).joined()))
            start = end
            while !lines.isEmpty, start < cells.count, cells[start].text == " " { start += 1 }
            room = most
        } while start < cells.count
        return lines
    }

    /// The lines of a text, each indented by spaces and ended with a line feed.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - columns: The maximum width of a line, including the indentation; nil for a single line.
    ///   - indent: The number of spaces before the first line.
    ///   - hanging: The number of spaces before every other line.
    /// - Returns: The lines as one text.
    package static func block(_ text: String, columns: Int?, indent: Int = 0, hanging: Int) -> String {
        let lines = lines(text, columns: columns.map { $0 - hanging }, first: columns.map { $0 - indent })
        return lines.enumerated()
            .map { number, line in
                String(repeating: " ", count: line.isEmpty ? 0 : number == 0 ? indent : hanging) + line + "\n"
            }
            .joined()
    }

    /// A text padded with spaces to a minimum width.
    package static func padded(_ text: String, to columns: Int) -> String {
        let visible = VisibleText.of(text)
        return visible + String(repeating: " ", count: max(0, columns - VisibleText.columns(of: visible)))
    }

    /// The end of a line that begins at a cell: at least one cell later, unless there is none.
    private static func end(ofLineAt start: Int, in cells: [VisibleText.Cell], columns: Int) -> Int {
        var end = start
        var width = 0
        while end < cells.count, width + cells[end].width <= columns {
            width += cells[end].width
            end += 1
        }
        guard end < cells.count else { return end }
        // The space at which the line breaks needs no column.
        if cells[end].text == " " { return end + 1 }
        let half = start + (end - start) / 2
        if let space = (start..<end).last(where: { cells[$0].text == " " }), space > start { return space + 1 }
        if let separator = (half..<end).last(where: { separators.contains(cells[$0].text) }), separator > start {
            return separator + 1
        }
        return max(end, start + 1)
    }

    /// Whether a line can end after a cell without breaking a word.
    private static func breaks(after cell: Int, in cells: [VisibleText.Cell]) -> Bool {
        cell >= 0 && cells[cell].text == " "
    }

    /// The characters after which a URL, a path or a list can be broken.
    private static let separators: Set<String> = ["/", "?", "&", "=", ",", ";", ".", ":", "-", "_"]
}
