import ByteText
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
        var start = ByteOrderMark.utf8Count(in: file)
        while start < file.count {
            line += 1
            if format == .domains, let end = plainDomainEnd(file, from: start) {
                try entries.append(file.extracting(start..<end.entry), line: line)
                start = end.line
                continue
            }
            var end = start
            while end < file.count, file[end] != UInt8(ascii: "\n") { end &+= 1 }
            try readLine(file.extracting(start..<end), number: line, offset: start, &record, into: &entries)
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

    /// Reads the entries of a line, if it has any; those of a bad line are left out altogether.
    ///
    /// - Throws: ``MatcherError`` where the list grows too large.
    private mutating func readLine(
        _ line: Span<UInt8>,
        number: Int,
        offset: Int,
        _ record: inout URLRecord,
        into entries: inout EntryListBuilder
    ) throws(MatcherError) {
        let range = Self.entryRange(line, format)
        guard !range.isEmpty else { return }
        let text = line.extracting(range)
        do throws(MatcherError) {
            switch format {
            case .domains: try HostText.parse(text, for: .domain, into: &record)
            case .adblockDomains: try AdblockLine.parse(text, into: &record)
            case .hosts: return try readHosts(text, line: number, &record, into: &entries)
            case .edge:
                try Self.checkText(text)
                let pattern = try LinkPattern(QuotedText.decode(text), as: .browser)
                return try entries.append(pattern, line: number)
            case .chrome:
                try Self.checkText(text)
                return try entries.append(URLFilter(QuotedText.decode(text)), line: number)
            case .urls:
                try Self.checkText(text)
                try ExactURLMatcher.parse(text, into: &record)
            }
        } catch {
            if error.code == .listTooLarge { throw error }
            return recordBadLine(error, line: number, offset: offset, text.indices, shiftedBy: range.lowerBound)
        }
        switch format {
        case .urls:
            try entries.append(record.hrefWithoutFragment, line: number)
            // Both ways to read its host are on the line.
            guard let asRead = ExactURLMatcher.textAsRead(of: record) else { break }
            try entries.append(asRead.utf8.span, line: number)
        default: try entries.append(record.host, line: number)
        }
    }

    private mutating func readHosts(
        _ text: Span<UInt8>,
        line: Int,
        _ record: inout URLRecord,
        into entries: inout EntryListBuilder
    ) throws(MatcherError) {
        let names = try HostsLine.names(of: text)
        // A line is taken as a whole or not at all, so every name is read before the first is kept.
        for name in names { try HostsLine.parse(text, name, into: &record) }
        for name in names {
            try HostsLine.parse(text, name, into: &record)
            try entries.append(record.host, line: line)
        }
    }

    private mutating func recordBadLine(
        _ error: MatcherError,
        line: Int,
        offset: Int,
        _ whole: Range<Int>,
        shiftedBy shift: Int
    ) {
        badLineCount += 1
        guard badLines.count < EntryListReading.badLineLimit else { return }
        let place = error.range ?? whole
        badLines.append(
            EntryListReading.BadLine(
                line: line,
                columns: shift + place.lowerBound..<shift + place.upperBound,
                lineOffset: offset,
                error: error
            )
        )
    }

    /// The URL parser reads malformed UTF-8 as U+FFFD; in a rule it is a mistake.
    private static func checkText(_ text: Span<UInt8>) throws(MatcherError) {
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

    /// What of a line is an entry: no comment, no spaces or tabs around it, no carriage return behind it.
    private static func entryRange(_ line: Span<UInt8>, _ format: ListFormat) -> Range<Int> {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        var end = line.count
        if end > 0, line[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        var start = 0
        while start < end, isBlank(line[start]) { start += 1 }
        if format == .adblockDomains { return start..<endOfFilter(line, start, end) }
        for index in start..<end where line[index] == UInt8(ascii: "#") {
            guard index == start || isBlank(line[index - 1]) || format == .hosts else { continue }
            end = index
            break
        }
        while end > start, isBlank(line[end - 1]) { end -= 1 }
        return start..<end
    }
}

extension EntryListParser {
    /// The end of a filter: its beginning where the line is a comment or the head of the file, `[Adblock Plus 2.0]`.
    private static func endOfFilter(_ line: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
        guard start < end, line[start] != UInt8(ascii: "!") else { return start }
        if line.extracting(start..<end).firstRange(of: "[Adblock")?.lowerBound == 0 { return start }
        var end = end
        while end > start, line[end - 1] == 0x20 || line[end - 1] == 0x09 { end -= 1 }
        return end
    }
}

extension EntryList {
    /// Lists of patterns, which take more memory than their lines, have no more entries than this.
    public static var patternLimit: Int { 1_000_000 }

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
    /// - Throws: ``MatcherError`` of code ``MatcherError/Code/tooLong`` where the file is larger than
    ///   ``fileByteLimit``; of code ``MatcherError/Code/listTooLarge`` where it has more entries than can be kept.
    /// - Complexity: O(*n*) in the bytes of the file.
    public static func read(_ file: Span<UInt8>, format: ListFormat) throws(MatcherError) -> EntryListReading {
        guard file.count <= fileByteLimit else {
            throw MatcherError(.tooLong, "the list is larger than \(fileByteLimit >> 20) MiB")
        }
        return try EntryListParser(format: format).read(file)
    }
}

/// What reading a list file gave: the entries of the good lines, and what is wrong with the others.
///
/// A dropped block rule is an open door, so a caller that goes on with bad lines must have been told to.
public struct EntryListReading: Sendable {
    /// A line that is no entry.
    public struct BadLine: Hashable, Sendable {
        /// The line; the first one of the file is 1.
        public let line: Int
        /// The bytes within the line that the error speaks of; the first one of the line is 0, a byte order mark not
        /// counted.
        public let columns: Range<Int>
        /// Where the line begins in the file, in bytes.
        public let lineOffset: Int
        /// What is wrong.
        public let error: MatcherError
    }

    /// How many bad lines are kept.
    public static var badLineLimit: Int { 100 }

    /// The entries of all good lines.
    public let list: EntryList
    /// The first ``badLineLimit`` bad lines, in the order of the file.
    public let badLines: [BadLine]
    /// How many bad lines there are.
    public let badLineCount: Int
    /// How many lines the file has; one that ends without a newline counts.
    public let lineCount: Int
}

/// What the lines of a list file are.
///
/// Blank lines are skipped, and comments are the same in every format but one: a line whose first character behind
/// spaces is `#` is a comment, and so is everything from a `#` that is behind a space or tab. A `#` with no space
/// before it belongs to the entry: in a URL it begins the fragment. In ``adblockDomains``, comments begin with `!`.
public enum ListFormat: String, CaseIterable, Hashable, Sendable {
    /// A domain on each line; it matches as ``DomainMatcher`` does.
    case domains
    /// The lines of a hosts file, `0.0.0.0 ads.example tracker.example`; each name matches as ``HostMatcher`` does, and
    /// the names of the machine itself, such as `localhost`, are skipped.
    case hosts
    /// `||ads.example^` on each line, the one kind of ad blocker's filter that names a whole domain; it matches as
    /// ``DomainMatcher`` does.
    case adblockDomains = "adblock-domains"
    /// An entry of the managed browser's list format on each line; it matches as ``LinkPattern`` does.
    case edge
    /// A filter of the enterprise URL list format on each line; it matches as ``URLFilter`` does.
    case chrome
    /// A URL on each line; it matches as ``ExactURLMatcher`` does.
    case urls
}

extension ListFormat {
    /// Whether entries are patterns, each asked where its host leads to it, instead of names that a table answers for.
    package var isAnchoredByEntry: Bool {
        switch self {
        case .edge, .chrome: true
        case .domains, .hosts, .adblockDomains, .urls: false
        }
    }
}
