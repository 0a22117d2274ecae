/// A value of a property list that is being changed: what it was, and what has become of it.
///
/// A dictionary or array is opened into items when something inside it changes; everything else stays the value
/// that was read, with its place. So the difference to the file is plain to see when it is written.
struct EditedNode {
    enum State {
        /// As it was read.
        case original
        /// A dictionary or an array that was read and has been opened; ``items`` says what it holds now.
        case edited(isDictionary: Bool)
        /// A new value.
        case new(PropertyListValue)
        /// A new dictionary or array that has been opened; ``items`` says what it holds now, and all of it is new.
        case built(isDictionary: Bool)
    }

    /// What was here; nil for what is put in.
    let origin: PropertyListNode?
    var state: State
    /// What the dictionary or array holds; empty unless it has been opened.
    var items: [EditedItem] = []
    /// The pieces that make the new text from the one that was read; empty where it was made another way.
    var insertions: [TextInsertion] = []

    /// A value that was read.
    init(_ origin: PropertyListNode) {
        self.origin = origin
        state = .original
    }

    /// A value that is put in.
    init(new value: PropertyListValue) {
        origin = nil
        state = .new(value)
    }

    /// The value where it is a new one.
    var newValue: PropertyListValue? {
        switch state {
        case .original, .edited: nil
        case .new(let value): value
        case .built(true):
            .dictionary(items.compactMap { item in item.node.newValue.map { .init(item.key ?? "", $0) } })
        case .built(false): .array(items.compactMap(\.node.newValue))
        }
    }

    /// Whether anything is other than it was.
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
    /// Where it was among the entries or elements that were read; nil for one that is put in.
    var original: Int?
    /// Whether the key is another than was read.
    var isRenamed = false
    var node: EditedNode
}

extension PropertyListNode {
    /// How many entries or elements it has.
    var childCount: Int {
        switch content {
        case .dictionary(let entries): entries.count
        case .array(let nodes): nodes.count
        default: 0
        }
    }
}

extension PropertyListValue {
    /// Whether a value that was read is this one, to the byte.
    ///
    /// `==` of texts holds for two spellings of one accented letter too; a property list tells them apart.
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
