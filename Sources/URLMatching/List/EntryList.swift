import ByteText
package import URLStandard

/// The entries of a list file in file order, each with its line.
///
/// A million entries are three flat arrays rather than a million values: the concatenated canonical bytes of all
/// entries, the end of each entry, and its line. A list of domains takes its own size plus 8 bytes for each entry. The
/// entries of a list in a compiled policy stay in that policy's file, see `StoredEntries`.
public struct EntryList: Sendable {
    /// What the entries are.
    public let format: ListFormat

    // INVARIANT: `ends` and `lines` have the same count; `ends` ascends and its last element is the count of `bytes`.
    private let bytes: [UInt8]
    private let ends: [UInt32]
    private var lines: [UInt32]
    /// The compiled entries of a managed browser's list; empty for every other format.
    let edges: [LinkPattern]
    /// The compiled filters of a list of format ``ListFormat/chrome``; empty for every other format.
    let filters: [URLFilter]
    /// The side that the filters of format ``ListFormat/chrome`` belong to.
    public var side = URLFilter.Side.block
    // INVARIANT: if the list is in a file, the arrays are empty; otherwise `stored` is empty.
    private var stored: StoredEntries
    private let isStored: Bool
    /// The schemes of the URLs that are in a file.
    private let storedSchemes: [String]

    init(
        format: ListFormat,
        bytes: [UInt8],
        ends: [UInt32],
        lines: [UInt32],
        edges: [LinkPattern],
        filters: [URLFilter] = []
    ) {
        self.format = format
        self.edges = edges
        self.filters = filters
        self.bytes = bytes
        self.ends = ends
        self.lines = lines
        (stored, isStored, storedSchemes) = (.none, false, [])
    }

    /// A list whose entries are in a compiled file.
    ///
    /// - Parameters:
    ///   - format: The format of the entries.
    ///   - stored: The stored entries.
    ///   - schemes: The ``namedSchemes`` of the list; not used for formats whose entries are read here.
    /// - Throws: ``MatcherError`` if the format is ``ListFormat/edge`` or ``ListFormat/chrome`` and an entry is
    ///   invalid. Entries of these formats are read here; all others stay in the file.
    package init(format: ListFormat, stored: StoredEntries, schemes: [String]) throws(MatcherError) {
        self.format = format
        (self.stored, isStored, storedSchemes) = (stored, true, schemes)
        (bytes, ends, lines) = ([], [], [])
        var edges: [LinkPattern] = []
        var filters: [URLFilter] = []
        if format.isAnchoredByEntry {
            for index in 0..<stored.count {
                let text = QuotedText.decode(stored.entry(at: index))
                if format == .edge { edges.append(try LinkPattern(text, as: .browser)) }
                if format == .chrome { filters.append(try URLFilter(text)) }
            }
        }
        self.edges = edges
        self.filters = filters
    }

    /// The number of entries, including repeated ones.
    public var count: Int { isStored ? stored.count : ends.count }

    /// Whether there is no entry.
    public var isEmpty: Bool { count == 0 }

    /// An entry in canonical form.
    ///
    /// - Parameter index: From 0 to ``count`` - 1.
    /// - Returns: The bytes of a host in ASCII form, of a URL without its fragment, or of an entry as it was written.
    @_lifetime(borrow self)
    public func entry(at index: Int) -> Span<UInt8> {
        if isStored { return stored.entry(at: index) }
        let start = index == 0 ? 0 : Int(ends[index - 1])
        return bytes.span.extracting(start..<Int(ends[index]))
    }

    /// The line of an entry.
    ///
    /// - Parameter index: From 0 to ``count`` - 1.
    /// - Returns: The line; the first one of the file is 1.
    public func line(at index: Int) -> Int { isStored ? stored.line(at: index) : Int(lines[index]) }

    /// The same entries without their lines, for comparisons in which comments between them do not count.
    ///
    /// - Complexity: O(*n*) in the number of entries; O(1) if they are in a file.
    package var withoutLines: EntryList {
        var list = self
        list.lines = [UInt32](repeating: 0, count: lines.count)
        list.stored = stored.withoutLines
        return list
    }

