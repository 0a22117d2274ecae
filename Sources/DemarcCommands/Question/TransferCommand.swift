import ArgumentParser
import PolicyModel

/// `demarc transfer`, the parent command of questions about transfers.
struct TransferCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transfer",
        abstract: "Decide whether data may be saved, opened, sent, received or used by a feature, and why.",
        discussion: """
            Accounts are ids or user principal names of the document; none stands for no account. An owner, receiver or \
            sender that is left out is the account that acts; a location whose --account is left out belongs to no account.

            EXAMPLES:
              demarc transfer save --policy policy.yaml --to localStorage \\
                --account dana@contoso.com
              demarc transfer open-from --policy policy.yaml --all-locations --format json
              demarc transfer send --policy policy.yaml --to com.contoso.scanner \\
                --via openIn --mdm-enrolled
              demarc transfer receive --policy policy.yaml --from com.example.notes \\
                --fail-on block
              demarc transfer setting --policy policy.yaml --name print
            """,
        subcommands: [
            SaveCommand.self, OpenFromCommand.self, SendCommand.self, ReceiveCommand.self, AppSharingCommand.self,
            SettingCommand.self,
        ]
    )
}

/// `demarc transfer setting`: decides whether a feature may be used.
struct SettingCommand: TransferQuestionCommand {
    static let configuration = CommandConfiguration(
        commandName: "setting",
        abstract: "Decide whether a feature may be used.",
        discussion: """
            EXAMPLES:
              demarc transfer setting --policy policy.yaml --name print
              demarc transfer setting --policy policy.yaml --name print --in E
              demarc transfer setting --policy policy.yaml --name notifications \\
                --account dana@contoso.com --format json
            """
    )

    @Option(help: ArgumentHelp("The feature.", valueName: "name"))
    var name: Choice<SingleSetting>

    @Option(
        help: ArgumentHelp(
            "The account whose data the feature would use. Default: the account that acts.",
            valueName: "account"
        ),
        transform: OptionName.account
    )
    var account: String?

    @Option(
        help: ArgumentHelp(
            "Instead of --account: the place whose content the feature would use, such as the page of a view.",
            valueName: "place"
        ),
        transform: OptionName.place
    )
    var `in`: String?

    @OptionGroup var options: TransferOptions
    @OptionGroup(title: "Policy") var policy: DocumentOptions
    @OptionGroup(title: "Output") var output: QuestionOptions
    @OptionGroup(title: "Output") var terminal: TerminalOptions

    func validate() throws {
        if account != nil, self.in != nil {
            throw ValidationError("--account and --in both specify whose data it is; use one of them.")
        }
    }

    func run() throws {
        let owner =
            account.map { Question.Owner.account(AccountID(named: $0)) }
            ?? self.in.map { .place(NamedPlace(text: $0)) }
        try ask(.setting(name.value, of: owner))
    }
}
