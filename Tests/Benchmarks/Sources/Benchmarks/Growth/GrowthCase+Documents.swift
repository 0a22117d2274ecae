/// Policy documents, Graph documents and scenario files.
extension GrowthCase {
    static var yaml: [GrowthCase] {
        func yaml(_ shape: String, _ size: Int, _ text: @escaping (Int) -> String) -> [GrowthCase] {
            document("policy YAML", shape, size) { ["policy.yaml": "demarc: 1\nuser: none\n" + text($0)] }
        }
        func repeated(_ text: String) -> (Int) -> String { { String(repeating: text, count: $0) } }
        return [
            yaml("policies", 5_000) { "policies:\n" + each($0) { "  p\($0): {printBlocked: true}\n" } },
            yaml("accounts and policies", 3_000) { count in
                "app: {multiManagedIdentities: true}\npolicies:\n" + each(count) { "  p\($0): {}\n" } + "accounts:\n"
                    + each(count) { "  - {account: a\($0), organization: o\($0), policy: p\($0)}\n" }
            },
            yaml("apps", 5_000) { "apps:\n" + each($0) { "  - {id: a\($0), managed: true, schemes: [s\($0)]}\n" } },
            yaml("schemes of an app", 10_000) { "apps:\n  - {id: a, schemes: [" + each($0) { "s\($0), " } + "]}\n" },
            yaml("views", 5_000) {
                "views:\n" + each($0) { "  - {id: v\($0), document: 'https://a\($0).example/'}\n" }
            },
            yaml("views below each other", 2_000) { count in
                "views:\n"
                    + each(count) {
                        $0 % 200 == 0
                            ? "  - {id: v\($0), webView: false}\n"
                            : "  - {id: v\($0), webView: false, parent: v\($0 - 1)}\n"
                    }
            },
            yaml("rule sets", 2_000) {
                "ruleSets:\n"
                    + each($0) { "  r\($0): {default: internal, rules: [{id: a, class: blocked, host: a}]}\n" }
            },
            yaml("rule sets that include one file", 100) {
                "ruleSets:\n" + each($0) { "  r\($0): {default: internal, include: [rules.yaml]}\n" }
            },
            yaml("unknown keys", 20_000) { each($0) { "polices\($0): 1\n" } },
            yaml("unknown names", 5_000) { count in
                "policies:\n" + each(count) { "  policy-number-\($0): {}\n" } + "accounts:\n"
                    + each(count) { "  - {account: a\($0), policy: policy-namber-\($0)}\n" }
            },
            yaml("repeated keys", 20_000) { each($0) { _ in "policies: {}\n" } },
            yaml("errors on one line", 20_000) { "policies: {" + each($0) { "p\($0): {a: ü}, " } + "}" },
            yaml("errors on one line in ASCII", 20_000) { "policies: {" + each($0) { "p\($0): {a: b}, " } + "}" },
            yaml("a long text", 1_000_000) { "policies: {a: {displayName: '" + repeated("a")($0) + "'}}" },
            yaml("a long text of escapes", 300_000) {
                "policies: {a: {displayName: \"" + repeated("\\u00fc")($0 / 6) + "\"}}"
            },
            yaml("a text of many lines", 300_000) {
                "policies: {a: {displayName: '" + repeated("a\n ")($0 / 3) + "'}}"
            },
            yaml("a block of many lines", 300_000) {
                "policies: {a: {b: 1}, c: {}}\nx: |\n" + repeated("  a\n")($0 / 4)
            },
            yaml("comments", 300_000) { repeated("# a\n")($0 / 4) },
            yaml("empty lines", 1_000_000) { repeated("\n")($0) },
            yaml("flow in flow", 100_000) { "x: " + repeated("[")($0) },
            yaml("block in block", 20_000) { "x: " + repeated("- ")($0) },
            yaml("indentation", 2_000) { each($0) { String(repeating: " ", count: $0) + "a:\n" } },
            yaml("an open bracket", 300_000) { "x: [" + repeated("a, ")($0 / 3) },
            yaml("an open quote", 300_000) { "x: '" + repeated("a ")($0 / 2) },
            yaml("anchors", 10_000) { "x: [" + each($0) { "&a\($0) b, " } + "]" },
            yaml("aliases", 5_000) { "x: &a [" + repeated("b, ")($0 / 50) + "]\ny: [" + repeated("*a, ")($0) + "]" },
            yaml("aliases of a long text", 5_000) {
                "policies: {p: {displayName: &a '" + repeated("a")($0 * 10)
                    + "'}}\nruleSets: {r: {default: internal, rules: [{id: a, class: internal, regex: ["
                    + repeated("*a, ")($0) + "]}]}}"
            },
            yaml("aliases of a mistake", 2_000) {
                "policies: {" + "p: &a {" + each($0) { "k\($0): 1, " } + "}, " + each($0) { "q\($0): *a, " } + "}"
            },
            yaml("aliases of a long key", 2_000) {
                "policies: {p: &a {" + repeated("k")($0 * 100) + ": 1}, " + each($0) { "q\($0): *a, " } + "}"
            },
            yaml("merge keys", 2_000) {
                "x: &a {" + each($0 / 20) { "k\($0): 1, " } + "}\ny: {<<: [" + repeated("*a, ")($0) + "]}"
            },
            yaml("tags", 20_000) { "x: [" + repeated("!a b, ")($0) + "]" },
            yaml("a long key", 300_000) { "? " + repeated("a")($0) + "\n: 1\n" },
            yaml("universal links", 5_000) {
                "policies: {p: {managedUniversalLinks: [" + each($0) { "'https://a\($0).example/*', " } + "]}}"
            },
            yaml("bad universal links", 5_000) {
                "policies: {p: {managedUniversalLinks: [" + each($0) { "'a\($0)', " } + "]}}"
            },
            document("JSON as YAML", "surrogates", 20_000) {
                ["policy.yaml": "{\"demarc\": 1, \"user\": \"" + String(repeating: "\\ud83d\\ude00", count: $0) + "\"}"]
            },
            document("includes", "a diamond", 100) { count in
                var files = ["policy.yaml": "demarc: 1\nruleSets: {r: {default: internal, include: [a0.yaml]}}\n"]
                for level in 0..<12 {
                    files["a\(level).yaml"] =
                        "demarc-rules: 1\ninclude: [a\(level + 1).yaml, a\(level + 1).yaml]\nrules: []\n"
                }
                files["a12.yaml"] =
                    "demarc-rules: 1\nrules:\n"
                    + each(count * 20) { "  - {id: a\($0), class: internal, host: a\($0).example}\n" }
                return files
            },
        ].flatMap { cases in
            cases.map { one in
                one.adding("rules.yaml") {
                    "demarc-rules: 1\nrules:\n"
                        + each($0 * 5) { "  - {id: b\($0), class: internal, host: a\($0).example}\n" }
                }
            }
        }
    }

