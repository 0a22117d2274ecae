import Diagnostics

/// What a key was probably meant to be.
enum Spelling {
    /// The known key nearest to one that isn't known; nil where none is near.
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
