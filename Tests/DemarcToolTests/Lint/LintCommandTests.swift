import Foundation
import TestSupport
import Testing

@Suite("demarc lint") struct LintCommandTests {
    private static let warned = "demarc: 1\npolicies:\n  main:\n    saveAsBlocked: true\n"
    private static let noted = "demarc: 1\npolicies:\n  main:\n    customDialerAppProtocol: x\n"
    private static let wrong = "demarc: 1\npolicies:\n  main:\n    saveAsBlockd: true\n"
    private static let sound = "demarc: 1\npolicies:\n  main:\n    printBlocked: true\n"

    private func status(_ text: String, _ arguments: [String]) throws -> Int32 {
        let folder = try TemporaryFolder()
        let path = try folder.write(text, to: "p.yaml")
        return try Tool.run(["lint", path, "--quiet"] + arguments).status
    }

    @Test("The exit status follows the worst finding and --fail-on") func exitStatus() throws {
        #expect(try status(Self.sound, []) == 0)
        #expect(try status(Self.noted, []) == 0)
        #expect(try status(Self.noted, ["--fail-on", "note"]) == 1)
        #expect(try status(Self.warned, []) == 1)
        #expect(try status(Self.warned, ["--fail-on", "error"]) == 0)
        #expect(try status(Self.wrong, ["--fail-on", "error"]) == 1)
        #expect(try status(Self.warned, ["--severity", "DM047=error", "--fail-on", "error"]) == 1)
        #expect(try status(Self.warned, ["--severity", "DM047=off"]) == 0)
        #expect(try status(Self.warned, ["--skip", "DM041,DM047"]) == 0)
        #expect(try status(Self.warned, ["--only", "DM041"]) == 0)
        #expect(try status(Self.wrong, ["--only", "DM041", "--skip", "unknown-key"]) == 1)
        #expect(try status(Self.sound, ["--baseline", "1"]) == 1)
    }

    @Test(
        "A usage error is reported",
        arguments: [
            [], ["p.yaml", "--baseline", "4"], ["p.yaml", "--only", "DM4"], ["p.yaml", "--severity", "DM047"],
            ["p.yaml", "--severity", "DM047=fatal"], ["p.yaml", "--skip", ""], ["p.yaml", "--format", "xml"],
            ["p.yaml", "--fail-on", "never"], ["p.yaml", "--list-format", "chromium"],
            ["p.yaml", "--dry-run"], ["p.yaml", "--fix", "--dry-run", "--format", "json"],
        ]
    )
    func misuse(arguments: [String]) throws {
        #expect(try Tool.run(["lint"] + arguments).status == 64)
    }

    @Test(
        "A configuration file may be a link to a file of the checked folder",
        arguments: [
            ("../shared/lint.yaml", ".", true), ("../shared/lint.yaml", "team", false),
            ("lint.yaml", "team/p.yaml", true), ("/etc/passwd", ".", false),
        ]
    )
    func linkedConfiguration(target: String, path: String, isRead: Bool) throws {
        let folder = try TemporaryFolder()
        let configuration = "ignore: [{code: [DM041, DM047], reason: a pilot}]\n"
        try folder.write(Self.warned, to: "p.yaml")
        try folder.write(configuration, to: "lint.yaml")
        let outcome = try Tool.bash(
            """
            cd '\(folder.path)' && mkdir team shared && mv p.yaml team && cp lint.yaml shared && mv lint.yaml team
            ln -s \(target) team/.demarc-lint.yaml && "$demarc" lint \(path) --quiet
            """
        )
        #expect(outcome.status == (isRead ? 0 : 1), "\(outcome.text)\(outcome.errors)")
        let refusal = "it is a symbolic link that leads out of the folder"
        #expect(outcome.text.contains(refusal) != isRead, "\(outcome.text)")
    }

