import ArgumentParser
import PolicyAnalysis

/// The two lists of a browser, and what their allowed URLs become.
struct AllowBlockOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The allow list; - is standard input.", valueName: "file"), completion: .file())
    var allow: String?

    @Option(help: ArgumentHelp("The block list.", valueName: "file"), completion: .file())
    var block: String?

    @Option(help: ArgumentHelp("What allowed URLs become: internal or external.", valueName: "class"))
    var allowed: ImportClass = .internal

    func validate() throws {
        guard allow != nil || block != nil else { throw ValidationError("Name --allow, --block or both.") }
    }
}
