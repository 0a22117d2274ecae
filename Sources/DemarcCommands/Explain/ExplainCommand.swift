import ArgumentParser
import Diagnostics
import Glibc
import PolicyAnalysis

/// `demarc explain`: says what a code means.
struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain the code of a finding or of a reason.",
        discussion: """
            Findings of lint have codes such as DM040, findings of readers such as unknown-key, and reasons of decisions such \
            as clipboard.outbound.blocked. Without a code, all of them are listed.

            EXAMPLES:
              demarc explain DM040
              demarc explain unknown-key
              demarc explain navigation.noAnswer --format json
              demarc explain | grep clipboard
            """
    )

    @Argument(help: ArgumentHelp("The code.", valueName: "code"), completion: .list(FindingCatalog.all.map(\.code)))
    var code: String?

    @Option(help: ArgumentHelp("text (for people) or json.", valueName: "format"))
    var format: ExplainFormat = .text

    func run() throws {
        let found: [CodeExplanation]
        if let code {
            guard let explanation = FindingCatalog.explanation(of: code) else {
                let hint = FindingCatalog.nearest(to: code).map { ", did you mean `\($0)`?" } ?? ""
                throw CommandError.usage("there is no code `\(Quoted.shown(code))`\(hint)")
            }
            found = [explanation]
        } else {
            found = FindingCatalog.all
        }
        var stream = OutputStream(descriptor: STDOUT_FILENO)
        switch format {
        case .json where code != nil: stream.append(text: found.map(\.json).joined() + "\n")
        case .json: stream.append(text: "[\n\(found.map(\.json).joined(separator: ",\n"))\n]\n")
        case .text where code != nil: stream.append(text: found.map(\.card).joined())
        case .text: stream.append(text: found.map(\.line).joined())
        }
        try stream.finish()
    }
}

/// How `demarc explain` answers.
enum ExplainFormat: String, CaseIterable, ExpressibleByArgument {
    /// For people.
    case text
    /// One object, or an array of all.
    case json
}
