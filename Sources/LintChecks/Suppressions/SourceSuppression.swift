import ByteText
package import Diagnostics
import PolicyFiles
import URLMatching

/// A comment that suppresses findings on a line, with a reason: `# demarc:ignore DM012 reason`.
///
/// It applies to its own line. If it is alone on its line, it also applies to the next line that is not such a comment.
package struct SourceSuppression {
    /// The codes it names, with their places.
    package var codes: [(text: String, place: SourceRange)]
    /// The reason, or nil if there is none.
    package var reason: String?
    /// The lines that it applies to.
    package var lines: ClosedRange<Int>
    /// Where it is written.
    package var place: SourceRange

    private static let marker = Array("demarc:ignore".utf8)
    /// The maximum number of positions to try on one line.
    private static let mostTries = 16

    /// The suppressions of a file.
    ///
    /// JSON and binary property lists have no comments.
    ///
    /// - Complexity: O(*n*) in the bytes; O(*n* log *n*) for YAML that contains the marker.
    package static func all(in file: SourceFile) -> [SourceSuppression] {
        let bytes = file.bytes
        guard !file.path.lowercased().hasSuffix(".json"), !bytes.starts(with: Array("bplist".utf8)),
            ByteSearch.first(marker, in: bytes, from: 0) != nil
        else { return [] }
        let isXML = bytes.first { $0 > 0x20 && $0 < 0x80 } == UInt8(ascii: "<")
        let isYAML = [".yaml", ".yml"].contains { file.path.lowercased().hasSuffix($0) }
        let texts = isYAML ? YAMLTexts(file) : nil
        let comments = isXML ? xmlComments(in: bytes) : []
        var found: [SourceSuppression] = []
        var offset = 0
        var line = (end: 0, tries: 0)
        while let start = ByteSearch.first(marker, in: bytes, from: offset) {
            offset = start + marker.count
            guard offset >= bytes.count || !isWord(bytes[offset]) else { continue }
            if start >= line.end { line = (file.contents(ofLine: file.position(at: start).line).upperBound, 0) }
            line.tries += 1
            // Whether a position is in a comment depends on the line before it, which is not rescanned for thousands of
            // positions.
            guard line.tries <= mostTries else { continue }
            guard let suppression = isXML ? inXML(start, file, comments) : inText(start, file, texts) else { continue }
            found.append(suppression)
            // The whole comment belongs to this suppression.
            offset = max(offset, suppression.place.end.offset)
        }
        // Several comments above a line all apply to that line.
        for index in found.indices.reversed().dropFirst() where found[index].lines.count > 1 {
            let next = found[index + 1]
            if next.lines.count > 1, next.lines.lowerBound == found[index].lines.upperBound {
                found[index].lines = found[index].lines.lowerBound...next.lines.upperBound
            }
        }
        return found
    }

    private static func inText(_ start: Int, _ file: SourceFile, _ texts: YAMLTexts?) -> SourceSuppression? {
        let bytes = file.bytes
        let line = file.position(at: start).line
        let contents = file.contents(ofLine: line)
        var hash = start
        while hash > contents.lowerBound, isSpace(bytes[hash - 1]) { hash -= 1 }
        hash -= 1
        guard hash >= contents.lowerBound else { return nil }
        let before = bytes[contents.lowerBound..<hash]
        let markCount = ByteOrderMark.utf8Count(in: bytes.span.extracting(contents.lowerBound..<hash))
        let isAlone = before.dropFirst(markCount).allSatisfy { isSpace($0) }
        // A `#` in quotes does not start a comment.
        let isQuoted =
            texts?.contains(hash) ?? !before.count { $0 == UInt8(ascii: "\"") }.isMultiple(of: 2)
        // Lists for ad blockers use `!` instead of `#`.
        let isComment =
            bytes[hash] == UInt8(ascii: "#") && !isQuoted
            && (isAlone || before.last.map(isSpace) == true
                || texts == nil && isHosts(bytes.span.extracting(contents.lowerBound + markCount..<hash)))
        guard isComment || (bytes[hash] == UInt8(ascii: "!") && isAlone) else { return nil }
        return SourceSuppression(
            body: start + marker.count..<contents.upperBound,
            comment: hash..<contents.upperBound,
            lines: line...(isAlone ? line + 1 : line),
            file
        )
    }

    /// Whether a text is an entry of a hosts file, in which a comment needs no blank before it.
    private static func isHosts(_ text: Span<UInt8>) -> Bool { !ListFormat.hosts.entryRanges(in: text).isEmpty }

    /// The offsets at which comments begin in XML. In a CDATA section or a processing instruction, `<!--` is text.
    private static func xmlComments(in bytes: [UInt8]) -> Set<Int> {
        var starts: Set<Int> = []
        var offset = 0
        while let start = ByteSearch.first(Array("<".utf8), in: bytes, from: offset) {
            let markup = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")]
                .first { bytes[start...].starts(with: $0.0.utf8) }
            guard let (opening, closing) = markup else {
                offset = start + 1
                continue
            }
            offset = start + opening.utf8.count
            guard let end = ByteSearch.first(Array(closing.utf8), in: bytes, from: offset) else { break }
            if opening == "<!--" { starts.insert(start) }
            offset = end + closing.utf8.count
        }
        return starts
    }

    private static func inXML(_ start: Int, _ file: SourceFile, _ comments: Set<Int>) -> SourceSuppression? {
        let bytes = file.bytes
        var open = start
        while open > 0, isSpace(bytes[open - 1]) || bytes[open - 1] == 0x0A || bytes[open - 1] == 0x0D { open -= 1 }
        guard comments.contains(open - 4),
            let close = ByteSearch.first(Array("-->".utf8), in: bytes, from: start)
        else { return nil }
        open -= 4
        let first = file.position(at: open).line
        let last = file.position(at: close).line
        let before = bytes[file.contents(ofLine: first).lowerBound..<open]
        let behind = bytes[(close + 3)..<max(close + 3, file.contents(ofLine: last).upperBound)]
        let isAlone = before.allSatisfy(isSpace) && behind.allSatisfy(isSpace)
        return SourceSuppression(
            body: start + marker.count..<close,
            comment: open..<(close + 3),
            lines: first...(isAlone ? last + 1 : last),
            file
        )
    }

    private init(body: Range<Int>, comment: Range<Int>, lines: ClosedRange<Int>, _ file: SourceFile) {
        let bytes = file.bytes
        codes = []
        var offset = body.lowerBound
        while offset < body.upperBound {
            while offset < body.upperBound, Self.isSpace(bytes[offset]) { offset += 1 }
            let start = offset
            while offset < body.upperBound, Self.isWord(bytes[offset]) { offset += 1 }
            guard offset > start else { break }
            codes.append((String(decoding: bytes[start..<offset], as: UTF8.self), file.range(start..<offset)))
            // Another code follows a comma.
            guard offset < body.upperBound, bytes[offset] == UInt8(ascii: ",") else { break }
            offset += 1
        }
        let words = String(decoding: bytes[offset..<max(offset, body.upperBound)], as: UTF8.self)
            .split(whereSeparator: \.isWhitespace)
        reason = words.isEmpty ? nil : words.joined(separator: " ")
        self.lines = lines
        place = file.range(comment)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func isWord(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: "_")
    }
}
