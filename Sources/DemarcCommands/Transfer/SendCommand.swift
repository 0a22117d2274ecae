import ArgumentParser
import PolicyModel

/// `demarc transfer send`: decides whether data may go to another app.
struct SendCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Decide whether data may be sent to another app.",
        discussion: """
            EXAMPLES:
              demarc transfer send --policy policy.yaml --to com.contoso.scanner
              demarc transfer send --policy policy.yaml --from dana@contoso.com --to com.example.notes --via openIn
              demarc transfer send --policy policy.yaml --from E --to com.example.notes
              demarc transfer send --policy policy.yaml --to com.contoso.scanner --via openIn --mdm-enrolled --format json
            """
    )

    @Option(
        help: ArgumentHelp(
            "The account that owns the data, or the place that it is at, such as the page of a view. Default: whoever acts.",
            valueName: "account or place"
        )
    )
    var from: String?

    @Option(help: ArgumentHelp("The app that is to receive it.", valueName: "app"))
    var to: String

    @Option(help: ArgumentHelp("How it is sent.", valueName: "method"))
    var via = Choice(SharingMethod.direct)

    @OptionGroup var options: TransferOptions

    func run() throws {
        try options.ask { session in
            .send(from: from.map { session.owner(argument: $0) }, to: AppID(to), via: via.value)
        }
    }
}
