import ByteText
public import Diagnostics
import PolicyModel
import URLMatching

/// What an import made of foreign files, and what it could not carry over.
public struct ImportResult: Hashable, Sendable {
    /// What was written.
    public enum Product: String, CaseIterable, Hashable, Sendable {
        /// A policy document.
        case policyDocument = "policy-document"
        /// A list of format `domains`.
        case domainList = "domains"
        /// A list of format `hosts`.
        case hostList = "hosts"
    }

    /// What ``text`` is.
    public var product: Product
    /// The Demarc file; empty where there is nothing to write.
    public var text: String
    /// How the input was read, as one sentence without its period.
    public var reading: String
    /// How many entries were carried over.
    public var carried: Int
    /// How many entries were not.
    public var dropped: Int
    /// What there is to say: an error for what was dropped, a warning for what may not be meant so, notes.
    public var findings: [Diagnostic]
    /// The files that findings quote.
    public var sources: [SourceFile]

    init(_ product: Product, reading: String, sources: [SourceFile]) {
        self.product = product
        text = ""
        self.reading = reading
        carried = 0
        dropped = 0
        findings = []
        self.sources = sources
    }

    /// How many findings about dropped entries are kept.
    static var findingLimit: Int { 1000 }

    /// Notes that an entry was not carried over.
    mutating func drop(
        _ code: String,
        _ message: String,
        at place: SourceRange,
        help: String? = nil,
        severity: Diagnostic.Severity = .error
    ) {
        dropped += 1
        guard dropped <= Self.findingLimit else { return }
        findings.append(Diagnostic(code: code, severity: severity, message: message, places: [place], help: help))
    }

    /// Notes something that was carried over, or says something of the whole.
    mutating func note(
        _ code: String,
        _ message: String,
        at places: [SourceRange] = [],
        help: String? = nil,
        severity: Diagnostic.Severity = .note
    ) {
        findings.append(Diagnostic(code: code, severity: severity, message: message, places: places, help: help))
    }
}

/// An entry of a foreign list, with its place.
struct ImportEntry {
    let text: String
    let place: SourceRange
    private let file: SourceFile
    private let start: Int

    /// Where some bytes of the entry stand; the whole entry for none.
    func place(of range: Range<Int>?) -> SourceRange {
        guard let range, !range.isEmpty, range.upperBound <= text.utf8.count else { return place }
        return file.range(start + range.lowerBound..<start + range.upperBound)
    }

    /// The entries of a file: one on each line, or several with a separator between them.
    ///
    /// Blank lines are skipped, and so is what is behind a `#` that begins a line or follows a space or tab.
    ///
    /// - Complexity: O(*n*) in the bytes of the file.
    static func entries(of file: SourceFile, separator: Character? = nil) -> [ImportEntry] {
        var entries: [ImportEntry] = []
        let bytes = file.bytes
        var start = ByteOrderMark.utf8Count(in: bytes.span)
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            let line = start..<endOfEntry(bytes, start..<end)
            if let separator = separator?.asciiValue {
                var first = line.lowerBound
                while first <= line.upperBound {
                    let last = bytes[first..<line.upperBound].firstIndex(of: separator) ?? line.upperBound
                    entries += entry(of: file, first..<last)
                    first = last + 1
                }
            } else {
                entries += entry(of: file, line)
            }
            start = end + 1
        }
        return entries
    }

    private static func endOfEntry(_ bytes: [UInt8], _ line: Range<Int>) -> Int {
        for index in line where bytes[index] == UInt8(ascii: "#") {
            if index == line.lowerBound || isBlank(bytes[index - 1]) { return index }
        }
        return line.upperBound
    }

    private static func entry(of file: SourceFile, _ range: Range<Int>) -> [ImportEntry] {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, isBlank(file.bytes[start]) { start += 1 }
        while end > start, isBlank(file.bytes[end - 1]) { end -= 1 }
        guard start < end else { return [] }
        let text = String(decoding: file.bytes[start..<end], as: UTF8.self)
        return [ImportEntry(text: text, place: file.range(start..<end), file: file, start: start)]
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
}

/// A rule that an import writes: values of one matcher key.
struct ImportedRule {
    let id: String
    let urlClass: URLClass
    var priority = 0
    let key: MatcherKey
    var values: [String] = []
    let because: String?
}

/// The text of a policy document with one rule set.
enum ImportedDocument {
    static func text(_ rules: [ImportedRule], default standard: URLClass, heading: String) -> String {
        var text = "# \(heading)\ndemarc: 1\nruleSets:\n  imported:\n    default: \(standard.rawValue)\n"
        guard !rules.isEmpty else { return text }
        text += "    rules:\n"
        for rule in rules {
            text += "      - id: \(rule.id)\n        class: \(rule.urlClass.rawValue)\n"
            if rule.priority != 0 { text += "        priority: \(rule.priority)\n" }
            if let because = rule.because { text += "        because: \(quoted(because))\n" }
            text += "        \(rule.key.rawValue):\n"
            for value in rule.values { text += "          - \(quoted(value))\n" }
        }
        return text
    }

    /// A text of YAML on one line, in quotes that know no escapes where that will do.
    static func quoted(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: false
            default: true
            }
        }
        // JSON's escapes are YAML's, too.
        return isPlain
            ? "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
            : JSONText.string(text)
    }
}
