import Mustache

/// A page as a Mustache template: the built-in one, or an operator's.
///
/// A template can show only the available values. Tags that would write a value unescaped, load another template or
/// change the tag delimiters are rejected when the template is read, so that no rendered page needs to be trusted.
struct PageTemplate: Sendable {
    /// The names that a template may use, in addition to those inside of `reasons`.
    static let names: Set<String> = [
        "language", "title", "sentence", "because", "link", "linkText", "noLink", "rule", "reasons", "id", "contact",
        "contactLink", "whyLabel", "ruleLabel", "reasonsLabel", "idLabel", "contactLabel", "code", "message",
    ]
    /// The maximum size of a template. The rest of a page's size is for its values.
    static let longest = 5 * 1024

    private let template: MustacheTemplate

    /// A page, and the content security policy for it.
    struct Page: Sendable {
        var body: [UInt8]
        var contentSecurityPolicy: String
    }

    /// Parses a template.
    ///
    /// - Parameters:
    ///   - source: The template.
    ///   - names: The names that it may use.
    /// - Throws: ``AnsweringError`` that identifies the invalid part.
    init(_ source: String, names: Set<String> = Self.names) throws(AnsweringError) {
        guard source.utf8.count <= Self.longest else {
            throw .template(reason: "it is longer than \(Self.longest) bytes, and a page may have at most 8 KiB in all")
        }
        try Self.check(source, names)
        do {
            // Values are escaped before they are passed to the library, by Unicode scalars. The library escapes by
            // characters, and so does not escape a quotation mark with a combining accent.
            template = try MustacheTemplate(string: "{{% CONTENT_TYPE:TEXT}}\n" + Self.withNonces(source))
        } catch let error as MustacheTemplate.ParserError {
            throw .template(reason: "line \(error.context.lineNumber - 1): \(error.error)")
        } catch {
            throw .template(reason: "\(error)")
        }
    }

    /// Renders the template.
    ///
    /// - Parameter values: HTML texts that are already escaped, and lists of them.
    /// - Returns: The page.
    func render(_ values: [String: Any]) -> Page {
        var random = SystemRandomNumberGenerator()
        let nonce = String(random.next(), radix: 36) + String(random.next(), radix: 36)
        var values = values
        values["nonce"] = nonce
        return Page(
            body: Array(template.render(values).utf8),
            // Allows its own style sheets, by an unpredictable nonce, embedded pictures, and nothing else.
            contentSecurityPolicy: "default-src 'none'; style-src 'nonce-\(nonce)'; img-src data:; base-uri 'none'; "
                + "form-action 'none'; frame-ancestors 'none'"
        )
    }

    // MARK: Validation

    /// Scans bytes, whereas the library scans characters, for which a brace with a combining accent is another
    /// character. Everything that either of them recognizes must be one of the known tags.
    private static func check(_ source: String, _ names: Set<String>) throws(AnsweringError) {
        var rest = Array(source.utf8)[...]
        var depth = 0
        while let start = rest.firstRange(of: "{{".utf8) {
            let inside = rest[start.upperBound...]
            guard let end = inside.firstRange(of: "}}".utf8) else { throw .template(reason: "a `{{` has no `}}`") }
            let tag = String(decoding: inside[..<end.lowerBound], as: UTF8.self)
            rest = inside[end.upperBound...]
            guard let sign = tag.unicodeScalars.first else { throw .template(reason: "`{{}}` is empty") }
            switch sign {
            case "!": continue
            case "#", "^": depth += 1
            case "/": depth -= 1
            default: break
            }
            guard depth <= 16 else { throw .template(reason: "its sections are nested too deeply") }
            let isSection = sign == "#" || sign == "^" || sign == "/"
            let name = (isSection ? String(tag.unicodeScalars.dropFirst()) : tag).filter { $0 != " " }
            guard names.contains(name) else {
                throw .template(reason: "`{{\(ShownText.harmless(tag, limit: 40))}}` is not known here")
            }
        }
    }

