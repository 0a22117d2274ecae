import TestSupport
import Testing

@Suite("Help of demarc") struct HelpTests {
    @Test("Every command has examples", arguments: HelpPages.listed)
    func help(command: [String]) throws {
        let outcome = try #require(HelpPages.wide[command])
        #expect(outcome.status == 0)
        #expect(outcome.text.contains("EXAMPLES:\n"))
        #expect(outcome.text.contains("  demarc \(command.isEmpty ? "check" : command.joined(separator: " ")) "))
        #expect(outcome.errors.isEmpty)
    }

    @Test("The list of commands is complete")
    func each() throws {
        let commands = HelpPages.listed
        #expect(commands.count > 25)
        for command in [[], ["check"], ["init"], ["fmt"], ["transfer", "save"], ["import", "graph"]] {
            #expect(commands.contains(command))
        }
    }

    @Test(
        "Lines fit, and examples can be pasted from any terminal",
        arguments: TestSize.rows(HelpPages.listed)
    )
    func width(command: [String]) throws {
        let words = command.joined(separator: " ")
        let wide = try #require(HelpPages.wide[command])
        let help = try [40, 80].map { try Tool.bash("COLUMNS=\($0) \"$demarc\" \(words) --help").lines } + [wide.lines]
        #expect(help[1].allSatisfy { $0.count <= 80 }, "\(help[1].filter { $0.count > 80 })")
        #expect(help[0] == help[1], "a narrow terminal continues lines by itself")
        // A line with its own indentation is an example, a table or a file: a line break in it changes what it says.
        let indented = help.map { page in
            page.prefix { !$0.hasPrefix("USAGE:") }.filter { $0.hasPrefix("  ") }
        }
        #expect(indented[2].allSatisfy { $0.count <= 80 }, "\(indented[2].filter { $0.count > 80 })")
        #expect(indented[1] == indented[2], "no indented line is torn apart")
        let examples = help.map { $0.drop { $0 != "EXAMPLES:" }.dropFirst().prefix { $0.hasPrefix("  ") } }
        #expect(examples[1] == examples[2], "no example is torn apart")
        for line in examples[1] {
            let isCommand = line.hasPrefix("  demarc ") || line.contains("| demarc ")
            let isContinued = line.hasPrefix("    ") || line.hasSuffix(" | \\")
            #expect(isCommand || isContinued, "\(line)")
        }
    }

    @Test(
        "A width that leaves no room for text gives the help for 80 columns",
        arguments: ["0", "-1", "1", "20", "26", "28", "29"],
        ["check --help", "--help", "help audit", "serve --help"]
    )
    func narrow(columns: String, arguments: String) throws {
        let usual = try Tool.bash("COLUMNS=80 \"$demarc\" \(arguments)")
        let narrow = try Tool.bash("COLUMNS=\(columns) \"$demarc\" \(arguments)")
        #expect(narrow.status == 0 && narrow.errors.isEmpty, "\(narrow.errors)")
        #expect(narrow.text == usual.text)
    }

    @Test("A terminal of any width shows help and usage errors", arguments: [1, 20, 26, 40] as [UInt16])
    func narrowTerminal(columns: UInt16) throws {
        let folder = try TemporaryFolder()
        let help = try Terminal.run(["check", "--help"], columns: columns, in: folder)
        #expect(help.status == 0 && help.text.contains("USAGE: demarc check"), "\(help.text)")
        let misuse = try Terminal.run(["check", "--polciy", "x"], columns: columns, in: folder)
        #expect(misuse.status == 64 && misuse.text.contains("Usage: demarc check"), "\(misuse.text)")
    }

    @Test("The parser's message and its help fit the terminal, and are not wrapped in a file")
    func wrappedMessage() throws {
        let arguments = ["check", "--fail-on", "bloc"]
        let screen = try Terminal.run(arguments, columns: 80, in: try TemporaryFolder())
        #expect(screen.lines.count > 4 && screen.lines.allSatisfy { $0.count <= 80 }, "\(screen.text)")
        let file = try Tool.bash("unset COLUMNS; \"$demarc\" \(arguments.joined(separator: " "))")
        #expect(file.errors.contains("'--fail-on <result>'. Please provide one of 'block', 'route' or 'invalid'.\n"))
    }

    @Test("Every command has the terminal options", arguments: HelpPages.listed)
    func terminal(command: [String]) throws {
        let help = try #require(HelpPages.wide[command]).text
        // The options of `serve` belong to the server.
        guard !help.contains("SUBCOMMANDS:"), command != ["serve"] else { return }
        #expect(help.contains("--color <when>") && help.contains("-q, --quiet"))
    }

    @Test("Every option that takes several words says so in the same sentence")
    func severalWords() {
        let lines = HelpPages.wide.values.flatMap(\.lines).filter { $0.contains(/\bcommas\b/) }
        #expect(lines.count > 10, "the options were not found")
        // The names that --preprocess defines are one text.
        for line in lines where !line.contains("--preprocess <names>") {
            #expect(line.contains(" Repeat it, or use commas."), "\(line)")
        }
    }

    @Test("The version is shown")
    func version() throws {
        let outcome = try Tool.run(["--version"])
        #expect(outcome.status == 0)
        #expect(outcome.text.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+\n/) != nil)
    }

    @Test("Shells get completions", arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) throws {
        let outcome = try Tool.run(["--generate-completion-script", shell])
        #expect(outcome.status == 0)
        for option in ["fail-on", "universal-link", "upload", "all-locations", "coverage-output"] {
            #expect(outcome.text.contains(option))
        }
        // Possible names are completed, too.
        #expect(outcome.text.contains("accountDocument") && outcome.text.contains("shareExtension"))
    }

    @Test("Misuse is explained on standard error", arguments: [["chekc"], ["check", "--polciy", "x"], ["bench"]])
    func usage(arguments: [String]) throws {
        let outcome = try Tool.run(arguments)
        #expect(outcome.status == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("Usage: demarc"))
    }
}

/// The commands of `demarc`, as its help lists them; read once for all tests.
enum HelpPages {
    /// The words of every command, with none for `demarc` itself; empty if the help cannot be read.
    static let listed: [[String]] = wide.keys.sorted { $0.joined(separator: " ") < $1.joined(separator: " ") }

    /// The help of each command, printed so wide that no line wraps.
    static let wide: [[String]: Tool.Outcome] = {
        var pages: [[String]: Tool.Outcome] = [:]
        var left: [[String]] = [[]]
        while let words = left.popLast() {
            let script = "COLUMNS=1000 \"$demarc\" \(words.joined(separator: " ")) --help"
            guard let help = try? Tool.bash(script) else { return [:] }
            pages[words] = help
            let list = help.lines.drop { !$0.hasSuffix("SUBCOMMANDS:") }.dropFirst().prefix { $0.hasPrefix("  ") }
            // The list is followed by a hint.
            let names = list.compactMap { $0.firstMatch(of: #/^ +([a-z-]+) /#).map { String($0.output.1) } }
            left += names.map { words + [$0] }
        }
        return pages
    }()
}
