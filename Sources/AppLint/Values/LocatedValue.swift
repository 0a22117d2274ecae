import Diagnostics
import PropertyList

/// A value of a property list that knows how one gets to it, and what to underline when something is said of it.
struct LocatedValue {
    /// The value.
    var node: PropertyListNode
    /// The way from the root.
    var path: [PropertyListChange.Step]
    /// The file.
    private let source: SourceFile
    private let isBinary: Bool
    /// What to underline.
    ///
    /// A binary property list writes equal values once, so that only the key in front tells which one is meant.
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

    /// The place of the first tag of the value, for what is said of the value as a whole.
    var openingPlace: SourceRange {
        guard !isBinary, bytes.count > 1,
            let end = source.bytes[bytes].firstIndex(of: UInt8(ascii: ">"))
        else { return place }
        return source.range(bytes.lowerBound..<end + 1)
    }

    /// The place of a byte range within the text of the value; nil if the text isn't in the file as it is, because
    /// the file is binary or writes some of it otherwise, such as `&amp;`.
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
        /// Where the key stands.
        var place: SourceRange
        /// Its value.
        var value: LocatedValue
    }

    /// The entries of a dictionary, each key once: of one that appears twice, the first. Nil if it is not a dictionary.
    var entries: [Entry]? {
        guard let entries = node.entries else { return nil }
        var known: Set<String> = []
        return entries.compactMap { entry in known.insert(entry.key.text).inserted ? located(entry) : nil }
    }

    /// The entries of a dictionary, keys that appear twice included; empty where it is not one.
    var allEntries: [Entry] { (node.entries ?? []).map { located($0) } }

    /// The entry of a key, the first where it appears twice.
    func entry(_ key: String) -> Entry? { node.entry(key).map { located($0) } }

    /// The value of a key.
    subscript(key: String) -> LocatedValue? { entry(key)?.value }

    private func located(_ entry: PropertyListNode.Entry) -> Entry {
        let bytes = isBinary ? entry.key.place : entry.value.place
        let value = LocatedValue(entry.value, .key(entry.key.text), at: bytes, in: self)
        return Entry(key: entry.key.text, place: source.range(entry.key.place), value: value)
    }

    /// The elements of an array; nil if it is not one.
    var elements: [LocatedValue]? {
        guard case .array(let nodes) = node.content else { return nil }
        return nodes.enumerated().map { position, node in
            LocatedValue(node, .position(position), at: isBinary ? bytes : node.place, in: self)
        }
    }

    /// The text; nil if the value is not one.
    var text: String? {
        if case .string(let text) = node.content { return text }
        return nil
    }

    /// The text, unless the build fills some of it in.
    var knownText: String? { text.flatMap { BuildVariable.occurs(in: $0) ? nil : $0 } }

    /// Whether the value is a text of which the build fills some in, so that nothing can be said of it.
    var isUnknown: Bool { text.map { BuildVariable.occurs(in: $0) } ?? false }

    /// The boolean; nil if the value is not one.
    var boolean: Bool? {
        if case .boolean(let value) = node.content { return value }
        return nil
    }

    /// What the value is, for messages.
    var summary: String { node.summary }
}

/// What a value of a wrong type was meant to be.
extension LocatedValue {
    /// The boolean that a text or a number stands for, as `YES` or 1; nil if it stands for none.
    var meantBoolean: Bool? {
        switch node.content {
        case .string(let text): BooleanWord.meaning(of: text)
        case .integer(let number): BooleanWord.meaning(of: "\(number)")
        case .boolean, .real, .data, .date, .uid, .array, .dictionary: nil
        }
    }

    /// The whole number that a text stands for; nil if it stands for none.
    var meantInteger: Int? {
        guard let text, !text.isEmpty, text.utf8.count <= 9, text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Int(text)
    }
}

/// What a key was probably meant to be.
enum Spelling {
    /// The known key nearest to one that isn't known; nil if none is near.
    static func nearest(to key: String, among known: [String]) -> String? {
        let trimmed = trimmed(key)
        return known.first { $0.lowercased() == trimmed.lowercased() }
            ?? NearMiss.suggestion(for: trimmed, among: known)
    }

    /// Whether two keys differ in nothing but case, and in spaces around them.
    static func isSame(_ key: String, _ known: String) -> Bool { trimmed(key).lowercased() == known.lowercased() }

    /// Whether a text can be written into the other file: a binary one holds characters that XML can't.
    static func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{FFFE}" && $0 != "\u{FFFF}" }
    }

    /// A text without the spaces around it.
    static func trimmed(_ key: String) -> String {
        var rest = key[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
