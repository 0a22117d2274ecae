import Diagnostics
import FileLint
import PolicyFiles
import TestSupport
import Testing

@testable import LintChecks

@Suite("Output of nginx -T") struct NginxDumpTests {
    @Test("A file is the text after its header line, byte for byte") func files() throws {
        let texts = [("nginx.conf", "a;"), ("b.conf", ""), ("c.conf", "c;\n"), ("d é.conf", "d;\r\n\n")]
        let dump = try #require(NginxDump(NginxLinting.dump(texts)))
        #expect(dump.paths == texts.map { "/etc/nginx/\($0.0)" })
        let files = dump.files(besides: MemoryFiles(["/x": "x"]))
        for (name, text) in texts {
            #expect(try files.read("/etc/nginx/\(name)", limit: 100, plainOnly: true) == Array(text.utf8))
        }
        #expect(try files.read("/x", limit: 100, plainOnly: true) == [UInt8(ascii: "x")])
        #expect(throws: FileError.tooLarge(limit: 1)) {
            try files.read("/etc/nginx/nginx.conf", limit: 1, plainOnly: true)
        }
    }

    @Test(
        "Text without file headers is not a dump",
        arguments: ["", "http {}", "# configuration file", "# configuration file :\na;", " # configuration file /a:\n"]
    )
    func noDump(text: String) { #expect(NginxDump(Array(text.utf8)) == nil) }

    @Test("Messages of nginx may come first") func messages() throws {
        let text = "nginx: the configuration file /etc/nginx/nginx.conf syntax is ok\n"
        let dump = try #require(NginxDump(Array(text.utf8) + NginxLinting.dump([("nginx.conf", "a;")])))
        #expect(dump.paths == ["/etc/nginx/nginx.conf"])
    }

    @Test("A dump that Windows has saved has a byte order mark and CRLF") func windows() throws {
        let text = String(decoding: NginxLinting.dump([("nginx.conf", "a;\n"), ("b.conf", "b;")]), as: UTF8.self)
        let saved = "\u{FEFF}" + text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
        let dump = try #require(NginxDump(Array(saved.utf8)))
        #expect(dump.paths == ["/etc/nginx/nginx.conf", "/etc/nginx/b.conf"])
        let files = dump.files(besides: MemoryFiles())
        #expect(try files.read("/etc/nginx/nginx.conf", limit: 100, plainOnly: true) == Array("a;\r\n".utf8))
        #expect(try files.read("/etc/nginx/b.conf", limit: 100, plainOnly: true) == Array("b;".utf8))
    }

    @Test("A finding is in the file that nginx read, at its line and column") func places() throws {
        let lint = try #require(
            NginxLinting.lint([
                ("nginx.conf", "events {}\nhttp { include sites/*.conf; include ./common; }"),
                ("sites/a.conf", "# é\nserver {\n  demarc on;\n  location / { return 200; }\n}\n"),
                ("common", "demarc_view E;"),
            ])
        )
        let finding = try #require(lint.diagnostics.first)
        #expect(lint.codes == ["DM151"])
        #expect(finding.places.first?.path == "/etc/nginx/sites/a.conf")
        #expect(finding.places.first?.start == SourcePosition(offset: 42, line: 4, column: 16))
        #expect(finding.message == "`return 200` answers before Demarc is asked")
    }

    @Test(
        "Incomplete input is reported, and nothing else",
        arguments: [
            ([("nginx.conf", "http {")], "a block without its `}`"),
            ([("nginx.conf", "http { server { demarc on; return 200; } }}")], "unexpected `}`"),
            ([("nginx.conf", "demarc on")], "a directive without `;`"), ([("nginx.conf", ";")], "unexpected `;`"),
            ([("nginx.conf", "{")], "unexpected `{`"), ([("nginx.conf", "a 'b;")], "a quote without its end"),
            ([("nginx.conf", "a \"b\\\";")], "a quote without its end"),
            ([("nginx.conf", "a_by_lua_block { \"}\"")], "a block without its `}`"),
            ([("nginx.conf", "http { include a.conf; }")], "`/etc/nginx/a.conf` is not among the files"),
            ([("nginx.conf", "http {}"), ("a.conf", "a;")], "no `include` leads to this file"),
            ([("nginx.conf", "include a;"), ("a", "include a;")], "more than 32 nested includes"),
        ] as [([(name: String, text: String)], String)]
    )
    func broken(files: [(name: String, text: String)], message: String) throws {
        let lint = try #require(NginxLinting.lint(files))
        #expect(lint.codes == ["DM150"])
        #expect(lint.diagnostics.first?.message == message)
    }

    @Test(
        "Files that are included inside other blocks are accounted for, but are not servers",
        arguments: [
            "http { map $a $b { include x; } }", "http { geo $a { include x; } }", "http { upstream a { include x; } }",
            "http { types { include x; } }", "http { charset_map a b { include x; } }", "stream { include x; }",
            "stream { server { include x; } }", "mail { include *; }",
            "http { server { location / { types { include x; } } } }",
            "http { map $a $b { include x; } map $a $c { include x; } }", "stream { include y; } http { include y; }",
        ]
    )
    func otherBlocks(text: String) throws {
        let site = "http { server { demarc on; location / { root /srv; } location /a { return 200; } } }"
        let other = "server { listen 1; return 200 $remote_addr; server { } }"
        let files = [("nginx.conf", text + site), ("y", "types { include x; }"), ("x", other)]
            .filter { name, _ in name != "y" || text.contains("include y") }
        let lint = try #require(NginxLinting.lint(files.map { (name: $0.0, text: $0.1) }))
        #expect(lint.codes == ["DM151"], "\(lint.diagnostics.map(\.message))")
    }

    @Test("An include inside another block leads to further files, and may lead to none") func otherIncludes() throws {
        let chain: [(name: String, text: String)] = [
            ("nginx.conf", "stream { include a; } http { geo $b { ranges; include missing; } }"), ("a", "include b;"),
            ("b", "upstream c { include *.d; }"), ("c.d", "include a;"),
        ]
        #expect(try #require(NginxLinting.lint(chain)).codes == [])
        let unused = chain + [(name: "e", text: "http { server { demarc on; return 200; } }")]
        #expect(try #require(NginxLinting.lint(unused)).codes == ["DM150"])
        let long = (0..<40).map { (name: "\($0)", text: "stream { include \($0 + 1); }") } + [("40", "a;")]
        #expect(try #require(NginxLinting.lint(long)).codes.contains("DM150"))
    }

    @Test("A comment that looks like a file header hides nothing") func planted() throws {
        let text = "http {}\n# configuration file /etc/nginx/x:\nhttp { server { demarc on; return 200; } }"
        #expect(try #require(NginxLinting.lint([("nginx.conf", text)])).codes == ["DM150"])
    }

    @Test("Deeply nested blocks stop at a limit") func nested() throws {
        let lint = try #require(NginxLinting.lint([("nginx.conf", String(repeating: "a {", count: 10_000))]))
        #expect(lint.diagnostics.map(\.message) == ["more than 64 nested blocks"])
    }

    @Test(
        "Blocks that inherit very many directives are refused",
        arguments: ["error_page 403 413 = @a;", "deny all;", "proxy_set_header A b;"]
    )
    func inherited(directive: String) {
        for (count, expected) in [(20, []), (2_000, ["DM150"])] {
            let directives = String(repeating: directive, count: count)
            let servers = String(repeating: "server { location /a { root /a; } }", count: count)
            #expect(NginxLinting.codes("http { demarc on; \(directives) \(servers) }") == expected)
        }
    }

    @Test(
        "Patterns of includes that take very many steps are refused",
        arguments: [
            ("http { include \(String(repeating: "*a", count: 200)); }", 200, []),
            (
                "http { include \(String(repeating: "*a", count: 4_000)); }", 4_000,
                ["includes take more than 10000000 steps to find their files"]
            ),
            (
                "map $a $b { include \(String(repeating: "*a", count: 4_000)); } include *a;", 4_000,
                ["includes take more than 10000000 steps to find their files"]
            ),
        ] as [(String, Int, [String])]
    )
    func longPatterns(text: String, length: Int, messages: [String]) throws {
        let lint = try #require(
            NginxLinting.lint([("nginx.conf", text), (String(repeating: "a", count: length), "a;")])
        )
        #expect(lint.diagnostics.map(\.message) == messages)
    }

    @Test("Files that include each other many times are read to the end") func bomb() throws {
        let files = (0..<30).map { ("\($0)", "include \($0 + 1); include \($0 + 1);") } + [("30", "a;")]
        let lint = try #require(NginxLinting.lint(files.map { (name: $0.0, text: $0.1) }))
        #expect(lint.codes.contains("DM150"))
        #expect(lint.diagnostics.contains { $0.message.hasPrefix("includes make more than") })
        let skipped = [("nginx.conf", "map $a $b { include 0; }")] + files
        let skipping = try #require(NginxLinting.lint(skipped.map { (name: $0.0, text: $0.1) }))
        #expect(skipping.codes == [])
    }

    @Test(
        "Words are split as nginx splits them",
        arguments: [
            (#"demarc_account "$http_a";"#, true), (#"demarc_account '$http_a';"#, true),
            (#"demarc_account ${http_a};"#, true), ("demarc_account\n\t$http_a\r\n;", true),
            ("# demarc_account $http_a;", false), ("demarc_contact a#b; demarc_account $http_a;", true),
            (#"demarc_contact "a;\" demarc_account $http_a;";"#, false),
            (#"demarc_contact a\;b; demarc_account $http_a;"#, true),
            ("demarc_contact }; demarc_account $http_a;", false),
        ]
    )
    func words(text: String, isFound: Bool) {
        let codes = NginxLinting.codes("http { server { demarc on; \(text) } }")
        #expect(codes.contains("DM158") == isFound, "\(codes)")
    }

    @Test("Any bytes are read to the end, and truncated files are reported") func anyBytes() {
        var random = SplitMix(seed: 15)
        let parts = [
            "http {", "server {", "demarc on;", "return 200;", "}", "\"", "'", "\\", "#", "$", "{", ";", "\n", "a ",
            "~", "\u{0}", "é",
        ]
        for _ in 0..<2_000 {
            let text = (0..<Int.random(in: 0..<30, using: &random)).map { _ in parts.randomElement(using: &random) ?? ""
            }.joined()
            _ = NginxLinting.codes(text)
        }
        let whole = Array(NginxLinting.module("location /a { return 200 \"b\"; }").utf8)
        for count in 1..<whole.count {
            let codes = NginxLinting.codes(String(decoding: whole[..<count], as: UTF8.self))
            #expect(codes == ["DM150"], "\(count)")
        }
    }
}
