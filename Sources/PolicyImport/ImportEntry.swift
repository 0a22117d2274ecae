import ByteText
import Diagnostics
import URLMatching

/// An entry of a foreign list, with its place.
struct ImportEntry {
    let text: String
    let place: SourceRange
    /// Why ``text`` differs from the file; nil if the bytes of the entry are UTF-8.
    let encodingError: MatcherError?
    private let file: SourceFile
    /// The offset of the text, or nil if the file contains it with escapes.
    private let start: Int?

    /// Creates an entry that does not occupy a line of its own in the file.
    init(text: String, in file: SourceFile, at range: Range<Int>, isVerbatim: Bool) {
        self.init(text: text, nil, place: file.range(range), file: file, start: isVerbatim ? range.lowerBound : nil)
    }

    private init(text: String, _ error: MatcherError?, place: SourceRange, file: SourceFile, start: Int?) {
        self.text = text
        encodingError = error
        self.place = place
        self.file = file
        self.start = start
    }

    /// The place of a range of bytes of the entry, or of the whole entry if the range is nil or empty.
    func place(of range: Range<Int>?) -> SourceRange {
        guard let range, let start, !range.isEmpty, range.upperBound <= text.utf8.count else { return place }
        return file.range(start + range.lowerBound..<start + range.upperBound)
    }

    /// The entries of a file: one on each line, or several with a separator between them.
    ///
    /// Blank lines are skipped, and so are comments: text after a `#` at the start of a line or after a space or tab.
    ///
    /// - Complexity: O(*n*) in the bytes of the file.
    static func entries(of file: SourceFile, separator: Character? = nil) -> [ImportEntry] {
        entries(of: file, separator: separator, keeping: .max).kept
    }

    /// The first entries of a file, and how many others it has.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - separator: The separator between entries on one line, or nil if each entry has its own line.
    ///   - limit: How many entries to keep; an entry takes a hundred times the memory of a short line.
    /// - Returns: The entries, and the number of the others.
    /// - Complexity: O(*n*) in the bytes of the file.
    static func entries(
        of file: SourceFile,
        separator: Character?,
        keeping limit: Int
    ) -> (kept: [ImportEntry], more: Int) {
        var kept: [ImportEntry] = []
        var more = 0
        func add(_ range: Range<Int>) {
            let range = withoutBlanks(file.bytes, range)
            guard !range.isEmpty else { return }
            if kept.count < limit { kept.append(entry(of: file, range)) } else { more += 1 }
        }
        let bytes = file.bytes
        var start = ByteOrderMark.utf8Count(in: bytes.span)
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            let line = start..<endOfEntry(bytes, start..<end)
            if let separator = separator?.asciiValue {
                var first = line.lowerBound
                while first <= line.upperBound {
                    let last = bytes[first..<line.upperBound].firstIndex(of: separator) ?? line.upperBound
                    add(first..<last)
                    first = last + 1
                }
            } else {
                add(line)
            }
            start = end + 1
        }
        return (kept, more)
    }

    private static func endOfEntry(_ bytes: [UInt8], _ line: Range<Int>) -> Int {
        for index in line where bytes[index] == UInt8(ascii: "#") {
            if index == line.lowerBound || isBlank(bytes[index - 1]) { return index }
        }
        return line.upperBound
    }

    private static func withoutBlanks(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, isBlank(bytes[start]) { start += 1 }
        while end > start, isBlank(bytes[end - 1]) { end -= 1 }
        return start..<end
    }

    private static func entry(of file: SourceFile, _ range: Range<Int>) -> ImportEntry {
        var problem: MatcherError?
        do throws(MatcherError) {
            try ListFormat.checkText(file.bytes.span.extracting(range))
        } catch {
            problem = error
        }
        let text = String(decoding: file.bytes[range], as: UTF8.self)
        return ImportEntry(text: text, problem, place: file.range(range), file: file, start: range.lowerBound)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte.isSpaceOrTab || byte == UInt8(ascii: "\r") }
}
