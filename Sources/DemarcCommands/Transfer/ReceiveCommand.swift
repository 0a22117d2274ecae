import ArgumentParser
import PolicyModel

/// `demarc transfer receive`: decides whether data may come from another app.
struct ReceiveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "receive",
        abstract: "Decide whether data may be received from another app.",
        discussion: """
            The verdict switchAccount names the account that may receive it instead.

            EXAMPLES:
              demarc transfer receive --policy policy.yaml --from com.example.notes
              demarc transfer receive --policy policy.yaml --into dana@contoso.com --from com.contoso.scanner --explain
              demarc transfer receive --policy policy.yaml --from com.example.notes --fail-on block,switchAccount
            """
    )

    @Option(help: ArgumentHelp("The account that is to receive it. Default: whoever acts.", valueName: "account"))
    var into: String?

    @Option(help: ArgumentHelp("The app that sends it.", valueName: "app"))
    var from: String

    @Option(
        help: ArgumentHelp(
            "The account that owns the item, where that is known. It only restricts.",
            valueName: "account"
        )
    )
    var owner: String?

    @OptionGroup var options: TransferOptions

    func run() throws {
        try options.ask(
            .receive(
                into: into.map { AccountID(argument: $0) },
                from: AppID(from),
                owner: owner.map { AccountID(argument: $0) }
            )
        )
    }
}
