import Diagnostics
import Foundation
import Testing

@Suite("Reports for code scanning services") struct MachineReportTests {
    private static let file = SourceFile(path: "a b/ü:%.yaml", bytes: Array("x: é🎉 value\nsecond\n".utf8))
    private static let fix = TextEdit(range: file.range(10..<15), replacement: "\"v\"\n")

    private static var finding: Diagnostic {
        Diagnostic(
            code: "DM047",
            severity: .warning,
            message: "a `\u{1B}[31m` \"b\"",
            places: [file.range(10..<15), file.range(16..<22)],
            help: "50% off",
            fix: fix
        )
    }

    private static let rule = SARIFReport.Rule(id: "DM047", title: "title", text: "text", severity: .note)

    private func object(_ results: [(Diagnostic, SARIFReport.Suppression?)]) throws -> [String: Any] {
        let report = SARIFReport(toolName: "demarc", toolVersion: "1", rules: [Self.rule])
        let text = report.text(results.map { (diagnostic: $0.0, suppression: $0.1) })
        return try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    private func run(_ results: [(Diagnostic, SARIFReport.Suppression?)]) throws -> [String: Any] {
        let log = try object(results)
        // The members that the schema requires for a log, a run, a tool and a driver.
        #expect(log["version"] as? String == "2.1.0")
        #expect((log["$schema"] as? String)?.contains("sarif-2.1.0") == true)
        let runs = try #require(log["runs"] as? [[String: Any]])
        #expect(runs.count == 1)
        let driver = try #require((runs[0]["tool"] as? [String: Any])?["driver"] as? [String: Any])
        #expect(driver["name"] as? String == "demarc")
        let rules = try #require(driver["rules"] as? [[String: Any]])
        for rule in rules {
            #expect(rule["id"] is String)
            for key in ["shortDescription", "fullDescription", "help"] {
                #expect((rule[key] as? [String: Any])?["text"] is String)
            }
            #expect((rule["defaultConfiguration"] as? [String: Any])?["level"] as? String == "note")
        }
        return runs[0]
    }

    @Test("An empty log is valid") func empty() throws {
        let run = try run([])
        #expect((run["results"] as? [Any])?.isEmpty == true)
        #expect(run["columnKind"] as? String == "unicodeCodePoints")
    }

    @Test("A result has its rule, level, places and fix") func result() throws {
        let run = try run([(Self.finding, nil)])
        let result = try #require((run["results"] as? [[String: Any]])?.first)
        #expect(result["ruleId"] as? String == "DM047")
        #expect(result["ruleIndex"] as? Int == 0)
        #expect(result["level"] as? String == "warning")
        #expect(((result["message"] as? [String: Any])?["text"] as? String)?.hasSuffix("50% off") == true)
        #expect(result["suppressions"] == nil)

        let location = try #require(
            (result["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any]
        )
        #expect((location["artifactLocation"] as? [String: Any])?["uri"] as? String == "a%20b/%C3%BC%3A%25.yaml")
        // `é` and the emoji take one column each, as declared in the log.
        #expect(
            location["region"] as? [String: Int] == ["startLine": 1, "startColumn": 7, "endLine": 1, "endColumn": 12]
        )
        #expect((result["relatedLocations"] as? [Any])?.count == 1)

        let change = try #require(
            ((result["fixes"] as? [[String: Any]])?.first?["artifactChanges"] as? [[String: Any]])?.first
        )
        #expect(change["artifactLocation"] is [String: Any])
        let replacement = try #require((change["replacements"] as? [[String: Any]])?.first)
        #expect(replacement["deletedRegion"] as? [String: Int] == location["region"] as? [String: Int])
        #expect((replacement["insertedContent"] as? [String: Any])?["text"] as? String == "\"v\"\n")
    }

    @Test("A suppressed result states the reason", arguments: [true, false]) func suppressed(isInSource: Bool) throws {
        let run = try run([(Self.finding, .init(isInSource: isInSource, reason: "because"))])
        let result = try #require((run["results"] as? [[String: Any]])?.first)
        let suppression = try #require((result["suppressions"] as? [[String: Any]])?.first)
        #expect(suppression["kind"] as? String == (isInSource ? "inSource" : "external"))
        #expect(suppression["justification"] as? String == "because")
    }

