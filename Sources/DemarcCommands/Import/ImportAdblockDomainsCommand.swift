import ArgumentParser
import PolicyAnalysis

/// `demarc import adblock-domains`: the filters of ad blockers that name whole domains.
struct ImportAdblockDomainsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "adblock-domains",
        abstract: "Turn the filters ||example.com^ of an ad blocker's list into a list of format domains.",
        discussion: """
            Every other filter says more than a domain, or less, and is left out.

            EXAMPLES:
              demarc import adblock-domains easylist.txt --skip-invalid --output lists/ads.txt
            """
    )

    @Argument(help: ArgumentHelp("The file; - is standard input.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup var options: ImportOptions

    func run() throws { try options.importNames(file, as: .adblockDomains) }
}
