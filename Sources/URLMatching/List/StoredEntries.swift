package import ByteText

/// The entries of a list that are stored in a compiled file and used from there.
///
/// Nothing in the file is trusted: an entry that would lie outside the file is read as empty, and matches nothing.
package struct StoredEntries: Sendable {
    /// How the names of entries are located.
    package enum Form: Sendable {
        /// The names are concatenated, and a place is the end of an entry.
        case ends
        /// A place is the start of a head of `headCount` bytes, and the name follows it. The lowest bits of the head
        /// are the length of the name: as many bits as the longest possible length has, in at most two bytes.
        case counted(headCount: Int, longestName: Int)
    }

    private let form: Form
    private let names: SharedSlice
    private let places: SharedSlice
    private let lines: SharedSlice
    /// How many entries there are.
    package let count: Int
    /// The length of the longest entry in bytes; longer entries are not trusted.
    package let longest: Int

    /// - Parameters:
    ///   - form: How names are located.
    ///   - names: The bytes of the names, including anything between them.
    ///   - places: The place of each entry in 4 bytes, lowest first.
    ///   - lines: Runs of entries on consecutive lines, 8 bytes each: the first entry of the run, and its line.
    ///   - longest: The length of the longest entry in bytes.
    package init(form: Form, names: SharedSlice, places: SharedSlice, lines: SharedSlice, longest: Int) {
        self.form = form
        self.names = names
        self.places = places
        self.lines = lines
        self.longest = longest
        count = places.count / 4
    }

    /// No entries.
    static let none = StoredEntries(
        form: .ends,
        names: SharedSlice(copying: []),
        places: SharedSlice(copying: []),
        lines: SharedSlice(copying: []),
        longest: 0
    )

    /// The same entries with line 0 for each.
    var withoutLines: StoredEntries {
        StoredEntries(form: form, names: names, places: places, lines: SharedSlice(copying: []), longest: longest)
    }

    /// Whether the ends of concatenated entries ascend, so that no two entries share a byte.
    ///
    /// - Complexity: O(*n*) in the number of entries; O(1) if a table contains the names.
    package var isInOrder: Bool {
        guard case .ends = form else { return true }
        let bytes = places.span
        var last = 0
        for index in 0..<count {
            let end = number(index, in: bytes)
            guard end >= last else { return false }
            last = end
        }
        return true
    }

    /// The approximate size of the names in bytes.
    var byteCount: Int {
        switch form {
        case .ends: names.count
        case .counted: count * 16
        }
    }

    /// The bytes of an entry, from 0 to ``count`` - 1.
    @_lifetime(borrow self)
    package func entry(at index: Int) -> Span<UInt8> {
        let range = range(of: index)
        guard range.lowerBound >= 0, range.count <= longest, range.upperBound <= names.count else {
            return names.span.extracting(0..<0)
        }
        return names.span.extracting(range)
    }

    private func range(of index: Int) -> Range<Int> {
        let place = number(index, in: places.span)
        switch form {
        case .ends:
            let start = index == 0 ? 0 : number(index - 1, in: places.span)
            return start <= place ? start..<place : 0..<0
        case .counted(let headCount, let longestName):
            guard place + 2 <= names.count else { return 0..<0 }
            let bytes = names.span
            let count = (Int(bytes[place]) | Int(bytes[place + 1]) << 8) & longestName
            return place + headCount..<place + headCount + count
        }
    }

    /// The line of an entry, from 0 to ``count`` - 1; 0 if the file has none for it.
    ///
    /// - Complexity: O(log *n*) in the runs of lines; a list without comments has one run.
    package func line(at index: Int) -> Int {
        let runs = lines.span
        var low = 0
        var high = runs.count / 8
        while low < high {
            let middle = (low + high) / 2
            if number(middle * 2, in: runs) <= index { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return 0 }
        let run = low - 1
        // If several hosts of a hosts file are on one line, each is a run of its own.
        return number(run * 2 + 1, in: runs) + index - number(run * 2, in: runs)
    }

    private func number(_ index: Int, in bytes: Span<UInt8>) -> Int {
        guard index >= 0, index * 4 + 4 <= bytes.count else { return 0 }
        var number = 0
        for position in 0..<4 { number |= Int(bytes[index * 4 + position]) << (8 * position) }
        return number
    }
}

/// The arrays of an ``EntryList`` during construction.
struct EntryListBuilder {
    private var bytes: [UInt8] = []
    private var ends: [UInt32] = []
    private var lines: [UInt32] = []
    private var edges: [LinkPattern] = []
    private var filters: [URLFilter] = []

    /// - Parameter byteCount: The approximate total size of all entries in bytes.
    init(reservingBytes byteCount: Int) { bytes.reserveCapacity(byteCount) }

    /// Adds an entry.
    ///
    /// - Throws: ``MatcherError`` if the entries would take more bytes than their offsets can express.
    mutating func append(_ entry: Span<UInt8>, line: Int) throws(MatcherError) {
        let newCount = bytes.count + entry.count
        guard newCount <= Int(UInt32.max) else {
            throw MatcherError(.listTooLarge, "the entries of the list take more than 4 GiB")
        }
        if newCount > bytes.capacity { bytes.reserveCapacity(newCount * 2) }
        // PERF: one call for each entry instead of one for each byte.
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
