/// URLs, matchers and lists.
extension GrowthCase {
    static var urls: [GrowthCase] {
        func url(_ shape: String, _ size: Int, _ text: @escaping (Int) -> String) -> [GrowthCase] {
            let files: (Int) -> [String: String] = {
                ["urls.txt": text($0) + "\n", "policy.yaml": policy]
            }
            let check = ["check", "--policy", "policy.yaml", "--input", "urls.txt", "--format", "ndjson"]
            return [
                GrowthCase("URL", shape, size, ["url", "--input", "urls.txt"], input: "urls.txt", files: files),
                GrowthCase("URL, decided", shape, size, check, input: "urls.txt", files: files),
            ]
        }
        func long(_ text: String) -> (Int) -> String { { String(repeating: text, count: $0 / text.utf8.count) } }
        return [
            url("many", 40_000) { each($0) { "https://h\($0).example/a\($0)?b=c#d\n" } },
            url("a long path", 1_000_000) { "https://a.example/" + long("a")($0) },
            url("steps up", 1_000_000) { "https://a.example/" + long("a/../b/")($0) },
            url("empty segments", 1_000_000) { "https://a.example/" + long("/")($0) },
            url("escapes", 1_000_000) { "https://a.example/?" + long("%41ü")($0) },
            url("user info", 1_000_000) { "https://" + long("a@")($0) + "a.example/" },
            url("a long host", 1_000_000) { "https://" + long("a.")($0) + "example/" },
            url("an international host", 200_000) { "https://" + long("ü.")($0) + "example/" },
            url("one long label", 200_000) { "https://" + long("üa")($0) + ".example/" },
            url("a punycode label", 200_000) { "https://xn--" + long("a-")($0) + "99a.example/" },
            url("an address", 1_000_000) { "https://" + long("1")($0) + "/" },
            url("query parameters", 1_000_000) { "https://a.example/?" + long("k=v&")($0) },
            url("tabs", 1_000_000) { "https://a.exa" + long("\t")($0) + "mple/" },
        ].flatMap { $0 }
    }

    /// One rule of each kind that checks a whole URL.
    private static let policy = rules(
        """
              - {id: a, class: internal, pattern: 'https://*.a.example/*a/:b'}
              - {id: b, class: blocked, chrome: 'a.example/b?k=v&l=w'}
              - {id: c, class: internal, domain: example, unless: {regex: '[?&]k=x(&|$)'}}

        """
    )["policy.yaml", default: ""]

    static var matchers: [GrowthCase] {
        func values(_ key: String, _ size: Int, _ value: @escaping (Int) -> String) -> [GrowthCase] {
            document("`\(key)`", "many values", size) { rule("\(key): [" + each($0) { "'\(value($0))', " } + "]") }
                + document("`\(key)`", "many rules", size / 2) { count in
                    rules(each(count) { "      - {id: a\($0), class: internal, \(key): '\(value($0))'}\n" })
                }
        }
        func one(_ key: String, _ shape: String, _ size: Int, _ value: @escaping (Int) -> String) -> [GrowthCase] {
            document("`\(key)`", shape, size) { rule("\(key): '\(value($0))'") }
        }
        return [
            values("url", 10_000) { "https://a\($0).example/b" },
            values("host", 10_000) { "a\($0).example" },
            values("domain", 10_000) { "a\($0).example" },
            values("scheme", 10_000) { "a\($0)" },
            values("address", 10_000) { "10.\($0 / 65_536).\($0 / 256 % 256).\($0 % 256)" },
            values("pattern", 1_000) { "https://a\($0).example/:b/*" },
            values("edge", 10_000) { "https://a\($0).example/*" },
            values("chrome", 10_000) { "a\($0).example/b" },
            values("regex", 1_000) { "^https://a\($0)\\.example/" },
            document("`domain`", "nested domains", 4_000) { count in
                rules(
                    each(count) {
                        "      - {id: a\($0), class: internal, domain: \(each($0 % 60) { "a\($0)." })example}\n"
                    }
                )
            },
            document("`domain`", "one domain in many rules", 5_000) { count in
                rules(each(count) { "      - {id: a\($0), class: internal, domain: a.example}\n" })
            },
            document("`regex`", "one host in many rules", 500) { count in
                rules(each(count) { "      - {id: a\($0), class: internal, regex: '^https://a\\.example/\($0)'}\n" })
            },
            document("`pattern`", "no host", 500) { count in
                rules(each(count) { "      - {id: a\($0), class: internal, pattern: '*://*/\($0)/*'}\n" })
            },
            document("`domain`", "look-alikes", 2_000) { count in
                rules(
                    each(count) {
                        "      - {id: a\($0), class: internal, domain: 'c\($0 % 2 == 0 ? "o" : "0")ntoso\($0 / 2).example'}\n"
                    }
                )
            },
            document("`unless`", "many values", 10_000) {
                rule("domain: example, unless: {host: [" + each($0) { "a\($0).example, " } + "]}")
            },
            document("conditions", "many rules", 5_000) { count in
                rules(
                    each(count) {
                        "      - {id: a\($0), class: blocked, domain: a\($0).example, scheme: https, unless: {url: 'https://a\($0).example/'}}\n"
                    }
                )
            },
            one("url", "a long path", 400_000) { "https://a.example/" + String(repeating: "a", count: $0) },
            one("domain", "a long name", 400_000) { String(repeating: "a.", count: $0 / 2) + "example" },
            one("domain", "an international name", 100_000) { String(repeating: "ü.", count: $0 / 2) + "example" },
            one("pattern", "many groups", 20_000) { "https://a.example/" + each($0) { ":a\($0)/" } },
            one("pattern", "nested braces", 100_000) { "https://a.example/" + String(repeating: "{", count: $0) },
            one("pattern", "many wildcards", 20_000) { "https://a.example/" + String(repeating: "*/", count: $0 / 2) },
            one("edge", "many stars", 100_000) { "https://" + String(repeating: "*a", count: $0 / 2) + ".example/*" },
            one("edge", "a long path", 400_000) { "https://a.example/" + String(repeating: "a/", count: $0 / 2) + "*" },
            one("chrome", "many parameters", 100_000) { "a.example/?" + each($0 / 8) { "k\($0)=v&" } },
            one("chrome", "one parameter many times", 100_000) {
                "a.example/?" + String(repeating: "k=v&", count: $0 / 4)
            },
            one("regex", "many branches", 10_000) { "^https://(" + each($0 / 8) { "a\($0)|" } + "b)/" },
            one("regex", "many groups", 10_000) { "^https://" + String(repeating: "(a)?", count: $0 / 4) + "/" },
            one("regex", "nested groups", 10_000) { String(repeating: "(", count: $0) },
            one("regex", "a long class", 10_000) { "[" + String(repeating: "a-z", count: $0 / 3) + "]" },
        ].flatMap { $0 }
    }

