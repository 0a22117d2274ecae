import ByteText
import URLStandard

/// Reads a list file from its bytes, line by line, without creating a value for each line.
///
/// Nearly every line of a real list is a plain domain and a newline. ``HostText/endOfPlainDomain(in:from:)`` recognizes
/// such a line in one pass, and its bytes are copied unchanged. Every other line takes the slow path: find its end,
/// remove the comment and the spaces, and read the rest with the matcher of the format.
struct EntryListParser: ~Copyable {
    private let format: ListFormat
    private let side: URLFilter.Side
    private let badLineLimit: Int
    private var badLines: [EntryListReading.BadLine] = []
    private var badLineCount = 0

    init(format: ListFormat, side: URLFilter.Side, badLineLimit: Int) {
        self.format = format
        self.side = side
        self.badLineLimit = badLineLimit
    }

    consuming func read(_ file: Span<UInt8>) throws(MatcherError) -> EntryListReading {
        // Canonical entries take about as much space as their lines.
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
        var list = entries.finish(format: format)
        list.side = side
        return EntryListReading(
            list: list,
            badLines: badLines,
            badLineCount: badLineCount,
            lineCount: line
        )
    }

    /// The end of a plain domain and the start of the next line, if the line consists of nothing else.
    @inline(__always)
    private func plainDomainEnd(_ file: Span<UInt8>, from start: Int) -> (entry: Int, line: Int)? {
        guard let end = HostText.endOfPlainDomain(in: file, from: start) else { return nil }
        if end == file.count || file[end] == UInt8(ascii: "\n") { return (end, end &+ 1) }
        guard file[end] == UInt8(ascii: "\r"), end &+ 1 < file.count, file[end &+ 1] == UInt8(ascii: "\n") else {
            return nil
        }
        return (end, end &+ 2)
    }

