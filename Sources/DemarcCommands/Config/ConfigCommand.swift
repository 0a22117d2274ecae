import ArgumentParser
import PolicyModel

/// `demarc config`: the app configurations of an account.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show what an account gets from the app configurations.",
        discussion: """
            For each key: the candidates with their channels and places, whether they are in conflict, \
            and the answer that the app gets. Candidates are all targeted values; defaults count only if there is none.

            Values are shown, as this is what the command is for, but not those of the keys in the app's \
            valuesToScrubFromLogging. No other command, report or log of demarc shows a value.

            EXAMPLES:
              demarc config --policy policy.yaml
              demarc config --policy policy.yaml --user dana@contoso.com com.contoso.theme
              demarc config -p policy.yaml --type bool --query and com.contoso.offline
              demarc config --policy policy.yaml --format json --fail-on conflict,invalid
            """
    )

    @Argument(help: "The keys to show. Default: every key that a configuration of the account has.")
    var keys: [String] = []

    @Option(help: ArgumentHelp("The type that the app asks for: string, number or bool.", valueName: "type"))
    var type = Choice(AppConfigurationValue.Kind.string)

    @Option(
        help: ArgumentHelp(
            "Which of several values to use: any; min or max of texts and numbers; or, and of Booleans.",
            valueName: "query"
        )
    )
    var query = Choice(AppConfigurationQuery.any)

    @OptionGroup(title: "Policy") var policy: DocumentOptions
    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Output") var terminal: TerminalOptions

    @Option(
        help: ArgumentHelp(
            "Exit with 1 if a key is in conflict, or an answer is invalid. Repeat it, or use commas.",
            valueName: "result"
        )
    )
    var failOn: [WordList<ConfigFailure>] = []

    func validate() throws {
        guard !query.value.exists(for: type.value) else { return }
        throw ValidationError("--query \(query.value.rawValue) does not exist for --type \(type.value.rawValue).")
    }

    func run() throws {
        var session = try QuestionSession(policy, explains: false)
        let view = session.appConfiguration()
        let report = ConfigReport(
            view,
            of: session.user,
            keys: keys.isEmpty ? view.keys : keys,
            as: type.value,
            query: query.value,
            scrubbing: session.document.scrubbedKeys
        )
        let file = try output.open(besides: session.files)
        var stream = OutputStream(descriptor: file.descriptor)
        stream.append(text: report.text(output.format, on: Page(of: file.descriptor)))
        try stream.finish()
        let failures = failOn.values
        guard !report.rows.contains(where: { row in failures.contains { row.has($0) } }) else {
            throw ExitStatus.findings
        }
    }
}

/// A result for which `demarc config` exits with 1 if `--fail-on` names it.
enum ConfigFailure: String, CaseIterable {
    case conflict, invalid
}
