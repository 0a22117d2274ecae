import ByteText
import Diagnostics

/// Text in the form of Markdown documents.
enum MarkdownText {
    /// A text that Markdown and HTML show literally: one line without links, mentions of people, tags and invisible
    /// characters.
    ///
    /// Marks of HTML become references and not escapes, because Markdown has no escapes inside HTML.
    static func escaped(_ text: String) -> String {
        let escaped = VisibleText.of(text).replacingScalars { scalar in
            switch scalar {
            case "<": "&lt;"
            case ">": "&gt;"
            case "&": "&amp;"
            // Services turn these into links; an invisible joiner prevents that.
            case "@": "@&#8203;"
            case "#": "\\#&#8203;"
            case "\\", "`", "*", "_", "{", "}", "[", "]", "(", ")", "+", "!", "|", "~": "\\\(scalar)"
            default: nil
            }
        }
        return escaped.replacingScalars("://", with: ":&#8203;//").replacingScalars("www.", with: "www&#8203;.")
    }
}

extension String {
    /// The text, truncated to a readable length. A document has a size limit, but regular expressions and names have none.
    func shortened(to limit: Int = 240) -> String {
        guard unicodeScalars.count > limit else { return self }
        return prefixOfScalars(limit) + "…"
    }
}
