import ByteText
import Diagnostics
import PolicyModel

/// The names that a reference in a document can use, in document order.
package struct KnownNames {
    package let ordered: [String]
    private let set: Set<String>

    package init(_ ordered: [String]) {
        self.ordered = ordered
        set = Set(ordered)
    }

    package func contains(_ name: String) -> Bool { set.contains(name) }
}

extension ReadingContext {
    /// Reads a name that refers to something else in the document; an unknown name is reported.
    package func reference(_ node: DocumentNode, to what: String, among names: KnownNames) -> String? {
        guard let text = name(node) else { return nil }
        if names.contains(text) { return text }
        reportUnknown(text, called: what, at: node.place, among: names.ordered)
        return nil
    }

    /// Reports an unknown name.
    ///
    /// - Parameters:
    ///   - text: The name.
    ///   - what: The kind of thing that it should name.
    ///   - place: The place of the report.
    ///   - names: The existing names. Evaluated only if the report would be shown: collecting them can cost as much as
    ///     a whole request, which can contain as many unknown names.
    ///   - isWritten: Whether the name is written at the place, so that an edit can correct it.
    package func reportUnknown(
        _ text: String,
        called what: String,
        at place: DocumentNode.Place,
        among names: @autoclosure () -> [String],
        isWritten: Bool = true
    ) {
        let names = isFull ? [] : names()
        let nearest = suggestion(for: text, among: names)
        let help =
            nearest.map { "did you mean `\($0)`?" }
            ?? (names.isEmpty
                ? "the document has none" : names.count <= 10 ? "write \(Quoted.list(names.map(Quoted.word)))" : nil)
        report(
            .unknownName,
            "there is no \(what) `\(Quoted.word(text))`",
            at: place,
            help: help,
            fix: isWritten ? edit(nearest, at: place) : nil
        )
    }

    /// Reports the id of a view that would mean another place.
    ///
    /// - Parameters:
    ///   - view: The id.
    ///   - place: Where it is written.
    /// - Returns: Whether it is such an id.
    @discardableResult
    package func reportReserved(view: String, at place: DocumentNode.Place) -> Bool {
        guard let objection = PlaceWord.objection(toViewNamed: view) else { return false }
        report(.unknownValue, objection, at: place, help: "give the view another id")
        return true
    }
}

/// Edits that findings offer.
extension ReadingContext {
    /// The replacement that changes a text to another word; nil if there is no word.
    ///
    /// The place of a text includes its quotes, which an edit must preserve: without them the file would not be JSON.
    package func edit(_ word: String?, at place: DocumentNode.Place) -> String? {
        guard let word else { return nil }
        let bytes = file(of: place).source.bytes
        let first = bytes.indices.contains(Int(place.start)) ? bytes[Int(place.start)] : 0
        if first == UInt8(ascii: "'") { return YAMLEscaping.singleQuoted(word) }
        if first != UInt8(ascii: "\""), word.utf8.allSatisfy({ Self.isPlainByte($0) }) { return word }
        return "\"" + word.replacingScalars { $0 == "\"" || $0 == "\\" ? "\\\($0)" : nil } + "\""
    }

    /// The bytes allowed in an unquoted text, in any position.
    private static func isPlainByte(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || "._-/+".utf8.contains(byte)
    }
}
