import Diagnostics

/// A table for people, fitted to the columns of a terminal.
///
/// In 80 columns, the URL of the second row is below it, because it doesn't fit its column:
///
/// ```text
/// VERDICT  TO              URL
/// allow    view            https://contoso.com/
/// block    –
///   https://casino.example/a/path/that/is/longer/than/what/is/left/for/its/column
/// ```
///
/// Its layout depends on its columns alone, so that rows can be written before all of them are known. Whatever cells
/// hold, the text has no control character but line feeds and its own colours; ``FittedText`` says how lines break.
struct TextTable {
    /// One of its columns.
    struct Column {
        /// What decides how wide a column is.
        enum Kind {
            /// Words from a list that is known: always so wide. What is longer continues on the next line.
            case words(Int)
            /// Sentences, at least so wide where there is room. They continue on the next line, in their column.
            case sentences(least: Int)
            /// What should stay in one piece, such as a URL: at least so wide where there is room. Where one cell of a
            /// row doesn't fit, all such cells of the row are on lines of their own below it.
            case whole(least: Int)
        }

        var title: String
        var kind: Kind

        init(_ title: String, _ kind: Kind) {
            self.title = title
            self.kind = kind
        }
    }

    /// What is in one column of a row.
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
    /// The spaces before what is on a line of its own, and before what it continues with.
    private static let indent = 2
    private static let hanging = 4

    private let columns: [Column]
    /// The columns of the terminal; nil for lines of any length.
    private let width: Int?
    private let usesColor: Bool
    /// How wide each column is; nil for those whose cells are always on lines of their own.
    private let widths: [Int?]

    /// Lays a table out.
    ///
    /// - Parameters:
    ///   - columns: The columns. Those of ``Column/Kind/whole(least:)`` should come last: below the others they read on.
    ///   - page: Whom it is for.
    init(_ columns: [Column], on page: Page) {
        self.columns = columns
        width = page.columns.map { max($0, FittedText.leastColumns) }
        usesColor = page.usesColor
        widths = Self.widths(of: columns, in: width)
    }

    /// Lays a table out whose rows are known. Its columns of words are as wide as their widest cell.
    ///
    /// - Parameters:
    ///   - columns: The columns.
    ///   - rows: The rows that it is for.
    ///   - page: Whom it is for.
    init(_ columns: [Column], for rows: [[Cell]], on page: Page) {
        let measured = columns.enumerated().map { position, column in
            guard case .words(let least) = column.kind else { return column }
            let cells = rows.compactMap { $0.indices.contains(position) ? $0[position].text : nil } + [column.title]
            let widest = cells.map { VisibleText.columns(of: $0) }.max() ?? 0
            return Column(column.title, .words(max(least, widest)))
        }
        self.init(measured, on: page)
    }

    /// The titles, ended by a line feed.
    var header: String { row(columns.map { Cell($0.title, .bold) }) }

    /// One row, each line of it ended by a line feed.
    ///
    /// - Parameter cells: What is in each column; those that are missing are empty.
    /// - Returns: The row, with colour where the page may have some.
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

    /// One line of the cells that are beside each other. A column stays where it is when the one before it is empty.
    private func line(_ number: Int, of blocks: [[String]], _ cells: [Cell]) -> String {
        var text = ""
        var spaces = 0
        for (position, block) in blocks.enumerated() {
            guard let room = widths[position] else { continue }
            let piece = number < block.count ? block[number] : ""
            if !piece.isEmpty {
                text += String(repeating: " ", count: spaces) + paint(piece, cells[position].color)
                spaces = 0
            }
            spaces += max(0, room - VisibleText.columns(of: piece)) + Self.gap
        }
        return text
    }

    /// A cell below its row; nothing if it is empty.
    private func ownLines(_ cell: Cell) -> String {
        guard !cell.text.isEmpty else { return "" }
        let lines = FittedText.lines(
            cell.text,
            columns: width.map { $0 - Self.hanging },
            first: width.map { $0 - Self.indent }
        )
        return lines.enumerated()
            .map { number, line in
                String(repeating: " ", count: number == 0 ? Self.indent : Self.hanging) + paint(line, cell.color) + "\n"
            }
            .joined()
    }

    private func paint(_ text: String, _ color: TextColor?) -> String {
        usesColor ? color?.painted(text) ?? text : text
    }

    // MARK: Layout

    /// Gives each column its width: words what they need, and the others equal parts of what is left.
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
        // Where not even the words fit, those at the end are below too.
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

    /// The columns that some of them take at least.
    private static func needed(_ beside: [Int], of columns: [Column]) -> Int {
        let cells = beside.reduce(0) { sum, position in
            switch columns[position].kind {
            case .words(let count), .sentences(let count), .whole(let count): sum + count
            }
        }
        return cells + gap * max(0, beside.count - 1)
    }
}