    @Test(
        "Braces and brackets of a plain text are neither placeholders nor links",
        arguments: [
            ("the rule `{0}`", "the rule `{{0}}`"), (#"`a\.b/[a](b){1,2}`"#, #"`a\.b/\[a\](b){{1,2}}`"#),
            ("`a[0]` (b)", "`a[0]` (b)"), ("{{}", "{{{{}}"), ("](\u{301}", "\\](\u{301}"),
        ]
    )
    func plainText(text: String, expected: String) throws {
        let finding = Diagnostic(
            code: "DM047",
            severity: .note,
            message: text,
            places: [Self.file.range(10..<15)],
            help: text,
            fix: Self.fix
        )
        let rule = SARIFReport.Rule(id: "DM047", title: text, text: text, severity: .note)
        let report = SARIFReport(toolName: "demarc", toolVersion: "1", rules: [rule])
        let log = report.text([SARIFReport.Result(diagnostic: finding, steps: [.init(place: nil, sentence: text)])])
        let object: Any = try JSONSerialization.jsonObject(with: Data(log.utf8))
        /// The value at a path of keys, through the first element of each array.
        func value(_ path: String) -> String? {
            var found: Any = object
            for key in path.split(separator: ".") {
                if let first = (found as? [Any])?.first { found = first }
                found = (found as? [String: Any])?[String(key)] ?? ""
            }
            return found as? String
        }
        let result = "runs.results"
        #expect(value("\(result).message.text") == "\(expected); \(expected)")
        #expect(value("\(result).fixes.description.text") == expected)
        #expect(value("\(result).codeFlows.threadFlows.locations.location.message.text") == expected)
        let described = "runs.tool.driver.rules"
        for key in ["shortDescription", "fullDescription", "help"] {
            #expect(value("\(described).\(key).text") == expected, "\(key)")
        }
        #expect(value("\(described).help.markdown") == text, "Markdown is not plain text")
    }

    @Test("A finding without a file has no place, an absolute path is a URI, and a code without a rule has no index")
    func edges() throws {
        let nowhere = Diagnostic(code: "x", severity: .error, message: "m", places: [])
        let absolute = Diagnostic(code: "y", severity: .note, message: "m", places: [SourceRange(wholeFile: "/a b")])
        let results = try #require(try run([(nowhere, nil), (absolute, nil)])["results"] as? [[String: Any]])
        #expect((results[0]["locations"] as? [Any])?.isEmpty == true)
        #expect(results[0]["ruleIndex"] == nil)
        let location = (results[1]["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any]
        #expect((location?["artifactLocation"] as? [String: Any])?["uri"] as? String == "file:///a%20b")
    }

    @Test("GitHub's commands are escaped and stay on one line") func github() {
        #expect(
            GitHubReport.line(Self.finding)
                == "::warning file=a b/ü%3A%25.yaml,line=1,col=7,endLine=1,endColumn=12,title=DM047::a `␛[31m` \"b\"; 50%25 off\n"
        )
        let lines = Diagnostic(
            code: "a,b",
            severity: .note,
            message: "one\r\ntwo: three, four",
            places: [Self.file.range(3..<22)]
        )
        #expect(
            GitHubReport.lines([lines])
                == "::notice file=a b/ü%3A%25.yaml,line=1,endLine=2,title=a%2Cb::one%0D%0Atwo: three, four\n"
        )
        let nowhere = Diagnostic(code: "x", severity: .error, message: "m", places: [])
        #expect(GitHubReport.line(nowhere) == "::error title=x::m\n")
        let empty = Diagnostic(code: "x", severity: .error, message: "m", places: [SourceRange(wholeFile: "f")])
        #expect(GitHubReport.line(empty) == "::error file=f,line=1,col=1,endLine=1,title=x::m\n")
    }
}
