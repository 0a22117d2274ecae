import PropertyList

/// Moves the values of a binary property list to the keys they belong to.
///
/// A writer of the binary form writes equal values once, for all keys that have them, so the place of a value tells
/// nobody which setting is meant. Keys are different ones within a dictionary.
struct PropertyListKeys {
    /// The keys, by the bytes of their names.
    private(set) var names: [Range<Int>: String] = [:]

    /// The same value, with everything in it that belongs to a key at the place of that key.
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
