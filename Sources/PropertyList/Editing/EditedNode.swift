/// A value of a property list that is being changed: its original and its current state.
///
/// A dictionary or array is opened into items if something inside it changes. Everything else remains the value that
/// was read, with its place, so that the differences from the file are known when it is written.
struct EditedNode {
    enum State {
        /// As it was read.
        case original
        /// A dictionary or array that was read and has been opened; ``items`` is its current content.
        case edited(isDictionary: Bool)
        /// A new value.
        case new(PropertyListValue)
        /// A new dictionary or array that has been opened; ``items`` is its current content, all of it new.
        case built(isDictionary: Bool)
    }

    /// The original value; nil for an inserted value.
    let origin: PropertyListNode?
    var state: State
    /// The content of the dictionary or array; empty unless it has been opened.
    var items: [EditedItem] = []
    /// The pieces that turn the original text into the new one; empty if it was changed in another way.
    var insertions: [TextInsertion] = []

    /// Creates a node for a value that was read.
    init(_ origin: PropertyListNode) {
        self.origin = origin
        state = .original
    }

    /// Creates a node for an inserted value.
    init(new value: PropertyListValue) {
        origin = nil
        state = .new(value)
    }

    /// The value, if it is new.
    var newValue: PropertyListValue? {
        switch state {
        case .original, .edited: nil
        case .new(let value): value
        case .built(true):
            .dictionary(items.compactMap { item in item.node.newValue.map { .init(item.key ?? "", $0) } })
        case .built(false): .array(items.compactMap(\.node.newValue))
        }
    }

    /// Whether the value differs from the original.
    var isChanged: Bool {
        switch state {
        case .original: return false
        case .new, .built:
            guard let origin, let newValue else { return true }
            return !newValue.isEqual(to: origin)
        case .edited:
            guard let origin, items.count == origin.childCount else { return true }
            return items.indices.contains {
                items[$0].original != $0 || items[$0].isRenamed || items[$0].node.isChanged
            }
        }
    }
}

/// An entry of a dictionary, or an element of an array, that is being changed.
struct EditedItem {
    /// The key; nil in an array.
    var key: String?
    /// Its original position among the entries or elements; nil if it was inserted.
    var original: Int?
    /// Whether the key differs from the original.
    var isRenamed = false
    var node: EditedNode
}

extension PropertyListNode {
    /// The number of entries or elements.
    var childCount: Int {
        switch content {
        case .dictionary(let entries): entries.count
        case .array(let nodes): nodes.count
        default: 0
        }
    }
}

extension PropertyListValue {
    /// Whether a value that was read equals this one byte for byte.
    ///
    /// `==` also holds for texts that spell an accented letter differently; a property list distinguishes them.
    func isEqual(to node: PropertyListNode) -> Bool {
        switch (self, node.content) {
        case (.string(let one), .string(let other)): one.utf8.elementsEqual(other.utf8)
        case (.integer(let one), .integer(let other)): one == other
        case (.boolean(let one), .boolean(let other)): one == other
        case (.array(let values), .array(let nodes)):
            values.count == nodes.count && zip(values, nodes).allSatisfy { $0.isEqual(to: $1) }
        case (.dictionary(let new), .dictionary(let old)):
            new.count == old.count
                && zip(new, old).allSatisfy {
                    $0.key.utf8.elementsEqual($1.key.text.utf8) && $0.value.isEqual(to: $1.value)
                }
        default: false
        }
    }
}
