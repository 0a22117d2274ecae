/// The arrays of an ``EntryList`` while they grow.
struct EntryListBuilder {
    private var bytes: [UInt8] = []
    private var ends: [UInt32] = []
    private var lines: [UInt32] = []
    private var edges: [LinkPattern] = []
    private var filters: [URLFilter] = []

    /// - Parameter byteCount: About how many bytes all entries have.
    init(reservingBytes byteCount: Int) { bytes.reserveCapacity(byteCount) }

    /// Adds an entry.
    ///
    /// - Throws: ``MatcherError`` where the entries would take more bytes than their offsets can say.
    mutating func append(_ entry: Span<UInt8>, line: Int) throws(MatcherError) {
        let newCount = bytes.count + entry.count
        guard newCount <= Int(UInt32.max) else {
            throw MatcherError(.listTooLarge, "the entries of the list take more than 4 GiB")
        }
        if newCount > bytes.capacity { bytes.reserveCapacity(newCount * 2) }
        // PERF: one call for the entry, not one for each byte.
        bytes.append(addingCapacity: entry.count) { output in
            for index in entry.indices { output.append(entry[index]) }
        }
        ends.append(UInt32(truncatingIfNeeded: newCount))
        lines.append(UInt32(truncatingIfNeeded: line))
    }

    /// Adds an entry of the managed browser's list format.
    mutating func append(_ pattern: LinkPattern, line: Int) throws(MatcherError) {
        try checkPatternCount()
        try append(pattern.text.utf8.span, line: line)
        edges.append(pattern)
    }

    /// Adds a filter of the enterprise URL list format.
    mutating func append(_ filter: URLFilter, line: Int) throws(MatcherError) {
        try checkPatternCount()
        try append(filter.text.utf8.span, line: line)
        filters.append(filter)
    }

    private func checkPatternCount() throws(MatcherError) {
        guard ends.count < EntryList.patternLimit else {
            throw MatcherError(.listTooLarge, "the list has more than \(EntryList.patternLimit) patterns")
        }
    }

    consuming func finish(format: ListFormat) -> EntryList {
        EntryList(format: format, bytes: bytes, ends: ends, lines: lines, edges: edges, filters: filters)
    }
}
