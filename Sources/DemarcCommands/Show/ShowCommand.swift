import ArgumentParser
import PolicyAnalysis
import PolicyModel
import RuleIndex

/// `demarc show`: what a policy allows, on one page.
struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show on one page what a policy allows.",
        discussion: """
            For each account, and for no account: what may be copied, pasted, saved, opened, sent, printed and \
            captured, where links, mail, phone numbers and messages open, and what each web view does with internal \
            and external URLs. Each line names the setting that decides, its value, and where it is written. Then \
            follow the settings, written and by default, and the nearest level of the data protection framework with \
            what is weaker than it.

            Everything on the page is an answer of the engine that hosts embed.

            EXAMPLES:
              demarc show policy.yaml
              demarc show policy.json
              demarc show policy.yaml --format markdown --output policy.md
              demarc show policy.yaml --format json | jq '.baseline'
              demarc show policy.yaml --baseline 2 --fail-on deviation
            """
    )

    @Argument(help: ArgumentHelp(PolicyHelp.forms), completion: .file())
    var policy: String

    @Option(name: ExportedPolicy.name, help: ExportedPolicy.help) var export: ExportedPolicy?

    @Flag(help: PolicyHelp.allowOutside)
    var allowOutside = false

    @Option(
        help: ArgumentHelp(
            "Compare with this level of the data protection framework. Default: the nearest.",
            valueName: "level"
        )
    )
    var baseline: BaselineLevel?

    @Option(help: ArgumentHelp("text (for people), json, or markdown.", valueName: "format"))
    var format = PageFormat.text

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Where the page goes instead of standard output.", valueName: "file"),
        completion: .file()
    )
    var output: String?

    @OptionGroup var terminal: TerminalOptions

    @Option(
        help: ArgumentHelp(
            "Exit with 1 if a setting is weaker than the level of --baseline asks for (deviation).",
            valueName: "result"
        )
    )
    var failOn: [WordList<ShowFailure>] = []

    func validate() throws {
        if !failOn.isEmpty, baseline == nil {
            throw ValidationError("--fail-on deviation needs --baseline: which level must the policy keep?")
        }
    }

    func run() throws {
        // No account acts: the page covers every account.
        let read = try ReadDocument(policy, export, allowsOutside: allowOutside, requiresUser: false)
        var file = try OutputFile(output)
        try file.begin(besides: read.files)
        let shown = PolicyPage(read.policy, comparedWith: baseline)
        var stream = OutputStream(descriptor: file.descriptor)
        stream.append(text: text(of: shown, on: Page(of: file.descriptor)))
        try stream.finish()
        guard failOn.values.isEmpty || shown.baseline?.deviations.isEmpty ?? true else {
            throw ExitStatus.findings
        }
    }

    private func text(of shown: PolicyPage, on page: Page) -> String {
        switch format {
        case .text: PolicyPageText(shown, of: policy, comparedByRequest: baseline != nil).text(on: page)
        case .markdown: PolicyPageText(shown, of: policy, comparedByRequest: baseline != nil).markdown
        case .json: shown.json(of: policy) + "\n"
        }
    }
}

/// The output format of the page.
enum PageFormat: String, OptionWord {
    /// For people, fitted to the terminal.
    case text
    /// One object.
    case json
    /// For people, as a web page.
    case markdown
}

/// A result for which `demarc show` exits with 1 if `--fail-on` names it.
enum ShowFailure: String, CaseIterable {
    case deviation
}