    static var lists: [GrowthCase] {
        func list(_ format: String, _ shape: String, _ size: Int, _ text: @escaping (Int) -> String) -> [GrowthCase] {
            let files: (Int) -> [String: String] = { size in
                rule("list: {file: list.txt, format: \(format)}").merging(["list.txt": text(size)]) { $1 }
            }
            return [
                GrowthCase("list of `\(format)`", shape, size, compile, input: "list.txt", files: files),
                GrowthCase(
                    "list of `\(format)`, lint",
                    shape,
                    size,
                    lint("policy.yaml"),
                    input: "list.txt",
                    files: files
                ),
            ]
        }
        let entries: [(String, (Int) -> String)] = [
            ("domains", { "a\($0).example" }), ("hosts", { "0.0.0.0 a\($0).example" }),
            ("adblock-domains", { "||a\($0).example^" }), ("edge", { "https://a\($0).example/*" }),
            ("chrome", { "a\($0).example/b" }), ("urls", { "https://a\($0).example/b" }),
        ]
        var cases: [GrowthCase] = []
        for (format, entry) in entries {
            cases += list(format, "many", 20_000) { each($0) { entry($0) + "\n" } }
            cases += list(format, "one entry many times", 20_000) { each($0) { _ in entry(1) + "\n" } }
            cases += list(format, "bad lines", 20_000) { each($0) { "a b\($0) c\n" } }
            cases += list(format, "empty lines", 400_000) { String(repeating: "\n", count: $0) }
            cases += list(format, "a long bad line", 400_000) { String(repeating: "a %", count: $0 / 3) }
            cases += list(format, "a long entry", 400_000) { entry(1) + "/" + String(repeating: "a", count: $0) }
            cases += list(format, "a long comment", 400_000) { "# " + String(repeating: "#a ", count: $0 / 3) }
        }
        cases += list("hosts", "names on one line", 20_000) { "0.0.0.0 " + each($0) { "a\($0).example " } }
        cases += list("hosts", "bad names on one line", 20_000) { "0.0.0.0 " + each($0) { "a\($0)..example " } }
        cases += list("domains", "nested domains", 20_000) {
            each($0) { each($0 % 60) { "a\($0)." } + "a\($0).example\n" }
        }
        cases += list("domains", "international names", 10_000) { each($0) { "ü\($0).example\n" } }
        cases += list("chrome", "many parameters", 2_000) {
            each($0) { "a\($0).example/?" + each(50) { "k\($0)=v&" } + "\n" }
        }
        cases += list("edge", "no host", 5_000) { each($0) { "https://*a\($0).example/*\n" } }
        let reference = "list: {file: list.txt, format: domains}"
        cases += document("list", "one list in many rules", 100) { count in
            rules(each(count) { "      - {id: a\($0), class: internal, \(reference)}\n" })
                .merging(["list.txt": each(count * 20) { "a\($0).example\n" }]) { $1 }
        }
        cases += document("list", "one list behind many `unless`", 100) { count in
            rules(each(count) { "      - {id: a\($0), class: internal, domain: example, unless: {\(reference)}}\n" })
                .merging(["list.txt": each(count * 20) { "a\($0).example\n" }]) { $1 }
        }
        return cases + compiledFiles
    }

    private static var compiledFiles: [GrowthCase] {
        let check = ["check", "--policy", "policy.demarc", "https://a.example/"]
        return [
            GrowthCase("compiled file", "a list", 50_000, compile, check, input: "policy.demarc") { size in
                rule("domain: example, unless: {list: {file: list.txt, format: domains}}")
                    .merging(["list.txt": each(size) { "a\($0).example\n" }]) { $1 }
            },
            GrowthCase("compiled file", "rules", 5_000, compile, check, input: "policy.demarc") { size in
                rules(
                    each(size) {
                        "      - {id: a\($0), class: internal, domain: a\($0).example, unless: {regex: 'a\($0)$'}}\n"
                    }
                )
            },
        ]
    }
}
