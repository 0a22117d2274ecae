import Testing

@Suite("demarc explains itself") struct HelpTests {
    @Test(
        "with examples everywhere",
        arguments: [
            [], ["check"], ["configure"], ["url"], ["bench"], ["compile"], ["open"], ["paste"], ["test"], ["transfer"],
            ["schema"], ["show"],
            ["transfer", "save"],
            ["transfer", "open-from"], ["transfer", "send"], ["transfer", "receive"], ["transfer", "setting"],
            ["import"], ["import", "chrome"], ["import", "edge"], ["import", "content-settings"], ["import", "hosts"],
            ["import", "adblock-domains"], ["import", "graph"],
        ]
    )
    func help(command: [String]) throws {
        let outcome = try Tool.run(command + ["--help"])
        #expect(outcome.status == 0)
        #expect(outcome.text.contains("EXAMPLES:\n"))
        #expect(outcome.text.contains("  demarc \(command.isEmpty ? "check" : command.joined(separator: " ")) "))
        #expect(outcome.errors.isEmpty)
    }

    @Test("with its version")
    func version() throws {
        let outcome = try Tool.run(["--version"])
        #expect(outcome.status == 0)
        #expect(outcome.text.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+\n/) != nil)
    }

    @Test("to shells that complete", arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) throws {
        let outcome = try Tool.run(["--generate-completion-script", shell])
        #expect(outcome.status == 0)
        for option in ["fail-on", "universal-link", "upload", "all-locations", "coverage-output"] {
            #expect(outcome.text.contains(option))
        }
        // Names to choose from are offered, too.
        #expect(outcome.text.contains("accountDocument") && outcome.text.contains("shareExtension"))
    }

    @Test("where it is misused, on standard error", arguments: [["chekc"], ["check", "--polciy", "x"], ["bench"]])
    func usage(arguments: [String]) throws {
        let outcome = try Tool.run(arguments)
        #expect(outcome.status == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("Usage: demarc"))
    }
}
