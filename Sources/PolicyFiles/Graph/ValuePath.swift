import Diagnostics

/// The path of a value in a JSON file, such as `value[0].pinRequired`: what people search an export for.
enum ValuePath {
    /// The path of the value or key at a place; empty for the root.
    ///
    /// - Complexity: O(*d* log *n*) for a value *d* levels deep.
    static func path(to place: YAMLNode.Place, in root: YAMLNode) -> String {
        var path = ""
        var node = root
        while true {
            switch node.content {
            case .scalar: return path
            case .sequence(let elements):
                guard let index = lastIndex(of: elements, before: place.start, { $0.place.start }) else { return path }
                guard place.start < elements[index].place.end else { return path }
                path += "[\(index)]"
                node = elements[index]
            case .mapping(let entries):
                guard let index = lastIndex(of: entries, before: place.start, { $0.keyPlace.start }) else {
                    return path
                }
                let entry = entries[index]
                guard place.start < entry.value.place.end else { return path }
                path += name(entry.key, isFirst: path.isEmpty)
                guard place.start >= entry.value.place.start else { return path }
                node = entry.value
            }
        }
    }

    /// The last of the values, which stand in the order of the file, that begins at the place or before it.
    private static func lastIndex<Value>(
        of values: [Value],
        before start: Int32,
        _ begin: (Value) -> Int32
    ) -> Int? {
        var low = 0
        var high = values.count
        while low < high {
            let middle = (low + high) / 2
            if begin(values[middle]) <= start { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? low - 1 : nil
    }

    private static func name(_ key: String, isFirst: Bool) -> String {
        // A key can be as long as the file, and is looked at once for each finding below it.
        let key = String(String.UnicodeScalarView(key.unicodeScalars.prefix(64)))
        let isPlain = key.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII
                && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                    || "_-@".unicodeScalars.contains(scalar))
        }
        if isPlain, !key.isEmpty { return (isFirst ? "" : ".") + Quoted.word(key) }
        let visible = key.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
        var word = ""
        word.unicodeScalars.append(contentsOf: visible)
        return "[\"\(Quoted.word(word))\"]"
    }
}
