import ArgumentParser
import PolicyModel

/// `demarc transfer setting`: decides whether a feature may be used.
struct SettingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setting",
        abstract: "Decide whether a feature may be used.",
        discussion: """
            EXAMPLES:
              demarc transfer setting --policy policy.yaml --name print
              demarc transfer setting --policy policy.yaml --name print --in E
              demarc transfer setting --policy policy.yaml --name notifications --account dana@contoso.com --format json
            """
    )

    @Option(help: ArgumentHelp("The feature.", valueName: "name"))
    var name: Choice<SingleSetting>

    @Option(help: ArgumentHelp("The account whose data it is about. Default: whoever acts.", valueName: "account"))
    var account: String?

    @Option(
        help: ArgumentHelp(
            "The place whose content it is about, such as the page of a view, instead.",
            valueName: "place"
        )
    )
    var `in`: String?

    @OptionGroup var options: TransferOptions

    func validate() throws {
        if account != nil, self.in != nil { throw ValidationError("--account and --in both say whose data it is.") }
    }

    func run() throws {
        let owner =
            account.map { ScenarioOwner.account(AccountID(argument: $0)) }
            ?? self.in.map { .place(ScenarioPlace(argument: $0)) }
        try options.ask(.setting(name.value, of: owner))
    }
}
