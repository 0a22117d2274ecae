import TestSupport
import Testing

/// `demarc config`: the app configurations of an account.
@Suite("App configurations from the command line") struct ConfigCommandTests {
    /// Two contradictory documents, one from device management, one with defaults, and a key with private values.
    private static let document = """
        demarc: 1
        app: {id: com.example.host, valuesToScrubFromLogging: [com.contoso.Employee]}
        policies: {standard: {}}
        accounts:
          - {account: dana@contoso.com, policy: standard}
          - {account: kim@example.net}
        user: dana@contoso.com
        mdmUser: dana@contoso.com
        appConfigurations:
          - settings: {com.contoso.theme: dark, com.contoso.limit: "20", com.contoso.employee: "4711"}
          - settings: {com.contoso.limit: "3", com.contoso.employee: "4712"}
          - {channel: mdm, settings: {com.contoso.offline: true, com.contoso.name: "{{userprincipalname}}"}}
          - {default: true, settings: {com.contoso.theme: light, com.contoso.size: "12"}}
        """

    private static func run(_ arguments: [String], _ files: [String: String] = [:]) throws -> Tool.Outcome {
        let folder = try TemporaryFolder()
        for (name, text) in files { try folder.write(text, to: name) }
        let policy = try folder.write(files["policy.yaml"] ?? document, to: "policy.yaml")
        let outcome = try Tool.run(["config", "--policy", policy] + arguments)
        let shortened = { (text: String) in text.replacing(folder.path + "/", with: "") }
        return Tool.Outcome(
            status: outcome.status,
            output: Array(shortened(outcome.text).utf8),
            errors: shortened(outcome.errors)
        )
    }

    // MARK: Bad input

    @Test(
        "Invalid usage is refused, and shows nothing",
        arguments: [
            (["--type", "bool", "--query", "min"], "--query min does not exist for --type bool"),
            (["--type", "string", "--query", "or"], "--query or does not exist for --type string"),
            (["--type", "number", "--query", "and"], "--query and does not exist for --type number"),
            (["--type", "text"], "'text' is invalid for '--type <type>'"),
            (["--query", "least"], "'least' is invalid for '--query <query>'"),
            (["--fail-on", "conflct"], "'conflct' is invalid for '--fail-on <result>'"),
            (["--fail-on", ""], "invalid for '--fail-on <result>'"),
            (["--user", "robin"], "--user: unknown account `robin`; the policy has `dana@contoso.com`"),
        ]
    )
    func misuse(arguments: [String], message: String) throws {
        let outcome = try Self.run(arguments)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
    }

    @Test(
        "An unreadable configuration exits with 2 and its place, and without its values",
        arguments: [
            (
                "settings: {com.contoso.limit: [s3cret]}", "",
                "policy.yaml:11:16: error[wrong-type]: the key `com.contoso.limit`"
            ),
            ("{graph: a.json}", nil, "error[file-not-found]"),
            ("{graph: a.json}", "", "a.json:1:1: error[empty-document]"),
            ("{graph: a.json}", "{\"s3cret\"", "a.json:1:1: error[invalid-json]"),
            ("{graph: a.json}", "{}", "policy.yaml:11:13: error[no-policy]: the file contains no app configuration"),
            (
                "{graph: a.json}",
                ##"{"@odata.type": "#microsoft.graph.targetedManagedAppConfiguration", "customSettings": [{"name": "a", "value": {"s3cret": 1}}]}"##,
                "a.json:1:97: error[wrong-type]"
            ),
            (
                "{plist: a.plist}", "<plist><dict><key>a</key><array><string>s3cret</string></array></dict></plist>",
                "a.plist:1:14: error[wrong-type]: the key `a`"
            ),
            ("{plist: a.plist}", "<plist><dict><key>a</key><string>s3cret", "a.plist:1:"),
            ("{channel: mail, settings: {a: s3cret}}", "", "policy.yaml:11:15: error[unknown-value]"),
        ] as [(String, String?, String)]
    )
    func unreadable(entry: String, file: String?, finding: String) throws {
        let entries = Self.document.replacing(
            "settings: {com.contoso.limit: \"3\", com.contoso.employee: \"4712\"}",
            with: entry
        )
        let name = entry.contains("plist") ? "a.plist" : "a.json"
        let outcome = try Self.run([], ["policy.yaml": entries].merging(file.map { [name: $0] } ?? [:]) { $1 })
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains(finding), "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
        #expect(!outcome.errors.contains("s3cret"), "values are private: \(outcome.errors)")
    }

