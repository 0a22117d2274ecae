package import PropertyList

extension PropertyListNode {
    /// The keys that are in their dictionary twice and that a change leads through.
    ///
    /// - Parameter change: A change of the property list of which this value is the root.
    /// - Returns: The first two of each such key. The search ends where the file has nothing yet.
    /// - Complexity: O(*n*) in the entries of the dictionaries on the path.
    package func repeatedKeys(on change: PropertyListChange) -> [(first: Key, second: Key)] {
        let path =
            switch change {
            case .set(let path, _), .insert(let path, _, _), .insertText(let path, _), .remove(let path),
                .rename(let path, _):
                path
            }
        var pairs: [(first: Key, second: Key)] = []
        var node = self
        for step in path {
            switch step {
            case .key(let name):
                let entries = (node.entries ?? []).filter { $0.key.text == name }
                guard let first = entries.first else { return pairs }
                if entries.count > 1 { pairs.append((first.key, entries[1].key)) }
                node = first.value
            case .position(let position):
                guard case .array(let elements) = node.content, elements.indices.contains(position) else {
                    return pairs
                }
                node = elements[position]
            }
        }
        return pairs
    }
}