    /// The length of the longest entry in bytes; 0 if the list is empty.
    ///
    /// - Complexity: O(*n*) in the number of entries; O(1) if they are in a file.
    public var longestEntry: Int {
        if isStored { return stored.longest }
        var longest = 0
        var start = 0
        for end in ends {
            longest = max(longest, Int(end) - start)
            start = Int(end)
        }
        return longest
    }

    /// The approximate total size of all entries in bytes, which estimates the space an index needs for their names.
    public var entryByteCount: Int { isStored ? stored.byteCount : bytes.count }

    /// The entry that explains why a URL in matching form matches: the longest matching entry, and among equally long
    /// ones the first in the file; nil if no entry matches.
    ///
    /// The longest entry is the most specific: if the list contains `contoso.com` and `www.contoso.com`, the second
    /// explains `https://www.contoso.com/`.
    ///
    /// - Complexity: O(*n*) in the bytes of the list.
    package func firstEntry(matchingForm form: borrowing URLRecord) -> Int? {
        var best: Int?
        var bestCount = -1
        for index in 0..<count where entry(at: index, matchesForm: form) {
            let byteCount = entry(at: index).count
            if byteCount > bestCount { (best, bestCount) = (index, byteCount) }
        }
        return best
    }

    /// Whether the entry at an index, from 0 to ``count`` - 1, matches a URL in matching form.
    package func entry(at index: Int, matchesForm form: borrowing URLRecord) -> Bool {
        switch format {
        case .domains: form.host.isWithin(domain: entry(at: index))
        case .hosts: form.host.isEqual(to: entry(at: index))
        case .adblockDomains: form.host.isWithin(domain: entry(at: index))
        case .urls: form.hrefWithoutFragment.isEqual(to: entry(at: index))
        case .edge: edges[index].matches(form: form)
        case .chrome: filters[index].matches(form: form, on: side)
        }
    }

    /// Whether an entry of the list names a host; see ``Matcher/namesHost``.
    package var namesHost: Bool { format == .chrome ? filters.contains(where: \.namesHost) : !isEmpty }

    /// The schemes that the list's entries name: those of URLs, and those of filters that have one.
    ///
    /// - Complexity: O(*n*) in the number of entries, unless they are URLs in a file.
    package var namedSchemes: Set<String> {
        guard format == .urls else { return Set(filters.compactMap(\.scheme)) }
        guard !isStored else { return Set(storedSchemes) }
        var schemes: Set<String> = []
        // PERF: nearly every URL of a list has the same scheme as the previous one.
        var last: [UInt8] = []
        for index in 0..<count {
            let entry = entry(at: index)
            if entry.count > last.count, !last.isEmpty, entry.extracting(..<last.count).isEqual(to: last.span) {
                continue
            }
            last.removeAll(keepingCapacity: true)
            for position in entry.indices {
                last.append(entry[position])
                if entry[position] == UInt8(ascii: ":") { break }
            }
            schemes.insert(String(decoding: last.dropLast(), as: UTF8.self))
        }
        return schemes
    }
}

extension EntryList: Hashable {
    /// Whether two lists have the same entries on the same lines, regardless of where these are stored, and the same
    /// side.
    ///
    /// - Complexity: O(*n*) in the bytes of the lists.
    public static func == (left: EntryList, right: EntryList) -> Bool {
        guard left.format == right.format, left.side == right.side, left.count == right.count else { return false }
        if !left.isStored, !right.isStored {
            return left.ends == right.ends && left.lines == right.lines && left.bytes == right.bytes
        }
        return (0..<left.count).allSatisfy { index in
            left.line(at: index) == right.line(at: index) && left.entry(at: index).isEqual(to: right.entry(at: index))
        }
    }

    /// Hashes every entry. Many lists of a document may end alike; if only the end were hashed, each would be compared
    /// with each.
    ///
    /// - Complexity: O(*n*) in the bytes of the list.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(format)
        hasher.combine(count)
        for index in 0..<count {
            let entry = entry(at: index)
            var offset = 0
            while offset <= entry.count - 8 {
                hasher.combine(WordLoader.word(of: entry, at: offset))
                offset += 8
            }
            // The remaining bytes of an entry, and their number.
            var word = UInt64(entry.count - offset) << 56
            for position in offset..<entry.count { word |= UInt64(entry[position]) << (8 * UInt64(position - offset)) }
            hasher.combine(word)
        }
    }
}
