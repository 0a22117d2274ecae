import Foundation
import Testing

@testable import Answering

/// Untrusted names and explanations on pages.
@Suite("Pages")
struct PageTests {
    /// An untrusted text, with a description that fits on a line.
    struct Hostile: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String
    }

    static let hostile = [
        ("a script", "<script>alert(1)</script>"), ("the end of an attribute", "\"><img src=x onerror=alert(1)>"),
        ("the other quotes", "' onmouseover='alert(1)"), ("the end of a style sheet", "</style><script>"),
        ("a template", "{{#reasons}}{{{link}}}{{/reasons}}"), ("HTML that is escaped", "&lt;script&gt;"),
        ("a field", "a\r\nSet-Cookie: b=c"), ("text turned around", "\u{202E}\u{2066}moc.live"),
        ("quotes with an accent", "\"\u{301} onclick=alert(1) x=\""), ("a tag with an accent", "<\u{338}script>"),
        ("controls", "\u{0}\u{1B}[31m"), ("an address that runs", "javascript:alert(1)"),
        ("one emoji of 65536", String(repeating: "\u{1F469}\u{200D}", count: 1 << 16)),
        ("a letter that fonts leave out, and no character", "admin\u{3164}\u{FFF0}"),
        ("everything that cannot be seen", String(String.UnicodeScalarView(InvisibleScalarTests.all))),
        ("a MiB of tags", String(repeating: "<", count: 1 << 20)),
        ("a MiB of accents", "x" + String(repeating: "\u{301}", count: 1 << 19)),
        ("a MiB of quotes", String(repeating: "\"", count: 1 << 20)),
    ].map { Hostile(testDescription: $0.0, text: $0.1) }

    private static func content(_ text: String) -> PageContent {
        PageContent(
            title: .titleBlocked,
            sentence: .blockedByRule,
            because: text,
            link: text,
            linkText: .openManagedBrowser,
            noLink: .noLink,
            rule: text,
            reasons: Array(repeating: PageContent.Reason(code: text, message: text), count: 20),
            id: text
        )
    }

    /// The tags of a page with their attributes, as read by a parser that only accepts the contents of the built-in
    /// template.
    private static func tags(_ page: String) -> [String] {
        var tags: [String] = []
        var rest = page.unicodeScalars[...]
        while let start = rest.firstIndex(of: "<") {
            guard let end = rest[start...].firstIndex(of: ">") else { break }
            tags.append(String(rest[start...end]).replacing(/nonce="[0-9a-z]+"/, with: ""))
            rest = rest[rest.index(after: end)...]
        }
        return tags
    }

    @Test("No text creates a tag or an attribute, and every page is small", arguments: hostile)
    func escaping(hostile: Hostile) throws {
        let text = hostile.text
        let writer = try PageWriter(PageSettings(contact: text))
        let harmless = String(decoding: writer.write(Self.content("x"), in: .english).body, as: UTF8.self)
        let page = writer.write(Self.content(text), in: .english)
        #expect(page.body.count <= PageWriter.longestPage)
        let shown = String(decoding: page.body, as: UTF8.self)
        let known = Set(Self.tags(harmless))
        for tag in Self.tags(shown) { #expect(known.contains(tag), "\(tag)") }
        #expect(!InvisibleScalarTests.areIn(shown))
    }

    @Test("A page names each character that a reader cannot see")
    func invisible() throws {
        let writer = try PageWriter(PageSettings())
        for scalar in InvisibleScalarTests.all {
            let page = String(decoding: writer.write(Self.content("a\(scalar)b"), in: .english).body, as: UTF8.self)
            let digits = String(scalar.value, radix: 16, uppercase: true)
            let name = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            #expect(page.contains("<bdi>a‹\(name)›b</bdi>"), "\(name)")
            #expect(!InvisibleScalarTests.areIn(page), "\(name)")
        }
    }

    @Test("The readable content is preserved, also in German")
    func content() throws {
        let writer = try PageWriter(PageSettings(contact: "it@contoso.example"))
        var content = Self.content("x")
        (content.because, content.rule, content.id) = ("Gambling & <games>", "gambling", "0123456789abcde")
        content.link = "microsoft-edge-https://a.example/?b=1&c='2'"
        content.reasons = [PageContent.Reason(code: "rule.blocked", message: "Rule “gambling” blocks this URL.")]
        let english = String(decoding: writer.write(content, in: .english).body, as: UTF8.self)
        for part in [
            "<html lang=\"en\">", "<h1>This page is blocked</h1>", "Gambling &amp; &lt;games&gt;",
            "href=\"microsoft-edge-https://a.example/?b=1&amp;c=&#39;2&#39;\"", "<bdi>gambling</bdi>",
            "<code>0123456789abcde</code>", "<code>rule.blocked</code>", "href=\"mailto:it@contoso.example\"",
        ] {
            #expect(english.contains(part), "\(part)")
        }
        let german = String(decoding: writer.write(content, in: .german).body, as: UTF8.self)
        #expect(german.contains("<html lang=\"de\">"))
        #expect(german.contains("<h1>Diese Seite ist gesperrt</h1>"))
    }

    @Test(
        "A page does not link to an address that is executable, local or malformed",
        arguments: [
            "javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,x", "vbscript:x", "file:///etc/passwd",
            "blob:https://a/1", "about:blank", "//a.example/", "a.example", ":x", "1a:b", "java\tscript:alert(1)",
            "https://a/\u{202E}", "https://a/ b", "", "https://a/" + String(repeating: "a", count: 1 << 20),
        ]
    )
    func noLink(address: String) throws {
        #expect(!PageValues.mayLink(to: address))
        var content = Self.content("x")
        content.link = address
        let page = String(decoding: try PageWriter(PageSettings()).write(content, in: .english).body, as: UTF8.self)
        #expect(!page.contains("<a "))
        #expect(page.contains("Copy the address"))
    }

    @Test(
        "A contact becomes a link if it is clearly an address",
        arguments: [
            ("it@contoso.example", "mailto:it@contoso.example"), ("https://help.example/", "https://help.example/"),
            ("+49 (30) 123-45", "tel:+493012345"), ("it@contoso.example?bcc=x@evil.example", nil),
            ("javascript:x", nil),
            ("Room 12", nil), ("http://help.example/", nil), ("https://a b", nil), ("it@contoso.example\n", nil),
        ]
    )
    func contact(contact: String, expected: String?) { #expect(PageValues.address(ofContact: contact) == expected) }

    @Test("Stacked combining marks are reduced, and letters keep their own")
    func marks() {
        #expect(ShownText.harmless("a" + String(repeating: "\u{301}", count: 50), limit: 100).unicodeScalars.count == 5)
        #expect(ShownText.harmless("e\u{301}à", limit: 100) == "e\u{301}à")
        #expect(ShownText.harmless("a\u{202E}b\u{AD}", limit: 100) == "a‹U+202E›b‹U+00AD›")
        #expect(ShownText.harmless("abc", limit: 2) == "ab…")
    }
}

@Suite("Page templates")
struct PageTemplateTests {
    private static func reason(_ source: String) -> String? {
        do throws(AnsweringError) {
            _ = try PageTemplate(source)
            return nil
        } catch {
            guard case .template(let reason) = error else { return "another error" }
            return reason
        }
    }

    @Test(
        "A template that could show a value unescaped, or is malformed, is refused",
        arguments: [
            ("{{{because}}}", "not known"), ("{{&because}}", "not known"), ("{{> other}}", "not known"),
            ("{{< other}}{{/other}}", "not known"), ("{{$block}}x{{/block}}", "not known"),
            ("{{=<% %>=}}", "not known"),
            ("{{% CONTENT_TYPE:TEXT}}", "not known"), ("{{% CONTENT_TYPE:HTML}}{{title}}", "not known"),
            ("{{uppercased(title)}}", "not known"), ("{{.}}", "not known"), ("{{becuase}}", "not known"),
            ("{{title", "no `}}`"), ("{{}}", "empty"), ("{{#title}}", "line 1"), ("{{#title}}{{/rule}}", "line 1"),
            ("{\u{301}{{title\u{301}}}", "not known"), ("<SCRIPT>x</SCRIPT>", "may not contain scripts"),
            ("<style>a { color: {{title}} }</style>", "style sheet"), ("<style media=print></style>", "attributes"),
            ("<style>", "no `</style>`"), (String(repeating: "{{#title}}", count: 20), "too deeply"),
            (String(repeating: "x", count: 6000), "longer"),
        ]
    )
    func refused(source: String, part: String) {
        let reason = Self.reason(source)
        #expect(reason?.contains(part) == true, "\(reason ?? "accepted")")
    }

    @Test("An operator's template shows the values, and a nonce allows its style sheets")
    func accepted() throws {
        let template =
            "<style> h1 { color: red } </style>{{! a note }}<h1>{{ title }}</h1>{{#because}}[{{because}}]{{/because}}{{^link}}-{{/link}}"
        let writer = try PageWriter(PageSettings(template: template))
        let content = PageContent(title: .titleBlocked, sentence: .plain, because: "<b>")
        let page = writer.write(content, in: .english)
        let text = String(decoding: page.body, as: UTF8.self)
        let nonce = try #require(text.firstMatch(of: /nonce="([0-9a-z]{20,})"/)).output.1
        #expect(text.hasSuffix(" h1 { color: red } </style><h1>This page is blocked</h1>[&lt;b&gt;]-"))
        #expect(page.contentSecurityPolicy.hasPrefix("default-src 'none'; style-src 'nonce-\(nonce)'; "))
        #expect(writer.write(content, in: .english).contentSecurityPolicy != page.contentSecurityPolicy)
    }

    @Test("If the operator's page is too long, the built-in page is shown")
    func tooLong() throws {
        let template = String(repeating: "{{sentence}}", count: 400)
        let page = try PageWriter(PageSettings(template: template)).write(
            PageContent(title: .titleUnreadable, sentence: .unreadable),
            in: .english
        )
        #expect(page.body.count <= PageWriter.longestPage)
        #expect(String(decoding: page.body, as: UTF8.self).hasPrefix("<!doctype html>"))
    }

    @Test("The built-in template leaves half of a page for content")
    func size() { #expect(PageTemplate.builtIn.utf8.count <= 4096) }
}
