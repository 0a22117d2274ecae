import Foundation
import Testing
import URLStandard
import URLStandardFoundation

@Suite("Foundation URLs") struct FoundationURLTests {
    @Test(
        "They are read as the URL Standard reads their text",
        arguments: [
            ("HTTPS://Example.org:443/a/../b", "https://example.org/b"),
            ("http://0x7f.1/", "http://127.0.0.1/"),
            ("mailto:dana@contoso.com", "mailto:dana@contoso.com"),
            ("file:///etc/hosts", "file:///etc/hosts"),
        ]
    )
    func reading(text: String, canonical: String) throws {
        let url = try #require(URL(string: text))
        let href = URLRecord(url)?.hrefString
        #expect(href == canonical)
    }

    @Test("Without a scheme they are not URLs of the standard")
    func relative() throws {
        let url = try #require(URL(string: "a/b"))
        let isRecord = URLRecord(url) != nil
        #expect(!isRecord)
    }

    @Test("Relative URLs are resolved against their base")
    func base() throws {
        let url = try #require(URL(string: "../c", relativeTo: URL(string: "https://example.org/a/b")))
        let href = URLRecord(url)?.hrefString
        #expect(href == "https://example.org/c")
    }

    @Test(
        "They are made from canonical forms that Foundation reads alike",
        arguments: [
            "https://user@example.org:8080/a?b#c", "https://[2001:db8::1]/", "http://127.0.0.1/", "about:blank",
        ]
    )
    func making(text: String) throws {
        let record = try URLRecord(parsing: text.utf8.span)
        let url = URL(record)?.absoluteString
        #expect(url == text)
    }

    @Test("They are not made from an empty record")
    func empty() {
        let url = URL(URLRecord())
        #expect(url == nil)
    }
}
