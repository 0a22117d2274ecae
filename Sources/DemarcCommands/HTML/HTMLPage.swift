import ByteText
import Hosting

/// A self-contained HTML page: it loads nothing, and shows all of its text without its script.
///
/// Its policy ([CSP](https://www.w3.org/TR/CSP3/)) allows only the style and the scripts that it contains, by their
/// digests. Content from documents could not be executed or fetched even if it were written as markup.
struct HTMLPage {
    /// The maximum size of a page in bytes.
    static let mostBytes = 2_000_000

    /// The title of the page.
    var title: String
    /// What is on it.
    var body: HTML
    /// The scripts of the page, in order of execution.
    var scripts: [StaticString] = []

    /// The HTML source of the page.
    ///
    /// - Complexity: O(*n*) in the length of the page.
    var text: String {
        var page = "<!DOCTYPE html>\n"
        let root = Tag.html(.lang("en")) {
            Tag.head {
                Tag.meta(.charset)
                Tag.meta(.httpEquiv("Content-Security-Policy"), .content(contentPolicy))
                Tag.meta(.name("viewport"), .content("width=device-width, initial-scale=1"))
                Tag.meta(.name("referrer"), .content("no-referrer"))
                Tag.meta(.name("color-scheme"), .content("light dark"))
                Tag.title { title }
                HTML.literal(.style, ReportStyle.text)
            }
            Tag.body {
                body
                for script in scripts { HTML.literal(.script, script) }
            }
        }
        root.append(to: &page)
        return page
    }

    private var contentPolicy: String {
        var parts = ["default-src 'none'", "style-src \(Self.source(of: ReportStyle.text))"]
        if !scripts.isEmpty { parts.append((["script-src"] + scripts.map(Self.source)).joined(separator: " ")) }
        return (parts + ["base-uri 'none'", "form-action 'none'"]).joined(separator: "; ")
    }

    /// The CSP source expression of a style or script: padded base64 of 32 bytes.
    private static func source(of text: StaticString) -> String {
        let digest = Base64URL.text(of: SHA256.hash(of: Array(text.description.utf8)))
        return "'sha256-\(digest.replacing("-", with: "+").replacing("_", with: "/"))='"
    }
}
