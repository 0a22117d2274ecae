import ByteText

/// Evaluates the conditions in a file that Xcode passes through the C preprocessor before reading it.
///
/// ```swift
/// let bytes = Preprocessor(definitions: ["DEBUG", "LEVEL=2"]).resolved(file)
/// ```
///
/// Excluded lines and directives are replaced with blanks, so every remaining byte keeps its position, and places are
/// those of the file.
///
/// The supported directives are `#if`, `#ifdef`, `#ifndef`, `#elif`, `#else`, `#endif`, `#define` and `#undef`. Any
/// other directive, a malformed one, and one without its counterpart are left in place, so that ``PropertyListReader``
/// reports them. So are all directives of a file with `/*` in its text, because what a C comment covers is not evaluated.
/// Names in the text itself are not replaced.
public struct Preprocessor: Sendable {
    private let definitions: [String: String]

    /// Creates a preprocessor.
    ///
    /// - Parameter definitions: `NAME`, which stands for 1, or `NAME=VALUE`.
    public init(definitions: [String]) {
        let pairs = definitions.map { definition in
            let parts = definition.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "1")
        }
        self.definitions = Dictionary(pairs) { _, last in last }
    }

    /// The file with its conditions evaluated.
    ///
    /// - Complexity: O(*n*) in the bytes.
    public func resolved(_ bytes: [UInt8]) -> [UInt8] {
        // A binary property list has no lines.
        guard !bytes.starts(with: "bplist".utf8) else { return bytes }
        var result = bytes
        var run = Run(definitions: definitions)
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
            let directive = Directive(bytes[start..<end])
            // The build removes a C comment, which can change a text such as `a/* b */c`.
            if directive == nil, bytes[start..<end].firstRange(of: Array("/*".utf8)) != nil { return bytes }
            if !run.keeps(directive, at: start..<end) { Self.blank(start..<end, in: &result) }
            start = end + 1
        }
        // It is unknown which lines a condition without an end was meant to cover.
        for condition in run.conditions { result.replaceSubrange(condition.place, with: bytes[condition.place]) }
        return result
    }

    private static func blank(_ line: Range<Int>, in bytes: inout [UInt8]) {
        for offset in line where bytes[offset] != 0x0D { bytes[offset] = 0x20 }
    }

    /// An open condition.
    private struct Condition {
        /// The line that opened it.
        var place: Range<Int>
        /// Whether the enclosing lines are included.
        var isAroundTaken: Bool
        /// Whether its lines are included.
        var isTaken: Bool
        /// Whether one of its branches was included.
        var hasTaken: Bool
        /// Whether `#else` was found.
        var isLast = false
    }

    /// A pass over the lines.
    private struct Run {
        var definitions: [String: String]
        private(set) var conditions: [Condition] = []

        init(definitions: [String: String]) { self.definitions = definitions }

        /// Whether a line is left unchanged, given its directive; nil for text.
        mutating func keeps(_ directive: Directive?, at place: Range<Int>) -> Bool {
            let isTaken = conditions.last?.isTaken ?? true
            guard let directive else { return isTaken }
            guard !directive.hasOpenComment else { return true }
            switch directive.name {
            case "if", "ifdef", "ifndef":
                // A condition in excluded lines need not be valid.
                guard !isTaken || meets(directive) != nil else { return true }
                let meets = isTaken && meets(directive) ?? false
                conditions.append(Condition(place: place, isAroundTaken: isTaken, isTaken: meets, hasTaken: meets))
            case "elif", "else":
                guard var condition = conditions.last, !condition.isLast else { return true }
                let isOpen = condition.isAroundTaken && !condition.hasTaken
                guard let meets = isOpen ? meets(directive) : false else { return true }
                condition.isTaken = meets
                condition.hasTaken = condition.hasTaken || meets
                condition.isLast = directive.name == "else"
                conditions[conditions.count - 1] = condition
            case "endif": return conditions.popLast() == nil
            case "define":
                let parts = directive.rest.split(maxSplits: 1) { $0 == " " || $0 == "\t" }
                // A macro with parameters is not a name.
                guard isTaken, let name = parts.first, PreprocessorExpression.isName(name) else { return isTaken }
                definitions[String(name)] = parts.count > 1 ? String(parts[1].drop(while: \.isWhitespace)) : ""
            case "undef":
                if isTaken { definitions[directive.rest] = nil }
            default: return isTaken
            }
            return false
        }

        private func meets(_ directive: Directive) -> Bool? {
            switch directive.name {
            case "else": true
            case "ifdef": PreprocessorExpression.isName(directive.rest) ? definitions[directive.rest] != nil : nil
            case "ifndef": PreprocessorExpression.isName(directive.rest) ? definitions[directive.rest] == nil : nil
            default: PreprocessorExpression.value(of: directive.rest, definitions).map { $0 != 0 }
            }
        }
    }
}

/// A preprocessor line.
private struct Directive {
    /// Its first word, such as `ifdef`.
    let name: String
    /// The text after it, without comments and surrounding spaces.
    let rest: String
    /// Whether a comment in it continues on the next line. Which lines it covers is not evaluated.
    let hasOpenComment: Bool

    init?(_ line: ArraySlice<UInt8>) {
        let line = Array(line)
        var scan = TextScan(line, from: 0)
        scan.skipSpace()
        guard let name = scan.directive() else { return nil }
        self.name = name
        let behind = line[scan.offset...].dropFirst().drop(while: \.isSpaceOrTab).dropFirst(name.utf8.count)
        let text = Self.withoutComments(behind)
        hasOpenComment = text == nil
        var rest = (text ?? [])[...]
        while rest.last?.isWhiteSpaceInC == true { rest.removeLast() }
        self.rest = String(decoding: rest.drop(while: \.isWhiteSpaceInC), as: UTF8.self)
    }

    /// A text in which every comment is a space, as in C; nil if a comment continues on the next line.
    private static func withoutComments(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var result: [UInt8] = []
        var rest = text
        var isQuoted = false
        while let byte = rest.first {
            if !isQuoted, rest.starts(with: "//".utf8) { break }
            if !isQuoted, rest.starts(with: "/*".utf8) {
                guard let end = rest.dropFirst(2).firstRange(of: Array("*/".utf8)) else { return nil }
                result.append(UInt8(ascii: " "))
                rest = rest[end.upperBound...]
                continue
            }
            // A backslash in quotes belongs to the character after it.
            let count = isQuoted && byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            result += rest.prefix(count)
            rest = rest.dropFirst(count)
        }
        return result
    }
}
