import ArgumentParser
import PolicyImport
import PolicyModel
import URLMatching

/// `demarc import`, the parent command of the supported formats.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Convert foreign lists and policies to Demarc files, and report what could not be carried over.",
        discussion: """
            The Demarc file goes to standard output or --output, the report to standard error. Entries that cannot be \
            carried over are left out and listed, and the exit status is 1, unless --skip-invalid is given: a block \
            entry that is left out no longer blocks anything.

            EXAMPLES:
              demarc import chrome --allow allow.txt --block block.txt --output policy.yaml
              demarc import content-settings popups.txt --class blocked
              demarc import edge --allow 'allowed-urls.txt' --format json
              demarc import hosts blocked-hosts --output lists/ads.txt
              demarc import adblock-domains easylist.txt --skip-invalid \\
                --output lists/ads.txt
              demarc import graph policy.json --display-name 'Level 2' --output policy.yaml
            """,
        subcommands: [
            ImportEdgeCommand.self, ImportChromeCommand.self, ImportContentSettingsCommand.self,
            ImportHostsCommand.self, ImportAdblockDomainsCommand.self, ImportGraphCommand.self,
        ]
    )
}

/// `demarc import edge`: the allow or block list of the managed browser.
struct ImportEdgeCommand: BrowserListCommand {
    static let configuration = CommandConfiguration(
        commandName: "edge",
        abstract: "Convert an allow or block list of the managed browser to a policy document.",
        discussion: """
            Entries are on lines of their own, or have | between them. The browser reads the first 1000. With both lists only the allow \
            list counts, as in the browser; what is not on it is blocked. A JSON file may be the app configuration, with \
            AllowListURLs or BlockListURLs. What the browser opens regardless of its lists becomes a rule of its own.

            EXAMPLES:
              demarc import edge app-configuration.json
              demarc import edge --allow allowed-urls.txt --output policy.yaml
              demarc import edge --block blocked-urls.txt --format json
            """
    )

    @OptionGroup var lists: AllowBlockOptions
    @OptionGroup var options: ImportOptions

    static var format: BrowserListFormat { .edge }
}

/// `demarc import chrome`: the allow and block lists of enterprise URL filters.
struct ImportChromeCommand: BrowserListCommand {
    static let configuration = CommandConfiguration(
        commandName: "chrome",
        abstract: "Convert a browser's URLAllowlist and URLBlocklist to a policy document.",
        discussion: """
            Each line has one filter; or the file is the browser's policy in JSON, with URLAllowlist or URLBlocklist. The \
            format's order of precedence becomes priorities, so that the rule set allows and blocks what both lists do \
            together. What no filter matches is allowed, unless * is on the block list.

            EXAMPLES:
              demarc import chrome managed-policies.json --output policy.yaml
              demarc import chrome --block block.txt
              demarc import chrome --allow allow.txt --block block.txt --output policy.yaml
            """
    )

    @OptionGroup var lists: AllowBlockOptions
    @OptionGroup var options: ImportOptions

    static var format: BrowserListFormat { .chrome }
}

/// `demarc import content-settings`: the patterns of pop-up and upload lists.
struct ImportContentSettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "content-settings",
        abstract: "Convert a list of content-settings patterns to a policy document.",
        discussion: """
            Patterns are on lines of their own, or have | between them. A bare example.com is exactly that host, \
            [*.]example.com covers its subdomains; in URL filters, which look alike, it is the other way round.

            EXAMPLES:
              demarc import content-settings popups.txt --class blocked
              demarc import content-settings uploads.txt --class internal \\
                --default external --output policy.yaml
            """
    )

    @Argument(help: ArgumentHelp("The list; - is standard input.", valueName: "file"), completion: .file())
    var file: String

    @Option(
        name: .customLong("class"),
        help: ArgumentHelp("The class of the URLs that the patterns match.", valueName: "class")
    )
    var urlClass: Choice<URLClass>

    @Option(
        name: .customLong("default"),
        help: ArgumentHelp(
            "The class of the URLs that no pattern matches. Default: blocked, or internal if the patterns block.",
            valueName: "class"
        )
    )
    var standard: Choice<URLClass>?

    @OptionGroup var options: ImportOptions

    func run() throws {
        let result = ContentSettingsImport.read(
            try options.read(file),
            as: urlClass.value,
            default: standard?.value ?? (urlClass.value == .blocked ? .internal : .blocked)
        )
        try options.finish(result, from: "content-settings")
    }
}

/// `demarc import hosts`: a hosts file that blocks names.
struct ImportHostsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hosts",
        abstract: "Convert a hosts file to a list in the format hosts.",
        discussion: """
            Each name is written once, in canonical form, with 0.0.0.0 before it.

            EXAMPLES:
              demarc import hosts blocked-hosts --output lists/ads.txt
            """
    )

    @Argument(help: ArgumentHelp("The file; - is standard input.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup var options: ImportOptions

    func run() throws { try options.importNames(file, as: .hosts) }
}

extension ImportOptions {
    /// Reads a list of names and writes it as a Demarc list.
    func importNames(_ file: String, as format: NameListImport.Format) throws {
        let source = try read(file)
        let result: ImportResult
        do throws(MatcherError) {
            result = try NameListImport.read(source, as: format)
        } catch {
            throw CommandError.unreadable(error.message)
        }
        try finish(result, from: format.rawValue)
    }
}

/// `demarc import adblock-domains`: the filters of ad blockers that name whole domains.
struct ImportAdblockDomainsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "adblock-domains",
        abstract: "Convert the filters ||example.com^ of an ad blocker's list to a list in the format domains.",
        discussion: """
            Every other filter is more than a domain, or less, and is left out. Names that the list's own exceptions take \
            back are omitted.

            EXAMPLES:
              demarc import adblock-domains easylist.txt --skip-invalid \\
                --output lists/ads.txt
            """
    )

    @Argument(help: ArgumentHelp("The file; - is standard input.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup var options: ImportOptions

    func run() throws { try options.importNames(file, as: .adblockDomains) }
}

/// `demarc import graph`: an app protection policy from Graph, an export or a device log.
struct ImportGraphCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "graph",
        abstract: "Convert a Graph document to a policy document with the settings inline.",
        discussion: """
            Settings that the file gives are written, and so are the apps that the policy is for; settings at their \
            defaults are not. Keys that are not settings are left out and listed. Every command that takes --policy \
            reads the export itself, too.

            EXAMPLES:
              demarc import graph policy.json --output policy.yaml
              demarc import graph all-policies.json --display-name 'Level 2' --name level2
            """
    )

    @Argument(help: ArgumentHelp("The file; - is standard input.", valueName: "file"), completion: .file())
    var file: String

    @Option(
        help: ArgumentHelp("Which of several policies in the file: its display name, or its id.", valueName: "name")
    )
    var displayName: String?

    @Option(help: ArgumentHelp("The name of the policy in the document.", valueName: "name"))
    var name = "imported"

    @OptionGroup var options: ImportOptions

    func run() throws {
        let result = GraphImport.read(try options.read(file), displayName: displayName, name: name)
        try options.finish(result, from: "graph")
    }
}
