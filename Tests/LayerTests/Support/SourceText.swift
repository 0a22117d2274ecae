/// A Swift file without the parts that only people read: comments and the contents of string literals become spaces.
///
/// Line breaks stay, so that lines keep their numbers. Interpolations are removed with their literal, which is good
/// enough for finding keywords.
struct SourceText {
    /// The source with these parts replaced by spaces.
    let code: String

    init(_ source: String) { code = SourceText.blanked(source) }

    private var lines: [Substring] { code.split(separator: "\n", omittingEmptySubsequences: false) }

    /// The imported modules, with the line of each.
    ///
    /// Submodules count as their module; attributes, access levels and the kind of an imported declaration are skipped.
    var imports: [(module: String, line: Int, isReexported: Bool)] {
        let form =
            /^\s*(?<attributes>(@[A-Za-z_]\w*(\([^)]*\))?\s+)*)((public|package|internal|fileprivate|private)\s+)?import\s+((struct|class|enum|protocol|typealias|func|let|var|actor)\s+)?(?<module>[A-Za-z_]\w*)/
        return lines.enumerated().flatMap { index, line in
            // Most lines do not contain the word, and a regex takes far longer to determine this.
            guard line.contains("import") else { return [(module: String, line: Int, isReexported: Bool)]() }
            return line.split(separator: ";").compactMap { statement in
                guard let match = statement.firstMatch(of: form) else { return nil }
                let isReexported = match.output.attributes.contains("@_exported")
                return (String(match.output.module), index + 1, isReexported)
            }
        }
    }

    /// The first line in which `pattern` matches.
    func firstLine(matching pattern: Regex<AnyRegexOutput>) -> Int? {
        lines.firstIndex { $0.firstMatch(of: pattern) != nil }.map { $0 + 1 }
    }

    /// Operates on bytes, because every source file is processed here and characters take ten times as long.
    private static func blanked(_ source: String) -> String {
        var bytes = Array(source.utf8)
        var index = 0

        func hasPrefix(_ text: StaticString) -> Bool { startsWith(text, at: index, of: bytes) }

        /// Replaces `count` bytes with spaces, except for line breaks.
        func blank(_ count: Int) {
            let end = min(index + count, bytes.count)
            while index < end {
                if bytes[index] != UInt8(ascii: "\n") { bytes[index] = UInt8(ascii: " ") }
                index += 1
            }
        }

        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "/") where hasPrefix("//"):
                blank((bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count) - index)
            case UInt8(ascii: "/") where hasPrefix("/*"):
                var depth = 0
                repeat {
                    if hasPrefix("/*") {
                        depth += 1
                        blank(2)
                    } else if hasPrefix("*/") {
                        depth -= 1
                        blank(2)
                    } else {
                        blank(1)
                    }
                } while depth > 0 && index < bytes.count
            case UInt8(ascii: "\""), UInt8(ascii: "#"):
                guard let literal = LiteralDelimiter(at: index, of: bytes) else {
                    index += 1
                    continue
                }
                blank(literal.openingCount)
                while index < bytes.count, !literal.closes(at: index, of: bytes) {
                    // A backslash escapes the quote after it, unless the literal is raw.
                    blank(literal.pounds > 0 || bytes[index] != UInt8(ascii: "\\") ? 1 : 2)
                }
                blank(literal.openingCount)
            default: index += 1
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func startsWith(_ text: StaticString, at index: Int, of bytes: [UInt8]) -> Bool {
        let text = text.description.utf8
        return index + text.count <= bytes.count && bytes[index..<index + text.count].elementsEqual(text)
    }

    /// The delimiter of a string literal: pound signs and one or three quotes.
    private struct LiteralDelimiter {
        let pounds: Int
        let quotes: Int

        var openingCount: Int { pounds + quotes }

        init?(at index: Int, of bytes: [UInt8]) {
            pounds = bytes[index...].prefix { $0 == UInt8(ascii: "#") }.count
            let marks = bytes[(index + pounds)...].prefix(3).prefix { $0 == UInt8(ascii: "\"") }.count
            if marks == 0 { return nil }
            quotes = marks == 3 ? 3 : 1
        }

        func closes(at index: Int, of bytes: [UInt8]) -> Bool {
            let rest = bytes[index...].prefix(openingCount)
            return rest.count == openingCount && rest.prefix(quotes).allSatisfy { $0 == UInt8(ascii: "\"") }
                && rest.dropFirst(quotes).allSatisfy { $0 == UInt8(ascii: "#") }
        }
    }
}
