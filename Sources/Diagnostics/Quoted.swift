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

    // MARK: Names that there are

    /// How many names are listed before the rest is only counted.
    private static let listed = 20

    /// A name as it may be shown: cut, and without control characters.
    package static func shown(_ name: String) -> String { VisibleText.of(String(name.prefix(64))) }

    /// `` , did you mean `name`?``, or nothing.
    package static func hint(_ name: String, _ known: [String]) -> String {
        NearMiss.suggestion(for: name, among: known).map { ", did you mean `\(shown($0))`?" } ?? ""
    }

    /// The names in backticks, between commas; those behind the twentieth are only counted.
    package static func names(_ names: [String]) -> String {
        let shown = names.prefix(listed).map { "`\(Self.shown($0))`" }.joined(separator: ", ")
        return names.count > listed ? "\(shown) and \(names.count - listed) more" : shown
    }
}
