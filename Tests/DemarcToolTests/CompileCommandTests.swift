import Foundation
import TestSupport
import Testing

@Suite("demarc compile") struct CompileCommandTests {
    private static let policy = Samples.oneView.replacing(
        "domain: casino.example",
        with: "list: {file: gambling.txt, format: domains}"
    )

    private func compiled(_ text: String = policy) throws -> (CheckCase, String) {
        let check = try CheckCase(text)
        try check.folder.write("# bets\ncasino.example\npoker.example\n", to: "gambling.txt")
        return (check, check.folder.path + "/policy.demarc")
    }

    @Test("The file decides and explains like the document, in every command")
    func compiles() throws {
        let (check, output) = try compiled()
        let outcome = try Tool.run(["compile", check.policy, "-o", output])
        #expect(outcome.status == 0 && outcome.output.isEmpty)
        #expect(outcome.errors.wholeMatch(of: /compiled \d+ rules, \d+ list entries, \d+ bytes in \d+ ms\n/) != nil)
        let urls = ["https://contoso.com/", "https://www.casino.example/", "https://search.example/", "nonsense"]
        for arguments in [
            ["check", "--explain", "--format", "json", "--quiet"] + urls,
            ["open", "tel:+15550100"], ["paste", "--from", "E", "--into", "app:com.example.notes"],
            ["transfer", "save", "--to", "localStorage"],
        ] {
            let of = { try Tool.run([arguments[0]] + self.path(of: arguments, $0)) }
            let (document, binary) = (try of(check.policy), try of(output))
            #expect(binary.text == document.text, "\(arguments)")
            #expect(binary.status == document.status && !document.text.isEmpty, "\(arguments)")
        }
    }

    /// The arguments after the command's name, with the policy in the place for options.
    private func path(of arguments: [String], _ policy: String) -> [String] {
        var rest = Array(arguments.dropFirst())
        if arguments[0] == "transfer" { return [rest.removeFirst(), "--policy", policy] + rest }
        return ["--policy", policy] + rest
    }

    @Test("--quiet suppresses the summary")
    func quiet() throws {
        let (check, output) = try compiled()
        let outcome = try Tool.run(["compile", check.policy, "-o", output, "--quiet"])
        #expect(outcome.status == 0 && outcome.errors.isEmpty && outcome.output.isEmpty)
    }

    @Test("Every problem of the document is reported, and the old file is unchanged")
    func problems() throws {
        let (check, output) = try compiled()
        try check.folder.write("old", to: "policy.demarc")
        try check.folder.write("casino.example\n*.bad\nhttps://worse/\n", to: "gambling.txt")
        let outcome = try Tool.run(["compile", check.policy, "-o", output])
        let checked = try Tool.run(["check", "--policy", check.policy, "x:y"])
        #expect(outcome.status == 2 && outcome.output.isEmpty)
        #expect(outcome.errors == checked.errors && outcome.errors.contains("error["))
        #expect(try check.folder.read("policy.demarc") == "old")
    }

    @Test("Overwriting an input, writing to standard output and compiling twice are refused")
    func usage() throws {
        let (check, output) = try compiled()
        for path in [check.policy, check.folder.path + "/gambling.txt", "-"] {
            #expect(try Tool.run(["compile", check.policy, "-o", path]).status == 64)
        }
        #expect(try check.folder.read("policy.yaml") == Self.policy)
        #expect(try Tool.run(["compile", check.policy, "-o", output]).status == 0)
        let twice = try Tool.run(["compile", output, "-o", output])
        #expect(twice.status == 64 && twice.errors.contains("is compiled already"))
        #expect(try Tool.run(["compile", check.policy, "-o", "/no/such/folder/x"]).status == 2)
    }

    @Test(
        "A compiled policy in the place of a text is called so, and what to name instead",
        arguments: [
            "test c.demarc", "test s.yaml", "audit --policy policy.yaml --claims c.demarc", "lint g.yaml",
            "lint c.demarc", "init --graph c.demarc new", "import graph c.demarc",
        ]
    )
    func inPlaceOfText(command: String) throws {
        let (check, _) = try compiled()
        try check.folder.write("demarc: 1\npolicies: {s: {graph: c.demarc}}\n", to: "g.yaml")
        let scenario = "{name: a, when: {setting: print}, then: {verdict: allow}}"
        try check.folder.write("demarc-test: 1\npolicy: c.demarc\nscenarios: [\(scenario)]\n", to: "s.yaml")
        let compile = "\"$demarc\" compile '\(check.policy)' -o c.demarc"
        let outcome = try Tool.bash("cd '\(check.folder.path)' && \(compile) && \"$demarc\" \(command)")
        #expect(outcome.status != 0)
        // Lint writes its findings to standard output.
        let text = outcome.errors + String(decoding: outcome.output, as: UTF8.self)
        #expect(text.contains("this is a compiled policy"), "\(text)")
        #expect(text.contains("name the document that it was compiled from"), "\(text)")
        #expect(!text.contains("save it as UTF-8"))
    }

