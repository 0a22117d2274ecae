import Diagnostics
import PropertyList

/// The laws about the places and the size of a property list that was read.
struct PlistLaws {
    private let document: PropertyListDocument
    private let bounds: PropertyListBounds

    init(_ document: PropertyListDocument, _ bounds: PropertyListBounds) {
        self.document = document
        self.bounds = bounds
    }

    func check() {
        let count = document.source.bytes.count
        guard check(document.root, inside: 0..<count, level: 0) <= bounds.nodes else { fatalError("too many values") }
    }

    /// The number of values and keys.
    private func check(_ node: PropertyListNode, inside outer: Range<Int>, level: Int) -> Int {
        check(node.place, inside: outer, tag: tag(of: node))
        let isXML = document.format != .binary
        var inside = isXML ? node.place : 0..<document.source.bytes.count
        var count = 1
        var children: [PropertyListNode] = []
        switch node.content {
        case .array(let nodes): children = nodes
        case .dictionary(let entries):
            for entry in entries {
                check(entry.key.place, inside: inside, tag: "<key")
                count += 1 + check(entry.value, inside: inside, level: level + 1)
                if isXML {
                    guard entry.key.place.upperBound <= entry.value.place.lowerBound else {
                        fatalError("key behind value")
                    }
                    inside = entry.value.place.upperBound..<inside.upperBound
                }
            }
        default: return 1
        }
        guard level < bounds.depth else { fatalError("nested too deeply") }
        for child in children {
            count += check(child, inside: inside, level: level + 1)
            if isXML { inside = child.place.upperBound..<inside.upperBound }
        }
        return count
    }

    private func check(_ place: Range<Int>, inside outer: Range<Int>, tag: String) {
        guard place.lowerBound >= outer.lowerBound, place.upperBound <= outer.upperBound, !place.isEmpty else {
            fatalError("a place outside of what holds it")
        }
        guard document.format != .binary else { return }
        guard document.source.bytes[place].starts(with: tag.utf8),
            document.source.bytes[place].last == UInt8(ascii: ">")
        else { fatalError("a place that is no element") }
    }

    private func tag(of node: PropertyListNode) -> String {
        switch node.content {
        case .dictionary: "<dict"
        case .array: "<array"
        case .string: "<string"
        case .data: "<data"
        case .date: "<date"
        case .integer: "<integer"
        case .real: "<real"
        case .boolean(true): "<true"
        case .boolean(false): "<false"
        case .uid: "?"
        }
    }
}
