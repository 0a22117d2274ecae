import Foundation
import TestSupport
import Testing

/// The examples of `demarc explain`, used as a reader would use them.
@Suite("Examples of codes") struct ExplainedExampleTests {
    private struct Explained: Decodable {
        let code: String
        let kind: String
        let example: String?
    }

    private static func explained() throws -> [Explained] {
        try JSONDecoder().decode([Explained].self, from: Data(Tool.run(["explain", "--format", "json"]).output))
    }

    @Test("Each reason is given by its example: a policy and a scenario")
    func reasons() throws {
        struct Result: Decodable {
            struct Got: Decodable {
                struct Reason: Decodable { let code: String }
                let reasons: [Reason]
            }
            let name: String
            let outcome: String
            let got: Got?
        }
        let folder = try TemporaryFolder()
        var without: [String] = []
        var codes: Set<String> = []
        for reason in try Self.explained() where reason.kind == "reason" {
            guard let example = reason.example else {
                without.append(reason.code)
                continue
            }
            let heading = "\n\n# scenarios.yaml\n"
            let files = example.split(separator: heading, omittingEmptySubsequences: false)
            try #require(files.count == 2 && files[0].hasPrefix("# policy.yaml\n"), "\(reason.code)")
            #expect(example.split(separator: "\n").allSatisfy { $0.count <= 116 }, "\(reason.code)")
            try folder.makeFolder(reason.code)
            try folder.write(files[0] + "\n", to: "\(reason.code)/policy.yaml")
            try folder.write(files[1] + "\n", to: "\(reason.code)/scenarios.yaml")
            codes.insert(reason.code)
        }
        let run = try Tool.run(["test", folder.path, "--report", "json"])
        let results = try JSONDecoder().decode([Result].self, from: Data(run.output))
        for result in results {
            #expect(result.outcome == "passed", "\(result.name)")
            // `reason` in a scenario may be the beginning of a code.
            #expect(result.got?.reasons.contains { $0.code == result.name } == true, "\(result.name)")
        }
        #expect(Set(results.map(\.name)) == codes)
        // These need the code of a host, or an input that no example should show.
        #expect(
            without == [
                "url.readingsDiffer", "view.unknown", "window.unknown", "view.notAWebView", "rule.setMissing",
                "delegate.threw",
                "delegate.late", "delegate.undecided", "connection.inspected", "open.wrapped.tooLong", "config.query",
            ]
        )
    }

    @Test("`demarc url` says what each example of a URL, a path or a query shows")
    func urls() throws {
        var without: [String] = []
        for code in try Self.explained()
        where code.kind == "url"
            || code.kind == "request" && (code.code.hasPrefix("path-") || code.code.hasPrefix("query-"))
        {
            guard let example = code.example else {
                without.append(code.code)
                continue
            }
            let run = try Tool.bash("\(example.replacing("demarc url", with: "\"$demarc\" url")) --format ndjson")
            #expect(run.text.contains("\"\(code.code)\""), "\(example): \(run.text.prefix(300))")
        }
        #expect(without == ["colon-in-first-segment"], "only a reference in a page can have it")
    }

    @Test("`demarc lint` finds in each example of a reader's code what it shows")
    func readings() throws {
        struct Finding: Decodable {
            let code: String
            let file: String
        }
        let folder = try TemporaryFolder()
        var paths: [String] = []
        var expected: Set<String> = []
        for code in try Self.explained() where code.kind == "reading" {
            guard let example = code.example else { continue }
            try folder.makeFolder(code.code)
            try folder.write("demarc: 1\n", to: "\(code.code)/policy.yaml")
            let name = "\(code.code)/\(Self.name(example))"
            paths.append(try folder.write(Self.document(example) + "\n", to: name))
            expected.insert(code.code)
        }
        let run = try Tool.run(["lint"] + paths + ["--format", "json"])
        let found = try JSONDecoder().decode([Finding].self, from: Data(run.output))
        let shown = found.filter { $0.file.hasSuffix("/\($0.code)/\($0.file.split(separator: "/").last ?? "")") }
        #expect(expected.subtracting(shown.map(\.code)).sorted() == [])
        #expect(expected.count >= 88)
    }

    private static func name(_ example: String) -> String {
        if example.contains("<plist") || example.hasPrefix("{ CFBundleName") { return "Info.plist" }
        if example.hasPrefix("{") { return "export.json" }
        return example.hasPrefix("demarc-test") ? "scenarios.yaml" : "policy.yaml"
    }

    private static func document(_ example: String) -> String {
        guard example.hasPrefix("- {id: ") else { return example }
        return "demarc: 1\nruleSets:\n  corporate:\n    default: external\n    rules:\n      " + example
    }
}
