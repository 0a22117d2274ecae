import Diagnostics

/// Writes changes into the text of an XML property list.
///
/// It visits the changed tree in file order and records which bytes to replace. The ranges never overlap: entries keep
/// their order, so changes between two kept entries only concern the bytes between them. ``result()`` then assembles
/// the text in one pass.
struct XMLEdit {
    /// A replacement for a range of bytes.
    private struct Splice {
        var place: Range<Int>
        var bytes: [UInt8]
    }

    let lines: XMLLines
    private var splices: [Splice] = []

    init(_ source: SourceFile) { lines = XMLLines(source) }

    var text: [UInt8] { lines.text }

    /// Records all changes for the root of a property list.
    mutating func edit(_ root: EditedNode) throws(PropertyListChangeError) {
        guard let place = root.origin?.place, place.lowerBound >= 0, place.upperBound <= text.count else {
            throw PropertyListChangeError(.foreignPlaces, at: [])
        }
        var style = XMLStyle(lineBreak: lines.lineBreak(near: place.lowerBound))
        style.textBreak = style.lineBreak ?? style.textBreak
        try edit(root, style, [])
    }

    /// The text with all recorded changes applied.
    func result() -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(splices.reduce(text.count) { $0 + $1.bytes.count })
        var offset = 0
        for splice in splices {
            result += text[offset..<splice.place.lowerBound]
            result += splice.bytes
            offset = splice.place.upperBound
        }
        return result + text[offset...]
    }

    /// Records a replacement. Ranges must be given in order.
    mutating func replace(_ place: Range<Int>, with bytes: [UInt8]) {
        let start = max(place.lowerBound, splices.last?.place.upperBound ?? 0)
        splices.append(Splice(place: start..<max(start, place.upperBound), bytes: bytes))
    }

    private mutating func edit(
        _ node: EditedNode,
        _ style: XMLStyle,
        _ path: [PropertyListChange.Step]
    ) throws(PropertyListChangeError) {
        guard let origin = node.origin else { return }
        switch node.state {
        case .original: break
        case .new, .built:
            guard let value = node.newValue, !value.isEqual(to: origin) else { return }
            if insert(node.insertions, into: origin, style) { return }
            let indentation = lines.indentation(at: origin.place.lowerBound)
            let element = XMLValueText(style: style).element(value, indentation)
            replace(origin.place, with: comments(in: origin.place, indentation) + element)
        case .edited:
            guard let container = XMLContainer(origin, lines) else {
                throw PropertyListChangeError(.foreignPlaces, at: path)
            }
            try edit(node, container, container.style(inside: style), path)
        }
    }

    /// The comments and processing instructions inside a value that is replaced, as text before the new value. They
    /// may be about the entry, or suppress a finding.
    private func comments(in place: Range<Int>, _ indentation: [UInt8]) -> [UInt8] {
        let isOwnLine = lines.beginsLine(place.lowerBound)
        let separator = isOwnLine ? lines.lineBreak(near: place.lowerBound).map { $0 + indentation } ?? [] : []
        return lines.comments(in: place).flatMap { text[$0] + separator }
    }

    /// Inserts pieces into a text without changing the bytes around them.
    ///
    /// - Returns: Whether this is possible; if not, the whole text must be rewritten.
    private mutating func insert(_ pieces: [TextInsertion], into origin: PropertyListNode, _ style: XMLStyle) -> Bool {
        let (start, isEmpty) = lines.startTagEnd(of: origin.place)
        let end = lines.endTagStart(of: origin.place)
        guard !pieces.isEmpty, !isEmpty, start <= end, case .string(let text) = origin.content,
            let places = XMLTextPlaces(of: text, in: start..<end, self.text)
        else { return false }
        let writer = XMLValueText(style: style)
        var new: [(offset: Int, bytes: [UInt8])] = []
        for piece in pieces {
            guard let place = places[piece.offset], let bytes = places.written(piece.text, at: place, writer) else {
                return false
            }
            new.append((place.offset, bytes))
        }
        for (offset, bytes) in new { replace(offset..<offset, with: bytes) }
        return true
    }

    /// Visits the entries of a dictionary, or the elements of an array.
    private mutating func edit(
        _ node: EditedNode,
        _ container: XMLContainer,
        _ style: XMLStyle,
        _ path: [PropertyListChange.Step]
    ) throws(PropertyListChangeError) {
        // The position of the next original item, and the items inserted since the previous one.
        var next = 0
        var new: [EditedItem] = []
        for item in node.items {
            guard let original = item.original else {
                new.append(item)
                continue
            }
            fill(container, next..<original, with: new, style)
            new = []
            next = original + 1
            if let key = item.key, item.isRenamed, let place = container.keyPlaces?[original] {
                rename(place, to: key, style)
            }
            let step: PropertyListChange.Step = item.key.map { .key($0) } ?? .position(original)
            try edit(item.node, style, path + [step])
        }
        fill(container, next..<container.items.count, with: new, style)
    }

    private mutating func rename(_ place: Range<Int>, to key: String, _ style: XMLStyle) {
        let (start, isEmpty) = lines.startTagEnd(of: place)
        let element = XMLValueText(style: style).key(key)
        let end = lines.endTagStart(of: place)
        guard !isEmpty, start <= end else { return replace(place, with: element) }
        // Only the name within `<key>name</key>`.
        replace(start..<end, with: Array(element.dropFirst(5).dropLast(6)))
    }
}
