import ArgumentParser
import PolicyAnalysis

/// `demarc import edge`: the allow or block list of the managed browser.
struct ImportEdgeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edge",
        abstract: "Turn an allow or block list of the managed browser into a policy document.",
        discussion: """
            Entries stand on lines, or with | between them. The browser reads the first 1000. With both lists only the allow \
            list counts, as in the browser; what is not on it is blocked.

            EXAMPLES:
              demarc import edge --allow allowed-urls.txt --output policy.yaml
              demarc import edge --block blocked-urls.txt --format json
            """
    )

    @OptionGroup var lists: AllowBlockOptions
    @OptionGroup var options: ImportOptions

    func run() throws {
        let result = EdgeListImport.read(
            allow: try options.read(lists.allow),
            block: try options.read(lists.block),
            allowed: lists.allowed.urlClass
        )
        try options.finish(result, from: "edge")
    }
}
