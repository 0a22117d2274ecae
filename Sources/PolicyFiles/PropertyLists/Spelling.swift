import Diagnostics

/// Compares keys and words of property lists with those that were probably meant.
package enum Spelling {
    /// The known key nearest to an unknown one; nil if none is near.
    package static func nearest(to key: String, among known: [String]) -> String? {
        let trimmed = trimmed(key)
        return known.first { $0.lowercased() == trimmed.lowercased() }
            ?? NearMiss.suggestion(for: trimmed, among: known)
    }

    /// Whether two keys differ only in case and surrounding spaces.
    package static func isSame(_ key: String, _ known: String) -> Bool {
        trimmed(key).lowercased() == known.lowercased()
    }

    /// Whether a text can be written into the other file: a binary file can contain characters that XML cannot
    /// represent.
    package static func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{FFFE}" && $0 != "\u{FFFF}" }
    }

    /// A text without surrounding spaces.
    package static func trimmed(_ key: String) -> String {
        var rest = key[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
