import ByteText
import Diagnostics
import PolicyModel
import URLMatching

/// Finds the ranges that findings about rules underline.
///
/// A rule records only where it starts. Its contents are searched in the text of the file, which may not be available;
/// then a finding points at the start.
struct LintPlaces: Sendable {
    private var files: [String: SourceFile] = [:]
    /// Where rules start in each file, in order: a rule ends where the next one starts.
    private var starts: [String: [Int]] = [:]

    init(_ ruleSets: [RuleSet], _ sources: [SourceFile]) {
        for source in sources where files[source.path] == nil { files[source.path] = source }
        for ruleSet in ruleSets {
            for location in ruleSet.rules.map(\.location) + [ruleSet.defaultLocation] {
                if let offset = offset(of: location) { starts[location.path, default: []].append(offset) }
            }
        }
        for path in Array(starts.keys) { starts[path]?.sort() }
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

    /// The line of an entry of a list, or the entry alone if its line has several, as in a hosts file.
    func entry(_ entry: Int, of list: EntryList, at path: String) -> (range: SourceRange, isAlone: Bool) {
        let line = list.line(at: entry)
        var first = entry
        while first > 0, list.line(at: first - 1) == line { first -= 1 }
        // A URL may make two entries, but these belong together.
        let isAlone =
            list.format != .hosts
            || first == entry && (entry + 1 == list.count || list.line(at: entry + 1) != line)
        guard !isAlone, let file = files[path], line <= file.lineCount else {
            return (self.line(line, of: path), isAlone)
        }
        let contents = file.contents(ofLine: line)
        let mark = line == 1 ? ByteOrderMark.utf8Count(in: file.bytes.span) : 0
        let start = min(contents.lowerBound + mark, contents.upperBound)
        let ranges = list.format.entryRanges(in: file.bytes.span.extracting(start..<contents.upperBound))
        guard ranges.indices.contains(entry - first) else { return (self.line(line, of: path), isAlone) }
        let range = ranges[entry - first]
        return (file.range(start + range.lowerBound..<start + range.upperBound), isAlone)
    }

    /// The range of a text in a rule if it occurs exactly once, otherwise the range of the rule.
    func range(of text: String, in rule: Rule) -> SourceRange {
        guard let (file, offsets) = offsets(of: text, in: rule) else { return range(rule.location) }
        return file.range(offsets)
    }

    /// The range of `key: text`, including what precedes it on its line, if both occur exactly once in a rule and the
    /// value is written literally. Nil if the rule may share keys with other mappings, because an edit would change
    /// those too.
    func entry(_ key: String, _ text: String, in rule: Rule) -> (range: SourceRange, isFlow: Bool, indent: Int)? {
        guard let (file, offsets) = offsets(of: text, in: rule), !mayShareKeys(rule) else { return nil }
        var (start, end) = (offsets.lowerBound, offsets.upperBound)
        let bytes = file.bytes
        if start > 0, bytes[start - 1] == UInt8(ascii: "'") || bytes[start - 1] == UInt8(ascii: "\"") {
            guard end < bytes.count, bytes[end] == bytes[start - 1] else { return nil }
            (start, end) = (start - 1, end + 1)
        }
        let name = Array("\(key): ".utf8)
        guard start >= name.count, bytes[(start - name.count)..<start].elementsEqual(name) else { return nil }
        start -= name.count
        let line = file.position(at: start).line
        let contents = file.contents(ofLine: line)
        guard contents.contains(start), end <= contents.upperBound else { return nil }
        // Only the end of the line, or of an entry of a flow mapping, may follow the value; otherwise it is not the
        // whole value.
        let rest = bytes[end..<contents.upperBound].drop { $0 == 0x20 }
        let isFlow = rest.first == UInt8(ascii: ",") || rest.first == UInt8(ascii: "}")
        guard isFlow || rest.isEmpty else { return nil }
        let before = bytes[contents.lowerBound..<start]
        guard isFlow || before.allSatisfy({ $0 == 0x20 || $0 == UInt8(ascii: "-") }) else { return nil }
        return (file.range(start..<end), isFlow, before.count)
    }

    /// Whether a rule may share keys with other mappings. It has a YAML anchor, which a merge key elsewhere may name, or
    /// it has a merge key itself, whose value may have an anchor.
    private func mayShareKeys(_ rule: Rule) -> Bool {
        guard let (file, extent) = extent(of: rule) else { return true }
        // A mapping is placed at its anchor.
        return file.bytes[extent].first == UInt8(ascii: "&") || file.bytes[extent].contains("<<".utf8)
    }

    /// The bytes from the start of a rule to the next one.
    private func extent(of rule: Rule) -> (SourceFile, Range<Int>)? {
        guard let file = files[rule.location.path], let start = offset(of: rule.location) else { return nil }
        let end = starts[rule.location.path]?.first { $0 > start } ?? file.bytes.count
        return (file, start..<end)
    }

    private func offsets(of text: String, in rule: Rule) -> (SourceFile, Range<Int>)? {
        guard let (file, extent) = extent(of: rule) else { return nil }
        let (start, end) = (extent.lowerBound, extent.upperBound)
        let wanted = Array(text.utf8)
        guard !wanted.isEmpty, end - start <= 64 << 10 else { return nil }
        var found: Int?
        var offset = start
        while offset + wanted.count <= end {
            if file.bytes[offset] == wanted[0], file.bytes[offset..<offset + wanted.count].elementsEqual(wanted) {
                guard found == nil else { return nil }
                found = offset
            }
            offset += 1
        }
        return found.map { (file, $0..<$0 + wanted.count) }
    }
}
