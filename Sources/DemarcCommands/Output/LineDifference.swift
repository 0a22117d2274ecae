/// The lines that differ between two texts.
///
/// 1. Lines are numbered, so that comparing two of them takes one step, and the common beginning and end of the texts
///    are set aside.
/// 2. The rest is compared with [Myers' algorithm](https://doi.org/10.1007/BF01840446). It finds the fewest changes,
///    but takes the square of their number, so it is stopped after ``mostChanges``. A short rest cannot have more, and
///    is left to the standard library, which has the same algorithm without a way to stop it.
/// 3. If there are more, the rest is split at lines that each text has exactly once, as in a patience diff.
/// 4. Each stretch between these lines is compared in pieces: where the algorithm is stopped, its best way is accepted,
///    and it starts again at the end of that way.
///
/// - Complexity: O(*n* log *n* + *n* × ``mostChanges``) in the number of lines.
struct LineDifference {
    /// For each line of the old text, whether it is removed.
    private(set) var removed: [Bool]
    /// For each line of the new text, whether it is added.
    private(set) var added: [Bool]

    /// The number of changes after which a search is stopped. A difference with at most this many is the shortest one.
    static let mostChanges = 1_000

    /// The lines of both texts; equal lines have equal numbers.
    private let old: [Int]
    private let new: [Int]
    /// The number of different lines.
    private let lineCount: Int

    /// Compares two texts.
    init(from old: [ArraySlice<UInt8>], to new: [ArraySlice<UInt8>]) {
        var numbers: [ArraySlice<UInt8>: Int] = [:]
        func number(of line: ArraySlice<UInt8>) -> Int {
            if let known = numbers[line] { return known }
            numbers[line] = numbers.count
            return numbers.count - 1
        }
        self.old = old.map { number(of: $0) }
        self.new = new.map { number(of: $0) }
        lineCount = numbers.count
        removed = Array(repeating: false, count: old.count)
        added = Array(repeating: false, count: new.count)
        compare()
    }

    private mutating func compare() {
        let differing = trimmed(Stretch(old: old.indices, new: new.indices))
        if differing.isShort { return markShort(differing) }
        let search = self.search(differing)
        if search.isComplete(in: differing) { return mark(search, in: differing) }
        var (oldStart, newStart) = (differing.old.lowerBound, differing.new.lowerBound)
        for anchor in anchors(in: differing) {
            compareInPieces(Stretch(old: oldStart..<anchor.old, new: newStart..<anchor.new))
            (oldStart, newStart) = (anchor.old + 1, anchor.new + 1)
        }
        compareInPieces(
            Stretch(old: oldStart..<differing.old.upperBound, new: newStart..<differing.new.upperBound)
        )
    }

    private mutating func compareInPieces(_ stretch: Stretch) {
        var rest = trimmed(stretch)
        while !rest.isShort {
            let search = self.search(rest)
            mark(search, in: rest)
            // INVARIANT: a search that is not complete has come further by a third of its changes, because with every
            // two changes there is a way whose merit is greater by two.
            rest.old = (rest.old.lowerBound + search.end.old)..<rest.old.upperBound
            rest.new = (rest.new.lowerBound + search.end.new)..<rest.new.upperBound
        }
        markShort(rest)
    }

    /// A stretch without the lines that are common to both beginnings, or to both ends.
    private func trimmed(_ stretch: Stretch) -> Stretch {
        var (oldLines, newLines) = (stretch.old, stretch.new)
        while let line = oldLines.first, let other = newLines.first, old[line] == new[other] {
            oldLines.removeFirst()
            newLines.removeFirst()
        }
        while let line = oldLines.last, let other = newLines.last, old[line] == new[other] {
            oldLines.removeLast()
            newLines.removeLast()
        }
        return Stretch(old: oldLines, new: newLines)
    }

    /// Marks the fewest changes of a short stretch.
    private mutating func markShort(_ stretch: Stretch) {
        guard !stretch.isOneSided else {
            for line in stretch.old { removed[line] = true }
            for line in stretch.new { added[line] = true }
            return
        }
        for change in new[stretch.new].difference(from: old[stretch.old]) {
            switch change {
            case .remove(let offset, _, _): removed[stretch.old.lowerBound + offset] = true
            case .insert(let offset, _, _): added[stretch.new.lowerBound + offset] = true
            }
        }
    }
}

// MARK: Searching

extension LineDifference {
    /// Adjacent lines of the old text that correspond to adjacent lines of the new text.
    private struct Stretch {
        var old: Range<Int>
        var new: Range<Int>

        /// Whether nothing is left to compare, because every line that remains is in the same text.
        var isOneSided: Bool { old.isEmpty || new.isEmpty }

        /// Whether its changes can be found without stopping.
        var isShort: Bool { isOneSided || old.count + new.count <= LineDifference.mostChanges }
    }

    /// The ways from the beginning of a stretch that a search has found.
    ///
    /// A way removes lines, adds lines and keeps lines that are equal. With *n* changes, *k* of which remove a line,
    /// ways differ only in the number of kept lines, and the one that keeps most is the longest.
    private struct Search {
        /// For each number of changes, and each number of them that remove a line, how many lines of the old text the
        /// longest way has passed.
        var passed: [[Int]] = []
        /// How many lines of each text the best way has passed.
        var end = (old: 0, new: 0)
        /// The number of its changes.
        var changes = 0

