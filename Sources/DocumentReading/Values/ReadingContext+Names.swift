import Diagnostics
package import PolicyModel

/// The names that something in a document can refer to, in the order of the document.
package struct KnownNames {
    package let ordered: [String]
    private let set: Set<String>

    package init(_ ordered: [String]) {
        self.ordered = ordered
        set = Set(ordered)
    }

    package func contains(_ name: String) -> Bool { set.contains(name) }

    /// Whether an app of an id is among them, which is written in any case.
    package func contains(_ app: AppID) -> Bool { set.contains(app.bundleID) || ordered.contains { AppID($0) == app } }
}

extension ReadingContext {
    /// A name that refers to something else in the document; reported where there is no such thing.
    package func reference(_ node: DocumentNode, to what: String, among names: KnownNames) -> String? {
        guard let text = name(node) else { return nil }
        if names.contains(text) { return text }
        reportUnknown(text, called: what, at: node.place, among: names.ordered)
        return nil
    }

    /// Reports a name that nothing has.
    ///
    /// - Parameters:
    ///   - text: The name.
    ///   - what: What should have it.
    ///   - place: Where to report it.
    ///   - names: The names that there are.
    ///   - isWritten: Whether the name stands at the place, so that an edit can put it right.
    package func reportUnknown(
        _ text: String,
        called what: String,
        at place: DocumentNode.Place,
        among names: [String],
        isWritten: Bool = true
    ) {
        let nearest = suggestion(for: text, among: names)
        let help =
            nearest.map { "did you mean `\($0)`?" }
            ?? (names.isEmpty
                ? "the document has none" : names.count <= 10 ? "there is \(Quoted.list(names.map(Quoted.word)))" : nil)
        report(
            .unknownName,
            "there is no \(what) `\(Quoted.word(text))`",
            at: place,
            help: help,
            fix: isWritten ? edit(nearest, at: place) : nil
        )
    }
}

/// Edits that findings offer.
extension ReadingContext {
    /// What to write at the place of a text so that it says another word; nil where there is nothing to say.
    ///
    /// The place of a text has its quotes, which an edit must not lose: without them JSON is none.
    package func edit(_ word: String?, at place: DocumentNode.Place) -> String? {
        guard let word else { return nil }
        let bytes = file(of: place).source.bytes
        let first = bytes.indices.contains(Int(place.start)) ? bytes[Int(place.start)] : 0
        if first == UInt8(ascii: "'") {
            return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
        }
        if first != UInt8(ascii: "\""), word.utf8.allSatisfy({ Self.isPlainByte($0) }) { return word }
        var quoted = "\""
        for scalar in word.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { quoted.unicodeScalars.append("\\") }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }

    /// What a text can consist of without quotes, wherever it stands.
    private static func isPlainByte(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || "._-/+".utf8.contains(byte)
    }
}
