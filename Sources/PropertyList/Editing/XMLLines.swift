/// Lines, indentation and tags of the text of an XML property list, which was read and so is known to be well-formed.
struct XMLLines {
    let text: [UInt8]

    static func isBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// Where the line begins that holds an offset.
    func lineStart(_ offset: Int) -> Int { (text[..<offset].lastIndex(where: Self.isBreak) ?? -1) + 1 }

    /// The blanks that the line of an offset begins with.
    func indentation(at offset: Int) -> [UInt8] {
        // The byte order mark is no indentation, and no blank.
        Array(text[lineStart(offset)..<offset].prefix(while: Self.isBlank))
    }

    /// Whether only blanks stand before an offset on its line.
    func beginsLine(_ offset: Int) -> Bool {
        let start = startOfBlanks(offset)
        return start == 0 || Self.isBreak(text[start - 1])
    }

    /// The line break at an offset; empty where none is there.
    func lineBreak(at offset: Int) -> Range<Int> {
        guard offset < text.count, Self.isBreak(text[offset]) else { return offset..<offset }
        let isPair = text[offset] == 0x0D && offset + 1 < text.count && text[offset + 1] == 0x0A
        return offset..<offset + (isPair ? 2 : 1)
    }

    /// The kind of line break in use near an offset; nil in a text of one line.
    func lineBreak(near offset: Int) -> [UInt8]? {
        if let next = text[offset...].firstIndex(where: Self.isBreak) { return Array(text[lineBreak(at: next)]) }
        guard let last = text[..<offset].lastIndex(where: Self.isBreak) else { return nil }
        return text[last] == 0x0A && last > 0 && text[last - 1] == 0x0D ? [0x0D, 0x0A] : [text[last]]
    }

    /// Where blanks end that begin at an offset.
    func endOfBlanks(_ offset: Int) -> Int { text[offset...].firstIndex { !Self.isBlank($0) } ?? text.count }

    /// Where blanks begin that end at an offset.
    func startOfBlanks(_ offset: Int) -> Int { (text[..<offset].lastIndex { !Self.isBlank($0) } ?? -1) + 1 }

    /// The line break that ends the line of an offset, where nothing but blanks and comments comes before it.
    ///
    /// A comment that begins behind an element on its line speaks of that element.
    ///
    /// - Parameters:
    ///   - offset: Where to begin: behind an element or a start tag.
    ///   - limit: Where the next element begins, or the end tag.
    /// - Returns: The offset of the line break; nil where the limit comes first.
    func endOfLine(from offset: Int, before limit: Int) -> Int? {
        var offset = offset
        while offset < limit {
            if Self.isBreak(text[offset]) { return offset }
            if text[offset] == UInt8(ascii: "<") { offset = endOfMarkup(offset, before: limit) } else { offset += 1 }
        }
        return nil
    }

    /// The space that an offset comes behind, from the last line break in it on.
    ///
    /// - Parameters:
    ///   - start: Where the space begins at the earliest.
    ///   - offset: Where it ends.
    /// - Returns: Its bytes, none where something else stands directly before the offset.
    func separator(from start: Int, to offset: Int) -> [UInt8] {
        let gap = text[start..<offset]
        let space = gap[((gap.lastIndex { !TextScan.isSpace($0) } ?? gap.startIndex - 1) + 1)...]
        guard var line = space.lastIndex(where: Self.isBreak) else { return Array(space) }
        if space[line] == 0x0A, line > space.startIndex, space[line - 1] == 0x0D { line -= 1 }
        return Array(space[line...])
    }

    /// Where a start tag ends, behind its `>`, and whether it is the end of its element too.
    func startTagEnd(of element: Range<Int>) -> (offset: Int, isEmpty: Bool) {
        var quote: UInt8?
        for offset in element {
            let byte = text[offset]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return (offset + 1, text[offset - 1] == UInt8(ascii: "/"))
            }
        }
        return (element.upperBound, true)
    }

    /// Where an end tag begins.
    func endTagStart(of element: Range<Int>) -> Int {
        text[element].lastIndex(of: UInt8(ascii: "<")) ?? element.upperBound
    }

    /// Where a comment, a processing instruction or a section of character data ends.
    private func endOfMarkup(_ start: Int, before limit: Int) -> Int {
        let rest = text[start..<limit]
        let end =
            if rest.starts(with: "<!--".utf8) { Array("-->".utf8) } else if rest.starts(with: "<?".utf8) {
                Array("?>".utf8)
            } else { Array("]]>".utf8) }
        var offset = start + 1
        while offset < limit {
            if text[offset..<limit].starts(with: end) { return offset + end.count }
            offset += 1
        }
        return limit
    }
}
