import ArgumentParser
import PolicyModel

/// `demarc transfer send`: decides whether data may be sent to another app.
struct SendCommand: TransferQuestionCommand {
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Decide whether data may be sent to another app.",
        discussion: """
            EXAMPLES:
              demarc transfer send --policy policy.yaml --to com.contoso.scanner
              demarc transfer send --policy policy.yaml --from dana@contoso.com \\
                --to com.example.notes --via openIn
              demarc transfer send --policy policy.yaml --from E --to com.example.notes
              demarc transfer send --policy policy.yaml --to com.contoso.scanner \\
                --via openIn --mdm-enrolled --format json
            """
    )

    @Option(
        help: ArgumentHelp(
            "The account that owns the data, or the place where it is, such as the page of a view. Default: the account that acts.",
            valueName: "account or place"
        ),
        transform: OptionName.place
    )
    var from: String?

    @Option(
        help: ArgumentHelp("The app that is to receive it.", valueName: "app"),
        transform: OptionName.app
    )
    var to: String

    @Option(help: ArgumentHelp("How it is sent.", valueName: "method"))
    var via = Choice(SharingMethod.direct)

    @OptionGroup var options: TransferOptions
    @OptionGroup(title: "Policy") var policy: DocumentOptions
    @OptionGroup(title: "Output") var output: QuestionOptions
    @OptionGroup(title: "Output") var terminal: TerminalOptions

    func run() throws {
        try ask { session in
            let owner = try from.map { try session.owner(argument: $0, of: "--from") }
            return .send(to: AppID(to), via: via.value, ownedBy: owner)
        }
    }
}

/// `demarc transfer receive`: decides whether data may come from another app.
struct ReceiveCommand: TransferQuestionCommand {
    static let configuration = CommandConfiguration(
        commandName: "receive",
        abstract: "Decide whether data may be received from another app.",
        discussion: """
            The verdict switchAccount names the account that may receive it instead.

            EXAMPLES:
              demarc transfer receive --policy policy.yaml --from com.example.notes
              demarc transfer receive --policy policy.yaml --into dana@contoso.com \\
                --from com.contoso.scanner --explain
              demarc transfer receive --policy policy.yaml --from com.example.notes \\
                --fail-on block,switchAccount
            """
    )

    @Option(
        help: ArgumentHelp("The account that is to receive it. Default: the account that acts.", valueName: "account"),
        transform: OptionName.account
    )
    var into: String?

    @Option(help: ArgumentHelp("The app that sends it.", valueName: "app"), transform: OptionName.app)
    var from: String

    @Option(
        help: ArgumentHelp(
            "The account that owns the item, if it is known. It can only make the answer stricter.",
            valueName: "account"
        ),
        transform: OptionName.account
    )
    var owner: String?

    @OptionGroup var options: TransferOptions
    @OptionGroup(title: "Policy") var policy: DocumentOptions
    @OptionGroup(title: "Output") var output: QuestionOptions
    @OptionGroup(title: "Output") var terminal: TerminalOptions

    func run() throws {
        try ask(
            .receive(
                from: AppID(from),
                into: into.map { AccountID(named: $0) },
                ownedBy: owner.map { AccountID(named: $0) }
            )
        )
    }
}

/// `demarc transfer app-sharing`: decides whether there is any app with which data may be shared.
struct AppSharingCommand: TransferQuestionCommand {
    static let configuration = CommandConfiguration(
        commandName: "app-sharing",
        abstract: "Decide whether data may be shared with any app at all.",
        discussion: """
            This is what the SDK's isAppSharingAllowed returns: false only if nothing could receive the data.

            EXAMPLES:
              demarc transfer app-sharing --policy policy.yaml
              demarc transfer app-sharing --policy policy.yaml \\
                --account dana@contoso.com --fail-on block
            """
    )

    @Option(
        help: ArgumentHelp("The account that owns the data. Default: the account that acts.", valueName: "account"),
        transform: OptionName.account
    )
    var account: String?

    @OptionGroup var options: TransferOptions
    @OptionGroup(title: "Policy") var policy: DocumentOptions
    @OptionGroup(title: "Output") var output: QuestionOptions
    @OptionGroup(title: "Output") var terminal: TerminalOptions

    func run() throws { try ask(.appSharing(of: account.map { AccountID(named: $0) })) }
}
