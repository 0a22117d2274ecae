import Foundation
import TestSupport
import Testing

@Suite("Output of demarc check") struct CheckOutputTests {
    @Test(
        "NDJSON has every field in order",
        arguments: [
            (
                "https://contoso.com",
                #"{"input":"https://contoso.com","url":"https://contoso.com/","view":"E","user":"dana@contoso.com","#
                    + #""class":"internal","verdict":"allow","to":"view","route":null,"page":"managed","reasons":["#
                    + #"{"code":"rule.internal","rule":"intranet","setting":null,"at":"policy.yaml:12:9"},"#
                    + #"{"code":"view.currentIdentity","rule":null,"setting":"policy","at":"policy.yaml:24:13"}],"#
                    + #""decidedBy":0}"#
            ),
            (
                "http://search.example:80/?q=1#x",
                #"{"input":"http://search.example:80/?q=1#x","url":"http://search.example/?q=1#x","view":"E","#
                    + #""user":"dana@contoso.com","class":"external","verdict":"route","to":"managedBrowser","#
                    + #""route":"microsoft-edge-http://search.example/?q=1#x","page":null,"reasons":["#
                    + #"{"code":"rule.default.external","rule":null,"setting":null,"at":"policy.yaml:10:14"},"#
                    + #"{"code":"browser.required","rule":null,"setting":"managedBrowserToOpenLinksRequired","#
                    + #""at":"policy.yaml:4:5"},{"code":"browser.managed","rule":null,"setting":null,"at":null}],"#
                    + #""decidedBy":0}"#
            ),
            (
                "https://a.casino.example/",
                #"{"input":"https://a.casino.example/","url":"https://a.casino.example/","view":"E","#
                    + #""user":"dana@contoso.com","class":"blocked","verdict":"block","to":null,"route":null,"page":null,"#
                    + #""reasons":[{"code":"rule.blocked","rule":"gambling","setting":null,"at":"policy.yaml:19:9"},"#
                    + #"{"code":"transition.none","rule":null,"setting":null,"at":"policy.yaml:10:14"}],"decidedBy":0}"#
            ),
            (
                "https://",
                #"{"input":"https://","url":null,"view":"E","user":"dana@contoso.com","class":null,"verdict":"block","#
                    + #""to":null,"route":null,"page":null,"reasons":[{"code":"url.invalid","rule":null,"setting":null,"#
                    + #""at":null}],"decidedBy":0,"error":{"code":"host-missing","message":"the host is missing"}}"#
            ),
        ]
    )
    func ndjson(url: String, expected: String) throws {
        let outcome = try CheckCase().run("--format", "ndjson", url)
        #expect(outcome.text == expected + "\n")
        #expect(outcome.status == 0)
    }

