/// The author's own words as a message can hold them.
package enum Quoted {
    /// A word, cut where it is too long to be read.
    package static func word(_ text: String) -> String {
        guard text.unicodeScalars.count > 60 else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(57))) + "…"
    }

    /// Words in backticks, with `or` before the last.
    package static func list(_ words: [String]) -> String {
        let quoted = words.map { "`\($0)`" }
        guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
        return quoted.dropLast().joined(separator: ", ") + " or " + last
    }

    /// A bound in bytes as people write it.
    package static func size(_ bytes: Int) -> String {
        bytes >= 1 << 20 ? "\(bytes >> 20) MiB" : "\(bytes) bytes"
    }
}
