import Foundation
import TestSupport
import Testing

@Suite("Quoting in demarc test") struct TestQuotingTests {
    /// A word that occurs in no message.
    private static let secret = "Zq9vKx"

    /// Files that are not policies, and broken policies with every possible reference.
    private static let secrets: [[String: String]] = [
        ["p": "root:*:19000:0:99999:7:::\(secret)\n"],
        ["p": "\(secret)"],
        ["p": "demarc: 1\n\(secret): \(secret)\n"],
        ["p": "demarc: 1\napp: {\(secret): \(secret), id: [\(secret)]}\nuser: \(secret)\n"],
        ["p": "{\"demarc\": 1, \"key\": \"\(secret)\"}"],
        ["p": "-----BEGIN PRIVATE KEY-----\n\(secret)\n"],
        ["p": "demarc: \(secret)\n"],
        ["p": "demarc: 1\naccounts: [{account: \(secret), policy: \(secret)}]\n"],
        ["p": "demarc: 1\npolicies: {p: {graph: \(secret)}}\n"],
        ["p": "demarc: 1\npolicies: {p: {graph: g.json}}\n", "g.json": "{\"\(secret)\": [\"\(secret)\"]}"],
        ["p": "demarc: 1\npolicies: {p: {graph: g.json}}\n", "g.json": "{\(secret)"],
        ["p": "demarc: 1\napp: {infoPlist: i.plist}\n", "i.plist": "<plist><dict><\(secret)/></dict></plist>"],
        ["p": "demarc: 1\nruleSets: {s: {default: internal, include: [r.yaml]}}\n", "r.yaml": "\(secret): 1\n"],
        [
            "p": "demarc: 1\nruleSets: {s: {default: internal, rules: "
                + "[{id: r, class: blocked, list: {file: l.txt, format: domains}}]}}\n",
            "l.txt": "https://\(secret)/\n",
        ],
    ]

    private func folder(_ files: [String: String], inside: Bool) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.makeFolder("tests/in")
        try folder.makeFolder("outside")
        for (name, text) in files { try folder.write(text, to: (inside ? "tests/in/" : "outside/") + name) }
        try folder.write(
            """
            demarc-test: 1
            policy: \(inside ? "in/p" : "../outside/p")
            scenarios:
              - {name: n, when: {signIn: {account: a@b.example}}, then: {verdict: success}}
              - {name: o, when: {navigate: {view: A, url: https://a.example/}}, then: {verdict: allow}}
            """,
            to: "tests/s.yaml"
        )
        return folder
    }

    private static let commands = [
        ["test"], ["test", "--report", "junit"], ["test", "--report", "json"],
        ["test", "--coverage", "--allow-outside"],
        ["lint"], ["lint", "--format", "json"], ["lint", "--format", "sarif"], ["lint", "--format", "github"],
    ]

    @Test(
        "A file outside the scenarios' folder shows only the place of its mistake",
        arguments: secrets,
        TestSize.rows(commands)
    )
    func outside(files: [String: String], command: [String]) throws {
        let folder = try folder(files, inside: false)
        let outcome = try Tool.run(command + [folder.file("tests/s.yaml")])
        let shown = outcome.text + outcome.errors
        #expect(!shown.contains(Self.secret), "\(shown)")
        #expect(!shown.contains("root:") && !shown.contains("BEGIN"), "\(shown)")
        #expect(shown.contains("outside/"))
        #expect(outcome.status != 0)
        guard command == ["test"] else { return }
        #expect(shown.contains(/outside\/[a-z.]+:\d+:\d+: error\[[a-z-]+\]: the policy is outside the folder/))
        #expect(shown.contains("help: `demarc lint \(folder.file("tests/../outside/p"))` shows what is wrong"))
    }

    @Test("A symbolic link does not bring a file into the folder", arguments: commands)
    func link(command: [String]) throws {
        let folder = try folder(Self.secrets[0], inside: false)
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("tests/link"),
            withDestinationPath: "../outside/p"
        )
        let text = try folder.read("tests/s.yaml").replacing("../outside/p", with: "link")
        let outcome = try Tool.run(command + [try folder.write(text, to: "tests/s.yaml")])
        let shown = outcome.text + outcome.errors
        #expect(!shown.contains("root:"), "\(shown)")
        #expect(shown.contains("tests/link"), "\(shown)")
        #expect(shown.contains("the policy is outside the folder of the scenario file"), "\(shown)")
        #expect(outcome.status == (command[0] == "test" ? 2 : 1))
    }

    @Test("Files in the folder are quoted as usual", arguments: secrets)
    func inside(files: [String: String]) throws {
        let folder = try folder(files, inside: true)
        let outcome = try Tool.run(["test", folder.file("tests/s.yaml")])
        #expect(outcome.errors.contains(" | "))
        #expect(!outcome.errors.contains("is outside the folder"))
        #expect(outcome.status == 2)
    }

    @Test("Lint reports a policy that it also checks only once, and quotes it there")
    func both() throws {
        let folder = try folder(["p.yaml": "demarc: 1\n\(Self.secret): 1\n"], inside: false)
        let text = try folder.read("tests/s.yaml").replacing("../outside/p", with: "../outside/p.yaml")
        try folder.write(text, to: "tests/s.yaml")
        let outcome = try Tool.run(["lint", folder.path])
        #expect(outcome.text.matches(of: try Regex("unknown key `\(Self.secret)`")).count == 1)
        #expect(!outcome.text.contains("is outside the folder"))
    }
}
