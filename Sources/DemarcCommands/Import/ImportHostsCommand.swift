import ArgumentParser
import PolicyAnalysis
import URLMatching

/// `demarc import hosts`: a hosts file that blocks names.
struct ImportHostsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hosts",
        abstract: "Turn a hosts file into a list of format hosts.",
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
    /// Reads a list of names and writes it as one of Demarc's own.
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
