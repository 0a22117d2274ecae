/// Applying changes in memory, one after the other.
extension EditedNode {
    /// The action at the end of a path.
    private enum Action {
        case set(PropertyListValue)
        case insert(at: Int, [PropertyListValue])
        case insertText([TextInsertion])
        case remove
        case rename(String)

        /// The value to create if the last key of the path is missing; nil if a missing key is an error.
        var seed: PropertyListValue? {
            switch self {
            case .set(let value): value
            case .insert: .array([])
            case .insertText, .remove, .rename: nil
            }
        }
    }

    /// Applies a change. If it throws, the change may be partly applied.
    mutating func apply(_ change: PropertyListChange) throws(PropertyListChangeError) {
        switch change {
        case .set(let path, let value): try perform(.set(value), path, from: 0)
        case .insert(let path, let position, let values): try perform(.insert(at: position, values), path, from: 0)
        case .insertText(let path, let pieces): try perform(.insertText(pieces), path, from: 0)
        case .remove(let path): try perform(.remove, path, from: 0)
        case .rename(let path, let name): try perform(.rename(name), path, from: 0)
        }
    }

    /// Follows a path, starting with one of its steps.
    private mutating func perform(
        _ action: Action,
        _ path: [PropertyListChange.Step],
        from index: Int
    ) throws(PropertyListChangeError) {
        guard index < path.count else { return try performHere(action, path) }
        let isLast = index == path.count - 1
        let position: Int
        switch path[index] {
        case .key(let key):
            guard open(asDictionary: true) else {
                throw PropertyListChangeError(.notADictionary, at: Array(path[..<index]))
            }
            guard let found = self.position(of: key) else {
                guard let node = try Self.made(by: action, path, from: index + 1) else {
                    throw PropertyListChangeError(.missing, at: Array(path[...index]))
                }
                return items.append(EditedItem(key: key, node: node))
            }
            position = found
        case .position(let number):
            guard open(asDictionary: false) else {
                throw PropertyListChangeError(.notAnArray, at: Array(path[..<index]))
            }
            guard items.indices.contains(number) else {
                throw PropertyListChangeError(.outOfRange, at: Array(path[...index]))
            }
            position = number
        }
        switch action {
        case .remove where isLast: items.remove(at: position)
        case .rename(let name) where isLast: try rename(position, to: name, path)
        default: try items[position].node.perform(action, path, from: index + 1)
        }
    }

    /// The value of a missing key in front of a step of the path; nil if none can be created.
    private static func made(
        by action: Action,
        _ path: [PropertyListChange.Step],
        from index: Int
    ) throws(PropertyListChangeError) -> EditedNode? {
        guard let seed = action.seed else { return nil }
        var isDictionary = false
        if index < path.count {
            guard case .key = path[index] else { return nil }
            isDictionary = true
        }
        var node = EditedNode(new: isDictionary ? .dictionary([]) : seed)
        try node.perform(action, path, from: index)
        return node
    }

    private mutating func performHere(
        _ action: Action,
        _ path: [PropertyListChange.Step]
    ) throws(PropertyListChangeError) {
        switch action {
        case .set(let value):
            state = .new(value)
            items = []
            insertions = []
        case .insert(let position, let values):
            guard open(asDictionary: false) else { throw PropertyListChangeError(.notAnArray, at: path) }
            guard position >= 0 else { throw PropertyListChangeError(.outOfRange, at: path + [.position(position)]) }
            let new = values.map { EditedItem(node: EditedNode(new: $0)) }
            items.insert(contentsOf: new, at: min(position, items.count))
        case .insertText(let pieces): try insert(pieces, path)
        case .remove, .rename: throw PropertyListChangeError(.notAnEntry, at: path)
        }
    }

    private mutating func insert(
        _ pieces: [TextInsertion],
        _ path: [PropertyListChange.Step]
    ) throws(PropertyListChangeError) {
        let old: String
        switch (state, origin?.content) {
        case (.new(.string(let text)), _), (.original, .string(let text)?): old = text
        default: throw PropertyListChangeError(.notAText, at: path)
        }
        guard let new = pieces.inserted(into: old) else { throw PropertyListChangeError(.outOfRange, at: path) }
        // A text that was changed before has no places in the file for further pieces.
        if case .original = state { insertions = pieces.inOrder } else { insertions = [] }
        state = .new(.string(new))
    }

    private mutating func rename(
        _ position: Int,
        to name: String,
        _ path: [PropertyListChange.Step]
    ) throws(PropertyListChangeError) {
        guard let key = items[position].key else { throw PropertyListChangeError(.notAnEntry, at: path) }
        guard !key.utf8.elementsEqual(name.utf8) else { return }
        guard self.position(of: name) == nil else { throw PropertyListChangeError(.nameTaken, at: path) }
        items[position].key = name
        guard let original = items[position].original, let entries = origin?.entries else { return }
        // The name may be the original one again.
        items[position].isRenamed = !entries[original].key.text.utf8.elementsEqual(name.utf8)
    }

    /// The first entry with a key. Keys are compared by bytes, as systems that read property lists do.
    private func position(of key: String) -> Int? {
        items.firstIndex { $0.key?.utf8.elementsEqual(key.utf8) ?? false }
    }

    /// Opens the value into its items.
    ///
    /// - Returns: Whether the value is of the requested kind, a dictionary or an array.
    private mutating func open(asDictionary isWanted: Bool) -> Bool {
        switch state {
        case .edited(let isDictionary), .built(let isDictionary): return isDictionary == isWanted
        case .new(.dictionary(let entries)) where isWanted:
            items = entries.map { EditedItem(key: $0.key, node: EditedNode(new: $0.value)) }
            state = .built(isDictionary: true)
        case .new(.array(let values)) where !isWanted:
            items = values.map { EditedItem(node: EditedNode(new: $0)) }
            state = .built(isDictionary: false)
        case .new: return false
        case .original:
            switch origin?.content {
            case .dictionary(let entries)? where isWanted:
                items = entries.enumerated().map { index, entry in
                    EditedItem(key: entry.key.text, original: index, node: EditedNode(entry.value))
                }
            case .array(let nodes)? where !isWanted:
                items = nodes.enumerated().map { EditedItem(original: $0, node: EditedNode($1)) }
            default: return false
            }
            state = .edited(isDictionary: isWanted)
        }
        return true
    }
}
