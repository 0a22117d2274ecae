import ByteText
import Diagnostics
import PolicyFiles
import PolicyModel
import URLMatching

/// Finds the ranges that findings about rules underline.
///
/// A rule records only where it starts. Its contents are searched in the text of the file, which may not be available;
/// then a finding points at the start.
struct LintPlaces: Sendable {
    private var files: [String: SourceFile] = [:]
    /// Where the rules of each file are written.
    private var rules: [String: YAMLMappings] = [:]

    init(_ ruleSets: [RuleSet], _ sources: [SourceFile]) {
        for source in sources where files[source.path] == nil { files[source.path] = source }
        var starts: [String: Set<Int>] = [:]
        // A rule with nothing but lists contains no text to find, and a rule that stands for a list is in no YAML file.
        for rule in ruleSets.flatMap(\.rules) where rule.conditions.contains(where: { $0.key != .list }) {
            if let offset = offset(of: rule.location) { starts[rule.location.path, default: []].insert(offset) }
        }
        for (path, starts) in starts { rules[path] = files[path].flatMap { YAMLMappings($0, startingAt: starts) } }
    }

    private func offset(of location: SourceLocation) -> Int? {
        files[location.path]?.offset(line: location.line, column: location.column)
    }

    /// From a location to the end of its line.
    func range(_ location: SourceLocation) -> SourceRange {
        guard let file = files[location.path], let start = offset(of: location) else {
            return SourceRange(at: location)
        }
        var end = file.contents(ofLine: location.line).upperBound
        while end > start, file.bytes[end - 1] == 0x20 { end -= 1 }
        return file.range(start..<end)
    }

    /// A line of a list.
    func line(_ line: Int, of path: String) -> SourceRange {
        guard let file = files[path], line <= file.lineCount else {
            return SourceRange(at: SourceLocation(path: path, line: line, column: 1))
        }
        return file.range(file.contents(ofLine: line))
    }

    /// The entries of a line of a hosts file.
    struct EntryLine {
        /// The entries.
        var entries: ClosedRange<Int>
        /// The bytes of each; empty if the text is not available.
        var ranges: [Range<Int>]
    }

    /// The line of an entry of a list, or the entry alone if its line has several, as in a hosts file.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - list: The list.
    ///   - path: Its file.
    ///   - lines: The lines of the list that were read for other entries, by number.
    /// - Returns: The place, and whether the line has no other entry.
    func entry(
        _ entry: Int,
        of list: EntryList,
        at path: String,
        _ lines: inout [Int: EntryLine]
    ) -> (range: SourceRange, isAlone: Bool) {
        let number = list.line(at: entry)
        // A URL may make two entries, but these belong together.
        guard list.format == .hosts else { return (line(number, of: path), true) }
        // PERF: a line may have a million entries, and is read once for all of them.
        let found = lines[number] ?? entryLine(number, around: entry, of: list, at: path)
        lines[number] = found
        let isAlone = found.entries.count == 1
        let position = entry - found.entries.lowerBound
        guard !isAlone, let file = files[path], found.ranges.indices.contains(position) else {
            return (line(number, of: path), isAlone)
        }
        return (file.range(found.ranges[position]), false)
    }

    private func entryLine(_ line: Int, around entry: Int, of list: EntryList, at path: String) -> EntryLine {
        var (first, last) = (entry, entry)
        while first > 0, list.line(at: first - 1) == line { first -= 1 }
        while last + 1 < list.count, list.line(at: last + 1) == line { last += 1 }
        guard first < last, let file = files[path], line <= file.lineCount else {
            return EntryLine(entries: first...last, ranges: [])
        }
        let contents = file.contents(ofLine: line)
        let mark = line == 1 ? ByteOrderMark.utf8Count(in: file.bytes.span) : 0
        let start = min(contents.lowerBound + mark, contents.upperBound)
        let ranges = list.format.entryRanges(in: file.bytes.span.extracting(start..<contents.upperBound))
            .map { start + $0.lowerBound..<start + $0.upperBound }
        return EntryLine(entries: first...last, ranges: ranges)
    }

    /// The range of a text in a rule if it occurs exactly once, otherwise the range of the rule. If the text is the value
    /// of `regex`, other places where it occurs do not count.
    func range(of text: String, in rule: Rule) -> SourceRange {
        guard let (file, mapping) = mapping(of: rule) else { return range(rule.location) }
        if let entry = Self.regexEntry(text, of: mapping, in: file) {
            return file.range(Self.offsets(of: text, in: entry.textBytes, of: file) ?? entry.textBytes)
        }
        return Self.offsets(of: text, in: mapping.extent, of: file).map { file.range($0) } ?? range(rule.location)
    }

    /// Where `regex` and its value are written in a rule, and the text that must separate the keys of an edit that
    /// replaces both. Nil if the rule may share keys with other mappings, because an edit would change those too, or if
    /// anything but blanks is on its line in a block.
    func regexEntry(_ text: String, of rule: Rule) -> (range: SourceRange, separator: String)? {
        guard let (file, mapping) = mapping(of: rule), !mapping.mayBeShared,
            let entry = Self.regexEntry(text, of: mapping, in: file)
        else { return nil }
        let (start, end) = (entry.keyBytes.lowerBound, entry.textBytes.upperBound)
        let range = file.range(start..<end)
        guard !mapping.isInBraces else { return (range, ", ") }
        let line = range.start.line
        let contents = file.contents(ofLine: line)
        let before = file.bytes[contents.lowerBound..<start]
        guard line > 1, before.allSatisfy({ $0 == 0x20 || $0 == UInt8(ascii: "-") }),
            file.bytes[end..<contents.upperBound].allSatisfy({ $0 == 0x20 })
        else { return nil }
        // The line above ends as the other lines of the file do.
        let lineEnd = file.bytes[file.contents(ofLine: line - 1).upperBound..<contents.lowerBound]
        return (range, String(decoding: lineEnd, as: UTF8.self) + String(repeating: " ", count: before.count))
    }

    /// The entry of `regex` if the text is its value, and both are on one line.
    private static func regexEntry(
        _ text: String,
        of mapping: YAMLMappings.Mapping,
        in file: SourceFile
    ) -> YAMLMappings.Entry? {
        mapping.entries.first { entry in
            let whole = file.range(entry.keyBytes.lowerBound..<entry.textBytes.upperBound)
            return entry.key == MatcherKey.regex.rawValue && entry.text == text && whole.start.line == whole.end.line
        }
    }

    private func mapping(of rule: Rule) -> (SourceFile, YAMLMappings.Mapping)? {
        guard let file = files[rule.location.path], let start = offset(of: rule.location),
            let mapping = rules[rule.location.path]?.mapping(at: start)
        else { return nil }
        return (file, mapping)
    }

    private static func offsets(of text: String, in extent: Range<Int>, of file: SourceFile) -> Range<Int>? {
        let wanted = Array(text.utf8)
        guard !wanted.isEmpty, extent.count <= 64 << 10 else { return nil }
        var found: Int?
        var offset = extent.lowerBound
        while offset + wanted.count <= extent.upperBound {
            if file.bytes[offset] == wanted[0], file.bytes[offset..<offset + wanted.count].elementsEqual(wanted) {
                guard found == nil else { return nil }
                found = offset
            }
            offset += 1
        }
        return found.map { $0..<$0 + wanted.count }
    }
}
