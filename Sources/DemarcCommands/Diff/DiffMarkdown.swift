import Diagnostics
import PolicyAnalysis

/// A comparison as a comment on a pull request, which services truncate at 65,536 characters.
struct DiffMarkdown {
    private let diff: PolicyDiff
    private let words: DiffWords
    private let old: String
    private let new: String

    /// The maximum number of bytes. Services count characters, each of which is at least one byte.
    static let mostBytes = 60_000

    init(_ diff: PolicyDiff, from old: String, to new: String) {
        (self.diff, self.old, self.new) = (diff, old, new)
        words = DiffWords(diff: diff)
    }

    var text: String {
        var text = "### Demarc: \(Self.escaped(words.verdict))\n\n"
        text += "\(Self.escaped(old)) → \(Self.escaped(new)): \(Self.escaped(words.headline))\n\n"
        let end = ending
        var left = Self.mostBytes - text.utf8.count - end.utf8.count - 100
        for (position, group) in diff.groups.enumerated() {
            let section = section(of: group)
            guard section.utf8.count <= left else {
                text += "\(Quoted.count(diff.groups.count - position, "further group")) did not fit; "
                text += "`demarc diff` shows them.\n\n"
                break
            }
            left -= section.utf8.count
            text += section
        }
        return text + end
    }

    private func section(of group: PolicyDiff.Group) -> String {
        let effect = DiffWords.effect(of: group)
        let head = "\(DiffWords.subject(of: group)): \(DiffWords.change(of: group))"
        var text = "<details\(group.opens.isEmpty ? "" : " open")><summary><strong>\(effect)</strong> "
        text += "\(Self.escaped(head))</summary>\n\n"
        for cause in DiffWords.causes(of: group) { text += "- by \(Self.escaped(cause))\n" }
        for witness in DiffWords.witnesses(of: group) { text += "- \(Self.escaped(witness))\n" }
        if !group.opens.isEmpty { text += "- opens \(ids(group.opens))\n" }
        if !group.accepted.isEmpty { text += "- opens, accepted: \(Self.escaped(words.acceptances(group.accepted)))\n" }
        if !group.closes.isEmpty { text += "- closes \(ids(group.closes))\n" }
        return text + "\n</details>\n\n"
    }

    private var ending: String {
        var lines: [String] = []
        for (word, paths) in [("opens", diff.opens), ("opens, accepted:", diff.accepted), ("closes", diff.closes)] {
            for path in words.unnamed(paths).prefix(20) {
                lines.append("- \(word) a path to \(Self.escaped(path.sink.words)) (\(path.shortID))")
            }
        }
        for noOp in diff.noOps.prefix(20) {
            lines.append("- without effect: \(Self.escaped(DiffWords.words(of: noOp)))")
        }
        lines += words.remarks.map { "- \(Self.escaped($0))" }
        return lines.isEmpty ? "" : lines.joined(separator: "\n") + "\n"
    }

    private func ids(_ ids: [String]) -> String { ids.map { "`\($0.prefix(6))`" }.joined(separator: ", ") }

    /// A text as Markdown, truncated if it is long. The limit is in scalars: a single character can be of any length.
    private static func escaped(_ text: String) -> String {
        MarkdownText.escaped(text.shortened(to: 400))
    }
}
