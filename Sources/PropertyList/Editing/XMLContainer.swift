import ByteText
import Diagnostics

/// A dictionary or an array in the text: the positions of its tags and items.
struct XMLContainer {
    let place: Range<Int>
    /// Every entry, from its key to the end of its value, or every element.
    let items: [Range<Int>]
    /// The keys of a dictionary, and the gaps between each key and its value.
    let keyPlaces: [Range<Int>]?
    let keyGaps: [Range<Int>]
    /// The ends of the start tag and the start of the end tag; both are the end of the element if it has no end tag.
    let start: Int
    let end: Int
    /// Whether it is written as a single tag, as in `<dict/>`.
    let isOneTag: Bool
    private let lines: XMLLines

    /// - Returns: Nil if the places of the value are not in order, or do not match the text.
    init?(_ node: PropertyListNode, _ lines: XMLLines) {
        place = node.place
        self.lines = lines
        switch node.content {
        case .dictionary(let entries):
            let isInOrder = entries.allSatisfy { $0.key.place.upperBound <= $0.value.place.lowerBound }
            guard isInOrder else { return nil }
            items = entries.map { $0.key.place.lowerBound..<$0.value.place.upperBound }
            keyPlaces = entries.map(\.key.place)
            keyGaps = entries.map { $0.key.place.upperBound..<$0.value.place.lowerBound }
        case .array(let nodes):
            items = nodes.map(\.place)
            keyPlaces = nil
            keyGaps = []
        default: return nil
        }
        guard place.lowerBound >= 0, place.upperBound <= lines.text.count, place.count >= 7,
            lines.text[place.lowerBound] == UInt8(ascii: "<")
        else { return nil }
        (start, isOneTag) = lines.startTagEnd(of: place)
        end = isOneTag ? place.upperBound : lines.endTagStart(of: place)
        var offset = start
        for item in items {
            guard item.lowerBound >= offset else { return nil }
            offset = item.upperBound
        }
        guard offset <= end else { return nil }
    }

    /// The style of its items.
    ///
    /// - Parameter outer: The style of the enclosing container, used as a hint if this one has no items.
    /// - Returns: The style for inserted items.
    func style(inside outer: XMLStyle) -> XMLStyle {
        var style = outer
        guard let lineBreak = lines.lineBreak(near: place.lowerBound) else {
            style.lineBreak = nil
            return style
        }
        style.textBreak = lineBreak
        if let first = items.first(where: { lines.beginsLine($0.lowerBound) }) {
            style.lineBreak = lineBreak
            let (own, inner) = (lines.indentation(at: place.lowerBound), lines.indentation(at: first.lowerBound))
            if inner.starts(with: own) { style.unit = Array(inner.dropFirst(own.count)) }
        } else if !items.isEmpty {
            style.lineBreak = nil
        }
        if let gap = keyGaps.last {
            let space = lines.separator(from: gap.lowerBound, to: gap.upperBound)
            style.keyGap = space.contains(where: XMLLines.isBreak) ? nil : space
        }
        return style
    }

    /// The indentation of its items if they begin lines.
    func indentation(besides item: Int?, _ style: XMLStyle) -> [UInt8] {
        let neighbours = [item, item.map { $0 + 1 } ?? 0].compactMap { $0 }.filter { items.indices.contains($0) }
        let starts = neighbours.map { items[$0].lowerBound } + items.prefix(1).map(\.lowerBound)
        if let start = starts.first(where: { lines.beginsLine($0) }) { return lines.indentation(at: start) }
        return lines.indentation(at: place.lowerBound) + style.unit
    }

    /// The separator between an item and the content before it.
    func separator(before item: Int) -> [UInt8] {
        lines.separator(from: item > 0 ? items[item - 1].upperBound : start, to: items[item].lowerBound)
    }
}

/// Lines, indentation and tags of an XML property list's text, which has been read and is therefore well-formed.
struct XMLLines {
    let text: [UInt8]
    /// The table of lines: looking for a line break would go through the whole text if it is on one line, for each
    /// container again.
    private let source: SourceFile

    init(_ source: SourceFile) {
        text = source.bytes
        self.source = source
    }

    static func isBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    /// The start of the line that contains an offset.
    func lineStart(_ offset: Int) -> Int { source.contents(ofLine: source.position(at: offset).line).lowerBound }

    /// The leading blanks of the line that contains an offset.
    func indentation(at offset: Int) -> [UInt8] {
        // The byte order mark is neither indentation nor a blank.
        Array(text[lineStart(offset)..<offset].prefix(while: \.isSpaceOrTab))
    }

    /// Whether an offset is preceded only by blanks on its line.
    func beginsLine(_ offset: Int) -> Bool {
        let start = startOfBlanks(offset)
        return start == 0 || Self.isBreak(text[start - 1])
    }

    /// The line break at an offset; empty if there is none.
    func lineBreak(at offset: Int) -> Range<Int> {
        guard offset < text.count, Self.isBreak(text[offset]) else { return offset..<offset }
        let isPair = text[offset] == 0x0D && offset + 1 < text.count && text[offset + 1] == 0x0A
        return offset..<offset + (isPair ? 2 : 1)
    }

