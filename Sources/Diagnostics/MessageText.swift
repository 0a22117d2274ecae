/// The author's own words as a message can hold them.
package enum Quoted {
    /// A word, cut where it is too long to be read.
    package static func word(_ text: String) -> String {
        guard text.unicodeScalars.count > 60 else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(57))) + "…"
    }

    /// Words in backticks, with `or` before the last.
    package static func list(_ words: [String]) -> String {
        let quoted = words.map { "`\($0)`" }
        guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
        return quoted.dropLast().joined(separator: ", ") + " or " + last
    }

    /// A bound in bytes as people write it.
    package static func size(_ bytes: Int) -> String {
        bytes >= 1 << 20 ? "\(bytes >> 20) MiB" : "\(bytes) bytes"
    }

    // MARK: Names that there are

    /// How many names are listed before the rest is only counted.
    private static let listed = 20

    /// A name as it may be shown: cut, and without control characters.
    package static func shown(_ name: String) -> String { VisibleText.of(String(name.prefix(64))) }

    /// `` , did you mean `name`?``, or nothing.
    package static func hint(_ name: String, _ known: [String]) -> String {
        NearMiss.suggestion(for: name, among: known).map { ", did you mean `\(shown($0))`?" } ?? ""
    }

    /// The names in backticks, between commas; those after the twentieth are only counted.
    package static func names(_ names: [String]) -> String {
        let shown = names.prefix(listed).map { "`\(Self.shown($0))`" }.joined(separator: ", ")
        return names.count > listed ? "\(shown) and \(names.count - listed) more" : shown
    }
}

/// Finds the word that the author probably meant.
public enum NearMiss {
    /// Words longer than this are compared with nothing: what a hostile document costs stays bounded.
    static let longestWord = 64
    /// How many known words are looked at.
    static let mostCandidates = 512

    /// The candidate nearest to a word, if one is near enough to be what was meant.
    ///
    /// Near enough is one edit in a word of up to four characters, two in one of up to eleven, else three; an edit
    /// inserts, drops or replaces a character or swaps two neighbours. Case counts for nothing, so `Https` is `https`.
    ///
    /// - Parameters:
    ///   - word: What was written.
    ///   - candidates: What could have been written. Of two equally near ones the first is taken.
    /// - Returns: The candidate as it is written, or nil.
    /// - Complexity: O(*c*) in the number of candidates looked at; words are bounded.
    public static func suggestion(for word: String, among candidates: some Sequence<String>) -> String? {
        let written = Array(word.lowercased().unicodeScalars.prefix(longestWord + 1))
        guard !written.isEmpty, written.count <= longestWord else { return nil }
        let limit = written.count <= 4 ? 1 : written.count <= 11 ? 2 : 3
        var best: (word: String, distance: Int)?
        for candidate in candidates.prefix(mostCandidates) where candidate != word {
            let known = Array(candidate.lowercased().unicodeScalars.prefix(longestWord + 1))
            guard known.count <= longestWord, abs(known.count - written.count) <= limit else { continue }
            let distance = editDistance(written, known)
            if distance <= limit, distance < known.count, distance < best?.distance ?? .max {
                best = (candidate, distance)
            }
        }
        return best?.word
    }

    /// The number of edits from one word to another (optimal string alignment).
    package static func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var beforeLast = [Int](repeating: 0, count: right.count + 1)
        var last = Array(0...right.count)
        for row in left.indices {
            var current = [Int](repeating: row + 1, count: right.count + 1)
            for column in right.indices {
                let replaced = last[column] + (left[row] == right[column] ? 0 : 1)
                var cost = min(replaced, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current[column + 1] = cost
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}

/// Text as it may be on a terminal or in a log: nothing in it moves the cursor, changes colour or reorders a line.
///
/// Diagnostics quote files that others wrote. A terminal obeys control characters, and a bidirectional control makes a
/// line read as what it isn't, so both are spelled out. So is `::` at the beginning: a line that begins with it is a
/// command to GitHub, whose runner reads the log of every step.
package enum VisibleText {
    /// One thing that a reader sees.
    struct Cell {
        var text: String
        /// The columns it takes on a terminal.
        var width: Int
        /// The bytes of the source it stands for.
        var byteCount: Int
    }

    /// The text with everything invisible spelled out.
    package static func of(_ text: String) -> String {
        let visible =
            text.unicodeScalars.contains { !isPrintableASCII($0) }
            ? text.unicodeScalars.map { spelling($0).text }.joined() : text
        // The runner ignores white space before a command.
        guard let start = visible.unicodeScalars.firstIndex(where: { !$0.properties.isWhitespace }),
            visible.unicodeScalars[start...].starts(with: "::".unicodeScalars)
        else { return visible }
        return visible[..<start] + "<U+003A>" + visible[visible.unicodeScalars.index(after: start)...]
    }

    /// The cells of some bytes, which need not be UTF-8. A tab fills up to the next multiple of four.
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
        return cells
    }

    private static func cell(at offset: Int, in bytes: ArraySlice<UInt8>) -> Cell {
        let lead = bytes[offset]
        let length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        if offset + length <= bytes.endIndex,
            let scalar = String(validating: bytes[offset..<offset + length], as: UTF8.self)?.unicodeScalars.first
        {
            let (text, width) = spelling(scalar)
            return Cell(text: text, width: width, byteCount: length)
        }
        let digits = String(lead, radix: 16, uppercase: true)
        return Cell(text: "\\x\(digits.count < 2 ? "0" : "")\(digits)", width: 4, byteCount: 1)
    }

    private static func isPrintableASCII(_ scalar: Unicode.Scalar) -> Bool { (0x20...0x7E).contains(scalar.value) }

    private static func spelling(_ scalar: Unicode.Scalar) -> (text: String, width: Int) {
        let value = scalar.value
        if isPrintableASCII(scalar) { return (String(scalar), 1) }
        // The control pictures block draws each of these in one column.
        if value < 0x20, let picture = Unicode.Scalar(0x2400 + value) { return (String(picture), 1) }
        if value == 0x7F { return ("\u{2421}", 1) }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse:
            let digits = String(value, radix: 16, uppercase: true)
            let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            return ("<U+\(padded)>", padded.count + 4)
        case .nonspacingMark, .enclosingMark:
            return (String(scalar), 0)
        default:
            return (String(scalar), isWide(value) ? 2 : 1)
        }
    }

    /// Whether terminals commonly give the scalar two columns: East Asian wide characters and most emoji.
    private static func isWide(_ value: UInt32) -> Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF,
            0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
