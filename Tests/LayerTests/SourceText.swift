/// A Swift file without what only people read: comments and the contents of string literals become spaces.
///
/// Line breaks stay, so that a line keeps its number. Interpolations go with their literal, which is good enough for
/// finding keywords.
struct SourceText {
    private let lines: [Substring]

    init(_ source: String) {
        lines = SourceText.blanked(source).split(separator: "\n", omittingEmptySubsequences: false)
            .map { Substring($0) }
    }

    /// The modules that are imported, with the line of each.
    ///
    /// Submodules count as their module; attributes, access levels and the kind of an imported declaration are skipped.
    var imports: [(module: String, line: Int, isReexported: Bool)] {
        let form =
            /^\s*(?<attributes>(@[A-Za-z_]\w*(\([^)]*\))?\s+)*)((public|package|internal|fileprivate|private)\s+)?import\s+((struct|class|enum|protocol|typealias|func|let|var|actor)\s+)?(?<module>[A-Za-z_]\w*)/
        return lines.enumerated().flatMap { index, line in
            line.split(separator: ";").compactMap { statement in
                guard let match = statement.firstMatch(of: form) else { return nil }
                let isReexported = match.output.attributes.contains("@_exported")
                return (String(match.output.module), index + 1, isReexported)
            }
        }
    }

    /// The first line that `pattern` matches in.
    func firstLine(matching pattern: Regex<AnyRegexOutput>) -> Int? {
        lines.firstIndex { $0.firstMatch(of: pattern) != nil }.map { $0 + 1 }
    }

    private static func blanked(_ source: String) -> String {
        var result: [Character] = []
        var rest = Substring(source)

        /// Takes `count` characters, keeping line breaks only.
        func blank(_ count: Int) {
            result += rest.prefix(count).map { $0.isNewline ? "\n" : " " }
            rest = rest.dropFirst(count)
        }

        while let character = rest.first {
            if rest.hasPrefix("//") {
                blank(rest.prefix { !$0.isNewline }.count)
            } else if rest.hasPrefix("/*") {
                var depth = 0
                repeat {
                    if rest.hasPrefix("/*") {
                        depth += 1
                        blank(2)
                    } else if rest.hasPrefix("*/") {
                        depth -= 1
                        blank(2)
                    } else {
                        blank(1)
                    }
                } while depth > 0 && !rest.isEmpty
            } else if let delimiter = literalDelimiter(at: rest) {
                blank(delimiter.opening)
                while !rest.isEmpty, !rest.hasPrefix(delimiter.closing) {
                    // A backslash hides the quote behind it, unless the literal is raw.
                    blank(delimiter.isRaw || rest.first != "\\" ? 1 : 2)
                }
                blank(delimiter.closing.count)
            } else {
                result.append(character)
                rest = rest.dropFirst()
            }
        }
        return String(result)
    }

    private static func literalDelimiter(at text: Substring) -> (opening: Int, closing: String, isRaw: Bool)? {
        let pounds = text.prefix { $0 == "#" }
        let quotes = text.dropFirst(pounds.count)
        guard quotes.first == "\"" else { return nil }
        let mark = quotes.hasPrefix("\"\"\"") ? "\"\"\"" : "\""
        return (pounds.count + mark.count, mark + pounds, !pounds.isEmpty)
    }
}
