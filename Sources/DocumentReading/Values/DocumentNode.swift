/// A value of a document, and its place.
package struct DocumentNode {
    /// The place of a node: a range of bytes in one of the files being read.
    package struct Place: Hashable {
        /// The file's number in ``ReadingContext``.
        package var file: Int32
        /// The first byte.
        package var start: Int32
        /// The byte after the last.
        package var end: Int32

        package init(file: Int32, start: Int32, end: Int32) { (self.file, self.start, self.end) = (file, start, end) }

        /// A range of the file's bytes.
        package var offsets: Range<Int> { Int(start)..<max(Int(start), Int(end)) }

        /// The first byte, which marks the position without quoting the whole value.
        package var beginning: Place { Place(file: file, start: start, end: min(end, start + 1)) }
    }

    /// A key of a mapping with its value.
    package struct Entry {
        package var key: String
        package var keyPlace: Place
        package var value: DocumentNode

        package init(key: String, keyPlace: Place, value: DocumentNode) {
            (self.key, self.keyPlace, self.value) = (key, keyPlace, value)
        }
    }

    package enum Content {
        case scalar(String, isPlain: Bool)
        case sequence([DocumentNode])
        case mapping([Entry])
    }

    package var content: Content
    package var place: Place
    /// The number of nodes in the value, including itself and expanded aliases; a long text counts as several, see
    /// ``weight(of:)``.
    package var weight: Int32 = 1
    /// The number of levels of sequences and mappings.
    package var height: Int32 = 0

    package init(content: Content, place: Place, weight: Int32 = 1, height: Int32 = 0) {
        (self.content, self.place, self.weight, self.height) = (content, place, weight, height)
    }

    /// Whether the value is `null` or missing.
    package var isNull: Bool {
        guard case .scalar(let text, isPlain: true) = content else { return false }
        return ["", "~", "null", "Null", "NULL"].contains(text)
    }

    /// The weight of a text that an alias or a merge key repeats. A long text counts as many short ones, because it is
    /// read again each time. Aliases therefore cannot stand for more text than a document may contain.
    package static func weight(of text: String) -> Int32 { Int32(clamping: 1 + text.utf8.count / 16) }

    /// Whether it is a mapping.
    package var isMapping: Bool {
        if case .mapping = content { return true }
        return false
    }
}
