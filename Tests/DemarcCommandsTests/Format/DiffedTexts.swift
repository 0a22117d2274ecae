import TestSupport

@testable import DemarcCommands

/// Two texts and their difference.
struct DiffedTexts {
    let old: String
    let new: String

    /// A text of random lines, and the same after random edits.
    ///
    /// - Parameters:
    ///   - random: The source of randomness.
    ///   - lines: The number of lines.
    ///   - kinds: The number of different lines.
    ///   - edits: The number of lines that are removed or added.
    init(_ random: inout SplitMix, lines: Int, kinds: Int, edits: Int) {
        let before = (0..<lines).map { _ in "\(random.number(in: 1...kinds))\n" }
        var after = before
        for _ in 0..<edits {
            if random.once(in: 2), !after.isEmpty {
                after.remove(at: random.number(in: 0...after.count - 1))
            } else {
                after.insert("\(random.number(in: 1...kinds))\n", at: random.number(in: 0...after.count))
            }
        }
        // The last line of a text may end without a line feed.
        old = String(before.joined().dropLast(random.once(in: 4) ? 1 : 0))
        new = String(after.joined().dropLast(random.once(in: 4) ? 1 : 0))
    }

    init(old: String, new: String) {
        self.old = old
        self.new = new
    }

    /// The lines of the difference after its first two, with their signs. A line that does not end with a line feed in
    /// its text does not end with one here either.
    private var steps: [String] {
        let text = UnifiedDiff(from: Array(old.utf8), to: Array(new.utf8)).text(from: "o", to: "n")
        var steps: [String] = []
        for line in Self.lines(String(decoding: text, as: UTF8.self)).dropFirst(2) {
            if line.hasPrefix("\\"), let last = steps.popLast() {
                steps.append(String(last.dropLast()))
            } else {
                steps.append(line)
            }
        }
        return steps
    }

    /// The number of lines that are removed or added.
    var changeCount: Int { steps.count { $0.hasPrefix("-") || $0.hasPrefix("+") } }

    /// The smallest number of lines that can be removed or added.
    var leastChangeCount: Int { Self.lines(new).difference(from: Self.lines(old)).count }

    /// The text that `patch` makes of the old text and the difference; nil if they do not fit together.
    var patched: String? {
        let before = Self.lines(old)
        var after: [String] = []
        var position = 0
        // The number of lines of each text that the hunk still has.
        var left = (old: 0, new: 0)
        for step in steps {
            guard !step.hasPrefix("@@") else {
                guard left == (0, 0), let (old, new) = Self.extents(step) else { return nil }
                guard position <= old.lowerBound, old.upperBound <= before.count else { return nil }
                after += before[position..<old.lowerBound]
                position = old.lowerBound
                guard after.count == new.lowerBound else { return nil }
                left = (old.count, new.count)
                continue
            }
            let line = String(step.dropFirst())
            if !step.hasPrefix("+") {
                guard position < before.count, before[position] == line else { return nil }
                position += 1
                left.old -= 1
            }
            if !step.hasPrefix("-") {
                after.append(line)
                left.new -= 1
            }
        }
        return left == (0, 0) ? (after + before[position...]).joined() : nil
    }

    /// The lines of both texts that a hunk is about, according to its first line.
    private static func extents(_ line: String) -> (old: Range<Int>, new: Range<Int>)? {
        let extents = line.split(separator: " ").dropFirst().prefix(2)
            .map { extent -> Range<Int> in
                let numbers = extent.dropFirst().split(separator: ",").compactMap { Int($0) }
                let count = numbers.count == 2 ? numbers[1] : 1
                // For no lines, the number is that of the line before.
                let start = (numbers.first ?? 0) - (count == 0 ? 0 : 1)
                return start..<start + count
            }
        return extents.count == 2 ? (extents[0], extents[1]) : nil
    }

    /// The lines, each with its line feed.
    private static func lines(_ text: String) -> [String] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { "\($0)\n" }
        let rest = String((lines.popLast() ?? "").dropLast())
        if !rest.isEmpty { lines.append(rest) }
        return lines
    }
}