    @Test("An exceeded size limit is reported, and leaves only the old file", arguments: ["x", "old"])
    func sizeLimit(name: String) throws {
        let (check, _) = try compiled()
        try check.folder.write("old", to: "old")
        let names = check.folder.names
        let script = """
            ulimit -f 1
            "$demarc" compile '\(check.policy)' -o '\(check.folder.file(name))'
            echo "$?"
            """
        let outcome = try Tool.bash(script)
        #expect(outcome.lines == ["2"])
        #expect(outcome.errors.hasSuffix("the file cannot be written: it is larger than a file may be\n"))
        #expect(check.folder.names == names)
        #expect(try check.folder.read("old") == "old")
    }

    @Test("A signal while a pipe is opened ends the run as interrupted")
    func interruptedOpening() throws {
        let (check, _) = try compiled()
        let script = """
            cd '\(check.folder.path)'; mkfifo policy.fifo
            "$demarc" compile policy.fifo -o out & demarc_pid=$!
            sleep 1; kill -TERM "$demarc_pid"; wait "$demarc_pid"
            echo "$?"
            """
        let outcome = try Tool.bash(script)
        #expect(outcome.lines == ["143"], "\(outcome.errors)")
        #expect(!outcome.errors.contains("error"), "\(outcome.errors)")
    }

    @Test("A damaged file is distinguished from a document, with instructions")
    func damaged() throws {
        let (check, output) = try compiled()
        #expect(try Tool.run(["compile", check.policy, "-o", output]).status == 0)
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: output)))
        bytes[bytes.count - 1] ^= 1
        try check.folder.write(bytes, to: "policy.demarc")
        for command in [["check", "x:y"], ["open", "x:y"]] {
            let outcome = try Tool.run([command[0], "--policy", output, command[1]])
            #expect(outcome.status == 2 && outcome.output.isEmpty)
            #expect(outcome.errors.contains("error[damaged-file]") && outcome.errors.contains("`demarc compile`"))
        }
    }

    @Test("A policy without a user is compiled, and needs a user when it is used")
    func users() throws {
        let (check, output) = try compiled(Samples.twoManaged)
        #expect(try Tool.run(["compile", check.policy, "-o", output]).status == 0)
        let outcome = try Tool.run(["check", "--policy", output, "https://contoso.com/"])
        #expect(outcome.status == 2 && outcome.errors.contains("error[several-managed-accounts]"))
        for policy in [output, check.policy] {
            let outcome = try Tool.run(["open", "--policy", policy, "https://contoso.com/"])
            #expect(outcome.status == 2 && outcome.errors.contains("with `--user`"), "\(outcome.errors)")
        }
        #expect(try Tool.run(["check", "--policy", output, "--user", "none", "https://contoso.com/"]).status == 0)
    }

    @Test("A killed compile leaves the old file intact, whenever it is killed")
    func killed() throws {
        let (check, output) = try compiled()
        #expect(try Tool.run(["compile", check.policy, "-o", output]).status == 0)
        // Large enough to be interrupted in the middle.
        let list = (0..<60_000).map { "domain-\($0).example" }.joined(separator: "\n")
        try check.folder.write(list, to: "gambling.txt")
        var killed = 0
        for round in 0..<TestSize.count(4, thorough: 12, exhaustive: 12) {
            let process = Process()
            process.executableURL = URL(filePath: Tool.path)
            process.arguments = ["compile", check.policy, "-o", output]
            process.standardError = FileHandle.nullDevice
            try process.run()
            usleep(UInt32(round * 40_000))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            if process.terminationReason == .uncaughtSignal { killed += 1 }
            let outcome = try Tool.run(["check", "--policy", output, "--quiet", "https://contoso.com/"])
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
        #expect(killed > 0)
    }

    @Test("`demarc bench` measures a compiled policy and shows its size")
    func bench() throws {
        let (check, output) = try compiled()
        #expect(try Tool.run(["compile", check.policy, "-o", output]).status == 0)
        let urls = try check.folder.write("https://contoso.com/\n", to: "urls.txt")
        let outcome = try Tool.run([
            "bench", "--policy", output, "--urls", urls, "--passes", "2", "--format", "json",
        ])
        let object = try #require(JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any])
        let size = try Data(contentsOf: URL(filePath: output)).count
        #expect(object["compiledBytes"] as? Int == size)
    }
}
