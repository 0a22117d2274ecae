import ByteText
import Diagnostics
import PropertyList

/// A value of a property list with its path, and with the range to underline in findings.
struct LocatedValue {
    /// The value.
    var node: PropertyListNode
    /// The path from the root.
    var path: [PropertyListChange.Step]
    /// The file.
    private let source: SourceFile
    private let isBinary: Bool
    /// The range to underline.
    ///
    /// A binary property list writes equal values once, so that only the preceding key identifies the value.
    private var bytes: Range<Int>

    /// The root of a document.
    init(_ document: PropertyListDocument) {
        node = document.root
        path = []
        source = document.source
        isBinary = document.format == .binary
        bytes = document.root.place
    }

    private init(
        _ node: PropertyListNode,
        _ step: PropertyListChange.Step,
        at bytes: Range<Int>,
        in parent: LocatedValue
    ) {
        self.node = node
        path = parent.path + [step]
        source = parent.source
        isBinary = parent.isBinary
        self.bytes = bytes
    }

    /// The place of the value.
    var place: SourceRange { source.range(bytes) }

    /// The place of the value's first tag, for findings about the value as a whole.
    var openingPlace: SourceRange {
        guard !isBinary, bytes.count > 1,
            let end = source.bytes[bytes].firstIndex(of: UInt8(ascii: ">"))
        else { return place }
        return source.range(bytes.lowerBound..<end + 1)
    }

    /// The place of a byte range within the value's text; nil if the file does not contain the text verbatim, because
    /// it is binary or writes some characters differently, such as `&amp;`.
    func place(ofText offsets: Range<Int>) -> SourceRange? {
        guard case .string(let text) = node.content, !isBinary,
            let start = source.bytes[bytes].firstIndex(of: UInt8(ascii: ">"))
        else { return nil }
        let written = source.bytes[(start + 1)..<bytes.upperBound]
        guard written.starts(with: text.utf8) else { return nil }
        return source.range(start + 1 + offsets.lowerBound..<start + 1 + offsets.upperBound)
    }

    // MARK: Contents

    /// A key with its value.
    struct Entry {
        /// The key.
        var key: String
        /// The place of the key.
        var place: SourceRange
        /// Its value.
        var value: LocatedValue
    }

    /// The entries of a dictionary, with only the first entry of a duplicate key. Nil if the value is not a dictionary.
    var entries: [Entry]? {
        guard let entries = node.entries else { return nil }
        var known: Set<String> = []
        return entries.compactMap { entry in known.insert(entry.key.text).inserted ? located(entry) : nil }
    }

    /// The entries of a dictionary, including duplicate keys; empty if the value is not a dictionary.
    var allEntries: [Entry] { (node.entries ?? []).map { located($0) } }

    /// The entry of a key, or the first of several.
    func entry(_ key: String) -> Entry? { node.entry(key).map { located($0) } }

    /// The value of a key.
    subscript(key: String) -> LocatedValue? { entry(key)?.value }

    private func located(_ entry: PropertyListNode.Entry) -> Entry {
        let bytes = isBinary ? entry.key.place : entry.value.place
        let value = LocatedValue(entry.value, .key(entry.key.text), at: bytes, in: self)
        return Entry(key: entry.key.text, place: source.range(entry.key.place), value: value)
    }

    /// The elements of an array; nil if the value is not an array.
    var elements: [LocatedValue]? {
        guard case .array(let nodes) = node.content else { return nil }
        return nodes.enumerated().map { position, node in
            LocatedValue(node, .position(position), at: isBinary ? bytes : node.place, in: self)
        }
    }

    /// The text; nil if the value is not a text.
    var text: String? {
        if case .string(let text) = node.content { return text }
        return nil
    }

    /// The text, unless it contains a build variable.
    var knownText: String? { text.flatMap { BuildVariable.occurs(in: $0) ? nil : $0 } }

    /// Whether the value is a text that contains a build variable, so that it cannot be checked.
    var isUnknown: Bool { text.map { BuildVariable.occurs(in: $0) } ?? false }

    /// The Boolean; nil if the value is not a Boolean.
    var boolean: Bool? {
        if case .boolean(let value) = node.content { return value }
        return nil
    }

    /// A description of the value for messages.
    var summary: String { node.summary }
}

/// The intended values of values with a wrong type.
extension LocatedValue {
    /// The Boolean that a text or a number stands for, such as `YES` or 1; nil if it stands for none.
    var meantBoolean: Bool? {
        switch node.content {
        case .string(let text): BooleanWord.meaning(of: text)
        case .integer(let number): BooleanWord.meaning(of: "\(number)")
        case .boolean, .real, .data, .date, .uid, .array, .dictionary: nil
        }
    }

    /// The whole number that a text stands for; nil if it stands for none.
    var meantInteger: Int? {
        guard let text, !text.isEmpty, text.utf8.count <= 9, text.utf8.allSatisfy(\.isASCIIDigit)
        else { return nil }
        return Int(text)
    }
}
