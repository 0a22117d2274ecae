import Diagnostics

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

    /// A message with the path of the value it is about, where that stands in a file with types; in a binary property
    /// list with its key.
    func located(_ message: String, at place: YAMLNode.Place) -> String {
        if let keys = binaryKeys[place.file] {
            guard let key = keys[place.offsets].map(Quoted.word), !message.contains("`\(key)`") else { return message }
            return "\(message), at `\(key)`"
        }
        guard let file = typedFiles[place.file] else { return message }
        let path = ValuePath.path(to: place, in: file.root)
        return path.isEmpty ? message : "\(message), at `\(path)`"
    }
}
