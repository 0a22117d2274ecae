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

    @OptionGroup var lists: AllowBlockOptions
    @OptionGroup var options: ImportOptions

    func run() throws {
        let result = URLFilterImport.read(
            allow: try options.read(lists.allow),
            block: try options.read(lists.block),
            allowed: lists.allowed.urlClass
        )
        try options.finish(result, from: "chrome")
    }
}
