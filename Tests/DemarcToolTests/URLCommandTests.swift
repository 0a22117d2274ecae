import Foundation
import TestSupport
import Testing

@Suite("demarc url") struct URLCommandTests {
    @Test(
        "Every component is shown, absent ones as null",
        arguments: [
            (
                "HTTPS://Us%65r:pw@B\u{FC}cher.Example.CO.uk:8443/a/../b?#f\"",
                #"{"input":"HTTPS://Us%65r:pw@Bücher.Example.CO.uk:8443/a/../b?#f\"","valid":true,"#
                    + #""href":"https://Us%65r:pw@xn--bcher-kva.example.co.uk:8443/b?#f%22","scheme":"https","#
                    + #""username":"Us%65r","password":"pw","host":"xn--bcher-kva.example.co.uk","port":8443,"#
                    + #""path":"/b","query":"","fragment":"f%22","#
                    + #""origin":"https://xn--bcher-kva.example.co.uk:8443","registrableDomain":"example.co.uk","#
            ),
            (
                "mailto:a@b",
                #"{"input":"mailto:a@b","valid":true,"href":"mailto:a@b","scheme":"mailto","username":null,"#
                    + #""password":null,"host":null,"port":null,"path":"a@b","query":null,"fragment":null,"#
                    + #""origin":"null","registrableDomain":null,"disagreesOnAuthority":false,"ambiguities":[]}"#
            ),
            (
                "https://[::1]/",
                #"{"input":"https://[::1]/","valid":true,"href":"https://[::1]/","scheme":"https","username":null,"#
                    + #""password":null,"host":"[::1]","port":null,"path":"/","query":null,"fragment":null,"#
                    + #""origin":"https://[::1]","registrableDomain":null,"disagreesOnAuthority":false,"ambiguities":[]}"#
            ),
            (
                "https://a:b/",
                #"{"input":"https://a:b/","valid":false,"#
                    + #""error":{"code":"port-invalid","message":"the port is not a number"}}"#
            ),
        ]
    )
    func ndjson(url: String, expected: String) throws {
        let outcome = try Tool.run(["url", "--format", "ndjson", "--quiet", url])
        #expect(outcome.text.hasPrefix(expected))
        #expect(outcome.status == 0)
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(outcome.output)) }
    }

    @Test("Ambiguities are named with their place, and whether readers disagree on the authority")
    func ambiguities() throws {
        let outcome = try Tool.run(["url", "--format", "ndjson", "--quiet", #"https://allow.example\@evil.example/"#])
        #expect(outcome.text.contains(#""disagreesOnAuthority":true,"ambiguities":["#))
        #expect(outcome.text.contains(#"{"code":"backslash-as-slash","from":21,"to":22}"#))
        #expect(outcome.text.contains(#"],"otherHost":"evil.example"}"#))
        let card = try Tool.run(["url", "--quiet", #"https://allow.example\@evil.example/"#])
        #expect(card.text.contains("ambiguity   backslash-as-slash: `\\`, bytes 21–22\n"))
        #expect(card.text.contains("warning     other software would go to another scheme, host or port\n"))
        #expect(card.text.contains("browser     allow.example\n  others      evil.example\n"))
    }

    @Test(
        "Of many ambiguities of one code, the first hundred are listed, and the others are counted",
        arguments: [
            ("%ax", 100, 0), ("%ax", 101, 1), ("%ax", 100_000, 99_900), ("%", 250_000, 0), ("./", 150_000, 149_900),
        ]
    )
    func manyAmbiguities(part: String, count: Int, further: Int) throws {
        let url = "https://a.example/" + String(repeating: part, count: count) + "z"
        let json = try Tool.run(["url", "--format", "ndjson", "--quiet"], input: url + "\n")
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any])
        #expect(object["furtherAmbiguities"] as? Int == (further == 0 ? nil : further))
        // The URL, its components, and its path as servers may read it.
        #expect(json.output.count < 48 * url.utf8.count + 20_000)
        let card = try Tool.run(["url", "--quiet"], input: url + "\n")
        #expect(card.text.contains("ambiguity   \(further) more\n") == (further > 0))
    }

    @Test("Different readings of a path are shown")
    func pathReadings() throws {
        let outcome = try Tool.run(["url", "--format", "ndjson", "--quiet", "https://a.example//b;c/%64?e//f"])
        #expect(outcome.text.contains(#"{"code":"path-merged","from":17,"to":26,"path":"/b;c/%64"}"#))
        #expect(outcome.text.contains(#"{"code":"path-decoded","from":17,"to":26,"path":"//b;c/d"}"#))
        #expect(outcome.text.contains(#"{"code":"path-without-parameters","from":17,"to":26,"path":"//b/%64"}"#))
        #expect(outcome.text.contains(#"{"code":"path-normalized","from":17,"to":26,"path":"/b/d"}"#))
        let card = try Tool.run(["url", "--quiet", "https://a.example//b"])
        #expect(card.text.contains("ambiguity   path-merged and 9 more: read as `/b`, bytes 17–20\n"))
        let plain = try Tool.run(["url", "--format", "ndjson", "--quiet", "https://a.example/b?c//%20;"])
        #expect(plain.text.contains(#""ambiguities":[]"#))
        let dots = try Tool.run(["url", "--quiet", "https://a.example/b/../c"])
        #expect(dots.text.contains("read as `/b/.../c`, bytes 17–24; a `.` or `..` that stays is shown as `...`\n"))
        // Segments that are `...` themselves.
        for path in ["...//b", ".../%64", "%2e%2e%2e/b"] {
            let card = try Tool.run(["url", "--quiet", "https://a.example/\(path)"])
            #expect(card.text.contains("read as"), "\(path)")
            #expect(!card.text.contains("that stays"), "\(path)")
        }
    }

    @Test("Readings of a long path are shown in full, and a long excerpt of the input is marked")
    func longPaths() throws {
        let long = String(repeating: "a", count: 70)
        let card = try Tool.run(["url", "--quiet", "https://a.example/\(long)/%61dmin;x//b"])
        let readings = card.lines.filter { $0.contains("read as") }
        #expect(Set(readings).count == readings.count && readings.count > 3, "\(card.text)")
        #expect(card.text.contains("read as `/\(long)/admin;x//b`, bytes "), "\(card.text)")
        let dots = try Tool.run(["url", "--quiet", "https://a.example/\(long)/../c"])
        #expect(dots.text.contains("/\(long)/.../c`") && dots.text.contains("that stays is shown as `...`"))
        let credentials = try Tool.run(["url", "--quiet", "https://\(long)@a.example/"])
        #expect(credentials.text.contains("credentials: `\(long.dropLast(6))…`, bytes 8–79\n"), "\(credentials.text)")
    }

    @Test(
        "The query is shown as servers decode it",
        arguments: [
            ("https://a.example/?role=%61dmin", 18, 31, "role=admin"), ("wss://a.example?%61&b#%62", 15, 21, "a&b"),
            ("https://a.example/?%6\t1", 18, 23, "a"), ("https://a.example/b?c//%64;%20", 19, 30, "c//d;%20"),
            ("https://a.example/?%c3%a9", 18, 25, "%C3%A9"),
        ]
    )
    func query(url: String, from: Int, to: Int, expected: String) throws {
        let json = try Tool.run(["url", "--format", "ndjson", "--quiet", url])
        let object = #"{"code":"query-decoded","from":\#(from),"to":\#(to),"query":"\#(expected)"}"#
        #expect(json.text.contains(object), "\(json.text)")
        let card = try Tool.run(["url", "--quiet", url])
        let line = "ambiguity   query-decoded: read as `?\(expected)`, bytes \(from)–\(to)\n"
        #expect(card.text.contains(line), "\(card.text)")
    }

    @Test(
        "A query without an escape that need not be one has one reading",
        arguments: ["https://a.example/?%20%26%C3%A9", "https://a.example/#?%61", "mailto:a?b=%61", "foo://a/?%61"]
    )
    func plainQuery(url: String) throws {
        #expect(try !Tool.run(["url", "--quiet", url]).text.contains("query-decoded"))
    }

    @Test(
        "Readings of a path as it is written are shown, as a request with it would be decided",
        arguments: [
            ("https://a.example/x//../admin", ["/admin", "/x//.../admin", "/x/.../admin"]),
            (#"https:a.example\x\\..\admin"#, ["/admin", "/x//.../admin", "/x/.../admin"]),
            ("https://a.example/x//.\t./admin", ["/admin", "/x//.../admin", "/x/.../admin"]),
            ("wss://a.example/x//%2e%2e/admin?/..", ["/admin", "/x//.../admin", "/x/.../admin"]),
            // Both paths of a reading.
            ("https://a.example/x//../b//c", ["/x/b/c", "/b/c", "/x//.../b//c", "/x/.../b/c"]),
            ("https://a.example/\u{E9}/../b\"", ["/%C3%A9/.../b%22"]),
            ("https://a.example/b?/x//../c", []), ("ftp://a.example/x//../b", []), ("https://a.example", []),
        ] as [(String, [String])]
    )
    func writtenPath(url: String, expected: [String]) throws {
        let outcome = try Tool.run(["url", "--format", "ndjson", "--quiet", url])
        let object = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any])
        let ambiguities = try #require(object["ambiguities"] as? [[String: Any]])
        var shown: [String] = []
        for path in ambiguities.compactMap({ $0["path"] as? String }) where !shown.contains(path) {
            shown.append(path)
        }
        #expect(shown == expected)
    }

    @Test(
        "--fail-on selects what fails",
        arguments: [
            ([], "x", 0), (["--fail-on", "invalid"], "x", 1), (["--fail-on", "invalid"], "https://a/", 0),
            (["--fail-on", "ambiguous"], #"https://a\@b/"#, 1), (["--fail-on", "ambiguous"], "https://a/", 0),
            (["--fail-on", "block"], "https://a/", 64),
        ] as [([String], String, Int32)]
    )
    func failOn(arguments: [String], url: String, status: Int32) throws {
        #expect(try Tool.run(["url", "--quiet", url] + arguments).status == status)
    }

    @Test("The run continues after an invalid input and a malformed line")
    func stream() throws {
        let input = #"{"url":"x","view":"any","user":"any"}"# + "\nnonsense\n" + #""https:\u002f/a/""# + "\n"
        let outcome = try Tool.run(["url", "--format", "json", "--input-format", "ndjson"], input: input)
        #expect(outcome.status == 2)
        let array = try #require(JSONSerialization.jsonObject(with: Data(outcome.output)) as? [[String: Any]])
        #expect(array.map { $0["valid"] as? Bool } == [false, nil, true])
        #expect(outcome.errors.hasPrefix("2 inputs: 1 valid, 1 invalid; 1 malformed\n"))
    }

    @Test("A password is not shown")
    func password() throws {
        let outcome = try Tool.run(["url", "--quiet", "https://user:hunter2@a/"])
        #expect(outcome.text.contains("password    (7 bytes, shown in JSON only)\n"))
    }

    @Test(
        "The card of a URL hides its password wherever it is written, and JSON has it",
        arguments: [
            ("https://user:hunter2@a/", "https://user:…@a/"), ("HTTPS:user:hunter2@a", "HTTPS:user:…@a"),
            (#"https:\\user:hunter2@a\b"#, #"https:\\user:…@a\b"#), (" https://:hunter2@a/", " https://:…@a/"),
            ("https://user:p:hunter2@x@a/?b@c", "https://user:…@a/?b@c"), ("x://user:hunter2\\@a/", "x://user:…@a/"),
            ("https://user:%68unter2hunter2@a/", "https://user:…@a/"),
        ]
    )
    func passwordPlaces(url: String, shown: String) throws {
        let card = try Tool.run(["url", "--quiet", "--", url])
        #expect(!card.text.contains("hunter2"), "\(card.text)")
        let title = try #require(card.lines.first)
        #expect(title.contains(":…@a/"), "\(title)")
        let input = card.lines.first { $0.hasPrefix("  input ") }
        #expect(input?.hasSuffix(shown) ?? (title == shown), "\(card.text)")
        #expect(try Tool.run(["url", "--quiet", "--format", "ndjson", "--", url]).text.contains("hunter2"))
    }

    @Test(
        "The card of an input that is not a URL hides what is probably a password, and shows the rest",
        arguments: [
            ("https://user:hunter2@a:port/", "https://user:…@a:port/"),
            ("https://user:hunter2@a:99999/", "https://user:…@a:99999/"),
            ("https://user:hunter2@[::1", "https://user:…@[::1"),
            ("https:user:hunter2@a b/", "https:user:…@a b/"),
            (#"https:\\user:hunter2@a:port"#, #"https:\\user:…@a:port"#),
            ("//user:hunter2@a/", "//user:…@a/"), ("dana@b:hunter2@a", "dana@b:…@a"),
            ("first_last:hunter2@a:8080", "first_last:…@a:8080"), ("1user:hunter2@a", "1user:…@a"),
            ("us er:hunter2@a/", "us er:…@a/"), ("größe:hunter2@a", "größe:…@a"),
            (" https://user:hunter2@a:port/", " https://user:…@a:port/"),
            ("https://user:hunter2/hunter2@a/", "https://user:…@a/"),
            ("https://a:port/b@c", "https://a:…@c"),
            ("https://a:port/", "https://a:port/"),
            ("https://user@a:port/", "https://user@a:port/"),
        ]
    )
    func passwordInNoURL(input: String, shown: String) throws {
        let card = try Tool.run(["url", "--quiet", "--", input])
        #expect(card.lines.first == shown, "\(card.text)")
        #expect(card.text.contains("\n  invalid "), "\(card.text)")
    }

    @Test("Cards fit the terminal", arguments: [30, 80])
    func widths(columns: Int) throws {
        let url = "https://user@0x7f.1:443/%2e%2e/a/rather/long/path/that/goes/on?and=a&query=as&well=as#fragments"
        let outcome = try Tool.bash("COLUMNS=\(columns) \"$demarc\" url '\(url)' nonsense")
        #expect(outcome.lines.count > 10)
        #expect(outcome.lines.allSatisfy { $0.count <= columns }, "\(outcome.text)")
    }
}