    /// The same case with an additional file, if the case refers to one.
    private func adding(_ name: String, _ text: @escaping (Int) -> String) -> GrowthCase {
        guard shape.contains("include") else { return self }
        let files = self.files
        return GrowthCase(reader, shape, size, commands: commands, input: input) { size in
            files(size).merging([name: text(size)]) { $1 }
        }
    }

    private init(
        _ reader: String,
        _ shape: String,
        _ size: Int,
        commands: [[String]],
        input: String,
        files: @escaping (Int) -> [String: String]
    ) {
        self.reader = reader
        self.shape = shape
        self.size = size
        self.commands = commands
        self.files = files
        self.input = input
    }

    static var graph: [GrowthCase] {
        func graph(_ shape: String, _ size: Int, _ text: @escaping (Int) -> String) -> [GrowthCase] {
            [
                GrowthCase("Graph JSON, lint", shape, size, lint("graph.json"), input: "graph.json") {
                    ["graph.json": text($0)]
                }
            ]
                + [
                    GrowthCase("Graph JSON", shape, size, compile, input: "graph.json") {
                        ["policy.yaml": "demarc: 1\npolicies: {p: {graph: graph.json}}\n", "graph.json": text($0)]
                    }
                ]
        }
        let type = "\"@odata.type\": \"#microsoft.graph.iosManagedAppProtection\""
        func repeated(_ text: String) -> (Int) -> String { { String(repeating: text, count: $0) } }
        return [
            graph("policies", 2_000) {
                "{\"value\": [" + each($0) { "\($0 == 0 ? "" : ","){\(type), \"displayName\": \"p\($0)\"}" } + "]}"
            },
            graph("unknown keys", 10_000) { "{\(type)" + each($0) { ", \"printBloked\($0)\": true" } + "}" },
            graph("repeated keys", 10_000) { "{\(type)" + each($0) { _ in ", \"printBlocked\": true" } + "}" },
            graph("wrong values", 10_000) {
                "{\(type), \"allowedDataStorageLocations\": [" + each($0) { "\"box\($0)\", " } + "\"box\"]}"
            },
            graph("wrong values one below the other", 5_000) {
                "{\"value\": [\n" + each($0) { "{\(type), \"displayName\": \"p\($0)\", \"printBlocked\": \"x\"},\n" }
                    + "{}]}"
            },
            graph("a long text", 1_000_000) { "{\(type), \"displayName\": \"" + repeated("a")($0) + "\"}" },
            graph("escapes", 300_000) { "{\(type), \"displayName\": \"" + repeated("\\u00fc")($0 / 6) + "\"}" },
            graph("a long number", 300_000) { "{\(type), \"minimumPinLength\": " + repeated("1")($0) + "}" },
            graph("deep", 100_000) { "{\(type), \"x\": " + repeated("[")($0) + repeated("]")($0) + "}" },
            graph("spaces", 1_000_000) { "{\(type)" + repeated(" ")($0) + "}" },
            graph("values of unknown keys", 50_000) { "{\(type), \"x\": [" + repeated("{\"a\": 1}, ")($0) + "1]}" },
            graph("objects in objects", 5_000) {
                "{\(type), \"x\": {" + each($0) { "\"a\($0)\": {\"value\": [{\"a\": 1}]}, " } + "\"b\": 1}}"
            },
            graph("JSON in texts", 2_000) {
                "{\"policies\": [" + each($0) { _ in "\"{\\\"AppSharingToLevel\\\": 1}\", " } + "\"\"]}"
            },
            graph("a log", 10_000) { "{\"AppSharingToLevel\": 1" + each($0) { ", \"PrintingBlocked\($0)\": 0" } + "}" },
        ].flatMap { $0 }
    }