    @Test("Unreadable input exits with 2, and so does nothing to lint") func unreadable() throws {
        let folder = try TemporaryFolder()
        let missing = try Tool.run(["lint", folder.path + "/missing.yaml"])
        #expect(missing.status == 2)
        #expect(missing.errors.contains("there is no such file"))
        #expect(try Tool.run(["lint", folder.path]).status == 2)
        let text = try folder.write("a.example\n", to: "list.txt")
        #expect(try Tool.run(["lint", text]).status == 2)
        #expect(try Tool.run(["lint", text, "--list-format", "domains"]).status == 0)
        #expect(try Tool.run(["lint", text, "--list-format", "chrome"]).status == 0)
        try folder.write("https://a.example\n", to: "list.txt")
        #expect(try Tool.run(["lint", text, "--list-format", "domains"]).status == 1)
        let other = try folder.write("{\"name\": \"x\"}", to: "package.json")
        #expect(try Tool.run(["lint", other]).status == 1, "named, it has to be a Graph document")
        #expect(try Tool.run(["lint", folder.path]).status == 2, "in a folder it is passed over")
    }

    @Test("Standard input must be the output of nginx -T") func nginx() throws {
        let folder = try TemporaryFolder()
        let dump = "# configuration file /etc/nginx/nginx.conf:\nhttp {\n  server { demarc on; return 200; }\n}\n\n"
        let found = try Tool.run(["lint", "-"], input: dump)
        #expect(found.status == 1)
        #expect(found.text.hasPrefix("/etc/nginx/nginx.conf:2:23: warning[DM151]: "), "\(found.text)")
        #expect(found.errors == "0 errors, 1 warning, 0 notes in 1 file\n")
        #expect(try Tool.run(["lint", "-", "--skip", "DM151"], input: dump).status == 0)
        #expect(try Tool.run(["lint", "-", "--fix"], input: dump).status == 1)
        for input in ["", "http {}", "demarc: 1"] { #expect(try Tool.run(["lint", "-"], input: input).status == 2) }
        let file = try folder.write("http {}", to: "nginx.conf")
        let named = try Tool.run(["lint", file])
        #expect(named.status == 2 && named.errors.contains("nginx -T | demarc lint -"), "\(named.errors)")
    }

    @Test("A named app without any sign of the SDK is not clean") func namedApp() throws {
        let folder = try TemporaryFolder()
        let plist = try folder.write(
            "<plist><dict><key>CFBundleIdentifier</key><string>a</string></dict></plist>",
            to: "Info.plist"
        )
        #expect(try Tool.run(["lint", folder.path]).status == 0)
        let named = try Tool.run(["lint", plist])
        #expect(named.status == 1)
        #expect(named.text.contains("warning[DM100]: `IntuneMAMSettings` is missing"), "\(named.text)")
    }

    @Test("A file for the preprocessor is recognized") func preprocessor() throws {
        let folder = try TemporaryFolder()
        let text = "<plist><dict>\n<key>CFBundleName</key>\n#if DEBUG\n<string>a</string>\n#endif\n</dict></plist>"
        try folder.write(text, to: "Info.plist")
        let found = try Tool.run(["lint", folder.path])
        #expect(found.status == 1)
        #expect(found.text.contains("Info.plist:3:1: error[preprocessor-directive]"), "\(found.text)")
        #expect(found.text.contains("preprocess it first"))
        #expect(try Tool.run(["lint", folder.path, "--preprocess", "DEBUG"]).status == 0)
        let empty = try Tool.run(["lint", folder.path, "--preprocess", ""])
        #expect(empty.text.contains("error[missing-value]"), "\(empty.text)")
        #expect(try Tool.run(["lint", folder.path, "--preprocess", "DEBUG", "--fix"]).status == 64)
    }

    @Test("Folders are searched, except third-party folders and links that lead out") func folders() throws {
        let folder = try TemporaryFolder()
        let outside = try TemporaryFolder()
        try outside.write(Self.warned, to: "out.yaml")
        for name in ["a", "a/b", "node_modules", "Pods", "DerivedData", ".build"] {
            try FileManager.default.createDirectory(atPath: folder.path + "/" + name, withIntermediateDirectories: true)
            try folder.write(Self.warned, to: name + "/p.yaml")
        }
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/link", withDestinationPath: outside.path)
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/loop", withDestinationPath: folder.path)
        let run = try Tool.run(["lint", folder.path, "--format", "json"])
        let found = try #require(JSONSerialization.jsonObject(with: Data(run.output)) as? [[String: Any]])
        #expect(
            found.compactMap { ($0["file"] as? String)?.dropFirst(folder.path.count) } == ["/a/b/p.yaml", "/a/p.yaml"]
        )
        for key in ["code", "severity", "file", "line", "column", "endLine", "endColumn", "message", "fix"] {
            #expect(found.allSatisfy { $0[key] != nil })
        }
    }

