import ArgumentParser
import Diagnostics
import Glibc

/// `demarc configure`: prepares an app's Info.plist and entitlements for the SDK.
struct ConfigureCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "configure",
        abstract: "Make an app's Info.plist and entitlements ready for the SDK.",
        discussion: """
            Adds what lint finds missing for the SDK, if it is certain what to add, and nothing else: query \
            schemes and URL types with their -intunemam twins, keychain groups, a text for Face ID, document types, and \
            activation rules of extensions with the types of the SDK. Comments, order, indentation and line ends stay, a \
            binary property list stays binary, and a second run changes nothing. Run it again whenever a file has changed.

            Without -o the Info.plist is changed in place; entitlements always are. Each addition is reported on \
            standard error, and so is what remains to be done by hand.

            What a comment or a .demarc-lint.yaml suppresses for `demarc lint` is neither added nor reported.

            A file that is not the Info.plist of an app or an extension for iOS is refused, such as that of a framework, \
            of tests, of an app for macOS or watchOS or of an app clip, and a file that has a key twice where something \
            would be added.

            The exit status is 0 even if something remains to be done, and 2 if a file could not be read or written, or \
            is refused.

            EXAMPLES:
              demarc configure -i App/Info.plist -e App/App.entitlements
              demarc configure -i App/Info.plist -e App/App.entitlements --dry-run
              demarc configure -i Info.plist -o Configured.plist
              demarc configure -i Info.plist --dry-run --format json \\
                | jq -r '.additions[].message'
            """
    )

    @Option(
        name: [.customShort("i"), .customLong("input")],
        help: ArgumentHelp("The Info.plist of an app or an extension.", valueName: "file"),
        completion: .file()
    )
    var input: [String]

    @Option(
        name: [.customShort("e"), .customLong("entitlements")],
        help: ArgumentHelp("The entitlements of the same target, which are changed in place.", valueName: "file"),
        completion: .file()
    )
    var entitlements: [String] = []

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp(
            "Where the Info.plist goes instead of its own place; - is standard output.",
            valueName: "file"
        ),
        completion: .file()
    )
    var output: String?

    @Flag(name: .customLong("dry-run"), help: "Write nothing, and show the differences on standard output.")
    var isDryRun = false

    @Option(help: ArgumentHelp("text (for people), or json (one object on standard output).", valueName: "format"))
    var format: ReportFormat = .text

    @OptionGroup var terminal: TerminalOptions

    func validate() throws {
        guard input.count == 1 else { throw ValidationError("One Info.plist at a time: give -i once.") }
        guard entitlements.count <= 1 else {
            throw ValidationError("A target has one file of entitlements: give -e once.")
        }
        if output == "-", format == .json {
            throw ValidationError("Standard output has the Info.plist or JSON: give -o a file, or leave --format out.")
        }
    }

    func run() throws {
        try ConfigureRun(
            input: input[0],
            entitlements: entitlements.first,
            output: output,
            isDryRun: isDryRun,
            format: format,
            isQuiet: terminal.quiet
        ).run()
    }
}
