/// Breaks text for people into lines that fit the columns of a terminal.
///
/// Whatever the text holds, no line has a control character, and none begins as a command to GitHub; ``VisibleText``
/// says why. A line is longer than asked for only where one character needs more, or where the first colon of what looks
/// like a command is spelled out.
package enum FittedText {
    /// The fewest columns that a page is fitted to. In fewer nothing could be read, so lines are longer there.
    package static let leastColumns = 20

    /// The lines of a text.
    ///
    /// A line ends after a space if it can. A word that is longer than a line, such as a URL, is broken behind a
    /// separator in the second half of the line, and elsewhere if it has none there. No character is lost but the
    /// spaces at which lines break.
    ///
    /// - Parameters:
    ///   - text: The text. A line feed in it is a character to spell out, not the end of a line.
    ///   - columns: What a line may take; nil for a single line, however long it is.
    ///   - first: What the first line may take, where that is less: something is before it.
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
            // Next to something else, a word is not torn apart that fits a line of its own.
            if lines.isEmpty, room < most, end < cells.count, !breaks(after: end - 1, in: cells) { end = start }
            var shown = cells[start..<end]
            while end < cells.count, shown.last?.text == " " { shown.removeLast() }
            // The text of a line may look like the beginning of a command that it wasn't within its paragraph.
            lines.append(VisibleText.of(shown.map(\.text).joined()))
            start = end
            while !lines.isEmpty, start < cells.count, cells[start].text == " " { start += 1 }
            room = most
        } while start < cells.count
        return lines
    }

    /// The lines of a text, each after some spaces and ended by a line feed.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - columns: What a line may take, the spaces among them; nil for a single line.
    ///   - indent: The spaces before the first line.
    ///   - hanging: The spaces before every other line.
    /// - Returns: The lines as one text.
    package static func block(_ text: String, columns: Int?, indent: Int = 0, hanging: Int) -> String {
        let lines = lines(text, columns: columns.map { $0 - hanging }, first: columns.map { $0 - indent })
        return lines.enumerated()
            .map { number, line in
                String(repeating: " ", count: line.isEmpty ? 0 : number == 0 ? indent : hanging) + line + "\n"
            }
            .joined()
    }

    /// A text with spaces behind it, so that it takes at least so many columns.
    package static func padded(_ text: String, to columns: Int) -> String {
        let visible = VisibleText.of(text)
        return visible + String(repeating: " ", count: max(0, columns - VisibleText.columns(of: visible)))
    }

    /// Where a line that begins at a cell ends: at least one cell on, unless there is none.
    private static func end(ofLineAt start: Int, in cells: [VisibleText.Cell], columns: Int) -> Int {
        var end = start
        var width = 0
        while end < cells.count, width + cells[end].width <= columns {
            width += cells[end].width
            end += 1
        }
        guard end < cells.count else { return end }
        // The space at which the line breaks needs no room.
        if cells[end].text == " " { return end + 1 }
        let half = start + (end - start) / 2
        if let space = (start..<end).last(where: { cells[$0].text == " " }), space > start { return space + 1 }
        if let separator = (half..<end).last(where: { separators.contains(cells[$0].text) }), separator > start {
            return separator + 1
        }
        return max(end, start + 1)
    }

    /// Whether a line that ends with a cell tears no word apart.
    private static func breaks(after cell: Int, in cells: [VisibleText.Cell]) -> Bool {
        cell >= 0 && cells[cell].text == " "
    }

    /// What parts of a URL, a path or a list end with.
    private static let separators: Set<String> = ["/", "?", "&", "=", ",", ";", ".", ":", "-", "_"]
}
