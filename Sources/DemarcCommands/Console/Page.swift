import ArgumentParser
import Diagnostics
import Glibc

/// The properties of the output that text for people is fitted to: its columns, and whether it may have color.
struct Page {
    /// The columns of the terminal; nil for a file or a pipe, whose lines may be of any length.
    var columns: Int?
    /// Whether there may be color.
    var usesColor: Bool

    init(columns: Int?, usesColor: Bool) {
        self.columns = columns
        self.usesColor = usesColor
    }

    /// Determines the properties of a descriptor.
    ///
    /// The variable `COLUMNS` takes precedence over the width of the terminal, and also applies to files and pipes.
    /// Above ``mostColumns`` it counts as unset.
    init(of descriptor: Int32) {
        self.init(columns: Self.columns(of: descriptor), usesColor: Console.usesColor(descriptor))
    }

    /// A report of findings that fits the page.
    func report(sources: [SourceFile]) -> TextReport {
        TextReport(sources: sources, usesColor: usesColor, width: columns)
    }

    /// A text with an indentation for its first line and another for the following lines, each ended by a line feed.
    func block(_ text: String, indent: Int = 0, hanging: Int) -> String {
        FittedText.block(
            text,
            columns: columns.map { max($0, FittedText.leastColumns) },
            indent: indent,
            hanging: hanging
        )
    }

    /// Lines that fit the page: the rest of a long line is indented by two more spaces.
    func fitted(_ lines: String) -> String {
        lines.split(separator: "\n")
            .map { line in
                let indent = line.prefix { $0 == " " }.count
                return block(String(line.dropFirst(indent)), indent: indent, hanging: indent + 2)
            }
            .joined()
    }

    /// A block whose first words have a color, if there is color. On a narrow page a line may end within the words; then
    /// they have none.
    func painted(_ block: String, _ words: String, _ color: TextColor) -> String {
        guard usesColor, block.hasPrefix(words) else { return block }
        return color.painted(words) + block.dropFirst(words.count)
    }

    /// A text in a color, if there is color.
    func painted(_ text: String, _ color: TextColor?) -> String { usesColor ? color?.painted(text) ?? text : text }

    /// A label followed by a text whose lines all begin in one column.
    ///
    /// - Parameters:
    ///   - label: The label.
    ///   - shown: The label in color; nil for the plain label.
    ///   - text: The text.
    ///   - column: The number of columns before the text.
    /// - Returns: The lines, each ended by a line feed.
    func labeled(_ label: String, shown: String? = nil, _ text: String, column: Int) -> String {
        let lines = FittedText.lines(text, columns: columns.map { $0 - column })
        let gap = String(repeating: " ", count: max(1, column - label.count))
        return (shown ?? label) + gap + lines.joined(separator: "\n" + String(repeating: " ", count: column)) + "\n"
    }

    /// The columns of a terminal that does not report its width, as in the first terminals.
    private static let usualColumns = 80

    /// The maximum value of `COLUMNS`. No terminal is wider, and each row of a table is padded with blanks.
    private static let mostColumns = 10_000

    private static func columns(of descriptor: Int32) -> Int? {
        let variable = Console.variable("COLUMNS").flatMap { Int($0) }
        if let variable, (1...mostColumns).contains(variable) { return variable }
        guard Console.isTerminal(descriptor) else { return nil }
        var size = winsize()
        // SAFETY: `size` is a complete `winsize`, which the call fills in, and lives until it returns.
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return usualColumns }
        return Int(size.ws_col)
    }
}

/// When to use color: the value of `--color`.
enum ColorChoice: String, OptionWord {
    /// On terminals, unless the environment specifies otherwise.
    case auto
    case always
    case never
}

/// The colors of text for people.
enum TextColor: String {
    case bold = "1"
    case faint = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"

    /// A text in this color.
    func painted(_ text: String) -> String { "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" }
}
