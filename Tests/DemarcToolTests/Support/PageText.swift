import TestSupport

/// A page of the documentation with its fenced blocks.
///
/// A comment on the line before a block, which no reader sees, says what an example needs to be run:
///
///     <!-- file: policy.yaml -->      the block is this file
///     <!-- run: exit 1 -->            the last command of the block ends with this status instead of 0
///     <!-- run: with show -->         the block is run where `demarc` has this command, and left alone elsewhere
///     <!-- run: no: WHY -->           the block is not run
struct PageText {
    /// A fenced block.
    struct Block {
        /// The word after the fence, such as `sh`.
        var language: String
        /// The lines between the fences, each with its line feed.
        var text: String
        /// The content of the preceding comment, by its first word: `file` or `run`.
        var notes: [String: String]
        /// The numbers of the lines between the fences.
        var lines: Range<Int>

        /// Whether the block directly follows another, with only a blank line between them.
        func follows(_ block: Block) -> Bool { lines.lowerBound - block.lines.upperBound <= 3 }

        /// The expected status of the last command.
        var status: Int32 {
            guard let exit = notes["run"]?.firstMatch(of: /exit (\d+)/) else { return 0 }
            return Int32(exit.output.1) ?? 0
        }

        /// Whether the example cannot be run.
        var isLeftOut: Bool { notes["run"]?.hasPrefix("no: ") == true }

        /// The command that the example needs.
        var neededCommand: String? {
            notes["run"]?.firstMatch(of: /with (\w+)/).map { String($0.output.1) }
        }
    }

    let path: String
    private(set) var lines: [String]
    let blocks: [Block]

    /// Reads a page, with its path relative to the package's folder.
    init(_ path: String) throws {
        self.path = path
        lines = try Repository.text(path).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var blocks: [Block] = []
        var opening: Int?
        for (number, line) in lines.enumerated() where line.hasPrefix("```") {
            guard let start = opening else {
                opening = number
                continue
            }
            let text = lines[(start + 1)..<number].map { $0 + "\n" }.joined()
            let notes = start > 0 ? Self.notes(lines[start - 1]) : [:]
            blocks.append(
                Block(language: String(lines[start].dropFirst(3)), text: text, notes: notes, lines: start + 1..<number)
            )
            opening = nil
        }
        self.blocks = blocks
    }

    /// The blocks in one language.
    func blocks(_ language: String) -> [String] { blocks.filter { $0.language == language }.map(\.text) }

    /// The text of the page with other contents in some of its blocks.
    func text(replacing replacements: [(block: Block, text: String)]) -> String {
        var lines = lines
        for (block, text) in replacements.sorted(by: { $0.block.lines.lowerBound > $1.block.lines.lowerBound }) {
            let new = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
            lines.replaceSubrange(block.lines, with: new)
        }
        return lines.joined(separator: "\n")
    }

    private static func notes(_ line: String) -> [String: String] {
        guard let match = line.wholeMatch(of: /<!-- (file|run): (.+) -->/) else { return [:] }
        return [String(match.output.1): String(match.output.2)]
    }
}