    @Test("Messages and overridden rules are shown on request")
    func explain() throws {
        let outcome = try CheckCase().run("--format", "ndjson", "--explain", "https://www.contoso.com/")
        #expect(
            outcome.text.contains(
                #""message":"Rule “public-site” says that this URL is outside the organization. It shows no organizational data.""#
            )
        )
        #expect(
            outcome.text.hasSuffix(
                #""overridden":[{"rule":"intranet","class":"internal","at":"policy.yaml:12:9"}],"ambiguities":[]}"#
                    + "\n"
            )
        )
    }

    @Test(
        "With --explain, readings of the path, also as it is written, are shown if they are decided differently",
        arguments: [
            ("https://contoso.com//admin/x", ["https://contoso.com/admin/x, which is block"]),
            ("https://contoso.com/a//../admin/x", ["https://contoso.com/admin/x, which is block"]),
            ("https://contoso.com/a/../%61dmin/x#f", ["https://contoso.com/admin/x, which is block"]),
            ("https://contoso.com/a/../admin/x", ["https://contoso.com/a/.../admin/x, which is allow"]),
            ("https://contoso.com/a/../admins/x", []), ("https://contoso.com/admin/x", []),
        ] as [(String, [String])]
    )
    func otherReadings(url: String, expected: [String]) throws {
        let document = Samples.oneView.replacing(
            "domain: casino.example",
            with: "pattern: 'https://contoso.com/admin/*'"
        )
        let json = try CheckCase(document).run("--format", "ndjson", "--explain", url)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any])
        let readings = try #require(object["ambiguities"] as? [[String: Any]])
        let shown = readings.map { "\($0["url"] as? String ?? ""), which is \($0["verdict"] as? String ?? "")" }
        #expect(Set(shown) == Set(expected))
        let table = try CheckCase(document).run("--explain", url)
        #expect(table.text.contains("ambiguity: ") == !expected.isEmpty)
        #expect(expected.allSatisfy { table.text.contains(" \($0) ") }, "\(table.text)")
    }

    @Test(
        "With --explain, the decoded query is shown if it is decided differently, also with a reading of the path",
        arguments: [
            (
                "https://contoso.com/q?role=%61dmin", #"{"code":"query-decoded","url":"#,
                "query-decoded reads https://contoso.com/q?role=admin, which is block blocked"
            ),
            (
                "https://contoso.com//q?role=%61dmin", #"{"code":"path-merged","queryCode":"query-decoded","url":"#,
                "path-merged with query-decoded and 9 more read https://contoso.com/q?role=admin, which is block"
            ),
            ("https://contoso.com/x?role=%61dmin", nil, nil), ("https://contoso.com/q?role=admin&x=%61", nil, nil),
        ] as [(String, String?, String?)]
    )
    func otherQueries(url: String, json: String?, line: String?) throws {
        let document = Samples.oneView.replacing("domain: casino.example", with: "chrome: 'contoso.com/q?role=admin'")
        let result = try CheckCase(document).run("--format", "ndjson", "--explain", url).text
        let list = json.map { #""ambiguities":[\#($0)"https://contoso.com/q?role=admin","class":"blocked""# }
        #expect(result.contains(list ?? #""ambiguities":[]"#), "\(result)")
        let table = try CheckCase(document).run("--explain", url).text
        #expect(table.contains("ambiguity: ") == (line != nil), "\(table)")
        if let line { #expect(table.contains("ambiguity: \(line)"), "\(table)") }
    }

    @Test("With --explain, a note says how a segment is shown that stays")
    func dots() throws {
        let document = Samples.oneView.replacing(
            "domain: casino.example",
            with: "pattern: 'https://contoso.com/admin/*'"
        )
        let table = try CheckCase(document).run("--explain", "https://contoso.com/a/../admin/x").text
        let line = "/a/.../admin/x, which is allow internal; a `.` or `..` that stays is shown as `...`"
        #expect(table.contains(line), "\(table)")
        let merged = try CheckCase(document).run("--explain", "https://contoso.com//admin/x").text
        #expect(!merged.contains("that stays"), "\(merged)")
    }

    @Test(
        "The table hides passwords, and JSON has them",
        arguments: [
            ("https://user:hunter2@contoso.com//casino", ["https://user:…@contoso.com//casino"]),
            ("https://user:hunter2@contoso.com//out/", ["read https://user:…@contoso.com/out/, which is route"]),
            ("https://user:hunter2@search.example/", ["→ microsoft-edge-https://user:…@search.example/"]),
            (#"https://user:hunter2@contoso.com\@x.example/"#, [#"given as https://user:…@contoso.com\@x.example/"#]),
            ("https://user:hunter2@a:port/", ["https://user:…@a:port/"]),
        ]
    )
    func passwords(url: String, expected: [String]) throws {
        let document = Samples.oneView.replacing("host: www.contoso.com", with: "pattern: 'https://contoso.com/out/*'")
        let table = try CheckCase(document).run("--explain", url).text
        #expect(!table.contains("hunter2"), "\(table)")
        for text in expected { #expect(table.contains(text), "\(table)") }
        #expect(try CheckCase(document).run("--format", "ndjson", "--explain", url).text.contains("hunter2"))
    }

    @Test("JSON is one array, however many results there are", arguments: [0, 1, 3])
    func json(count: Int) throws {
        let input = String(repeating: "https://contoso.com/\nnonsense\n", count: count)
        let outcome = try CheckCase().run("--format", "json", input: input)
        let array = try #require(JSONSerialization.jsonObject(with: Data(outcome.output)) as? [[String: Any]])
        #expect(array.count == 2 * count)
        #expect(outcome.text.hasSuffix("]\n"))
    }

    @Test("A repeated URL gives the same object on every line")
    func cached() throws {
        let urls = ["https://contoso.com/", "https://search.example/", "https://casino.example/", "x", "about:blank"]
        let once = try urls.map { try CheckCase().run("--format", "ndjson", $0).text }.joined()
        let input = (urls + urls).joined(separator: "\n")
        let twice = try CheckCase().run("--format", "ndjson", input: input).text
        #expect(twice == once + once)
    }

    @Test("A table has verdict, place and reason, and color only on a terminal")
    func table() throws {
        let outcome = try CheckCase().run("https://contoso.com/", "https://search.example/", "x")
        let rows = outcome.lines
        #expect(rows.count == 5)
        #expect(rows[0].hasPrefix("VERDICT  TO                CLASS     PAGE       URL"))
        #expect(rows[1].hasPrefix("allow    view              internal  managed    https://contoso.com/"))
        #expect(rows[1].hasSuffix("rule.internal intranet (policy.yaml:12:9)"))
        #expect(rows[3] == "         → microsoft-edge-https://search.example/")
        #expect(rows[4].hasSuffix("url.invalid: no scheme, and nothing to resolve a relative reference against"))
        #expect(!outcome.output.contains(0x1B))
    }

    @Test("The deciding reason is in the table, and its position is in the JSON")
    func deciding() throws {
        let blob = "blob:https://search.example/1"
        let table = try CheckCase().run(blob)
        #expect(table.lines[1].hasSuffix("browser.unroutable"), "\(table.text)")
        let line = try CheckCase().run("--format", "ndjson", blob)
        let object = try #require(JSONSerialization.jsonObject(with: Data(line.output)) as? [String: Any])
        let reasons = try #require(object["reasons"] as? [[String: Any]])
        let decidedBy = try #require(object["decidedBy"] as? Int)
        #expect(reasons[decidedBy]["code"] as? String == "browser.unroutable")
    }

    @Test("No input reaches the terminal as control characters")
    func controls() throws {
        let outcome = try CheckCase().run(input: "\u{1B}[2Jx\u{202E}\nhttps://a/\u{9B}1m\n")
        #expect(outcome.status == 0)
        #expect(outcome.text.contains(" ␛[2Jx<U+202E> "), "\(outcome.text)")
        #expect(outcome.text.contains("→ microsoft-edge-https://a/%C2%9B1m\n"), "\(outcome.text)")
        #expect(!outcome.output.contains(0x1B))
        #expect(!outcome.text.unicodeScalars.contains("\u{202E}"))
        #expect(!outcome.text.unicodeScalars.contains("\u{9B}"))
    }

    @Test(
        "The help for a line of a hosts file is itself a valid line",
        arguments: [
            ("a.example", "write `0.0.0.0 a.example`"), ("https://a.example/x", "a line needs an address"),
            ("a.example/x", "a line needs an address"), ("a.example:8080", "a line needs an address"),
        ]
    )
    func hosts(line: String, help: String) throws {
        let list = "list: {file: out.txt, format: hosts}"
        let check = try CheckCase(Samples.oneView.replacing("domain: casino.example", with: list))
        try check.folder.write("0.0.0.0 b.example\n\(line)\n", to: "out.txt")
        let outcome = try check.run("https://a/")
        let words = outcome.errors.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains(help), "\(outcome.errors)")
        #expect(!words.contains("0.0.0.0 \(line)`") || line == "a.example")
    }

    @Test("The output file is replaced each time, and is never the input")
    func output() throws {
        let check = try CheckCase()
        let target = try check.folder.write(String(repeating: "old\n", count: 1_000), to: "out.ndjson")
        let outcome = try check.run("--format", "ndjson", "--output", target, "https://contoso.com/")
        #expect(outcome.output.isEmpty)
        #expect(try check.folder.read("out.ndjson").hasPrefix(#"{"input":"https://contoso.com/""#))
        #expect(try !check.folder.read("out.ndjson").contains("old"))

        let urls = try check.folder.write("https://contoso.com/\n", to: "urls.txt")
        let refused = try check.run("--input", urls, "--output", urls)
        #expect(refused.status == 64)
        #expect(refused.errors == "demarc: error: --output names a file that is read\n")
        #expect(try check.folder.read("urls.txt") == "https://contoso.com/\n")
    }

    @Test("A summary goes to standard error, except with --quiet")
    func summary() throws {
        let urls = ["https://contoso.com/", "https://search.example/", "https://casino.example/", "x"]
        let outcome = try CheckCase().run(urls, input: [])
        #expect(outcome.errors.hasPrefix("4 URLs in "))
        #expect(outcome.errors.hasSuffix("ms: 1 allow, 2 block, 1 route; 1 of the blocked are not URLs\n"))
        #expect(try CheckCase().run(urls + ["--quiet"], input: []).errors.isEmpty)
    }
}
