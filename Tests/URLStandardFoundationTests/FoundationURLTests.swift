import Foundation
import Testing
import URLStandard
import URLStandardFoundation

@Suite("Foundation URLs") struct FoundationURLTests {
    @Test(
        "are read as the URL Standard reads their text",
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

    @Test("without a scheme are no URLs of the Standard")
    func relative() throws {
        let url = try #require(URL(string: "a/b"))
        let isRecord = URLRecord(url) != nil
        #expect(!isRecord)
    }

    @Test("resolved against a base are read as what they resolve to")
    func base() throws {
        let url = try #require(URL(string: "../c", relativeTo: URL(string: "https://example.org/a/b")))
        let href = URLRecord(url)?.hrefString
        #expect(href == "https://example.org/c")
    }

    @Test(
        "are made of canonical forms that Foundation reads alike",
        arguments: [
            "https://user@example.org:8080/a?b#c", "https://[2001:db8::1]/", "http://127.0.0.1/", "about:blank",
        ]
    )
    func making(text: String) throws {
        let record = try URLRecord(parsing: text.utf8.span)
        let url = URL(record)?.absoluteString
        #expect(url == text)
    }

    @Test("are not made of an empty record")
    func empty() {
        let url = URL(URLRecord())
        #expect(url == nil)
    }
}
