import ArgumentParser
import PolicyModel

/// `demarc transfer open-from`: decides whether data may be opened.
struct OpenFromCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open-from",
        abstract: "Decide whether data may be opened from a location.",
        discussion: """
            With --all-locations, JSON is one object with the decisions by location under locations.

            EXAMPLES:
              demarc transfer open-from --policy policy.yaml --from camera
              demarc transfer open-from --policy policy.yaml --receiver dana@contoso.com --from sharePoint \\
                --account robin@fabrikam.com
              demarc transfer open-from --policy policy.yaml --all-locations
            """
    )

    @Option(help: ArgumentHelp("The account that receives the data. Default: whoever acts.", valueName: "account"))
    var receiver: String?

    @Option(help: ArgumentHelp("Where it is opened from.", valueName: "location"))
    var from: Choice<OpenLocation>?

    @OptionGroup var place: LocationOptions
    @OptionGroup var options: TransferOptions

    func validate() throws { try place.check(isNamed: from != nil, by: "--from") }

    func run() throws {
        guard let from else { return try options.ask(OpenLocation.allCases, field: "from", request) }
        try options.ask(request(from.value))
    }

    private func request(_ location: OpenLocation) -> ScenarioRequest {
        .openFrom(
            receiver: receiver.map { AccountID(argument: $0) },
            from: location,
            account: place.owner
        )
    }
}
