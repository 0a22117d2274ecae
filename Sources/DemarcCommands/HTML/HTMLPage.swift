import ByteText
import Hosting

/// A page that is one file: it asks for nothing, from anywhere, and shows all of its text without its script.
///
/// Its policy ([CSP](https://www.w3.org/TR/CSP3/)) allows the style and the scripts that are in it, by their digests, and
/// nothing else. What documents bring in could not run, or be fetched, even if it were written as markup.
struct HTMLPage {
    /// What a browser calls the page.
    var title: String
    /// What is on it.
    var body: HTML
    /// What it does for those who let it, one after the other.
    var scripts: [StaticString] = []

    /// The page as it is written to a file.
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

    /// What a policy calls a style or script by: base64 with padding, of 32 bytes.
    private static func source(of text: StaticString) -> String {
        let digest = Base64URL.text(of: SHA256.hash(of: Array(text.description.utf8)))
        return "'sha256-\(digest.replacing("-", with: "+").replacing("_", with: "/"))='"
    }
}

extension String {
    /// The text, cut where nobody would read on. A page has a limit, and a regular expression or a name has none.
    func shortened(to limit: Int = 240) -> String {
        guard unicodeScalars.count > limit else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.prefix(limit))) + "…"
    }
}