        /// Whether the best way leads to the end of the stretch.
        func isComplete(in stretch: Stretch) -> Bool { end.old == stretch.old.count && end.new == stretch.new.count }

        /// How good the end of a way is: it should be far from the beginning, and leave about as many lines of one
        /// text as of the other, because each line more is another change. If the distance counted alone, a way that
        /// adds lines needlessly would win.
        static func merit(_ end: (old: Int, new: Int), in stretch: Stretch) -> Int {
            end.old + end.new - 2 * abs((stretch.old.count - end.old) - (stretch.new.count - end.new))
        }

        /// Whether the last change of a longest way adds a line.
        ///
        /// - Parameters:
        ///   - removals: The number of its changes that remove a line.
        ///   - changes: The number of its changes, at least 1.
        /// - Returns: True for an added line, false for a removed one.
        func endsWithAddition(removals: Int, changes: Int) -> Bool {
            let before = passed[changes - 1]
            return removals == 0 || removals < changes && before[removals - 1] < before[removals]
        }
    }

    /// Searches for the way with the fewest changes to the end of a stretch, and stops after ``mostChanges``.
    private func search(_ stretch: Stretch) -> Search {
        let (oldStart, newStart) = (stretch.old.lowerBound, stretch.new.lowerBound)
        let (oldCount, newCount) = (stretch.old.count, stretch.new.count)
        var search = Search()
        var most = Search.merit(search.end, in: stretch)
        for changes in 0...Self.mostChanges {
            var passed: [Int] = []
            passed.reserveCapacity(changes + 1)
            for removals in 0...changes {
                var oldLine = 0
                if changes > 0 {
                    let isAddition = search.endsWithAddition(removals: removals, changes: changes)
                    let before = search.passed[changes - 1]
                    oldLine = isAddition ? before[removals] : before[removals - 1] + 1
                }
                var newLine = oldLine + changes - 2 * removals
                while oldLine < oldCount, newLine < newCount, old[oldStart + oldLine] == new[newStart + newLine] {
                    oldLine += 1
                    newLine += 1
                }
                passed.append(oldLine)
                // A way past the end of a text is a detour, which no way to the end takes.
                guard oldLine <= oldCount, newLine <= newCount else { continue }
                let merit = Search.merit((oldLine, newLine), in: stretch)
                if merit > most { (most, search.end, search.changes) = (merit, (oldLine, newLine), changes) }
                if search.isComplete(in: stretch) { return search }
            }
            search.passed.append(passed)
        }
        return search
    }

    /// Marks the changes of the best way of a search.
    private mutating func mark(_ search: Search, in stretch: Stretch) {
        var removals = (search.changes + search.end.old - search.end.new) / 2
        for changes in stride(from: search.changes, to: 0, by: -1) {
            let isAddition = search.endsWithAddition(removals: removals, changes: changes)
            if !isAddition { removals -= 1 }
            let oldLine = search.passed[changes - 1][removals]
            if isAddition {
                added[stretch.new.lowerBound + oldLine + changes - 1 - 2 * removals] = true
            } else {
                removed[stretch.old.lowerBound + oldLine] = true
            }
        }
    }
}

// MARK: Splitting

extension LineDifference {
    /// A line of the old text and the same line of the new text.
    private typealias Anchor = (old: Int, new: Int)

    /// The lines that each text has exactly once: of these, the most whose order is the same in both.
    private func anchors(in stretch: Stretch) -> [Anchor] {
        var oldCounts = Array(repeating: 0, count: lineCount)
        var newCounts = oldCounts
        var places = oldCounts
        for line in stretch.old { oldCounts[old[line]] += 1 }
        for line in stretch.new {
            newCounts[new[line]] += 1
            places[new[line]] = line
        }
        let common = stretch.old.filter { oldCounts[old[$0]] == 1 && newCounts[old[$0]] == 1 }
        return Self.ascending(common.map { (old: $0, new: places[old[$0]]) })
    }

    /// The longest sequence of some anchors that is ascending in the new text too.
    ///
    /// - Parameter anchors: The anchors, ascending in the old text.
    /// - Returns: The sequence, ascending in both texts.
    /// - Complexity: O(*n* log *n*).
    private static func ascending(_ anchors: [Anchor]) -> [Anchor] {
        // For each length, the anchor at the end of a sequence of that length: the first one in the new text.
        var ends: [Int] = []
        // For each anchor, the one before it in the longest sequence that it ends.
        var previous: [Int?] = []
        for (number, anchor) in anchors.enumerated() {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if anchors[ends[middle]].new < anchor.new { low = middle + 1 } else { high = middle }
            }
            previous.append(low > 0 ? ends[low - 1] : nil)
            if low < ends.count { ends[low] = number } else { ends.append(number) }
        }
        var sequence: [Anchor] = []
        var next = ends.last
        while let number = next {
            sequence.append(anchors[number])
            next = previous[number]
        }
        return sequence.reversed()
    }
}