    /// Reads the entries of a line, if it has any. Of a line of a hosts file, the good names are read.
    ///
    /// - Throws: ``MatcherError`` if the list grows too large.
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
            case .hosts:
                let place = (line: number, offset: offset, shift: range.lowerBound)
                return try readHosts(text, at: place, &record, into: &entries)
            case .edge:
                try ListFormat.checkText(text)
                let pattern = try LinkPattern(QuotedText.decode(text), as: .browser)
                return try entries.append(pattern, line: number)
            case .chrome:
                try ListFormat.checkText(text)
                let filter = try URLFilter(QuotedText.decode(text), side: side)
                try filter.checkKeys()
                return try entries.append(filter, line: number)
            case .urls:
                try ListFormat.checkText(text)
                try ExactURLMatcher.parse(text, into: &record)
            }
        } catch {
            if error.code == .listTooLarge { throw error }
            return recordBadLine(error, line: number, offset: offset, text.indices, shiftedBy: range.lowerBound)
        }
        switch format {
        case .urls:
            try entries.append(record.hrefWithoutFragment, line: number)
            // The line contributes both readings of its host.
            guard let asRead = ExactURLMatcher.textAsRead(of: record) else { break }
            try entries.append(asRead.utf8.span, line: number)
        default: try entries.append(record.host, line: number)
        }
    }

    private mutating func readHosts(
        _ text: Span<UInt8>,
        at place: (line: Int, offset: Int, shift: Int),
        _ record: inout URLRecord,
        into entries: inout EntryListBuilder
    ) throws(MatcherError) {
        for name in try HostsLine.names(of: text) {
            do throws(MatcherError) {
                try HostsLine.parse(text, name, into: &record)
            } catch {
                // The other names of the line stay blocked.
                recordBadLine(error, line: place.line, offset: place.offset, name, shiftedBy: place.shift)
                continue
            }
            try entries.append(record.host, line: place.line)
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
        guard badLines.count < badLineLimit else { return }
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

    /// The part of a line that is an entry: without its comment, surrounding spaces and tabs, and carriage return.
    fileprivate static func entryRange(_ line: Span<UInt8>, _ format: ListFormat) -> Range<Int> {
        var end = line.count
        if end > 0, line[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        var start = 0
        while start < end, line[start].isSpaceOrTab { start += 1 }
        if format == .adblockDomains { return start..<endOfFilter(line, start, end) }
        for index in start..<end where line[index] == UInt8(ascii: "#") {
            guard index == start || line[index - 1].isSpaceOrTab || format == .hosts else { continue }
            end = index
            break
        }
        while end > start, line[end - 1].isSpaceOrTab { end -= 1 }
        return start..<end
    }
}

extension EntryListParser {
    /// The end of a filter; equal to its start if the line is a comment or the file's header, `[Adblock Plus 2.0]`.
    private static func endOfFilter(_ line: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
        guard start < end, line[start] != UInt8(ascii: "!") else { return start }
        if line.extracting(start..<end).firstRange(of: "[Adblock")?.lowerBound == 0 { return start }
        var end = end
        while end > start, line[end - 1].isSpaceOrTab { end -= 1 }
        return end
    }
}

extension EntryList {
    /// The most entries that a list of patterns may have, because patterns take more memory than their lines.
    public static var patternLimit: Int { 1_000_000 }

    /// The largest file that is accepted, in bytes.
    public static var fileByteLimit: Int { 256 << 20 }

    /// Reads a list file.
    ///
    /// The file is UTF-8 with or without a byte order mark, and its lines end with LF or CRLF; see ``ListFormat`` for
    /// comments. Reading continues after a bad line: all bad lines are counted, and the first ones are kept. In
    /// ``ListFormat/hosts``, so are the bad names of a line, whose other names are entries.
    ///
    /// - Parameters:
    ///   - file: The bytes of the whole file.
    ///   - format: What its lines are.
    ///   - side: The list that filters are in: on the allow side, one with two values of one key is a bad line.
    ///   - badLineLimit: How many bad lines to keep.
    /// - Returns: The entries, and the bad lines.
    /// - Throws: ``MatcherError`` with code ``MatcherError/Code/tooLong`` if the file is larger than ``fileByteLimit``,
    ///   and with code ``MatcherError/Code/listTooLarge`` if it has more entries than can be stored.
    /// - Complexity: O(*n*) in the bytes of the file.
    public static func read(
        _ file: Span<UInt8>,
        format: ListFormat,
        side: URLFilter.Side = .block,
        badLineLimit: Int = EntryListReading.badLineLimit
    ) throws(MatcherError) -> EntryListReading {
        guard file.count <= fileByteLimit else {
            throw MatcherError(.tooLong, "the list is larger than \(fileByteLimit >> 20) MiB")
        }
        return try EntryListParser(format: format, side: side, badLineLimit: badLineLimit).read(file)
    }
}

/// The result of reading a list file: its entries, and the mistakes in the other lines and names.
///
/// A dropped block rule leaves a site unblocked, so a caller may continue with bad lines only if it was explicitly told
/// to.
public struct EntryListReading: Sendable {
    /// A line that is not a valid entry, or a name of a line of a hosts file that is not one.
    public struct BadLine: Hashable, Sendable {
        /// The line; the first one of the file is 1.
        public let line: Int
        /// The bytes within the line that the error refers to, counted from 0; a byte order mark does not count.
        public let columns: Range<Int>
        /// The offset of the line in the file, in bytes.
        public let lineOffset: Int
        /// What is wrong.
        public let error: MatcherError
    }

    /// The maximum number of bad lines that are kept, unless the caller of
    /// ``EntryList/read(_:format:side:badLineLimit:)`` sets another one.
    public static var badLineLimit: Int { 100 }

    /// The entries of all good lines, and the good names of lines of a hosts file.
    public let list: EntryList
    /// The first bad lines, up to the limit, in file order.
    public let badLines: [BadLine]
    /// The number of bad lines; in a hosts file, each bad name counts.
    public let badLineCount: Int
    /// The number of lines in the file, including a last line without a newline.
    public let lineCount: Int
}

/// The format of the lines of a list file.
///
/// Blank lines are skipped. Comments are the same in every format but two: a line whose first character other than a
/// space is `#` is a comment, and so is everything from a `#` that follows a space or tab. A `#` without a space before
/// it belongs to the entry: in a URL it begins the fragment. In ``hosts``, every `#` begins a comment; in
/// ``adblockDomains``, comments begin with `!`.
public enum ListFormat: String, CaseIterable, Hashable, Sendable {
    /// One domain on each line, matched like ``DomainMatcher``.
    case domains
    /// The lines of a hosts file, `0.0.0.0 ads.example tracker.example`. Each name is matched like ``HostMatcher``;
    /// names of the machine itself, such as `localhost`, are skipped. A line begins with an address.
    case hosts
    /// `||ads.example^` on each line, the only kind of ad blocker's filter that names a whole domain, matched like
    /// ``DomainMatcher``.
    case adblockDomains = "adblock-domains"
    /// One entry of the managed browser's list format on each line, matched like ``LinkPattern``.
    case edge
    /// One filter of the enterprise URL list format on each line, matched like ``URLFilter``.
    case chrome
    /// One URL on each line, matched like ``ExactURLMatcher``.
    case urls
}

extension ListFormat {
    /// Rejects an entry with malformed UTF-8.
    ///
    /// - Complexity: O(*n*) in the bytes of the entry.
    package static func checkText(_ text: Span<UInt8>) throws(MatcherError) {
        try MatcherError.checkUTF8(text, "list")
    }

    /// The entries of a line, in the order in which a list has them; a bad name of a hosts file is none.
    ///
    /// - Complexity: O(*n*) in the bytes of the line.
    package func entryRanges(in line: Span<UInt8>) -> [Range<Int>] {
        let range = EntryListParser.entryRange(line, self)
        guard self == .hosts else { return range.isEmpty ? [] : [range] }
        let text = line.extracting(range)
        var record = URLRecord()
        var names: [Range<Int>] = []
        for name in (try? HostsLine.names(of: text)) ?? [] {
            guard (try? HostsLine.parse(text, name, into: &record)) != nil else { continue }
            names.append(name.lowerBound + range.lowerBound..<name.upperBound + range.lowerBound)
        }
        return names
    }

    /// Whether entries are patterns, each checked when a host leads to it, rather than names that a table resolves.
    package var isAnchoredByEntry: Bool {
        switch self {
        case .edge, .chrome: true
        case .domains, .hosts, .adblockDomains, .urls: false
        }
    }
}
