/// A file whose values have types of their own, so that a text is no number however it looks.
struct TypedFile {
    /// How such a file is written.
    enum Notation {
        case json, xmlPropertyList, binaryPropertyList
    }

    var notation: Notation
    /// The value that paths such as `value[0].pinRequired` begin at.
    var root: YAMLNode
}

extension PolicyReading {
    /// How the file is written that a value stands in; nil where values have no types of their own.
    func notation(at place: YAMLNode.Place) -> TypedFile.Notation? { typedFiles[place.file]?.notation }

    /// A message with the path of the value it is about, where that stands in a file with types.
    func located(_ message: String, at place: YAMLNode.Place) -> String {
        guard let file = typedFiles[place.file] else { return message }
        let path =
            file.notation == .binaryPropertyList
            ? ValuePath.key(at: place, in: file.root) : ValuePath.path(to: place, in: file.root)
        return path.isEmpty ? message : "\(message), at `\(path)`"
    }
}
