import Diagnostics

/// A table for people, fitted to the columns of a terminal.
///
/// In 80 columns, the URL of the second row is below the row, because it does not fit its column:
///
/// ```text
/// VERDICT  TO              URL
/// allow    view            https://contoso.com/
/// block    –
///   https://casino.example/a/path/that/is/longer/than/what/is/left/for/its/column
/// ```
///
/// The layout depends only on the columns, so rows can be written before all of them are known. Whatever the cells
/// contain, the text has no control characters other than line feeds and its own colors; ``FittedText`` describes how
/// lines break.
struct TextTable {
    /// One column of a table.
    struct Column {
        /// How the width of a column is determined.
        enum Kind {
            /// Words from a known list: a fixed width. Longer text continues on the next line.
            case words(Int)
            /// Sentences: at least this wide if there is room. They continue on the next line, in their column.
            case sentences(least: Int)
            /// Text that should stay in one piece, such as a URL: at least this wide if there is room. If one such cell
            /// of a row does not fit, all such cells of the row go on separate lines below it.
            case whole(least: Int)
        }

        var title: String
        var kind: Kind

        init(_ title: String, _ kind: Kind) {
            self.title = title
            self.kind = kind
        }
    }

    /// The content of one column of a row.
    struct Cell: ExpressibleByStringInterpolation {
        var text: String
        var color: TextColor?

        init(_ text: String, _ color: TextColor? = nil) {
            self.text = text
            self.color = color
        }

        init(stringLiteral text: String) { self.init(text) }
    }

    /// The spaces between two columns.
    private static let gap = 2
    /// The indentation of text on a separate line, and of its continuation lines.
    private static let indent = 2
    private static let hanging = 4

    private let columns: [Column]
    /// The columns of the terminal; nil for lines of any length.
    private let width: Int?
    private let page: Page
    /// The width of each column; nil for columns whose cells are always on separate lines.
    private let widths: [Int?]

    /// Lays out a table.
    ///
    /// - Parameters:
    ///   - columns: The columns. Columns of ``Column/Kind/whole(least:)`` should come last, because their cells may
    ///     move below the others.
    ///   - page: The page to fit.
    init(_ columns: [Column], on page: Page) {
        self.columns = columns
        width = page.columns.map { max($0, FittedText.leastColumns) }
        self.page = page
        widths = Self.widths(of: columns, in: width)
    }

    /// Lays out a table whose rows are known. Its columns of words are as wide as their widest cell.
    ///
    /// - Parameters:
    ///   - columns: The columns.
    ///   - rows: The rows.
    ///   - page: The page to fit.
    init(_ columns: [Column], for rows: [[Cell]], on page: Page) {
        let measured = columns.enumerated().map { position, column in
            guard case .words(let least) = column.kind else { return column }
            let cells = rows.compactMap { $0.indices.contains(position) ? $0[position].text : nil } + [column.title]
            let widest = cells.map { VisibleText.columns(of: $0) }.max() ?? 0
            return Column(column.title, .words(max(least, widest)))
        }
        self.init(measured, on: page)
    }

    /// The titles, with a final line feed.
    var header: String { row(columns.map { Cell($0.title, .bold) }) }

    /// One row, each line of it ended by a line feed.
    ///
    /// - Parameter cells: The contents of the columns; missing cells are empty.
    /// - Returns: The row, with color if the page supports it.
    func row(_ cells: [Cell]) -> String {
        let cells = columns.indices.map { $0 < cells.count ? cells[$0] : Cell("") }
        let fits = columns.indices.allSatisfy { position in
            guard case .whole = columns[position].kind, let room = widths[position], width != nil else { return true }
            return VisibleText.columns(of: cells[position].text) <= room
        }
        let below = columns.indices.filter { position in
            guard case .whole = columns[position].kind else { return widths[position] == nil }
            return !fits || widths[position] == nil
        }
        var text = ""
        let blocks = columns.indices.map { position in
            below.contains(position)
                ? [] : FittedText.lines(cells[position].text, columns: width == nil ? nil : widths[position])
        }
        for line in 0..<(blocks.map(\.count).max() ?? 0) { text += self.line(line, of: blocks, cells) + "\n" }
        return text + below.map { ownLines(cells[$0]) }.joined()
    }

    /// One line of the cells that are next to each other. A column keeps its position if the previous one is empty.
    private func line(_ number: Int, of blocks: [[String]], _ cells: [Cell]) -> String {
        var text = ""
        var spaces = 0
        for (position, block) in blocks.enumerated() {
            guard let room = widths[position] else { continue }
            let piece = number < block.count ? block[number] : ""
            if !piece.isEmpty {
                text += String(repeating: " ", count: spaces) + page.painted(piece, cells[position].color)
                spaces = 0
            }
            spaces += max(0, room - VisibleText.columns(of: piece)) + Self.gap
        }
        return text
    }

    /// A cell on separate lines below its row; empty if the cell is empty.
    private func ownLines(_ cell: Cell) -> String {
        guard !cell.text.isEmpty else { return "" }
        let lines = FittedText.lines(
            cell.text,
            columns: width.map { $0 - Self.hanging },
            first: width.map { $0 - Self.indent }
        )
        return lines.enumerated()
            .map { number, line in
                let indent = String(repeating: " ", count: number == 0 ? Self.indent : Self.hanging)
                return indent + page.painted(line, cell.color) + "\n"
            }
            .joined()
    }

    // MARK: Layout

    /// Assigns a width to each column: words get what they need, and the others equal shares of the rest.
    private static func widths(of columns: [Column], in width: Int?) -> [Int?] {
        guard let width else {
            return columns.map { column in
                switch column.kind {
                case .words(let count): count
                case .sentences(let least), .whole(let least): least
                }
            }
        }
        var beside = columns.indices.map { $0 }
        if needed(beside, of: columns) > width {
            beside.removeAll {
                if case .whole = columns[$0].kind { true } else { false }
            }
        }
        if needed(beside, of: columns) > width {
            beside.removeAll {
                if case .sentences = columns[$0].kind { true } else { false }
            }
        }
        // If not even the words fit, the last columns move below the row too.
        while beside.count > 1, needed(beside, of: columns) > width { beside.removeLast() }
        return shares(beside, of: columns, in: width)
    }

    private static func shares(_ beside: [Int], of columns: [Column], in width: Int) -> [Int?] {
        var widths: [Int?] = Array(repeating: nil, count: columns.count)
        var left = max(0, width - needed(beside, of: columns))
        var growing = beside.filter {
            if case .words = columns[$0].kind { false } else { true }
        }
        for position in beside {
            switch columns[position].kind {
            case .words(let count): widths[position] = min(count, width)
            case .sentences(let least), .whole(let least):
                let share = left / max(growing.count, 1)
                growing.removeFirst()
                left -= share
                widths[position] = least + share
            }
        }
        return widths
    }

    /// The minimum total width of some of the columns.
    private static func needed(_ beside: [Int], of columns: [Column]) -> Int {
        let cells = beside.reduce(0) { sum, position in
            switch columns[position].kind {
            case .words(let count), .sentences(let count), .whole(let count): sum + count
            }
        }
        return cells + gap * max(0, beside.count - 1)
    }
}