    /// The template with a nonce in each of its style sheets. Rejects parts that would have no effect, so that the
    /// operator notices before the users do.
    private static func withNonces(_ source: String) throws(AnsweringError) -> String {
        let bytes = Array(source.utf8)
        let lowercased = bytes.map { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") ? $0 | 0x20 : $0 }
        guard lowercased.firstRange(of: "<script".utf8) == nil else {
            throw .template(reason: "pages may not contain scripts")
        }
        var result: [UInt8] = []
        var position = 0
        while let start = lowercased[position...].firstRange(of: "<style".utf8) {
            guard start.upperBound < bytes.count, bytes[start.upperBound] == UInt8(ascii: ">") else {
                throw .template(reason: "`<style>` may not have attributes here")
            }
            guard let end = lowercased[start.upperBound...].firstRange(of: "</style>".utf8) else {
                throw .template(reason: "a `<style>` has no `</style>`")
            }
            guard bytes[start.upperBound..<end.lowerBound].firstRange(of: "{{".utf8) == nil else {
                throw .template(reason: "a style sheet may not contain values")
            }
            result += bytes[position..<start.upperBound]
            result += " nonce=\"{{nonce}}\"".utf8
            result += bytes[start.upperBound..<end.upperBound]
            position = end.upperBound
        }
        return String(decoding: result + bytes[position...], as: UTF8.self)
    }
}

extension PageTemplate {
    /// The built-in page. It is readable without its style sheet.
    static let builtIn = """
        <!doctype html>
        <html lang="{{language}}">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="robots" content="noindex">
        <title>{{title}}</title>
        <style>
        :root { color-scheme: light dark; --ink: #1c2430; --soft: #566070; --paper: #f3f4f6; --card: #fff; --line: #d8dce2; --accent: #1a56b0; --on: #fff }
        @media (prefers-color-scheme: dark) { :root { --ink: #e8eaee; --soft: #a3adbb; --paper: #12161c; --card: #1b2129; --line: #343c48; --accent: #8ab6ff; --on: #10151c } }
        body { margin: 0; padding: 8vh 1rem; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
        main { max-width: 36rem; margin: auto; padding: 1.75rem 2rem; background: var(--card); border: 1px solid var(--line); border-radius: .75rem; overflow: hidden; overflow-wrap: anywhere }
        h1 { margin: 0 0 .75rem; font-size: 1.5rem; line-height: 1.25 }
        blockquote { margin: 1rem 0; padding: .1rem 1rem; border-left: .25rem solid var(--accent) }
        a { color: var(--accent) }
        a.open { display: inline-block; padding: .6rem 1.1rem; border-radius: .5rem; background: var(--accent); color: var(--on); font-weight: 600; text-decoration: none }
        dl { margin: 1.5rem 0 0; padding-top: 1rem; border-top: 1px solid var(--line); font-size: .875rem }
        dt { color: var(--soft); font-weight: 600 }
        dd { margin: 0 0 .6rem }
        ul { margin: 0; padding-left: 1.1rem }
        code { font: .9em ui-monospace, monospace; color: var(--soft) }
        dd > code { color: inherit; font-size: 1.05em }
        @media (max-width: 30rem) { body { padding: 1rem .75rem } main { padding: 1.25rem } }
        </style>
        </head>
        <body>
        <main>
        <h1>{{title}}</h1>
        <p>{{sentence}}</p>
        {{#because}}
        <blockquote><p dir="auto">{{because}}</p></blockquote>
        {{/because}}
        {{#link}}
        <p><a class="open" href="{{link}}" rel="noreferrer">{{linkText}}</a></p>
        {{/link}}
        {{#noLink}}
        <p>{{noLink}}</p>
        {{/noLink}}
        <dl>
        {{#contact}}
        <dt>{{contactLabel}}</dt>
        <dd>{{#contactLink}}<a href="{{contactLink}}">{{contact}}</a>{{/contactLink}}{{^contactLink}}{{contact}}{{/contactLink}}</dd>
        {{/contact}}
        {{#id}}
        <dt>{{idLabel}}</dt>
        <dd><code>{{id}}</code></dd>
        {{/id}}
        {{#rule}}
        <dt>{{ruleLabel}}</dt>
        <dd><bdi>{{rule}}</bdi></dd>
        {{/rule}}
        {{#reasonsLabel}}
        <dt>{{reasonsLabel}}</dt>
        <dd lang="en"><ul>
        {{#reasons}}
        <li>{{#message}}<bdi>{{message}}</bdi> {{/message}}<code>{{code}}</code></li>
        {{/reasons}}
        </ul></dd>
        {{/reasonsLabel}}
        </dl>
        </main>
        </body>
        </html>

        """
}