    @Test("The policy is not overwritten by the output") func overwriting() throws {
        let folder = try TemporaryFolder()
        let policy = try folder.write(Self.document, to: "policy.yaml")
        let outcome = try Tool.run(["config", "--policy", policy, "--output", policy])
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("--output names a file that is read"))
        #expect(try folder.read("policy.yaml") == Self.document)
    }

    // MARK: For people

    @Test("The card of each key shows its answer, conflict, candidates with channel and place, and reasons")
    func cards() throws {
        let outcome = try Self.run([])
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(
            outcome.text == """
                value  com.contoso.employee
                  answer     ‹scrubbed›
                  conflict   targeted configurations disagree
                  candidate  ‹scrubbed› [mam policy.yaml:10:66]
                  candidate  ‹scrubbed› [mam policy.yaml:11:40]

                value  com.contoso.limit
                  answer     "20"
                  conflict   targeted configurations disagree
                  candidate  "20" [mam policy.yaml:10:41]
                  candidate  "3" [mam policy.yaml:11:16]

                invalid  com.contoso.name
                  candidate  "{{userprincipalname}}" [mdm policy.yaml:12:58]
                  because    config.token: The value for this key is a token, which only device management can replace, on a device.

                invalid  com.contoso.offline
                  candidate  true [mdm policy.yaml:12:31]
                  because    config.invalid: A value for this key does not have the type that the app requests.

                value  com.contoso.size
                  answer     "12"
                  candidate  "12" [mam default policy.yaml:13:58]
                  because    config.default: No app configuration has a value for this key, so its default counts.

                value  com.contoso.theme
                  answer     "dark"
                  candidate  "dark" [mam policy.yaml:10:16]

                """
        )
    }

    @Test("Cards fit the terminal, and their texts continue in their column", arguments: [48, 60])
    func fitted(columns: Int) throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.document, to: "policy.yaml")
        let keys = "com.contoso.offline com.contoso.size"
        let outcome = try Tool.bash(
            "cd '\(folder.path)' && COLUMNS=\(columns) \"$demarc\" config --policy policy.yaml \(keys)"
        )
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(outcome.lines.allSatisfy { $0.count <= columns }, "\(outcome.text)")
        #expect(outcome.lines.contains { $0.hasPrefix(String(repeating: " ", count: 13)) }, "\(outcome.text)")
        #expect(outcome.text.contains("  candidate  true [mdm policy.yaml:12:31]\n"), "what fits stays on its line")
    }

    @Test(
        "The answer follows the type, the query and the account",
        arguments: [
            (["com.contoso.limit"], #"{"kind":"value","value":"20"}"#, "texts in the order of their bytes"),
            (["--query", "max", "com.contoso.limit"], #"{"kind":"value","value":"3"}"#, ""),
            (["--type", "number", "com.contoso.limit"], #"{"kind":"value","value":3}"#, ""),
            (["--type", "number", "--query", "max", "com.contoso.limit"], #"{"kind":"value","value":20}"#, ""),
            (["--type", "bool", "--query", "and", "com.contoso.offline"], #"{"kind":"value","value":true}"#, ""),
            (["--type", "bool", "com.contoso.limit"], #"{"kind":"invalid","value":null}"#, ""),
            (["--type", "number", "com.contoso.theme"], #"{"kind":"invalid","value":null}"#, ""),
            (["com.contoso.nothing"], #"{"kind":"absent","value":null}"#, ""),
            (["COM.CONTOSO.THEME"], #"{"kind":"absent","value":null}"#, "keys are compared byte by byte"),
            ([""], #"{"kind":"absent","value":null}"#, ""),
            (["--user", "kim@example.net", "com.contoso.theme"], #"{"kind":"absent","value":null}"#, "unmanaged"),
            (["--user", "none", "com.contoso.theme"], #"{"kind":"absent","value":null}"#, "no account"),
            (["com.contoso.employee"], #"{"kind":"value","value":"‹scrubbed›"}"#, "in any case of the key"),
        ]
    )
    func answers(arguments: [String], answer: String, why: Comment) throws {
        let outcome = try Self.run(["--format", "ndjson"] + arguments)
        #expect(outcome.status == 0, why)
        #expect(outcome.lines.count == 1, why)
        #expect(outcome.text.hasSuffix("\"answer\":\(answer)}\n"), why)
    }

    // MARK: For machines

    @Test("JSON is a list of the requested keys in order, and NDJSON has an object for each")
    func machines() throws {
        let limit =
            #"{"key":"com.contoso.limit","account":"dana@contoso.com","candidates":["#
            + #"{"value":"20","channel":"mam","default":false,"at":"policy.yaml:10:41"},"#
            + #"{"value":"3","channel":"mam","default":false,"at":"policy.yaml:11:16"}],"#
            + #""conflict":true,"answer":{"kind":"value","value":"20"}}"#
        let size =
            #"{"key":"com.contoso.size","account":"dana@contoso.com","candidates":["#
            + #"{"value":"12","channel":"mam","default":true,"at":"policy.yaml:13:58"}],"#
            + #""conflict":false,"answer":{"kind":"value","value":"12"}}"#
        let keys = ["com.contoso.size", "com.contoso.limit"]
        #expect(try Self.run(["--format", "json"] + keys).text == "[\(size),\(limit)]\n")
        #expect(try Self.run(["--format", "ndjson"] + keys).text == "\(size)\n\(limit)\n")
        #expect(try Self.run(["--format", "json", "--user", "none"]).text == "[]\n", "no key reaches nobody")
        let account = try Self.run(["--format", "ndjson", "--user", "none", "com.contoso.size"]).text
        #expect(account.contains(#""account":null,"candidates":[]"#))
    }

    @Test(
        "--fail-on exits with 1 without changing the output",
        arguments: [
            (["com.contoso.limit"], 0, ""),
            (["--fail-on", "conflict", "com.contoso.limit"], 1, ""),
            (["--fail-on", "CONFLICT", "com.contoso.limit"], 1, "in any case"),
            (["--fail-on", "invalid", "com.contoso.limit"], 0, "a conflict is not invalid"),
            (["--fail-on", "invalid", "--type", "bool", "com.contoso.limit"], 1, ""),
            (["--fail-on", "conflict,invalid", "com.contoso.offline"], 1, "invalid as a text"),
            (["--fail-on", "conflict", "--fail-on", "invalid", "com.contoso.offline"], 1, ""),
            (["--fail-on", "conflict,invalid", "com.contoso.theme"], 0, "a default never conflicts"),
            (["--fail-on", "conflict,invalid", "com.contoso.nothing"], 0, "absent is neither"),
            (["--fail-on", "conflict"], 1, "every key is asked for"),
        ] as [([String], Int32, Comment)]
    )
    func failures(arguments: [String], status: Int32, why: Comment) throws {
        let outcome = try Self.run(arguments)
        #expect(outcome.status == status, why)
        #expect(outcome.text.contains("  com.contoso."), why)
    }

    @Test("No format shows a scrubbed value", arguments: ["table", "json", "ndjson"])
    func scrubbing(format: String) throws {
        for query in [["--type", "number", "--query", "max"], ["--type", "bool"], []] {
            let outcome = try Self.run(["--format", format] + query + ["com.contoso.employee", "com.contoso.size"])
            #expect(!outcome.text.contains("471") && !outcome.errors.contains("471"), "\(outcome.text)")
            #expect(outcome.text.contains("‹scrubbed›"))
            #expect(outcome.text.contains("12"), "others are shown")
        }
    }
}
