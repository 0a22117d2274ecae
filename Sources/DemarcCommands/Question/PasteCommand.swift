import ArgumentParser
import Diagnostics
import PolicyModel

/// `demarc paste`: decides uses of the clipboard, and uploads.
struct PasteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "paste",
        abstract: "Decide whether an item may be copied, pasted or uploaded, and why.",
        discussion: """
            A place is the id of a view; native, which is the app's own user interface as the account that acts sees it; account: with \
            an account, which is the app's own user interface or data of that account; app: with the id of another app; or \
            frame: with the id of a view, which is an external frame inside its page.

            With --copy the question is how the item is written to the pasteboard: plain, or protected so that only apps \
            managed for its owner can read it. With --upload it is whether the page of a web view may take the content.

            EXAMPLES:
              demarc paste --policy policy.yaml --from E --into A --characters 40
              demarc paste --policy policy.yaml --from account:dana@contoso.com \\
                --into app:com.example.notes
              demarc paste --policy policy.yaml --copy --from native --type image \\
                --format json
              demarc paste --policy policy.yaml --upload --from native --into E \\
                --fail-on block
            """
    )

    @Option(
        help: ArgumentHelp("Where the item is copied from.", valueName: "place"),
        transform: OptionName.place
    )
    var from: String

    @Option(
        help: ArgumentHelp("Where it is pasted; with --upload the web view whose page takes it.", valueName: "place"),
        transform: OptionName.place
    )
    var into: String?

    @Option(help: ArgumentHelp("How many characters a text has. Default: 1.", valueName: "count"))
    var characters: Int?

    @Option(help: ArgumentHelp("text, image or file. Default: text.", valueName: "type"))
    var type: Choice<ClipboardItem.Kind>?

    @Flag(help: "Ask how the item is written to the pasteboard: plain, or protected.")
    var copy = false

    @Flag(help: "Ask whether the item may be uploaded.")
    var upload = false

    @OptionGroup(title: "Policy") var policy: DocumentOptions
    @OptionGroup(title: "Output") var output: QuestionOptions
    @OptionGroup(title: "Output") var terminal: TerminalOptions

    @Option(
        help: ArgumentHelp(
            "Exit with 1 if it is blocked (block), or copied protected (protected). Repeat it, or use commas.",
            valueName: "verdict"
        )
    )
    var failOn: [WordList<PasteFailure>] = []

    func validate() throws {
        if copy, upload { throw ValidationError("--copy and --upload ask different questions; use one of them.") }
        if copy, into != nil { throw ValidationError("--into cannot be used with --copy.") }
        if !copy, into == nil { throw ValidationError("--into is missing: where is it pasted?") }
        if upload, characters != nil || type != nil {
            throw ValidationError("--characters and --type cannot be used with --upload.")
        }
        if let type, type.value != .text, characters != nil {
            throw ValidationError("--characters cannot be used with --type \(type.value.rawValue).")
        }
        // As in scenarios and questions in JSON.
        if let characters, !(0...Int(Int32.max)).contains(characters) {
            throw ValidationError("--characters must be a number from 0 to \(Int32.max).")
        }
        if from == "pasteboard" || into == "pasteboard" {
            throw ValidationError(
                "pasteboard is not a place here, because nothing was copied. Name the place that the item comes from."
            )
        }
    }

    func run() throws {
        var session = try QuestionSession(policy, explains: output.explain)
        let question = try question
        let answer = try session.answer(to: question)
        var report = try QuestionReport(output, of: session)
        report.write([.init(question: question, answer: answer)])
        try report.finish()
        if failOn.values.contains(where: { $0.rawValue == answer.verdictName }) { throw ExitStatus.findings }
    }

    private var question: Question {
        get throws {
            let item = ClipboardItem(type?.value ?? .text, characters: characters ?? 1)
            let source = NamedPlace(text: from)
            guard let into else { return .copy(item, from: source) }
            let destination = NamedPlace(text: into)
            guard upload else { return .paste(item, from: source, into: destination) }
            switch destination {
            case .view(let view): return .upload(from: source, into: view)
            case .externalFrame(let view): return .upload(from: source, into: view, isExternalFrame: true)
            case .native, .account, .app:
                throw CommandError.usage("--into: `\(Quoted.shown(into))` is not a page; name a web view")
            }
        }
    }
}

/// A verdict for which `demarc paste` exits with 1 if `--fail-on` names it.
enum PasteFailure: String, CaseIterable {
    case block, protected
}
