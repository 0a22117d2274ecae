import Diagnostics

/// The difference of two texts in the [unified
/// format](https://www.gnu.org/software/diffutils/manual/html_node/Detailed-Unified.html), which `patch` accepts.
struct UnifiedDiff {
    /// The number of context lines around a change.
    private static let context = 3

    private let old: [ArraySlice<UInt8>]
    private let new: [ArraySlice<UInt8>]

    /// Takes two texts, which are compared line by line.
    init(from old: [UInt8], to new: [UInt8]) {
        self.old = Self.lines(old)
        self.new = Self.lines(new)
    }

    /// The difference; empty if there is none.
    ///
    /// - Parameters:
    ///   - oldName: The name of the first text.
    ///   - newName: The name of the second text.
    /// - Returns: Lines that each end with a line feed.
    /// - Complexity: That of ``LineDifference``, and O(*n*) in the bytes of the texts.
    func text(from oldName: String, to newName: String) -> [UInt8] {
        let hunks = self.hunks
        guard !hunks.isEmpty else { return [] }
        return Array("--- \(oldName)\n+++ \(newName)\n".utf8) + hunks.flatMap { text(of: $0) }
    }

    /// A difference without control characters, for a terminal.
    static func visible(_ diff: [UInt8]) -> [UInt8] {
        let lines = String(decoding: diff, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        let visible = lines.map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false).map { VisibleText.of(String($0)) }
                .joined(separator: "\t")
        }
        return Array(visible.joined(separator: "\n").utf8)
    }

    /// A line that is kept, removed or added, with its number in both texts.
    fileprivate struct Step {
        var sign: UInt8
        var line: ArraySlice<UInt8>
    }

    /// Adjacent steps, and the number of lines of each text before them.
    fileprivate struct Hunk {
        var oldStart: Int
        var newStart: Int
        var steps: [Step]
    }

    private var hunks: [Hunk] {
        let difference = LineDifference(from: old, to: new)
        var hunks: [Hunk] = []
        var (oldLine, newLine) = (0, 0)
        // The hunk in progress, and the number of unchanged lines at its end.
        var open: Hunk?
        var quiet = 0
        while oldLine < old.count || newLine < new.count {
            let step: Step
            if oldLine < old.count, difference.removed[oldLine] {
                step = Step(sign: UInt8(ascii: "-"), line: old[oldLine])
            } else if newLine < new.count, difference.added[newLine] {
                step = Step(sign: UInt8(ascii: "+"), line: new[newLine])
            } else {
                step = Step(sign: UInt8(ascii: " "), line: old[oldLine])
            }
            let stays = step.sign == UInt8(ascii: " ")
            if !stays, open == nil {
                let count = min(Self.context, oldLine)
                let before = old[(oldLine - count)..<oldLine].map { Step(sign: UInt8(ascii: " "), line: $0) }
                open = Hunk(oldStart: oldLine - count, newStart: newLine - count, steps: before)
            }
            quiet = stays ? quiet + 1 : 0
            open?.steps.append(step)
            if let hunk = open, quiet > 2 * Self.context {
                hunks.append(hunk.dropping(quiet - Self.context))
                open = nil
            }
            oldLine += step.sign == UInt8(ascii: "+") ? 0 : 1
            newLine += step.sign == UInt8(ascii: "-") ? 0 : 1
        }
        if let hunk = open { hunks.append(hunk.dropping(max(0, quiet - Self.context))) }
        return hunks
    }

    private func text(of hunk: Hunk) -> [UInt8] {
        let plus = UInt8(ascii: "+")
        let minus = UInt8(ascii: "-")
        let oldExtent = Self.extent(hunk.oldStart, hunk.steps.count { $0.sign != plus })
        let newExtent = Self.extent(hunk.newStart, hunk.steps.count { $0.sign != minus })
        var text = Array("@@ -\(oldExtent) +\(newExtent) @@\n".utf8)
        for step in hunk.steps {
            text.append(step.sign)
            text += step.line
            if step.line.last != 0x0A { text += "\n\\ No newline at end of file\n".utf8 }
        }
        return text
    }

    /// The first line and the number of lines; for no lines, the line before.
    private static func extent(_ start: Int, _ count: Int) -> String {
        count == 1 ? "\(start + 1)" : "\(count == 0 ? start : start + 1),\(count)"
    }

    /// The lines, each with its line feed.
    private static func lines(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        for (index, byte) in text.enumerated() where byte == 0x0A {
            lines.append(text[start...index])
            start = index + 1
        }
        if start < text.count { lines.append(text[start...]) }
        return lines
    }
}

extension UnifiedDiff.Hunk {
    /// The hunk without its last steps.
    fileprivate func dropping(_ count: Int) -> UnifiedDiff.Hunk {
        UnifiedDiff.Hunk(oldStart: oldStart, newStart: newStart, steps: steps.dropLast(count))
    }
}
