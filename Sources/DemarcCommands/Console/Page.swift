import ArgumentParser
import Diagnostics
import Glibc

/// What text for people is fitted to: the columns there are, and whether there may be colour.
struct Page {
    /// The columns of the terminal; nil for a file or a pipe, whose lines may be of any length.
    var columns: Int?
    /// Whether there may be colour.
    var usesColor: Bool

    init(columns: Int?, usesColor: Bool) {
        self.columns = columns
        self.usesColor = usesColor
    }

    /// Asks what is behind a descriptor.
    ///
    /// The variable `COLUMNS` counts more than what the terminal says, and counts for files and pipes too.
    init(of descriptor: Int32) {
        self.init(columns: Self.columns(of: descriptor), usesColor: Console.usesColor(descriptor))
    }

    /// A report of findings that fits the page.
    func report(sources: [SourceFile]) -> TextReport {
        TextReport(sources: sources, usesColor: usesColor, width: columns)
    }

    /// A text that begins after some spaces, and continues after some; each line of it ended by a line feed.
    func block(_ text: String, indent: Int = 0, hanging: Int) -> String {
        FittedText.block(
            text,
            columns: columns.map { max($0, FittedText.leastColumns) },
            indent: indent,
            hanging: hanging
        )
    }

    /// A terminal that does not say how wide it is has so many columns, as the first ones had.
    private static let usualColumns = 80

    private static func columns(of descriptor: Int32) -> Int? {
        if let columns = Console.variable("COLUMNS").flatMap({ Int($0) }), columns > 0 { return columns }
        guard Console.isTerminal(descriptor) else { return nil }
        var size = winsize()
        // SAFETY: `size` is a whole `winsize`, which the call fills, and lives until it returns.
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return usualColumns }
        return Int(size.ws_col)
    }
}

/// When there is colour: what `--color` says.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
    /// On terminals, unless the environment says something else.
    case auto
    case always
    case never
}

/// The colours of text for people.
enum TextColor: String {
    case bold = "1"
    case faint = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"

    /// A text in this colour.
    func painted(_ text: String) -> String { "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" }
}
