import Foundation
import TestSupport
import Testing

@Suite("Hostile policy documents") struct HostilePolicyTests {
    @Test("A hostile document is refused with a clear error and exit status 2", arguments: HostileDocument.all)
    func text(document: HostileDocument) throws {
        let outcome = try CheckCase(document.text).run("https://contoso.com/")
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains(document.finding))
        #expect(outcome.errors.contains("policy.yaml:"))
    }

    @Test("A document that is not UTF-8 is refused")
    func notUTF8() throws {
        let folder = try TemporaryFolder()
        let policy = try folder.write([0x64, 0xFF, 0xFE, 0x0A], to: "policy.yaml")
        let outcome = try Tool.run(["check", "--policy", policy, "https://a/"])
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("error[not-utf-8]"))
    }

    @Test("A document of a hundred megabytes is refused before it is read")
    func huge() throws {
        let folder = try TemporaryFolder()
        let policy = try folder.write([], to: "policy.yaml")
        let handle = try #require(FileHandle(forWritingAtPath: policy))
        // A sparse file takes no space on the disk.
        try handle.truncate(atOffset: 100 << 20)
        try handle.close()
        let outcome = try Tool.run(["check", "--policy", policy, "https://a/"])
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("error[file-too-large]"))
    }

    @Test("Only an existing file is read", arguments: [("missing.yaml", "file-not-found"), (".", "not-a-file")])
    func unreadable(name: String, code: String) throws {
        let folder = try TemporaryFolder()
        let outcome = try Tool.run(["check", "--policy", "\(folder.path)/\(name)", "https://a/"])
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("error[\(code)]"))
    }

    @Test(
        "A missing file is reported without a position, and with the file that was probably meant",
        arguments: [
            ["check", "https://a/", "--policy", "M"], ["diff", "M", "P"], ["diff", "P", "M"], ["show", "M"],
            ["compile", "M", "--output", "O"], ["lint", "M"], ["test", "M"], ["fmt", "M"],
            ["compile", "M", "--info"], ["init", "O", "--graph", "M"],
        ]
    )
    func nearby(arguments: [String]) throws {
        let folder = try TemporaryFolder()
        let policy = try folder.write("demarc: 1\n", to: "policy.yaml")
        let missing = folder.path + "/polcy.yaml"
        let paths = ["M": missing, "P": policy, "O": folder.path + "/out"]
        let outcome = try Tool.run(arguments.map { paths[$0] ?? $0 })
        #expect(outcome.status == 2)
        let words = "`\(missing)`: there is no such file, did you mean `\(policy)`?"
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
        #expect(!outcome.errors.contains(":1:1"), "\(outcome.errors)")
    }

    @Test("A circular include is refused, with the circle")
    func cycle() throws {
        let check = try CheckCase("demarc: 1\nruleSets: {a: {default: external, include: [one.yaml]}}\n")
        try check.folder.write("demarc-rules: 1\ninclude: [two.yaml]\n", to: "one.yaml")
        try check.folder.write("demarc-rules: 1\ninclude: [one.yaml]\n", to: "two.yaml")
        let outcome = try check.run("https://a/")
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("error[cycle]"))
        #expect(outcome.errors.contains("two.yaml:2:"))
    }

    @Test("A reference outside the document's folder is refused unless allowed")
    func outside() throws {
        let folder = try TemporaryFolder()
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

    @Test("An unusable document leaves an existing output file unchanged")
    func outputKept() throws {
        let check = try CheckCase("nonsense: 1\n")
        let target = try check.folder.write("precious", to: "out")
        #expect(try check.run("--output", target, "https://a/").status == 2)
        #expect(try check.folder.read("out") == "precious")
    }
}
