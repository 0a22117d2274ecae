import Foundation
import TestSupport
import Testing

@Suite("Outputs and inputs") struct OverwritingTests {
    /// A document that refers to a list without bad lines and to a property list; no finding points into either.
    private static let referring =
        Samples.oneView.replacing("domain: casino.example", with: "list: {file: lists/out.txt, format: domains}")
        + "\nappConfigurations: [{plist: app.plist}]\n"

    @Test(
        "No command overwrites a file that the policy refers to",
        arguments: [
            "check --policy policy.yaml https://a/", "open --policy policy.yaml a:b", "config --policy policy.yaml",
            "paste --policy policy.yaml --from E --copy", "transfer save --policy policy.yaml --to box",
            "show policy.yaml", "audit --policy policy.yaml", "diff policy.yaml policy.yaml", "test s.yaml",
            "bench --policy policy.yaml --urls urls.txt", "launch --policy policy.yaml --registrations urls.txt",
            "replay log.ndjson --policy policy.yaml", "compile policy.yaml",
        ],
        ["lists/out.txt", "app.plist"]
    )
    func overwritingLists(command: String, file: String) throws {
        let folder = try TemporaryFolder()
        try folder.makeFolder("lists")
        let texts: [String: String] = [
            "policy.yaml": Self.referring, "lists/out.txt": "casino.example\n",
            "app.plist": "<plist><dict><key>a</key><string>b</string></dict></plist>",
            "urls.txt": "https://a.example/\n",
            "log.ndjson": #"{"time":"2026-11-23T04:05:06.789Z","id":"a1","host":"nginx","binding":"edge","#
                + #""question":"navigate","view":"E","frame":"top","url":"https://contoso.com/a","#
                + #""verdict":"allow","reasons":[]}"# + "\n",
            "s.yaml": """
            demarc-test: 1
            policy: policy.yaml
            scenarios: [{name: n, when: {navigate: {url: https://contoso.com/}}, then: {verdict: allow}}]
            """,
        ]
        for (name, text) in texts { try folder.write(text, to: name) }
        let options = command.hasPrefix("test") ? ["--output", "--coverage-output"] : ["--output"]
        for option in options {
            let outcome = try Tool.bash("cd '\(folder.path)' && \"$demarc\" \(command) \(option) \(file)")
            #expect(outcome.status == 64, "\(outcome.text)\(outcome.errors)")
            #expect(outcome.errors.contains("\(option) names a file that is read"), "\(outcome.errors)")
        }
        for (name, text) in texts { #expect(try folder.read(name) == text, "\(name)") }
    }

    @Test(
        "A run without results creates no file, and keeps an older one",
        arguments: [
            ("diff policy.yaml policy.yaml --accepted missing", 2, "new.txt"),
            ("audit --policy policy.yaml --accepted missing", 2, "new.txt"),
            ("audit --policy policy.yaml --claims missing", 2, "new.txt"),
            ("replay missing --policy policy.yaml", 2, "new.txt"),
            ("lint missing --format json", 2, "new.txt"),
            ("url --input utf16.txt", 2, "new.txt"), ("url --format json < utf16.txt", 2, "new.txt"),
            ("check --policy policy.yaml --input utf16.txt --format json", 2, "new.txt"),
            ("launch --policy policy.yaml --registrations utf16.txt", 2, "new.txt"),
            // An empty file of accepted paths would be an error in every later run.
            ("diff policy.yaml policy.yaml", 64, ".demarc-audit.yaml"),
            ("audit --policy policy.yaml", 64, ".demarc-audit.yaml"),
        ] as [(String, Int32, String)]
    )
    func withoutResults(command: String, status: Int32, file: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(Samples.oneView, to: "policy.yaml")
        try folder.write("old", to: "old.txt")
        try folder.write([0xFF, 0xFE] + Array("h\0t\0t\0p\0\n\0".utf8), to: "utf16.txt")
        func run(_ output: String) throws -> Tool.Outcome {
            try Tool.bash("cd '\(folder.path)' && \"$demarc\" \(command) --output \(output)")
        }
        let outcome = try run(file)
        #expect(outcome.status == status, "\(outcome.text)\(outcome.errors)")
        #expect(!outcome.errors.contains("0 URLs"), "\(outcome.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.file(file)))
        guard status == 2 else { return }
        #expect(try run("old.txt").status == status)
        #expect(try folder.read("old.txt") == "old")
    }

    @Test(
        "A broken link is no place for a report, which would become the file that it leads to",
        arguments: [
            ("diff policy.yaml policy.yaml --output link.txt", 2), ("audit --policy policy.yaml --output link.txt", 2),
            ("url https://a.example/ --output link.txt", 2),
            ("test s.yaml --output link.txt --coverage-output .demarc-audit.yaml", 64),
            ("test s.yaml --output .demarc-audit.yaml --write-scenario link.txt", 64),
        ] as [(String, Int32)]
    )
    func brokenLinks(command: String, status: Int32) throws {
        let folder = try TemporaryFolder()
        try folder.write(Samples.oneView, to: "policy.yaml")
        let link = "ln -s .demarc-audit.yaml link.txt"
        let outcome = try Tool.bash("cd '\(folder.path)' && \(link) && \"$demarc\" \(command)")
        #expect(outcome.status == status, "\(outcome.text)\(outcome.errors)")
        #expect(outcome.errors.contains("broken symbolic link"), "\(outcome.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.file(".demarc-audit.yaml")))
    }
}