    static var scenarios: [GrowthCase] {
        func scenario(_ shape: String, _ size: Int, _ text: @escaping (Int) -> String) -> [GrowthCase] {
            let files: (Int) -> [String: String] = {
                [
                    "policy.yaml": "demarc: 1\npolicies: {p: {}}\nruleSets: {r: {default: internal}}\n",
                    "test.yaml": "demarc-test: 1\npolicy: policy.yaml\n" + text($0),
                ]
            }
            return [
                GrowthCase("scenario file", shape, size, ["test", "test.yaml"], input: "test.yaml", files: files),
                GrowthCase("scenario file, lint", shape, size, lint("test.yaml"), input: "test.yaml", files: files),
            ]
        }
        let when = "when: {open: {url: 'x:y'}}, then: {verdict: allow}"
        let apps = GrowthCase("scenario file", "installed apps", 5_000, ["test", "test.yaml"], input: "test.yaml") {
            let given = "given: {installed: [" + each($0) { "a\($0), " } + "]}"
            return [
                "policy.yaml": "demarc: 1\napps:\n" + each($0) { "  - {id: a\($0)}\n" },
                "test.yaml": "demarc-test: 1\npolicy: policy.yaml\nscenarios: [{name: s, \(given), \(when)}]\n",
            ]
        }
        return [
            [apps],
            scenario("scenarios", 5_000) { "scenarios:\n" + each($0) { "  - {name: s\($0), \(when)}\n" } },
            scenario("scenarios of one name", 5_000) { "scenarios:\n" + each($0) { _ in "  - {name: s, \(when)}\n" } },
            scenario("steps", 3_000) {
                "scenarios:\n  - {name: s, steps: [" + each($0) { _ in "{\(when)}, " } + "]}\n"
            },
            scenario("a matrix", 5_000) {
                "scenarios:\n  - {name: 's ${a}', matrix: {a: [" + each($0) { "x\($0), " } + "]}, \(when)}\n"
            },
            scenario("a product", 70) { count in
                "scenarios:\n  - {name: 's ${a} ${b}', matrix: {a: [" + each(count) { "x\($0), " } + "], b: ["
                    + each(70) { "x\($0), " } + "]}, \(when)}\n"
            },
            scenario("axes", 500) {
                "scenarios:\n  - {name: s, matrix: {" + each($0) { "a\($0): [1], " } + "}, \(when)}\n"
            },
            scenario("variables in one text", 20_000) {
                "scenarios:\n  - {name: '" + String(repeating: "${a}", count: $0) + "', matrix: {a: [1, 2]}, \(when)}\n"
            },
            scenario("variables nobody has", 5_000) {
                "scenarios:\n  - {name: '" + each($0) { "${b\($0)}" } + "', matrix: {a: [1, 2]}, \(when)}\n"
            },
            scenario("patches", 2_000) {
                "scenarios:\n"
                    + each($0) { "  - {name: s\($0), policy: {policies: {p: {minimumPinLength: \($0)}}}, \(when)}\n" }
            },
            scenario("views", 2_000) {
                "scenarios:\n"
                    + each($0) { "  - {name: s\($0), given: {views: {v\($0): {policy: unmanaged}}}, \(when)}\n" }
            },
            scenario("unknown requests", 5_000) {
                "scenarios:\n"
                    + each($0) { "  - {name: s\($0), when: {opn\($0): {url: 'x:y'}}, then: {verdict: allow}}\n" }
            },
            scenario("failures", 3_000) {
                "scenarios:\n" + each($0) { "  - {name: s\($0), when: {open: {url: 'x:y'}}, then: {verdict: block}}\n" }
            },
        ].flatMap { $0 }
    }
}
