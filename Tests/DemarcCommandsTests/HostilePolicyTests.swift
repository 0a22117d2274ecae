import Foundation
import Testing

@Suite("A policy document that is") struct HostilePolicyTests {
    @Test(
        "hostile is refused with a clear error and exit 2",
        arguments: [
            ("", "error[empty-document]"),
            ("demarc: 1\nviews: [\u{1}]\n", "error[control-character]"),
            ("demarc: 1\nveiws: []\n", "help: did you mean `views`?"),
            ("demarc: 1\n" + String(repeating: "[", count: 100_000), "error[nested-too-deeply]"),
            ("demarc: 1\na: " + String(repeating: "{b: ", count: 5_000), "error[nested-too-deeply]"),
            (aliasBomb, "error[too-many-"),
            ("demarc: 1\nruleSets: {a: {default: external, include: [policy.yaml]}}\n", "error["),
            ("demarc: 1\nruleSets: {a: {default: external, include: [../../etc/passwd]}}\n", "error[outside-folder]"),
            ("- 1\n", "error["),
            ("demarc: 2\n", "error[unsupported-version]"),
        ]
    )
    func text(document: String, finding: String) throws {
        let outcome = try CheckCase(document).run("https://contoso.com/")
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains(finding))
        #expect(outcome.errors.contains("policy.yaml:"))
    }

    /// Ten lists of ten of the list before.
    private static let aliasBomb =
        "demarc: 1\na0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        + (1..<10).map { level in
            "a\(level): &a\(level) [" + Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ") + "]\n"
        }.joined()

    @Test("no UTF-8 is refused")
    func notUTF8() throws {
        let folder = try Folder()
        let policy = try folder.write([0x64, 0xFF, 0xFE, 0x0A], to: "policy.yaml")
        let outcome = try Tool.run(["check", "--policy", policy, "https://a/"])
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("error[not-utf-8]"))
    }

    @Test("a hundred megabytes is refused before it is read")
    func huge() throws {
        let folder = try Folder()
        let policy = try folder.write([], to: "policy.yaml")
        let handle = try #require(FileHandle(forWritingAtPath: policy))
        // Sparse: it takes no room on the disk.
        try handle.truncate(atOffset: 100 << 20)
        try handle.close()
        let outcome = try Tool.run(["check", "--policy", policy, "https://a/"])
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("error[file-too-large]"))
    }

    @Test("not there, or a folder, is refused", arguments: [("missing.yaml", "file-not-found"), (".", "not-a-file")])
    func unreadable(name: String, code: String) throws {
        let folder = try Folder()
        let outcome = try Tool.run(["check", "--policy", "\(folder.path)/\(name)", "https://a/"])
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("error[\(code)]"))
    }

    @Test("including itself in a circle is refused with the circle")
    func cycle() throws {
        let check = try CheckCase("demarc: 1\nruleSets: {a: {default: external, include: [one.yaml]}}\n")
        try check.folder.write("demarc-rules: 1\ninclude: [two.yaml]\n", to: "one.yaml")
        try check.folder.write("demarc-rules: 1\ninclude: [one.yaml]\n", to: "two.yaml")
        let outcome = try check.run("https://a/")
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("error[cycle]"))
        #expect(outcome.errors.contains("two.yaml:2:"))
    }

    @Test("referring outside its folder is refused unless that is allowed")
    func outside() throws {
        let folder = try Folder()
        try FileManager.default.createDirectory(atPath: folder.path + "/inner", withIntermediateDirectories: true)
        try folder.write("demarc-rules: 1\nrules: [{id: a, class: internal, domain: contoso.com}]\n", to: "shared.yaml")
        let policy = try folder.write(
            "demarc: 1\nruleSets: {a: {default: external, include: [../shared.yaml]}}\n",
            to: "inner/policy.yaml"
        )
        let refused = try Tool.run(["check", "--policy", policy, "https://contoso.com/"])
        #expect(refused.status == 2)
        #expect(refused.errors.contains("error[outside-folder]"))
        let allowed = try Tool.run(
            ["check", "--policy", policy, "--allow-outside", "--format", "ndjson", "https://contoso.com/"])
        #expect(allowed.status == 0)
        #expect(allowed.text.contains(#""class":"internal""#))
    }

    @Test("unusable leaves an existing output file alone")
    func outputKept() throws {
        let check = try CheckCase("nonsense: 1\n")
        let target = try check.folder.write("precious", to: "out")
        #expect(try check.run("--output", target, "https://a/").status == 2)
        #expect(try check.folder.read("out") == "precious")
    }
}
