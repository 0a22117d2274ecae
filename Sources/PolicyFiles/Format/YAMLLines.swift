import ByteText

/// The lines of a YAML text and the numbers of their scalars; libyaml gives positions as scalar numbers.
struct YAMLLines {
    /// One line without its line feed. A carriage return before it is not part of the contents.
    struct Line {
        var contents: Range<Int>
        /// The bytes that end the line; empty at the end of a text without a final line feed.
        var end: Range<Int>
        /// The number of the first scalar.
        var firstScalar: Int
        /// The number of leading spaces.
        var indent: Int

        /// Whether the line contains only blanks.
        var isBlank: Bool
    }

    let text: [UInt8]
    private(set) var lines: [Line] = []

    init(_ text: [UInt8]) {
        self.text = text
        var start = 0
        var scalars = 0
        while start < text.count {
            let feed = text[start...].firstIndex(of: UInt8(ascii: "\n"))
            let next = feed.map { $0 + 1 } ?? text.count
            var end = feed ?? text.count
            if end > start, text[end - 1] == UInt8(ascii: "\r") { end -= 1 }
            let indent = text[start..<end].prefix { $0 == UInt8(ascii: " ") }.count
            let isBlank = text[start..<end].allSatisfy(\.isSpaceOrTab)
            lines.append(
                Line(contents: start..<end, end: end..<next, firstScalar: scalars, indent: indent, isBlank: isBlank)
            )
            for byte in text[start..<next] where byte & 0xC0 != 0x80 { scalars += 1 }
            start = next
        }
    }

    /// The line of a scalar; the last line for the end of the text.
    ///
    /// - Complexity: O(log *n*) in the number of lines.
    func line(of scalar: Int) -> Int {
        var low = 0
        var high = lines.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lines[middle].firstScalar <= scalar { low = middle } else { high = middle }
        }
        return low
    }

    /// The number of scalars before a scalar on its line.
    func column(of scalar: Int, line: Int) -> Int { scalar - lines[line].firstScalar }

    /// The first byte of a line after its leading spaces; 0 if there is none.
    func firstByte(of line: Int) -> UInt8 { byte(line, lines[line].indent) }

    /// The byte at a column of a line whose preceding bytes are all ASCII; 0 after its end.
    func byte(_ line: Int, _ column: Int) -> UInt8 {
        let offset = lines[line].contents.lowerBound + column
        return offset < lines[line].contents.upperBound ? text[offset] : 0
    }
}
