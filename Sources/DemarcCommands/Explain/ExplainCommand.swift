import ArgumentParser
import Diagnostics
import FileLint
import Glibc
import PolicyModel

/// `demarc explain`: explains a code.
struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain the code of a finding or of a reason.",
        discussion: """
            Findings have codes such as DM040 and unknown-key, reasons of decisions have codes such as \
            clipboard.outbound.blocked, what is unusual in a URL has codes such as backslash-as-slash, and requests \
            that cannot be read have codes such as request.authoritiesDiffer. Case does not matter. Without a code, \
            all codes are listed.

            EXAMPLES:
              demarc explain DM040
              demarc explain unknown-key
              demarc explain navigation.noAnswer --format json
              demarc explain | grep clipboard
            """
    )

    @Argument(
        help: ArgumentHelp("The code to explain.", valueName: "code"),
        completion: .list(Set(FindingCatalog.all.map(\.code)).sorted())
    )
    var code: String?

    @Option(help: ArgumentHelp("text (for people) or json.", valueName: "format"))
    var format: ReportFormat = .text

    @OptionGroup var terminal: TerminalOptions

    func run() throws {
        let found: [CodeExplanation]
        if let code {
            found = FindingCatalog.explanations(of: code)
            guard !found.isEmpty else {
                let hint = FindingCatalog.nearest(to: code).map { ", did you mean `\($0)`?" } ?? ""
                throw CommandError.usage("there is no code `\(Quoted.shown(code))`\(hint)")
            }
        } else {
            found = FindingCatalog.all
        }
        var stream = OutputStream(descriptor: STDOUT_FILENO)
        switch format {
        case .json where code != nil: stream.append(text: found.map { $0.json + "\n" }.joined())
        case .json: stream.append(text: JSONText.array(found.map(\.json)) + "\n")
        case .text where code != nil:
            stream.append(text: found.map { $0.card(on: Page(of: STDOUT_FILENO)) }.joined(separator: "\n"))
        case .text: stream.append(text: Self.list(found, on: Page(of: STDOUT_FILENO)))
        }
        try stream.finish()
    }
}

extension ExplainCommand {
    /// The codes and their titles.
    fileprivate static func list(_ codes: [CodeExplanation], on page: Page) -> String {
        let columns: [TextTable.Column] = [.init("CODE", .words(43)), .init("TITLE", .sentences(least: 24))]
        let table = TextTable(columns, on: page)
        return codes.map { table.row([.init($0.code, .bold), .init($0.title)]) }.joined()
    }
}

extension CodeExplanation {
    /// The explanation in full.
    ///
    /// - Parameter terminal: The page to fit.
    /// - Returns: The explanation, with lines of a readable length.
    func card(on terminal: Page) -> String {
        let page = Page(columns: min(terminal.columns ?? Self.columns, Self.columns), usesColor: terminal.usesColor)
        var text = page.painted(page.block("\(code): \(title)", hanging: 2), code, .bold)
        switch kind {
        case .lint: text += "A finding of lint" + (severity.map { ", severity \($0.rawValue)" } ?? "")
        case .reading: text += "What a reader of files finds"
        case .reason: text += "A reason of decisions"
        case .url: text += "What `demarc url` says about an input"
        case .request: text += "What the reader of requests finds"
        }
        text += ".\n\n"
        for paragraph in self.text.split(separator: "\n", omittingEmptySubsequences: false) {
            text += page.block(String(paragraph), hanging: 0)
        }
        if let example { text += "\nExample:\n\n\(Self.indented(example))" }
        if let corrected { text += "\nWithout the finding:\n\n\(Self.indented(corrected))" }
        if let setting { text += "\nSetting: \(setting)\n" }
        return text + "\nDocumentation: \(self.page)\n"
    }

    /// The explanation as an object on one line.
    var json: String {
        JSONForm.object([
            "code": .string(code), "kind": .string(kind.rawValue), "title": .string(title), "text": .string(text),
            "severity": .string(orNull: severity?.rawValue), "example": .string(orNull: example),
            "corrected": .string(orNull: corrected), "setting": .string(orNull: setting), "page": .string(page),
        ]).text
    }

    private static func indented(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "\n" : "    \($0)\n" }.joined()
    }

    /// Longer lines are hard to read.
    private static let columns = 80
}
