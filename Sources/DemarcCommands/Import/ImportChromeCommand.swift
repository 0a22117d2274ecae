import ArgumentParser
import PolicyAnalysis

/// `demarc import chrome`: the allow and block lists of enterprise URL filters.
struct ImportChromeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chrome",
        abstract: "Turn a browser's URLAllowlist and URLBlocklist into a policy document.",
        discussion: """
            A filter stands on each line. The format's order of precedence becomes priorities, so that the rule set allows and \
            blocks exactly what both lists do together. What no filter matches is allowed.

            EXAMPLES:
              demarc import chrome --block block.txt
              demarc import chrome --allow allow.txt --block block.txt --output policy.yaml
            """
    )

    @Option(help: ArgumentHelp("The allow list; - is standard input.", valueName: "file"), completion: .file())
    var allow: String?

    @Option(help: ArgumentHelp("The block list.", valueName: "file"), completion: .file())
    var block: String?

    @Option(help: ArgumentHelp("What allowed URLs become: internal or external.", valueName: "class"))
    var allowed: ImportClass = .internal

    @OptionGroup var options: ImportOptions

    func validate() throws {
        guard allow != nil || block != nil else { throw ValidationError("Name --allow, --block or both.") }
    }

    func run() throws {
        let result = URLFilterImport.read(
            allow: try options.read(allow),
            block: try options.read(block),
            allowed: allowed.urlClass
        )
        try options.finish(result, from: "chrome")
    }
}
