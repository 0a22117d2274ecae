import ByteText

/// Text that is safe on a terminal or in a log: nothing in it moves the cursor, changes colors or reorders a line.
///
/// Diagnostics quote files that others wrote. A terminal interprets control characters, and a bidirectional control
/// changes how a line reads, so both are spelled out. The same applies to `::` at the beginning: a line that begins
/// with it is a command to GitHub, whose runner reads the log of every step. A ``RunnerCommand`` is one in any place.
package enum VisibleText {
    /// A single visible unit.
    struct Cell {
        var text: String
        /// Its width on a terminal, in columns.
        var width: Int
        /// The number of source bytes it stands for.
        var byteCount: Int
    }

    /// The text with all invisible characters spelled out.
    package static func of(_ text: String) -> String {
        let visible = within(text)
        // The runner ignores white space before a command.
        guard let start = visible.unicodeScalars.firstIndex(where: { !$0.properties.isWhitespace }),
            visible.unicodeScalars[start...].starts(with: "::".unicodeScalars)
        else { return visible }
        return visible[..<start] + "<U+003A>" + visible[visible.unicodeScalars.index(after: start)...]
    }

    /// The same for a text that does not begin a line, so that `::` at its beginning stays.
    package static func within(_ text: String) -> String {
        isPlain(text) ? text : cells(of: text).map(\.text).joined()
    }

    /// The width of a text on a terminal, with all invisible characters spelled out.
    package static func columns(of text: String) -> Int {
        isPlain(text) ? text.utf8.count : cells(of: text).reduce(0) { $0 + $1.width }
    }

    /// Whether a text is printable ASCII and has no commands, so that each byte is shown as it is, in one column.
    private static func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { isPrintableASCII($0) && $0 != "#" }
    }

    /// The cells of a text. A combining mark belongs to the cell that it modifies.
    static func cells(of text: String) -> [Cell] {
        var cells: [Cell] = []
        for scalar in text.unicodeScalars {
            let (text, width) = spelling(scalar)
            if width == 0, !cells.isEmpty {
                cells[cells.count - 1].text += text
                cells[cells.count - 1].byteCount += UTF8.width(scalar)
            } else {
                cells.append(Cell(text: text, width: width, byteCount: UTF8.width(scalar)))
            }
        }
        spellOutCommands(in: &cells)
        return cells
    }

    /// The cells of some bytes, which need not be valid UTF-8. A tab extends to the next multiple of four columns.
    static func cells(of bytes: ArraySlice<UInt8>) -> [Cell] {
        var cells: [Cell] = []
        var column = 0
        var offset = bytes.startIndex
        while offset < bytes.endIndex {
            var cell = cell(at: offset, in: bytes)
            if bytes[offset] == 0x09 {
                cell.width = 4 - column % 4
                cell.text = String(repeating: " ", count: cell.width)
            }
            column += cell.width
            offset += cell.byteCount
            cells.append(cell)
        }
        spellOutCommands(in: &cells)
        return cells
    }

    /// Spells out the first character of each ``RunnerCommand``.
    private static func spellOutCommands(in cells: inout [Cell]) {
        for index in cells.indices where cells[index].text == "#" {
            guard beginnings.contains(where: { cells[index...].lazy.map(\.text).starts(with: $0) }) else { continue }
            (cells[index].text, cells[index].width) = spellOut("#")
        }
    }

    /// What a ``RunnerCommand`` begins with, in cells.
    private static let beginnings = RunnerCommand.beginnings.map { $0.unicodeScalars.map { String($0) } }

    private static func cell(at offset: Int, in bytes: ArraySlice<UInt8>) -> Cell {
        let lead = bytes[offset]
        let length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        if offset + length <= bytes.endIndex,
            let scalar = String(validating: bytes[offset..<offset + length], as: UTF8.self)?.unicodeScalars.first
        {
            let (text, width) = spelling(scalar)
            return Cell(text: text, width: width, byteCount: length)
        }
        return Cell(text: "\\x\(Hexadecimal.upperText(of: lead))", width: 4, byteCount: 1)
    }

    private static func isPrintableASCII(_ scalar: Unicode.Scalar) -> Bool { (0x20...0x7E).contains(scalar.value) }

    private static func spellOut(_ scalar: Unicode.Scalar) -> (text: String, width: Int) {
        let text = "<\(scalar.notation)>"
        return (text, text.utf8.count)
    }

    private static func spelling(_ scalar: Unicode.Scalar) -> (text: String, width: Int) {
        let value = scalar.value
        if isPrintableASCII(scalar) { return (String(scalar), 1) }
        // The Control Pictures block has a one-column picture for each of these.
        if value < 0x20, let picture = Unicode.Scalar(0x2400 + value) { return (String(picture), 1) }
        if value == 0x7F { return ("\u{2421}", 1) }
        if scalar.isInvisible { return spellOut(scalar) }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark:
            return (String(scalar), 0)
        default:
            return (String(scalar), width(of: scalar))
        }
    }

    /// The width that terminals commonly give a visible scalar: two columns for East Asian wide characters and most
    /// emoji, and none for Hangul letters that are drawn over the previous one.
    private static func width(of scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x1160...0x11FF: 0
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
            2
        // Two of these form one flag, which takes two columns.
        case 0x1F1E6...0x1F1FF: 1
        default: scalar.properties.isEmojiPresentation ? 2 : 1
        }
    }
}
