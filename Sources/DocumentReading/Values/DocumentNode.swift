/// A value of a document and where it stands.
package struct DocumentNode {
    /// Where a node stands: bytes of one of the files that are being read.
    package struct Place: Hashable {
        /// The file, as ``ReadingContext`` numbers them.
        package var file: Int32
        /// The first byte.
        package var start: Int32
        /// The byte behind the last.
        package var end: Int32

        package init(file: Int32, start: Int32, end: Int32) { (self.file, self.start, self.end) = (file, start, end) }

        /// A range of the file's bytes.
        package var offsets: Range<Int> { Int(start)..<max(Int(start), Int(end)) }

        /// The first byte, which says where something is without quoting all of it.
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
    /// How many nodes the value has, itself included and aliases expanded; long texts count as several, see
    /// ``weight(of:)``.
    package var weight: Int32 = 1
    /// How many levels of sequences and mappings it has.
    package var height: Int32 = 0

    package init(content: Content, place: Place, weight: Int32 = 1, height: Int32 = 0) {
        (self.content, self.place, self.weight, self.height) = (content, place, weight, height)
    }

    /// Whether the value is `null` or nothing at all.
    package var isNull: Bool {
        guard case .scalar(let text, isPlain: true) = content else { return false }
        return ["", "~", "null", "Null", "NULL"].contains(text)
    }

    /// What a text weighs that an alias or a merge key repeats: a long one is as dear as many short ones, and each time it
    /// is read again. So aliases stand for no more text than a document may have.
    package static func weight(of text: String) -> Int32 { Int32(clamping: 1 + text.utf8.count / 16) }

    /// Whether it is a mapping.
    package var isMapping: Bool {
        if case .mapping = content { return true }
        return false
    }
}
