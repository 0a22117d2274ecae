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
            case "\\", "`", "*", "_", "{", "}", "[", "]", "(", ")", "#", "+", "!", "|", "~": "\\\(scalar)"
            default: nil
            }
        }
        return String(escaped.unicodeScalars.replacing("://".unicodeScalars, with: ":&#8203;//".unicodeScalars))
    }
}
