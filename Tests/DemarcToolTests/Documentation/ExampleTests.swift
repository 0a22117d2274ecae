import Foundation
import TestSupport
import Testing

/// Runs the commands in the documentation, in a folder with the files that the examples name.
@Suite("Examples in the documentation") struct ExampleTests {
    @Test("Each example in a command's help runs", arguments: TestSize.rows(HelpPages.listed))
    func help(command: [String]) throws {
        // Wide enough that no example is wrapped: a wrapped example would look like two.
        let words = command.joined(separator: " ")
        let help = try #require(HelpPages.wide[command]).lines
        let examples = Self.joined(help.drop { $0 != "EXAMPLES:" }.dropFirst().prefix { $0.hasPrefix("  ") })
        #expect(!examples.isEmpty)
        try Self.run(examples, of: "demarc \(words) --help", in: try Self.helpFolder())
    }

    @Test(
        "Each command line of a page runs",
        arguments: [("Sources/Demarc/Demarc.docc/CommandLine.md", 2), ("Examples/FiveViews/README.md", 1)]
    )
    func page(path: String, atLeast: Int) throws {
        let blocks = try PageText(path).blocks("sh")
        let examples = Self.joined(blocks.flatMap { $0.split(separator: "\n").map(String.init) })
            .filter { $0.hasPrefix("demarc ") }
        #expect(examples.count >= atLeast, "the examples were not found")
        try Self.run(examples, of: path, in: try Self.helpFolder())
    }

