import ByteText
package import URLStandard

/// The entries of a list file, in the order of the file, each with its line.
///
/// A million entries are three flat arrays and not a million values: the canonical bytes of all entries one behind the
/// other, where each ends, and the line it is on. A list of domains takes its own size and 8 bytes an entry. Those of a
/// list from a compiled policy stay in its file, see `StoredEntries`.
public struct EntryList: Sendable {
    /// What the entries are.
    public let format: ListFormat

    // INVARIANT: `ends` and `lines` have the same count; `ends` ascends and its last element is the count of `bytes`.
    private let bytes: [UInt8]
    private let ends: [UInt32]
    private let lines: [UInt32]
    /// The entries of a list of the managed browser, compiled; empty in every other format.
    let edges: [LinkPattern]
    /// The filters of a list of format ``ListFormat/chrome``, compiled; empty in every other format.
    let filters: [URLFilter]
    /// The side that the filters of format ``ListFormat/chrome`` are on.
    public var side = URLFilter.Side.block
    // INVARIANT: of a list in a file the arrays are empty, of any other one this is.
    private let stored: StoredEntries
    private let isStored: Bool
    /// The schemes of URLs that are in a file.
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
    ///   - format: What they are.
    ///   - stored: Where they stand.
    ///   - schemes: What ``namedSchemes`` were, unless the entries are read here.
    /// - Throws: ``MatcherError`` where the format is ``ListFormat/edge`` or ``ListFormat/chrome`` and an entry is none: these
    ///   are read, the others are left where they are.
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

    /// How many entries there are, repeated ones among them.
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

    /// The line an entry is on.
    ///
    /// - Parameter index: From 0 to ``count`` - 1.
    /// - Returns: The line; the first one of the file is 1.
    public func line(at index: Int) -> Int { isStored ? stored.line(at: index) : Int(lines[index]) }

    /// How many bytes the longest entry has; 0 if there is none.
    ///
    /// - Complexity: O(*n*) in the number of entries; O(1) where they are in a file.
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

    /// About how many bytes all entries have: how much room an index needs for their names.
    public var entryByteCount: Int { isStored ? stored.byteCount : bytes.count }

    /// The entry that explains why a URL in matching form matches: of those that match, the longest and among these the
    /// first of the file. nil where none matches.
    ///
    /// The longest entry says most about the URL: with `contoso.com` and `www.contoso.com` on the list, the second one
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

    /// Whether an entry names a host; see ``Matcher/namesHost``.
    package var namesHost: Bool { format == .chrome ? filters.contains(where: \.namesHost) : !isEmpty }

    /// The schemes that entries of the list name: those of URLs, and of filters that have one.
    ///
    /// - Complexity: O(*n*) in the number of entries, unless they are URLs that are in a file.
    package var namedSchemes: Set<String> {
        guard format == .urls else { return Set(filters.compactMap(\.scheme)) }
        guard !isStored else { return Set(storedSchemes) }
        var schemes: Set<String> = []
        // PERF: nearly all URLs of a list have the scheme of the one before.
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
    /// Whether two lists have the same entries on the same lines, wherever these are kept, and read them on the same side.
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

    /// Hashes every entry: of the lists of a document many may have the same end, and then each would be compared with each.
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
            // The rest of an entry, and how long that is.
            var word = UInt64(entry.count - offset) << 56
            for position in offset..<entry.count { word |= UInt64(entry[position]) << (8 * UInt64(position - offset)) }
            hasher.combine(word)
        }
    }
}
