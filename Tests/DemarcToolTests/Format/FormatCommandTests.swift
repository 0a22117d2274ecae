import TestSupport
import Testing

@Suite("demarc fmt") struct FormatCommandTests {
    private static let wide = "demarc: 1\nviews:\n- id: E  # the only one\n"
    private static let neat = "demarc: 1\nviews:\n  - id: E  # the only one\n"

    private static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write(wide, to: "policy.yaml")
        try folder.write(neat, to: "neat.yaml")
        try folder.write("name:   x  \n", to: "other.yaml")
        try folder.write(wide, to: "policy.txt")
        try folder.makeFolder("below")
        try folder.write("demarc-rules: 1\nrules:\n- {id: a, class: blocked, host: a.example}", to: "below/rules.yml")
        return folder
    }

    private static func run(_ arguments: String, in folder: TemporaryFolder) throws -> Tool.Outcome {
        try Tool.bash("cd '\(folder.path)'; \"$demarc\" fmt \(arguments)")
    }

    @Test("Demarc's files in a folder are formatted and named")
    func folder() throws {
        let folder = try Self.folder()
        let outcome = try Self.run(".", in: folder)
        #expect(outcome.status == 0)
        #expect(outcome.lines == ["below/rules.yml", "policy.yaml"])
        #expect(outcome.errors == "3 files, 2 changed\n")
        #expect(try folder.read("policy.yaml") == Self.neat)
        #expect(try folder.read("below/rules.yml").contains("rules:\n  - {id"))
        #expect(try folder.read("other.yaml") == "name:   x  \n", "it is somebody else's")
        #expect(try folder.read("policy.txt") == Self.wide)
        let again = try Self.run(". --check", in: folder)
        #expect(again.status == 0)
        #expect(again.text.isEmpty)
    }

    @Test("--check writes nothing and exits with 1")
    func check() throws {
        let folder = try Self.folder()
        let outcome = try Self.run("--check .", in: folder)
        #expect(outcome.status == 1)
        #expect(outcome.lines == ["below/rules.yml", "policy.yaml"])
        #expect(outcome.errors == "3 files, 2 not formatted\n")
        #expect(try folder.read("policy.yaml") == Self.wide)
        #expect(try Self.run("--check -q .", in: folder).text.isEmpty)
    }

    @Test("--dry-run shows the differences")
    func dryRun() throws {
        let folder = try Self.folder()
        let outcome = try Self.run("--dry-run policy.yaml", in: folder)
        #expect(outcome.status == 0)
        #expect(outcome.text.contains("-- id: E  # the only one\n+  - id: E  # the only one\n"))
        #expect(try folder.read("policy.yaml") == Self.wide)
    }

    @Test("Standard input is formatted to standard output")
    func standardInput() throws {
        let outcome = try Tool.run(["fmt", "-"], input: Self.wide)
        #expect(outcome.status == 0)
        #expect(outcome.text == Self.neat)
        #expect(outcome.errors.isEmpty)
        #expect(try Tool.run(["fmt", "-", "--check"], input: Self.wide).status == 1)
        #expect(try Tool.run(["fmt", "-", "--check"], input: Self.neat).status == 0)
    }

    @Test(
        "A last line without an ending gets that of the line before it",
        arguments: [
            ("demarc: 1\r\npolicies: {}   \r\nviews: []", "demarc: 1\r\npolicies: {}\r\nviews: []\r\n"),
            ("demarc: 1\r\nviews: []\r", "demarc: 1\r\nviews: []\r\n"),
            ("demarc: 1\nviews: []", "demarc: 1\nviews: []\n"), ("demarc: 1", "demarc: 1\n"),
        ]
    )
    func lastLine(text: String, expected: String) throws {
        let outcome = try Tool.run(["fmt", "-"], input: text)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output == Array(expected.utf8))
        #expect(try Tool.run(["fmt", "-", "--check"], input: expected).status == 0)
    }

    @Test("A link stays a link, and its target is formatted")
    func link() throws {
        let folder = try Self.folder()
        let outcome = try Tool.bash(
            "cd '\(folder.path)'; ln -s policy.yaml link.yaml; \"$demarc\" fmt link.yaml && test -L link.yaml"
        )
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try folder.read("policy.yaml") == Self.neat)
    }

    @Test("A link in a folder is followed only within the folder")
    func linksInFolder() throws {
        let folder = try Self.folder()
        let outcome = try Tool.bash(
            "cd '\(folder.path)/below'; ln -s ../policy.yaml out.yaml; ln -s .. up; ln -s rules.yml in.yaml; "
                + "\"$demarc\" fmt ."
        )
        #expect(outcome.lines == ["in.yaml"], "\(outcome.errors)")
        #expect(try folder.read("policy.yaml") == Self.wide)
        #expect(try folder.read("below/rules.yml").contains("rules:\n  - {id"))
        #expect(try Self.run("below/out.yaml", in: folder).lines == ["below/out.yaml"], "it is named")
    }

    @Test(
        "A file that cannot be formatted is unchanged, and the exit status is 2",
        arguments: [
            ("demarc: [1\n", "error[invalid-yaml]"), ("demarc: 1\n? a\n: b\n", "it stays unchanged"),
            ("name: x\n", "is not a policy"), ("", "is not a policy"),
        ]
    )
    func refused(text: String, said: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(text, to: "a.yaml")
        let outcome = try Self.run("a.yaml", in: folder)
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains(said), "\(outcome.errors)")
        #expect(try folder.read("a.yaml") == text)
    }

    @Test(
        "A file is formatted up to the size that every command reads",
        arguments: [(5, 0), (17, 2)] as [(Int, Int32)]
    )
    func size(mebibytes: Int, status: Int32) throws {
        let folder = try TemporaryFolder()
        let comment = "# " + String(repeating: "a", count: mebibytes << 20) + "\n"
        try folder.write("demarc: 1  \n" + comment, to: "a.yaml")
        let outcome = try Self.run("a.yaml", in: folder)
        #expect(outcome.status == status, "\(outcome.errors)")
        #expect(outcome.errors.contains("it is larger than 16 MiB") == (status == 2), "\(outcome.errors)")
        #expect(try folder.read("a.yaml").hasPrefix("demarc: 1\n") == (status == 0))
    }

    @Test("A file in a folder that cannot be read makes --check fail")
    func unreadable() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.neat, to: "neat.yaml")
        try folder.write(Self.neat, to: "a.yaml")
        // Root may read every file, unless it gives up that right.
        let script = """
            cd '\(folder.path)'
            chmod 000 a.yaml
            without=''
            if [ "$(id -u)" -eq 0 ]; then without='setpriv --bounding-set=-dac_override,-dac_read_search'; fi
            $without "$demarc" fmt --check .
            """
        let outcome = try Tool.bash(script)
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("a.yaml"), "\(outcome.errors)")
        #expect(outcome.errors.hasSuffix("1 file, 0 not formatted\n"), "\(outcome.errors)")
    }

    @Test("A file that cannot be written is not counted as changed")
    func sizeLimit() throws {
        let folder = try Self.folder()
        // The limit concerns files, so what is written goes through a pipe. CI leaves `sizeLimit` tests out under sanitizers,
        // whose own files exceed the limit.
        let script = "cd '\(folder.path)'; (ulimit -f 0; \"$demarc\" fmt policy.yaml 2>&1; echo \"$?\") | cat"
        let outcome = try Tool.bash(script)
        #expect(outcome.lines.suffix(2) == ["1 file, 0 changed", "2"], "\(outcome.text)")
        #expect(!outcome.lines.contains("policy.yaml"))
        #expect(try folder.read("policy.yaml") == Self.wide)
    }

    @Test("If there is nothing to format, that is reported", arguments: ["missing.yaml", "empty", "- policy.yaml"])
    func nothing(path: String) throws {
        let folder = try Self.folder()
        try folder.makeFolder("empty")
        let outcome = try Self.run(path, in: folder)
        #expect(outcome.status == (path.hasPrefix("- ") ? 64 : 2))
        #expect(!outcome.errors.isEmpty)
    }
}
