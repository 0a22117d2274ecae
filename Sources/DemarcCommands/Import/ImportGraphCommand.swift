import ArgumentParser
import PolicyAnalysis

/// `demarc import graph`: an app protection policy as Graph, an export or a device's log has it.
struct ImportGraphCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "graph",
        abstract: "Turn a Graph document into a policy document with the settings inline.",
        discussion: """
            Settings that the file gives are written, those it leaves at their defaults are not. Keys that are no settings are \
            left out and named.

            EXAMPLES:
              demarc import graph policy.json --output policy.yaml
              demarc import graph all-policies.json --display-name 'Level 2' --name level2
            """
    )

    @Argument(help: ArgumentHelp("The file; - is standard input.", valueName: "file"), completion: .file())
    var file: String

    @Option(help: ArgumentHelp("Which of several policies in the file.", valueName: "name"))
    var displayName: String?

    @Option(help: ArgumentHelp("What the document calls the policy.", valueName: "name"))
    var name = "imported"

    @OptionGroup var options: ImportOptions

    func run() throws {
        let result = GraphImport.read(try options.read(file), displayName: displayName, name: name)
        try options.finish(result, from: "graph")
    }
}