    @Test("Reports go to their destination in the requested format") func reports() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Self.warned, to: "p.yaml")
        let text = try Tool.run(["lint", path])
        #expect(text.text.contains("p.yaml:4:20: warning[DM047]"))
        #expect(text.errors == "0 errors, 1 warning, 0 notes in 1 file\n")
        let github = try Tool.run(["lint", path, "--format", "github"])
        #expect(github.lines.count == 1)
        #expect(github.text.hasPrefix("::warning file="))
        let report = folder.path + "/r.sarif"
        let sarif = try Tool.run(["lint", path, "--format", "sarif", "--output", report])
        #expect(sarif.output.isEmpty)
        let log = try #require(
            JSONSerialization.jsonObject(with: Data(folder.read("r.sarif").utf8)) as? [String: Any]
        )
        #expect(log["version"] as? String == "2.1.0")
        #expect(try Tool.run(["lint", path, "--output", path]).status == 64)
        #expect(try folder.read("p.yaml") == Self.warned)
    }

    @Test("A suppressed finding is counted, and stays in SARIF with its reason") func suppressed() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Self.warned.dropLast() + "  # demarc:ignore DM047 on trial\n", to: "p.yaml")
        let run = try Tool.run(["lint", path])
        #expect(run.status == 0)
        #expect(run.output.isEmpty)
        #expect(run.errors == "0 errors, 0 warnings, 0 notes, 1 suppressed in 1 file\n")
        #expect(try Tool.run(["lint", path, "--format", "sarif"]).text.contains("\"justification\":\"on trial\""))
        #expect(try Tool.run(["lint", path, "--format", "json"]).text == "[]\n")
    }

    @Test("An uncertain fix changes nothing, however often it is run") func fixesNothing() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Self.wrong, to: "p.yaml")
        for _ in 0..<2 {
            #expect(try Tool.run(["lint", path, "--fix"]).status == 1)
            #expect(try folder.read("p.yaml") == Self.wrong, "what a reader offers is a guess")
        }
    }

    @Test("A binary property list is never quoted") func binary() throws {
        let folder = try TemporaryFolder()
        let list: [String: Any] = [
            "CFBundleIdentifier": "com.contoso.app", "IntuneMAMSettings": ["Bogus\u{1B}[31m": 1],
            "LSApplicationQueriesSchemes": ["mailto", "no scheme", "not one either"],
        ]
        let bytes = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        let path = try folder.write(Array(bytes), to: "Info.plist")
        for format in ["text", "github", "json", "sarif"] {
            let outcome = try Tool.run(["lint", path, "--format", format])
            #expect(outcome.status == 1)
            #expect(outcome.text.contains("DM061") && !outcome.text.contains("bplist"))
            #expect(!outcome.text.contains(#"\x"#) && !outcome.text.contains("\u{1B}"), "\(outcome.text)")
        }
        #expect(try Tool.run(["lint", path]).text.contains("1 more like this: `not one either`"))
    }
}
