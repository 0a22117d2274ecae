import PropertyList

/// Turns the values of a property list into those that the readers of settings know, each with its place.
///
/// Texts become scalars that aren't plain. Numbers and booleans are plain, and so are the types that no setting has,
/// which stand there by their names for messages to quote.
struct PropertyListValues {
    /// The property list, as ``PolicyReading`` numbers its files.
    let file: Int32
    /// Keys that stand twice in one dictionary; the first is the one that is kept.
    private(set) var repeatedKeys: [JSONReader.RepeatedKey] = []

    init(file: Int32) { self.file = file }

    /// The same value.
    ///
    /// - Complexity: O(*n*) in the number of values. The levels are those that the reader of property lists allowed.
    mutating func node(_ value: PropertyListNode) -> YAMLNode {
        let place = place(value.place)
        switch value.content {
        case .dictionary(let entries): return mapping(entries, at: place)
        case .array(let elements): return sequence(elements.map { node($0) }, at: place)
        case .string(let text): return YAMLNode(content: .scalar(text, isPlain: false), place: place)
        case .integer(let number): return plain("\(number)", at: place)
        case .real(let number): return plain("\(number)", at: place)
        case .boolean(let value): return plain("\(value)", at: place)
        case .data: return plain("<data>", at: place)
        case .date: return plain("<date>", at: place)
        case .uid: return plain("<uid>", at: place)
        }
    }

    private func plain(_ text: String, at place: YAMLNode.Place) -> YAMLNode {
        YAMLNode(content: .scalar(text, isPlain: true), place: place)
    }

    private func sequence(_ elements: [YAMLNode], at place: YAMLNode.Place) -> YAMLNode {
        var node = YAMLNode(content: .sequence(elements), place: place)
        node.weight = elements.reduce(1) { $0 + $1.weight }
        node.height = 1 + (elements.map(\.height).max() ?? 0)
        return node
    }

    private mutating func mapping(_ values: [PropertyListNode.Entry], at place: YAMLNode.Place) -> YAMLNode {
        var entries: [YAMLNode.Entry] = []
        var positions: [String: Int] = [:]
        var node = YAMLNode(content: .mapping([]), place: place)
        for value in values {
            let keyPlace = self.place(value.key.place)
            let child = self.node(value.value)
            node.weight += child.weight + 1
            node.height = max(node.height, child.height)
            if let position = positions[value.key.text] {
                let first = entries[position].keyPlace
                repeatedKeys.append(JSONReader.RepeatedKey(key: value.key.text, place: keyPlace, first: first))
            } else {
                positions[value.key.text] = entries.count
                entries.append(YAMLNode.Entry(key: value.key.text, keyPlace: keyPlace, value: child))
            }
        }
        node.content = .mapping(entries)
        node.height += 1
        return node
    }

    private func place(_ place: Range<Int>) -> YAMLNode.Place {
        YAMLNode.Place(file: file, start: Int32(place.lowerBound), end: Int32(place.upperBound))
    }
}
