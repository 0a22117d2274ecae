import Diagnostics
import PolicyAnalysis
import PolicyModel

/// A page for people: headings with tables below them.
struct PolicyPageText {
    /// One table with its heading.
    struct Part {
        /// 2 for a heading that covers all tables up to the next such heading, otherwise 3.
        var level: Int
        var title: String
        /// A paragraph before the table.
        var text: String?
        var columns: [TextTable.Column] = []
        var rows: [[TextTable.Cell]] = []
        /// Whether the columns need titles on a terminal.
        var hasHeader = false
    }

    let title: String
    /// The revision, and the result of the comparison with a level; nil if there is neither.
    let summary: String?
    private(set) var parts: [Part] = []

    /// Lays out a page.
    ///
    /// - Parameters:
    ///   - page: The contents.
    ///   - path: The path of the policy, as it was given.
    ///   - isRequested: Whether the level to compare with was requested explicitly.
    init(_ page: PolicyPage, of path: String, comparedByRequest isRequested: Bool) {
        let tables = ShownTables(path: path)
        title = "What \(path) allows"
        // Users who number the versions of a policy need to know which version this is.
        let version = page.revision > 0 ? "Revision \(page.revision), SHA-256 \(page.digest ?? "unknown")." : nil
        let comparison = page.baseline.map { Self.summary(of: $0, isRequested: isRequested) }
        let sentences = [version, comparison].compactMap(\.self)
        summary = sentences.isEmpty ? nil : sentences.joined(separator: " ")
        for section in page.accounts {
            let paragraphs = [Self.alike(section), section.allowsAll ? Self.everything : nil].compactMap(\.self)
            parts.append(
                Part(
                    level: 2,
                    title: Self.title(of: section),
                    text: paragraphs.isEmpty ? nil : paragraphs.joined(separator: " ")
                )
            )
            let views = page.views.filter { $0.account == section.account }
            if !section.allowsAll { parts += tables.parts(of: section, views) }
        }
        if let text = Self.text(of: page.omitted) { parts.append(Part(level: 2, title: "Left out", text: text)) }
        parts += tables.settings(page.settings)
        if let baseline = page.baseline { parts += tables.deviations(baseline) }
    }

    private static func text(of omitted: PolicyPage.Omitted) -> String? {
        let counts = [
            (omitted.accounts, "groups of accounts"), (omitted.apps, "apps"), (omitted.views, "web views"),
            (omitted.schemes, "exempted schemes"),
        ]
        let words = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return words.isEmpty ? nil : "There are too many for a page: \(words.joined(separator: ", ")) are not shown."
    }

    private static let everything = "Everything is allowed: nothing is enforced while no managed account acts."

    private static func summary(of distance: LevelDistance, isRequested: Bool) -> String {
        let name = distance.level.policy.displayName.map { " (\($0.lowercased()))" } ?? ""
        let count = distance.deviations.count
        return (isRequested ? "Compared with level " : "Nearest to level ") + "\(distance.level.rawValue)\(name): "
            + (count == 0 ? "no setting is" : Quoted.count(count, "setting is", "settings are")) + " weaker."
    }

    private static func title(of section: PolicyPage.AccountSection) -> String {
        guard let policy = section.policy else { return "No account, and accounts without a policy" }
        let account =
            section.account == PolicyDocument.implicitAccount ? "The managed account" : section.account.description
        let name = policy.isEmpty ? nil : "policy \(policy)"
        return [account, section.organization, name].compactMap(\.self).joined(separator: ", ")
    }

    private static func alike(_ section: PolicyPage.AccountSection) -> String? {
        guard !section.alike.isEmpty else { return nil }
        return (section.policy == nil ? "Such accounts: " : "The same applies to ")
            + Quoted.names(section.alike.map(\.description)).replacing("`", with: "") + "."
    }

    // MARK: Text

    /// The page for a terminal.
    func text(on page: Page) -> String {
        var text = heading(title, on: page)
        if let summary { text += FittedText.block(summary, columns: page.columns, hanging: 0) }
        for part in parts {
            text += "\n" + heading(part.level == 2 ? part.title : part.title.uppercased(), on: page)
            if let paragraph = part.text { text += FittedText.block(paragraph, columns: page.columns, hanging: 0) }
            guard !part.rows.isEmpty else { continue }
            let table = TextTable(part.columns.map { Self.fitted($0, to: page) }, for: part.rows, on: page)
            text += (part.hasHeader ? table.header : "") + part.rows.map { table.row($0) }.joined()
        }
        return text
    }

    /// From this many columns on, the settings are next to what they decide; otherwise, below.
    private static let wideColumns = 110

    private static func fitted(_ column: TextTable.Column, to page: Page) -> TextTable.Column {
        guard case .whole(let least) = column.kind else { return column }
        // A cell below its row needs no title.
        let isWide = page.columns.map { $0 >= wideColumns } ?? true
        return isWide ? .init(column.title, .sentences(least: least)) : .init("", column.kind)
    }

    private func heading(_ title: String, on page: Page) -> String {
        FittedText.lines(title, columns: page.columns).map { page.painted($0, .bold) + "\n" }.joined()
    }

    // MARK: Markdown

    /// The page as Markdown.
    var markdown: String {
        var text = "# \(MarkdownText.escaped(title))\n"
        if let summary { text += "\n\(MarkdownText.escaped(summary))\n" }
        for part in parts {
            text += "\n\(String(repeating: "#", count: part.level)) \(MarkdownText.escaped(part.title))\n"
            if let paragraph = part.text { text += "\n\(MarkdownText.escaped(paragraph))\n" }
            guard !part.rows.isEmpty else { continue }
            text += "\n" + Self.row(part.columns.map(\.title))
            text += Self.row(part.columns.map { _ in "---" })
            text += part.rows.map { Self.row($0.map { MarkdownText.escaped($0.text) }) }.joined()
        }
        return text
    }

    private static func row(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |\n" }
}

extension PolicyPage.AccountSection {
    /// Whether nothing is enforced: everything is allowed, and no setting is the reason.
    fileprivate var allowsAll: Bool {
        lines.allSatisfy { line in
            line.outcome.setting == nil && (line.outcome.verdict == .allow || line.outcome.verdict == .plain)
        }
    }
}
