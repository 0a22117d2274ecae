import Diagnostics
import PolicyImport
import PolicyModel
import Testing
import URLMatching

@Suite("Importing lists") struct ListImportTests {
    // MARK: Managed browser

    @Test("Bad and repeated entries of the managed browser are named")
    func edge() throws {
        let text = "https://a.example/*|http://*.com| |https://a.example/*\nhttps://it's.example/\nhttps://b.example"
        let result = BrowserListFormat.edge.read(allow: source(text), block: nil)
        #expect(
            summary(result) == [
                "error wildcard-domain 1:28 «*.com»", "note duplicate-entry 1:36 «https://a.example/*»",
                "error invalid-character 2:11 «'»", "note always-allowed",
            ]
        )
        #expect(result.carried == 3)
        let rules = try readBack(result).ruleSets[0]
        #expect(try rules.urlClass(of: "https://a.example/x") == .internal)
        #expect(try rules.urlClass(of: "https://b.example/x") == .blocked)
    }

    @Test("An entry in another spelling is a repeated one")
    func edgeSpelling() {
        let result = BrowserListFormat.edge.read(
            allow: nil,
            block: source("https://a.example/*\nhttps://A.example:443/*")
        )
        #expect(summary(result) == ["note duplicate-entry 2:1 «https://A.example:443/*»", "note always-allowed"])
        #expect(result.carried == 2 && !result.text.contains("A.example"))
    }

    @Test("All entries of a very long list are counted", arguments: BrowserListFormat.allCases)
    func longList(format: BrowserListFormat) throws {
        let (limit, count) = (BrowserListFormat.entryLimit, 5_000)
        let list = source((1...count).map { "https://h\($0).example" }.joined(separator: "\n"), "block.txt")
        let result = format.read(allow: nil, block: list, allowed: .internal)
        #expect(result.carried == limit && result.dropped == count - limit)
        guard format == .edge else { return }
        let both = BrowserListFormat.edge.read(allow: source("https://a.example", "allow.txt"), block: list)
        #expect(both.findings.first?.message.hasPrefix("the \(count) entries of the block list") == true)
        #expect(both.carried == 1 && both.dropped == 0)
        #expect(both.findings.allSatisfy { $0.severity != .error }, "\(summary(both))")
    }

    @Test("If the managed browser has both lists, only the allow list is read")
    func edgeBoth() throws {
        let result = BrowserListFormat.edge.read(
            allow: source("https://a.example", "allow.txt"),
            block: source("https://b.example|https://c.example", "block.txt")
        )
        #expect(result.carried == 1 && result.dropped == 0)
        #expect(result.findings.map(\.code) == ["block-list-ignored", "allow-list-only", "always-allowed"])
        #expect(try readBack(result).ruleSets[0].rules.map(\.id) == ["allowed", "always-allowed"])
    }

    // MARK: Content settings

    @Test(
        "Content settings without a filter equivalent are refused",
        arguments: [
            ("*.example.com", "wildcard"), ("[*.].example.com", "leading-dot"), (".example.com", "leading-dot"),
            ("https://example.com/a", "has-path"), ("https://a.example,https://b.example", "two-patterns"),
            ("[*.]10.0.0.1", "is-address"), ("file:///etc/passwd", "exact-path"), ("file://host/*", "exact-path"),
            ("example.com:0", "invalid-port"), ("custom://example.com", "unsupported-scheme"), ("https://", "empty"),
            ("exa mple.com", "space"), ("fd00::1", "invalid-port"), ("ftp://example.com", "unsupported-scheme"),
            ("wss://b.example", "unsupported-scheme"), ("edge://settings", "unsupported-scheme"),
            ("chrome-extension://*", "browser-page"), ("isolated-app://[*.]a", "browser-page"),
            ("chrome://settings:80", "browser-page"), ("devtools://x:*", "browser-page"),
            ("https://sso@login.example.com", "has-credentials"), ("https://a:b@example.com/", "has-credentials"),
            ("a@\u{301}b.example", "has-credentials"), ("example.com?c", "no-equivalent"),
            ("example.com#x", "no-equivalent"), ("http://example.com:80#x", "no-equivalent"),
            ("*:80#x", "no-equivalent"), ("chrome://settings#\u{301}", "no-equivalent"),
            ("[*.]example.com..", "trailing-dot"), ("[*.].", "leading-dot"),
            ("example.com/\u{301}x", "path-spelling"),
        ]
    )
    func contentSettingsRefused(pattern: String, code: String) {
        let result = ContentSettingsImport.read(source(pattern), as: .blocked, default: .internal)
        #expect(result.findings.first?.code == code, "\(result.findings)")
        #expect(result.dropped == 1 && result.carried == 0)
        // A host alone would not cover the subdomains.
        if pattern.hasPrefix("[*.]e") { #expect(result.findings.first?.help == nil, "\(result.findings)") }
    }

    @Test("Content settings that make a document larger than one that can be read are refused")
    func contentSettingsTooLarge() {
        let label = String(repeating: "a", count: 60)
        let list = source((0..<85_000).map { "\(label).\(label).\(label).h\($0).example\n" }.joined())
        let result = ContentSettingsImport.read(list, as: .blocked, default: .internal)
        #expect(result.findings.map(\.code) == ["file-too-large"] && result.text.isEmpty)
        #expect(result.carried == 0 && result.dropped == 85_000)
    }

    @Test(
        "Imported content settings match what their pattern matches",
        arguments: [
            ("example.com", ["https://example.com/x", "http://example.com:8080/"], ["https://www.example.com/"]),
            ("[*.]example.com", ["https://example.com/", "https://a.b.example.com/"], ["https://notexample.com/"]),
            ("[*.]example.com.:80", ["http://a.b.example.com/"], ["https://a.example.com/", "http://notexample.com/"]),
            (
                "https://[*.]example.com:443", ["https://www.example.com/"],
                ["http://example.com/", "https://example.com:8443/"]
            ),
            ("*://example.com:*/", ["http://example.com:1/"], ["http://a.example.com/"]),
            ("https://*", ["https://a.example/"], ["http://a.example/"]),
            ("*", ["https://a.example/", "http://b.example/"], []),
            ("[*.]", ["https://a.example/", "http://b.example/"], []),
            ("http://[*.]:8080", ["http://a.example:8080/"], ["https://a.example:8080/", "http://a.example/"]),
            ("Chrome-Extension://abc", ["chrome-extension://abc/x"], ["chrome-extension://abd/", "https://abc/"]),
            ("[fd00::1]:8080", ["http://[fd00::1]:8080/"], ["http://[fd00::1]/"]),
            ("10.0.0.1", ["http://10.0.0.1/"], ["http://10.0.0.2/"]),
            ("file:///*", ["file:///etc/passwd"], ["https://etc/"]),
            (
                "https://example.com/|http://a.example/ | [*.]b.example",
                ["https://example.com/x", "http://a.example/", "https://x.b.example/"],
                ["https://www.example.com/", "https://a.example/", "http://example.com/"]
            ),
        ]
    )
    func contentSettings(pattern: String, matches: [String], misses: [String]) throws {
        let result = ContentSettingsImport.read(source(pattern), as: .blocked, default: .external)
        #expect(result.dropped == 0, "\(result.findings)")
        let rules = try readBack(result).ruleSets[0]
        for url in matches { #expect(try rules.urlClass(of: url) == .blocked, "\(url)") }
        for url in misses { #expect(try rules.urlClass(of: url) == .external, "\(url)") }
    }

    @Test(
        "A list of which no pattern can be carried over is refused if it is stricter than the rest",
        arguments: [
            ("https://a.example/login\nhttps://b.example/a\n", .blocked, .internal, true),
            ("a.example/login", .blocked, .external, true), ("*.a.example|b.example/c", .blocked, .internal, true),
            ("a.example\nb.example/login", .blocked, .internal, false), ("", .blocked, .internal, false),
            ("a.example/login", .blocked, .blocked, false), ("a.example/login", .external, .internal, true),
            ("a.example/login", .external, .blocked, false), ("a.example/login", .internal, .external, false),
            ("a.example\nb.example/login", .external, .internal, false), ("", .external, .internal, false),
        ] as [(String, URLClass, URLClass, Bool)]
    )
    func contentSettingsLost(list: String, urlClass: URLClass, standard: URLClass, isRefused: Bool) {
        let result = ContentSettingsImport.read(source(list), as: urlClass, default: standard)
        #expect(result.text.isEmpty == isRefused, "\(summary(result))")
        let lost = result.findings.first { $0.code == "lost-block-list" }
        #expect((lost != nil) == isRefused, "\(summary(result))")
        let loss = urlClass == .blocked ? "allow everything that the list blocks" : "make nothing `external`"
        #expect(lost?.message.hasSuffix("the document would \(loss)") ?? true, "\(lost?.message ?? "")")
    }

    @Test(
        "Of very many entries with the same finding, the last ones are only counted",
        arguments: [
            ("a.example\n", "duplicate-entry", "1999 more patterns are repeated"),
            ("a\u{200B}.example\n", "invisible-character", "2000 more entries contain an invisible or lost character"),
        ]
    )
    func contentSettingsFindings(line: String, code: String, message: String) {
        let list = source(String(repeating: line, count: 3_000))
        let result = ContentSettingsImport.read(list, as: .blocked, default: .internal)
        let messages = result.findings.filter { $0.code == code }.map(\.message)
        #expect(messages.count == 1_001 && messages.last == message, "\(messages.count) \(messages.last ?? "")")
    }

    @Test("A space in content settings is marked, and the message quotes the pattern as it is written")
    func contentSettingsSpace() {
        let result = ContentSettingsImport.read(source("a b.example\nok.example\n"), as: .blocked, default: .internal)
        #expect(summary(result) == ["error space 1:2 « »"])
        #expect(result.findings.first?.message == "there is a space in `a b.example`")
        #expect(result.findings.first?.help?.contains("%20") == false)
    }

    @Test("The help for JSON says how its patterns can be read")
    func contentSettingsInJSON() {
        let policy = source(#"{"PopupsBlockedForUrls": ["[*.]example.com"]}"#, "policy.json")
        let result = ContentSettingsImport.read(policy, as: .blocked, default: .internal)
        #expect(result.findings.map(\.code) == ["is-json"])
        #expect(result.findings.first?.help?.hasSuffix("on lines of their own, or with `|` between them") == true)
    }

    // MARK: Characters

    // Read with U+FFFD in place of the byte, the entry would be a rule that matches nothing.
    @Test("An entry that is not UTF-8 is left out with the place of its byte")
    func encoding() throws {
        let bad = Array("https://a.example/pr".utf8) + [0xE9] + Array("s".utf8)
        let file = SourceFile(path: "list.txt", bytes: bad + Array("\nhttps://b.example/\n".utf8))
        let results = [
            BrowserListFormat.edge.read(allow: nil, block: file), BrowserListFormat.edge.read(allow: file, block: nil),
            BrowserListFormat.chrome.read(allow: nil, block: file),
            BrowserListFormat.chrome.read(allow: file, block: nil),
            ContentSettingsImport.read(file, as: .blocked, default: .internal),
        ]
        for result in results {
            let errors = result.findings.filter { $0.severity == .error }
            #expect(errors.map(\.code) == ["not-utf-8"], "\(summary(result))")
            #expect(errors.first?.places.map { $0.start.offset..<$0.end.offset } == [20..<21])
            #expect(result.carried == 1 && result.dropped == 1)
            #expect(!result.text.contains("\u{FFFD}") && !result.text.contains("%EF%BF%BD"))
        }
        for format in BrowserListFormat.allCases {
            let all = format.read(allow: nil, block: SourceFile(path: "list.txt", bytes: bad), allowed: .internal)
            #expect(all.findings.map(\.code).contains("not-utf-8"))
            #expect(all.findings.last?.code == "lost-block-list" && all.text.isEmpty, "\(summary(all))")
        }
    }

    @Test("A character that cannot be seen, or was lost, is a warning", arguments: ["\u{200B}", "\u{FFFD}"])
    func invisible(character: String) {
        let list = source("https://a.example/admin\(character)\nhttps://b.example/pr\u{E9}s\n")
        for format in BrowserListFormat.allCases {
            let result = format.read(allow: nil, block: list, allowed: .internal)
            let warnings = result.findings.filter { $0.severity == .warning }
            #expect(warnings.map(\.code) == ["invisible-character"], "\(summary(result))")
            #expect(warnings.first?.places.first?.start.line == 1)
            #expect(result.carried == 2)
        }
    }

    @Test("A list that looks like the other format is reported")
    func mistaken() {
        let filters = ContentSettingsImport.read(source(".a.example\nb.example?c"), as: .blocked, default: .internal)
        #expect(filters.findings.count { $0.code == "url-filter" } == 1)
        #expect(filters.reading.contains("exactly that host"))
        let patterns = BrowserListFormat.chrome.read(allow: nil, block: source("[*.]a.example\n[*.]b.example"))
        #expect(patterns.findings.count { $0.code == "content-settings" } == 1)
        #expect(patterns.reading.contains("covers its subdomains"))
    }

    // MARK: Names

    @Test("Each name is written once in canonical form, and the other lines are named")
    func names() throws {
        let hosts = try NameListImport.read(
            source("127.0.0.1 localhost\n0.0.0.0 Ads.example bücher.example\n10.0.0.1 a.example\n:: ads.example\n"),
            as: .hosts
        )
        #expect(hosts.text == "0.0.0.0 ads.example\n0.0.0.0 xn--bcher-kva.example\n")
        #expect(summary(hosts) == ["error invalid-hosts-line 3:1 «10.0.0.1»", "note duplicate-entry"])
        #expect(hosts.carried == 3 && hosts.dropped == 1)
        let filters = try NameListImport.read(
            source("[Adblock Plus 2.0]\n! c\n||Ads.example^\n||b.example^$third-party\n@@||c.example^\n"),
            as: .adblockDomains
        )
        #expect(filters.text == "ads.example\n")
        #expect(filters.findings.map(\.code) == ["unused-exception", "invalid-filter"])
        #expect(filters.dropped == 2)
    }

    @Test("Only the bad names of a line of a hosts file are left out, each with its place")
    func badNames() throws {
        let hosts = try NameListImport.read(
            source("0.0.0.0 a.example b..example c.example *.d.example # x\n0.0.0.0 e.example\n"),
            as: .hosts
        )
        #expect(hosts.text == "0.0.0.0 a.example\n0.0.0.0 c.example\n0.0.0.0 e.example\n")
        #expect(summary(hosts) == ["error empty-label 1:20 «..»", "error wildcard 1:40 «*.»"])
        #expect(hosts.carried == 3 && hosts.dropped == 2)
    }

    @Test(
        "A file without entries is a warning, unless it only has the names of the machine itself",
        arguments: [
            ("", .hosts, ["warning empty-list 1:1 «»"]), ("# none\n", .hosts, ["warning empty-list 1:1 «»"]),
            ("127.0.0.1 localhost\n", .hosts, []), ("", .adblockDomains, ["warning empty-list 1:1 «»"]),
            ("[Adblock Plus 2.0]\n! none\n", .adblockDomains, ["warning empty-list 1:1 «»"]),
            ("||a.example^\n@@||a.example^\n", .adblockDomains, ["note excepted-name"]),
        ] as [(String, NameListImport.Format, [String])]
    )
    func emptyNames(text: String, format: NameListImport.Format, findings: [String]) throws {
        let result = try NameListImport.read(source(text), as: format)
        #expect(summary(result) == findings)
        #expect(result.text.isEmpty && result.dropped == 0)
    }

    @Test("Content settings without a pattern are a warning", arguments: ["", "# none\n | \n"])
    func emptyContentSettings(text: String) throws {
        for (urlClass, effect) in [(URLClass.blocked, "blocks"), (.external, "matches")] {
            let result = ContentSettingsImport.read(source(text), as: urlClass, default: .internal)
            #expect(result.findings.map(\.message) == ["the list has no entries, so it \(effect) nothing"])
            #expect(try readBack(result).ruleSets[0].urlClass(of: "https://a.example/") == .internal)
        }
    }

    @Test(
        "The names of the machine itself are no entries, in any case",
        arguments: ["localhost", "LOCALHOST", "Localhost.LocalDomain", "IP6-loopback", "broadcastHost"]
    )
    func ownNames(name: String) throws {
        let hosts = try NameListImport.read(source("127.0.0.1 \(name)\n0.0.0.0 \(name) a.example\n"), as: .hosts)
        #expect(hosts.text == "0.0.0.0 a.example\n")
        #expect(hosts.findings.isEmpty, "\(summary(hosts))")
    }

    @Test(
        "Names that a list of filters takes back are omitted, and an exception below a remaining domain is named",
        arguments: [
            ("||a.example^\n||b.example^\n@@||b.example^\n", "a.example", ["note excepted-name"]),
            ("@@||b.example^\n||x.b.example^\n||B.example^\n||nb.example^", "nb.example", ["note excepted-name"]),
            ("||a.example^\n||x.a.example^\n||a.example^$badfilter \n", "x.a.example", ["note excepted-name"]),
            ("||a.example^\n  @@||a.example^\r\n@@||a.example^$badfilter\n", "a.example", []),
            ("\u{FEFF}@@||a.example^\n||a.example^\n||b.example^\n", "b.example", ["note excepted-name"]),
            (
                "||a.example^\n@@||x.a.example^\n", "a.example",
                ["error exception-below-domain 2:1 «@@||x.a.example^»"]
            ),
            ("||a.example^\n@@||a.example^$popup\n", "a.example", ["error invalid-filter 2:1 «@@||a.example^$popup»"]),
            ("||a.example^\n@@||c.example^\n", "a.example", ["note unused-exception"]),
        ]
    )
    func exceptions(text: String, name: String, findings: [String]) throws {
        let result = try NameListImport.read(source(text), as: .adblockDomains)
        #expect(result.text == name + "\n")
        #expect(summary(result) == findings)
        #expect(result.carried == 1)
    }

    @Test("However many lines are left out, an exception below a remaining domain is shown")
    func exceptionAfterBadLines() throws {
        let bad = (1...3_000).map { "||h\($0).example^$popup\n" }.joined()
        let names = (1...4_000).map { "||n\($0).example^\n" }.joined()
        let text = bad + names + "@@||x.n7.example^\n@@||n8.example^\n"
        let result = try NameListImport.read(source(text), as: .adblockDomains)
        #expect(result.findings.prefix(2).map(\.code) == ["exception-below-domain", "excepted-name"])
        let message = "`x.n7.example` is an exception below `n7.example`, and a list has no exceptions"
        #expect(result.findings.first?.message == message)
        #expect(result.findings.contains { $0.message.hasPrefix("1 of the names were omitted") })
        #expect(result.carried == 3_999 && result.dropped == 3_001)
        // The exception is one of the 1000 that are shown.
        #expect(result.findings.last?.message == "2001 more entries were left out")
    }

    @Test("Each filter that an ad blocker's list loses is shown, whatever its other filters look like")
    func headedList() throws {
        let bad = (1...300).map { "/ad\($0)/*\n" }.joined()
        let names = (1...5).map { "||a\($0).example^\n" }.joined()
        let text = "[Adblock Plus 2.0]\n! Title: x\n" + bad + names
        let result = try NameListImport.read(source(text), as: .adblockDomains)
        #expect(result.carried == 5 && result.dropped == 300)
        #expect(result.findings.count == 300 && !result.findings.contains { $0.code == "more-lines" })
    }

    @Test("Instructions of ad blockers are not taken for comments")
    func instructions() throws {
        let text = "! c\n!#include more.txt\n||a.example^\n!#if cap_html\n||b.example^\n!#endif\n!### d\n"
        let result = try NameListImport.read(source(text), as: .adblockDomains)
        #expect(result.text == "a.example\nb.example\n")
        #expect(
            summary(result) == [
                "note list-instruction 2:1 «!#include more.txt»", "note list-instruction 4:1 «!#if cap_html»",
            ]
        )
        #expect(result.carried == 2 && result.dropped == 2)
    }

    @Test("A list of names reads back unchanged", arguments: NameListImport.Format.allCases)
    func namesRoundTrip(format: NameListImport.Format) throws {
        let line = { (number: Int) in format == .hosts ? "0.0.0.0 h\(number).example" : "||h\(number).example^" }
        let text = (1...500).map(line).joined(separator: "\n")
        let first = try NameListImport.read(source(text), as: format)
        let list = try EntryList.read(
            Array(first.text.utf8).span,
            format: try #require(ListFormat(rawValue: first.product.rawValue))
        )
        #expect(list.badLineCount == 0)
        #expect(list.list.count == 500)
        if format == .hosts { #expect(try NameListImport.read(source(first.text), as: format).text == first.text) }
    }

    @Test("Every bad line of a long list is counted")
    func manyBadLines() throws {
        let text = (1...300).map { "bad\($0)\n" }.joined()
        let result = try NameListImport.read(source(text), as: .hosts)
        #expect(result.dropped == 300 && result.findings.count == 11)
        #expect(result.findings.last?.message == "290 more entries were left out")
    }
}
