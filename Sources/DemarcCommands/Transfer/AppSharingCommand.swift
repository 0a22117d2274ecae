import ArgumentParser
import PolicyModel

/// `demarc transfer app-sharing`: decides whether there is any app that data may be shared with.
struct AppSharingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "app-sharing",
        abstract: "Decide whether data may be shared with any app at all.",
        discussion: """
            It is what the SDK's isAppSharingAllowed answers: false only where nothing could receive the data.

            EXAMPLES:
              demarc transfer app-sharing --policy policy.yaml
              demarc transfer app-sharing --policy policy.yaml --account dana@contoso.com --fail-on block
            """
    )

    @Option(help: ArgumentHelp("The account that owns the data. Default: whoever acts.", valueName: "account"))
    var account: String?

    @OptionGroup var options: TransferOptions

    func run() throws { try options.ask(.appSharing(account: account.map { AccountID(argument: $0) })) }
}
