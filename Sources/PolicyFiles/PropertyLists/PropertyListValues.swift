import DocumentReading
import PropertyList

/// Converts the values of a property list to those that the settings readers use, each with its place.
///
/// Texts become scalars that are not plain. Numbers and Booleans are plain, and so are types that no setting has, which
/// are represented by their names for messages.
struct PropertyListValues {
    /// The property list's number among the files of ``ReadingContext``.
    let file: Int32
    /// Keys that occur twice in one dictionary; the first is kept.
    private(set) var repeatedKeys: [JSONReader.RepeatedKey] = []

    init(file: Int32) { self.file = file }

    /// The converted value.
    ///
    /// - Complexity: O(*n*) in the number of values. The property list reader has limited the depth.
    mutating func node(_ value: PropertyListNode) -> DocumentNode {
        let place = place(value.place)
        switch value.content {
        case .dictionary(let entries): return mapping(entries, at: place)
        case .array(let elements): return sequence(elements.map { node($0) }, at: place)
        case .string(let text): return DocumentNode(content: .scalar(text, isPlain: false), place: place)
        case .integer(let number): return plain("\(number)", at: place)
        case .real(let number): return plain("\(number)", at: place)
        case .boolean(let value): return plain("\(value)", at: place)
        case .data: return plain("<data>", at: place)
        case .date: return plain("<date>", at: place)
        case .uid: return plain("<uid>", at: place)
        }
    }

    private func plain(_ text: String, at place: DocumentNode.Place) -> DocumentNode {
        DocumentNode(content: .scalar(text, isPlain: true), place: place)
    }

    private func sequence(_ elements: [DocumentNode], at place: DocumentNode.Place) -> DocumentNode {
        var node = DocumentNode(content: .sequence(elements), place: place)
        node.weight = elements.reduce(1) { $0 + $1.weight }
        node.height = 1 + (elements.map(\.height).max() ?? 0)
        return node
    }

    private mutating func mapping(_ values: [PropertyListNode.Entry], at place: DocumentNode.Place) -> DocumentNode {
        var entries: [DocumentNode.Entry] = []
        var positions: [String: Int] = [:]
        var node = DocumentNode(content: .mapping([]), place: place)
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
                entries.append(DocumentNode.Entry(key: value.key.text, keyPlace: keyPlace, value: child))
            }
        }
        node.content = .mapping(entries)
        node.height += 1
        return node
    }

    private func place(_ place: Range<Int>) -> DocumentNode.Place {
        DocumentNode.Place(file: file, start: Int32(place.lowerBound), end: Int32(place.upperBound))
    }
}

/// Places the values of a binary property list at the keys they belong to.
///
/// In the binary form, equal values are written once for all keys that have them, so the place of a value does not
/// identify the setting. Within a dictionary, keys are distinct.
struct PropertyListKeys {
    /// The keys, by the bytes of their names.
    private(set) var names: [Range<Int>: String] = [:]

    /// The same value, with everything that belongs to a key placed at that key.
    mutating func placed(_ node: PropertyListNode, at place: Range<Int>? = nil) -> PropertyListNode {
        var result = node
        result.place = place ?? node.place
        switch node.content {
        case .array(let elements):
            result.content = .array(elements.map { placed($0, at: place) })
        case .dictionary(let entries):
            result.content = .dictionary(
                entries.map { entry in
                    names[entry.key.place] = entry.key.text
                    return PropertyListNode.Entry(key: entry.key, value: placed(entry.value, at: entry.key.place))
                }
            )
        default: break
        }
        return result
    }
}