    @Test("The table of README.md shows the decisions of README.md's policy")
    func readmeTable() throws {
        let folder = try Self.readmeFolder()
        let rows = try Repository.text("README.md").matches(
            of: /\| `(?<url>https:[^`]+)`[^|]*\| (?<verdict>allow|route|block)[^|]*\|(?<why>[^|]+)\|/
        )
        #expect(rows.count == 4)
        for row in rows {
            let arguments = "check --policy policy.yaml --view document --format ndjson '\(row.output.url)'"
            let outcome = try Self.demarc(arguments, in: folder)
            #expect(outcome.text.contains("\"verdict\":\"\(row.output.verdict)\""), "\(outcome.text)")
            if let place = row.output.why.firstMatch(of: /`([^`:]+:\d+)`/) {
                #expect(outcome.text.contains("\"at\":\"\(place.output.1):"), "\(outcome.text)")
            }
        }
    }

    @Test("The header in C begins with the example of the page about C, which loads the canonical URL")
    func header() throws {
        let example = try #require(try PageText("Sources/Demarc/Demarc.docc/EmbeddingInC.md").blocks("c").first)
        let lines = example.split(separator: "\n").map { " *     \($0)" }
        let header = try Repository.text("Sources/CDemarc/include/demarc.h").split(separator: "\n")
        #expect(lines.contains { $0.contains("demarc_url(") })
        #expect(header.filter { $0.hasPrefix(" *     ") }.prefix(lines.count).map(String.init) == lines)
    }

    @Test(
        "A host that follows an example loads the canonical URL before it reports a navigation",
        arguments: [
            "README.md", "Sources/Demarc/Demarc.docc/Embedding.md", "Sources/Demarc/Demarc.docc/Tutorial.md",
            "Examples/FirstDecision/Sources/FirstDecision/main.swift",
        ]
    )
    func canonicalURL(path: String) throws {
        let text = try Repository.text(path)
        let report = try #require(text.range(of: "try engine.didNavigate("))
        let begin = try #require(text[..<report.lowerBound].range(of: "case .allow:", options: .backwards))
        #expect(text[begin.upperBound..<report.lowerBound].contains("try evaluator.url(of: decision)"))
    }

    // MARK: Running

    private static func demarc(_ arguments: String, in folder: TemporaryFolder) throws -> Tool.Outcome {
        try Tool.bash("cd '\(folder.path)'; \"$demarc\" \(arguments)")
    }

    /// Runs each example in a copy of `folder`, as bash runs it, and expects success; `--fail-on` and findings may exit
    /// with 1.
    private static func run(_ examples: [String], of origin: String, in folder: TemporaryFolder) throws {
        // Tests send nothing to another machine, not even a DNS query.
        for example in examples where !example.contains("--yes") {
            let copy = try TemporaryFolder()
            let script = """
                set -o pipefail
                cp -r '\(folder.path)/.' '\(copy.path)' && cd '\(copy.path)' || exit 3
                PATH="$PWD/bin:$(dirname "$demarc"):$PATH"
                \(example.hasPrefix("demarc init") ? "rm -r policy.yaml scenarios.yaml policies" : "")
                \(example)
                """
            let outcome = try Tool.bash(script)
            let mayFail = example.contains("--fail-on") || example.contains(/demarc (lint|import|test|fmt --check)/)
            // There is no proxy here, and perhaps no server; 64 would mean that the example is wrong.
            let reachesOut = example.contains(/demarc (probe|serve)/)
            // The ids of a policy's paths are unknown before its audit.
            let acceptsUnknown =
                example.contains("--accept ") && outcome.status == 64 && outcome.errors.contains("there is no path")
            #expect(
                outcome.status == 0 || mayFail && outcome.status == 1 || reachesOut && outcome.status == 2
                    || acceptsUnknown,
                "\(origin): `\(example)` ended with \(outcome.status): \(outcome.errors)"
            )
        }
    }

    /// Commands without the indentation of help, each with its continuation lines.
    private static func joined(_ lines: some Sequence<String>) -> [String] {
        var result: [String] = []
        var continues = false
        for line in lines {
            if continues, let last = result.indices.last {
                result[last] += "\n" + line
            } else {
                result.append(String(line.drop { $0 == " " }))
            }
            continues = line.hasSuffix("\\")
        }
        return result
    }

    // MARK: The files that examples name

    /// The files of README.md.
    private static func readmeFolder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for block in try PageText("README.md").blocks {
            guard let file = block.notes["file"] else { continue }
            if let slash = file.lastIndex(of: "/") { try folder.makeFolder(String(file[..<slash])) }
            try folder.write(block.text, to: file)
        }
        #expect(folder.names.contains("policy.yaml"))
        return folder
    }

    /// A policy with two web views, `E` and `A`, and with every account in the help texts.
    private static func helpFolder() throws -> TemporaryFolder {
        try folder(
            policy: """
                demarc: 1
                policies:
                  strict: {managedBrowserToOpenLinksRequired: true}
                accounts:
                  - {account: dana@contoso.com, organization: contoso, policy: strict}
                  - {account: robin@fabrikam.com}
                views:
                  - {id: A, webView: false}
                  - {id: E, policy: currentIdentity}
                """,
            scenarios: """
                demarc-test: 1
                policy: policy.yaml
                defaults:
                  given: {user: dana@contoso.com}
                scenarios:
                  - name: The privacy notice shows no organization data
                    when: {navigate: {view: E, url: "https://search.example/"}}
                    then: {page: null}
                  - name: Links open in the managed browser
                    when: {navigate: {view: E, url: "https://search.example/"}}
                    then: {to: managedBrowser}
                """
        )
    }

    /// A folder with a policy, scenarios for it, and a small file for every other name in an example.
    private static func folder(policy: String, scenarios: String) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let below = scenarios.replacing("policy: policy.yaml", with: "policy: ../policy.yaml")
        let claims = """
            demarc-test: 1
            policy: policy.yaml
            claims:
              - {name: Calls stay, always: {open: "tel:+15550100", then: {verdict: allow}}}

            """
        let urls = "https://docs.contoso.com/d/42\nhttps://search.example/\n"
        let plist = """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict><key>CFBundleIdentifier</key><string>com.example.app</string></dict></plist>
            """
        let graph = """
            {"@odata.type": "#microsoft.graph.iosManagedAppProtection", "displayName": "Level 2", "printBlocked": true}
            """
        let gambling = "casino.example\n"
        // Replays of logs without a decision fail.
        let line = try #require(PageText("Sources/Demarc/Demarc.docc/DecisionLog.md").blocks("json").first)
        for (path, text) in [
            ("policy.yaml", policy), ("policies/policy.yaml", policy), ("urls.txt", urls),
            ("scenarios.yaml", scenarios), ("claims.yaml", claims), ("scenarios/readme.yaml", below),
            ("scenarios/clipboard.yaml", below),
            ("lists/gambling.txt", gambling), ("policies/lists/gambling.txt", gambling), ("blocked.txt", gambling),
            ("allow.txt", "contoso.com\n"), ("block.txt", "*\n"), ("allowed-urls.txt", "https://contoso.com\n"),
            ("managed-policies.json", #"{"URLBlocklist": ["*"], "URLAllowlist": ["contoso.com"]}"#),
            ("app-configuration.json", #"{"AllowListURLs": "https://contoso.com|https://example.com"}"#),
            ("blocked-urls.txt", "https://example.net\n"), ("popups.txt", "[*.]example.com\n"),
            ("uploads.txt", "[*.]contoso.com\n"), ("blocked-hosts", "0.0.0.0 ads.example\n"),
            ("easylist.txt", "||ads.example^\n"), ("policy.json", graph), ("all-policies.json", graph),
            ("export.json", graph), ("Info.plist", plist), ("App/Info.plist", plist),
            ("App.entitlements", ConfigureCommandTests.rights),
            ("App/App.entitlements", ConfigureCommandTests.rights),
            ("next.yaml", policy), ("old.yaml", policy), ("new.yaml", policy), ("released.yaml", policy),
            ("old-export.json", graph), ("new-export.json", graph),
            ("lines.txt", "0 GET http://contoso.com/ contoso.com - 127.0.0.1 -\n"),
            ("device.yaml", "device: {osVersion: '17.4'}\n"), ("device.json", #"{"device": {"osVersion": "17.4"}}"#),
            ("registrations.json", #"{"value": [{"id": "T_1", "platformVersion": "17.4"}]}"#),
            ("decisions.ndjson", line), ("log.key", String(repeating: "k", count: 32)),
            ("tickets.key", String(repeating: "t", count: 32)),
            // Programs that examples use in addition to `demarc`, and that may be missing on this machine.
            ("bin/jq", "#!/bin/sh\nexec cat\n"), ("bin/systemctl", "#!/bin/sh\nexit 0\n"),
            ("bin/nginx", "#!/bin/sh\necho '# configuration file /etc/nginx/nginx.conf:'; echo 'events {}'\n"),
        ] {
            if let slash = path.lastIndex(of: "/") { try folder.makeFolder(String(path[..<slash])) }
            try folder.write(text, to: path)
        }
        let prepared = try Tool.bash(
            """
            set -e; cd '\(folder.path)'; chmod +x bin/*
            chmod 600 *.key; gzip < decisions.ndjson > decisions.1.gz
            printf 'a\\tb\\tc\\td\\te\\tf\\thttps://contoso.com/\\n' | gzip > access.log.gz
            "$demarc" compile policy.yaml -o policy.demarc
            cp policy.demarc released.demarc
            git init --quiet .
            git add policy.yaml
            git -c user.name=dana -c user.email=dana@contoso.com commit --quiet --message 'A policy'
            git update-ref refs/remotes/origin/main HEAD
            """
        )
        #expect(prepared.status == 0, "\(prepared.errors)")
        return folder
    }
}
