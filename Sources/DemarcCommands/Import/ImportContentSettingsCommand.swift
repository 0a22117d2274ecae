import ArgumentParser
import PolicyAnalysis
import PolicyModel

/// `demarc import content-settings`: the patterns of pop-up and upload lists.
struct ImportContentSettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "content-settings",
        abstract: "Turn a list of content-settings patterns into a policy document.",
        discussion: """
            A pattern stands on each line. A bare example.com is exactly that host, [*.]example.com covers its subdomains; in \
            URL filters, which look alike, it is the other way about.

            EXAMPLES:
              demarc import content-settings popups.txt --class blocked
              demarc import content-settings uploads.txt --class internal --default external --output policy.yaml
            """
    )

    @Argument(help: ArgumentHelp("The list; - is standard input.", valueName: "file"), completion: .file())
    var file: String

    @Option(name: .customLong("class"), help: ArgumentHelp("What the patterns match becomes this.", valueName: "class"))
    var urlClass: Choice<URLClass>

    @Option(
        name: .customLong("default"),
        help: ArgumentHelp(
            "What none matches becomes this. Default: blocked, or internal where the patterns block.",
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