    /// The kind of line break used near an offset; nil in a text of one line.
    func lineBreak(near offset: Int) -> [UInt8]? {
        // The last line has no line break; the one before it counts there.
        let line = min(source.position(at: offset).line, source.lineCount - 1)
        guard line > 0 else { return nil }
        return Array(text[lineBreak(at: source.contents(ofLine: line).upperBound)])
    }

    /// The end of the blanks that begin at an offset.
    func endOfBlanks(_ offset: Int) -> Int { text[offset...].firstIndex { !$0.isSpaceOrTab } ?? text.count }

    /// The start of the blanks that end at an offset.
    func startOfBlanks(_ offset: Int) -> Int { (text[..<offset].lastIndex { !$0.isSpaceOrTab } ?? -1) + 1 }

    /// The line break that ends the line of an offset, if only blanks and comments precede it.
    ///
    /// A comment that begins after an element on the same line is about that element.
    ///
    /// - Parameters:
    ///   - offset: The start: after an element or a start tag.
    ///   - limit: The start of the next element or the end tag.
    /// - Returns: The offset of the line break; nil if the limit comes first.
    func endOfLine(from offset: Int, before limit: Int) -> Int? {
        var offset = offset
        while offset < limit {
            if Self.isBreak(text[offset]) { return offset }
            if text[offset] == UInt8(ascii: "<") { offset = endOfMarkup(offset, before: limit) } else { offset += 1 }
        }
        return nil
    }

    /// The space before an offset, beginning with the last line break in it.
    ///
    /// - Parameters:
    ///   - start: The earliest start of the space.
    ///   - offset: The end of the space.
    /// - Returns: Its bytes; empty if something else directly precedes the offset.
    func separator(from start: Int, to offset: Int) -> [UInt8] {
        let gap = text[start..<offset]
        let space = gap[((gap.lastIndex { !$0.isSpaceOrLineBreak } ?? gap.startIndex - 1) + 1)...]
        guard var line = space.lastIndex(where: Self.isBreak) else { return Array(space) }
        if space[line] == 0x0A, line > space.startIndex, space[line - 1] == 0x0D { line -= 1 }
        return Array(space[line...])
    }

    /// The end of a start tag, after its `>`, and whether it also ends its element.
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

    /// The start of an end tag.
    func endTagStart(of element: Range<Int>) -> Int {
        text[element].lastIndex(of: UInt8(ascii: "<")) ?? element.upperBound
    }

    /// The comments and processing instructions in an element, also in the elements inside it.
    ///
    /// - Complexity: O(*n*) in the bytes of the element.
    func comments(in element: Range<Int>) -> [Range<Int>] {
        var comments: [Range<Int>] = []
        var offset = element.lowerBound
        while let start = text[offset..<element.upperBound].firstIndex(of: UInt8(ascii: "<")) {
            let rest = start..<element.upperBound
            if text[rest].starts(with: "<!--".utf8) || text[rest].starts(with: "<?".utf8) {
                offset = endOfMarkup(start, before: rest.upperBound)
                comments.append(start..<offset)
            } else if text[rest].starts(with: "<!".utf8) {
                offset = endOfMarkup(start, before: rest.upperBound)
            } else {
                offset = startTagEnd(of: rest).offset
            }
        }
        return comments
    }

    /// The end of a comment, a processing instruction or a CDATA section.
    ///
    /// The end is searched for behind the beginning: in `<!--->-->` the two have no byte in common.
    private func endOfMarkup(_ start: Int, before limit: Int) -> Int {
        let rest = text[start..<limit]
        let (beginning, end) =
            Self.markup.first { rest.starts(with: $0.beginning.utf8) } ?? (beginning: "<!", end: ">")
        return rest.dropFirst(beginning.utf8.count).firstRange(of: Array(end.utf8))?.upperBound ?? limit
    }

    private static let markup = [
        (beginning: "<!--", end: "-->"), (beginning: "<?", end: "?>"), (beginning: "<![CDATA[", end: "]]>"),
    ]
}

/// The style of the elements around a change, applied to inserted elements.
struct XMLStyle {
    /// The line break between elements of a dictionary or an array, without the indentation; nil if they are on one
    /// line.
    var lineBreak: [UInt8]?
    /// The line break in texts, also if elements are on one line.
    var textBreak: [UInt8] = [0x0A]
    /// The indentation added for each level.
    var unit: [UInt8] = [0x09]
    /// The text between a key and its value on one line; nil if the value has its own line.
    var keyGap: [UInt8]?

    /// The separator between a key and its value.
    ///
    /// - Parameter indentation: The indentation of the key.
    /// - Returns: Space, or nothing.
    func separator(behindKeyAt indentation: [UInt8]) -> [UInt8] {
        keyGap ?? lineBreak.map { $0 + indentation } ?? []
    }
}
