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
              demarc transfer setting --policy policy.yaml --name notifications --account dana@contoso.com --format json
            """
    )

    @Option(help: ArgumentHelp("The feature.", valueName: "name"))
    var name: Choice<SingleSetting>

    @Option(help: ArgumentHelp("The account whose data it is about. Default: whoever acts.", valueName: "account"))
    var account: String?

    @OptionGroup var options: TransferOptions

    func run() throws {
        try options.ask(.setting(name.value, account: account.map { AccountID(argument: $0) }))
    }
}
