import ByteText
import Diagnostics

/// A file with typed values, in which a text is never a number, whatever it looks like.
package struct TypedFile {
    /// The notation of the file.
    package enum Notation {
        case json, xmlPropertyList, binaryPropertyList
    }

    var notation: Notation
    /// The value at which paths such as `value[0].pinRequired` begin.
    var root: DocumentNode

    package init(notation: Notation, root: DocumentNode) { (self.notation, self.root) = (notation, root) }
}

extension ReadingContext {
    /// The notation of the file that contains a value; nil if its values are untyped.
    package func notation(at place: DocumentNode.Place) -> TypedFile.Notation? { file(of: place).typed?.notation }

    /// The path of the value that a finding is about, if its file is typed; nil for the whole file.
    func path(of finding: Diagnostic) -> String? {
        guard let range = finding.places.first, let file = files.firstIndex(where: { $0.source.path == range.path }),
            let root = files[file].typed?.root
        else { return nil }
        let place = DocumentNode.Place(
            file: Int32(clamping: file),
            start: Int32(clamping: range.start.offset),
            end: Int32(clamping: range.end.offset)
        )
        let path = ValuePath.path(to: place, in: root)
        return path.isEmpty ? nil : path
    }

    /// A message with the path of the value it is about, if the file is typed; for a binary property list, with the
    /// key.
    func located(_ message: String, at place: DocumentNode.Place) -> String {
        if let keys = file(of: place).binaryKeys {
            guard let key = keys[place.offsets].map(Quoted.word), !message.split(separator: "`").contains(key[...])
            else { return message }
            return "\(message), at `\(key)`"
        }
        guard let file = file(of: place).typed else { return message }
        let path = ValuePath.path(to: place, in: file.root)
        return path.isEmpty ? message : "\(message), at `\(path)`"
    }
}

/// The path of a value in a JSON file, such as `value[0].pinRequired`, with which people can search an export.
enum ValuePath {
    /// The path of the value or key at a place; empty for the root.
    ///
    /// - Complexity: O(*d* log *n*) for a value *d* levels deep.
    static func path(to place: DocumentNode.Place, in root: DocumentNode) -> String {
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

    /// The last of the values, which are in file order, that begins at or before the place.
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
        // A key can be as long as the file, and is processed for each finding below it.
        let key = key.prefixOfScalars(64)
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
