import URLStandard

/// Reads a list file from its bytes, line by line, without making a value for a line.
///
/// Nearly every line of a real list is a plain domain and a newline; ``HostText/endOfPlainDomain(in:from:)`` recognises
/// it in one pass, and its bytes are copied as they are. Every other line takes the long way: find its end, cut the
/// comment and the spaces, and read what remains as the matcher of the format reads its text.
struct EntryListParser: ~Copyable {
    private let format: ListFormat
    private var badLines: [EntryListReading.BadLine] = []
    private var badLineCount = 0

    init(format: ListFormat) { self.format = format }

    consuming func read(_ file: Span<UInt8>) throws(MatcherError) -> EntryListReading {
        // Canonical entries take about as much room as their lines.
        var entries = EntryListBuilder(reservingBytes: file.count)
        var record = URLRecord()
        var line = 0
        var start = Self.startOfText(file)
        while start < file.count {
            line += 1
            if format == .domains, let end = plainDomainEnd(file, from: start) {
                try entries.append(file.extracting(start..<end.entry), line: line)
                start = end.line
                continue
            }
            var end = start
            while end < file.count, file[end] != UInt8(ascii: "\n") { end &+= 1 }
            if readLine(file.extracting(start..<end), number: line, offset: start, into: &record) {
                switch format {
                case .domains: try entries.append(record.host, line: line)
                case .urls: try entries.append(record.hrefWithoutFragment, line: line)
                }
            }
            start = end + 1
        }
        return EntryListReading(
            list: entries.finish(format: format),
            badLines: badLines,
            badLineCount: badLineCount,
            lineCount: line
        )
    }

    /// Where a plain domain ends, and where the next line begins, if the line is nothing but one.
    @inline(__always)
    private func plainDomainEnd(_ file: Span<UInt8>, from start: Int) -> (entry: Int, line: Int)? {
        guard let end = HostText.endOfPlainDomain(in: file, from: start) else { return nil }
        if end == file.count || file[end] == UInt8(ascii: "\n") { return (end, end &+ 1) }
        guard file[end] == UInt8(ascii: "\r"), end &+ 1 < file.count, file[end &+ 1] == UInt8(ascii: "\n") else {
            return nil
        }
        return (end, end &+ 2)
    }

    /// Reads the entry of a line into the record; false where there is none, or a bad one.
    private mutating func readLine(
        _ line: Span<UInt8>,
        number: Int,
        offset: Int,
        into record: inout URLRecord
    ) -> Bool {
        let range = Self.entryRange(line)
        guard !range.isEmpty else { return false }
        let text = line.extracting(range)
        do throws(MatcherError) {
            switch format {
            case .domains:
                try HostText.parse(text, for: .domain, into: &record)
            case .urls:
                try Self.checkURLText(text)
                try ExactURLMatcher.parse(text, into: &record)
            }
        } catch {
            badLineCount += 1
            guard badLines.count < EntryListReading.badLineLimit else { return false }
            let place = error.range ?? text.indices
            badLines.append(
                EntryListReading.BadLine(
                    line: number,
                    columns: range.lowerBound + place.lowerBound..<range.lowerBound + place.upperBound,
                    lineOffset: offset,
                    error: error
                )
            )
            return false
        }
        return true
    }

    /// The URL parser reads malformed UTF-8 as U+FFFD; in a rule it is a mistake.
    private static func checkURLText(_ text: Span<UInt8>) throws(MatcherError) {
        do {
            _ = try UTF8Span(validating: text)
        } catch {
            throw MatcherError(
                .notUTF8,
                "\(QuotedText.quote(text)) is not UTF-8",
                help: "save the list as UTF-8",
                range: error.byteOffsets
            )
        }
    }

    /// Behind the byte order mark that some editors write.
    private static func startOfText(_ file: Span<UInt8>) -> Int {
        file.count >= 3 && file[0] == 0xEF && file[1] == 0xBB && file[2] == 0xBF ? 3 : 0
    }

    /// What of a line is an entry: no comment, no spaces or tabs around it, no carriage return behind it.
    private static func entryRange(_ line: Span<UInt8>) -> Range<Int> {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        var end = line.count
        if end > 0, line[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        var start = 0
        while start < end, isBlank(line[start]) { start += 1 }
        for index in start..<end where line[index] == UInt8(ascii: "#") {
            guard index == start || isBlank(line[index - 1]) else { continue }
            end = index
            break
        }
        while end > start, isBlank(line[end - 1]) { end -= 1 }
        return start..<end
    }
}

extension EntryList {
    /// Larger files are refused.
    public static var fileByteLimit: Int { 256 << 20 }

    /// Reads a list file.
    ///
    /// The file is UTF-8 with or without a byte order mark, its lines end with LF or CRLF; see ``ListFormat`` for
    /// comments. A bad line does not end the reading: all are counted and the first hundred kept.
    ///
    /// - Parameters:
    ///   - file: The bytes of the whole file.
    ///   - format: What its lines are.
    /// - Returns: The entries of the good lines, and the bad lines.
    /// - Throws: ``MatcherError`` of code ``MatcherError/Code/tooLong`` where the file is larger than ``fileByteLimit``.
    /// - Complexity: O(*n*) in the bytes of the file.
    public static func read(_ file: Span<UInt8>, format: ListFormat) throws(MatcherError) -> EntryListReading {
        guard file.count <= fileByteLimit else {
            throw MatcherError(.tooLong, "the list is larger than \(fileByteLimit >> 20) MiB")
        }
        return try EntryListParser(format: format).read(file)
    }
}
