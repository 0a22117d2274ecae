package import ByteText

/// The entries of a list that are in a compiled file and are used from there.
///
/// Nothing here is believed: an entry that the file puts outside of itself is one without a byte, which matches nothing.
package struct StoredEntries: Sendable {
    /// How the names of entries are found.
    package enum Form: Sendable {
        /// They are one behind the other, and a place is where the entry ends.
        case ends
        /// A place is where a head of so many bytes begins, and the name is behind it. The lowest bits of the head
        /// are the length of the name: those that are set in the highest length that there is, in two bytes at most.
        case counted(headCount: Int, longestName: Int)
    }

    private let form: Form
    private let names: SharedSlice
    private let places: SharedSlice
    private let lines: SharedSlice
    /// How many entries there are.
    package let count: Int
    /// How many bytes the longest entry has; longer ones are not believed.
    package let longest: Int

    /// - Parameters:
    ///   - form: How names are found.
    ///   - names: The bytes of the names, and whatever stands between them.
    ///   - places: For each entry its place, 4 bytes, the lowest first.
    ///   - lines: Runs of entries on lines that follow each other, by 8 bytes each: the first entry of the run, and its
    ///     line.
    ///   - longest: How many bytes the longest entry has.
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

    /// Whether entries that are one behind the other end one behind the other, so that no byte is in two of them.
    ///
    /// - Complexity: O(*n*) in the number of entries; O(1) where a table has the names.
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

    /// About how many bytes the names have.
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

    /// The line of an entry, from 0 to ``count`` - 1; 0 where the file has none for it.
    ///
    /// - Complexity: O(log *n*) in the runs of lines: one for a list without comments.
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
        // Several hosts of a hosts file are on one line: each is a run of its own.
        return number(run * 2 + 1, in: runs) + index - number(run * 2, in: runs)
    }

    private func number(_ index: Int, in bytes: Span<UInt8>) -> Int {
        guard index >= 0, index * 4 + 4 <= bytes.count else { return 0 }
        var number = 0
        for position in 0..<4 { number |= Int(bytes[index * 4 + position]) << (8 * position) }
        return number
    }
}

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
