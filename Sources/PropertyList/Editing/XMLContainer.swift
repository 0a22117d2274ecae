/// A dictionary or an array in the text: where its tags and items stand.
struct XMLContainer {
    let place: Range<Int>
    /// Every entry, from its key to the end of its value, or every element.
    let items: [Range<Int>]
    /// The keys of a dictionary, and between each and its value.
    let keyPlaces: [Range<Int>]?
    let keyGaps: [Range<Int>]
    /// Where the start tag ends, and the end tag begins; both are the end of an element without an end tag.
    let start: Int
    let end: Int
    /// Whether it is written as one tag, as in `<dict/>`.
    let isOneTag: Bool
    private let lines: XMLLines

    /// - Returns: Nil where the places of the value are not in order, or not those of the text.
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

    /// How its items are written.
    ///
    /// - Parameter outer: How what holds it is written, which is a hint where it has no items of its own.
    /// - Returns: The style of what is put in.
    func style(inside outer: XMLStyle) -> XMLStyle {
        var style = outer
        guard let lineBreak = lines.lineBreak(near: place.lowerBound) else {
            style.lineBreak = nil
            return style
        }
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

    /// The indentation of its items where they begin lines.
    func indentation(besides item: Int?, _ style: XMLStyle) -> [UInt8] {
        let neighbours = [item, item.map { $0 + 1 } ?? 0].compactMap { $0 }.filter { items.indices.contains($0) }
        let starts = neighbours.map { items[$0].lowerBound } + items.prefix(1).map(\.lowerBound)
        if let start = starts.first(where: { lines.beginsLine($0) }) { return lines.indentation(at: start) }
        return lines.indentation(at: place.lowerBound) + style.unit
    }

    /// What an item is separated by from what comes before it.
    func separator(before item: Int) -> [UInt8] {
        lines.separator(from: item > 0 ? items[item - 1].upperBound : start, to: items[item].lowerBound)
    }
}
