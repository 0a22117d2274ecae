import ArgumentParser
import PolicyModel

/// `demarc transfer save`: decides whether a copy of data may be saved.
struct SaveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "save",
        abstract: "Decide whether a copy of data may be saved to a location.",
        discussion: """
            With --all-locations, JSON is one object with the decisions by location under locations.

            EXAMPLES:
              demarc transfer save --policy policy.yaml --to oneDriveForBusiness --account dana@contoso.com
              demarc transfer save --policy policy.yaml --owner dana@contoso.com --to photoLibrary --fail-on block
              demarc transfer save --policy policy.yaml --all-locations --format json
            """
    )

    @Option(help: ArgumentHelp("The account that owns the data. Default: whoever acts.", valueName: "account"))
    var owner: String?

    @Option(help: ArgumentHelp("Where it is saved.", valueName: "location"))
    var to: Choice<SaveLocation>?

    @Option(help: ArgumentHelp("The account that owns the location. Default: none.", valueName: "account"))
    var account: String?

    @Flag(help: "Ask about every location.")
    var allLocations = false

    @OptionGroup var options: TransferOptions

    func validate() throws {
        guard (to == nil) == allLocations else {
            throw ValidationError("Name a location with --to, or ask about all of them with --all-locations.")
        }
    }

    func run() throws {
        guard let to else { return try options.ask(SaveLocation.allCases, field: "to", request) }
        try options.ask(request(to.value))
    }

    private func request(_ location: SaveLocation) -> ScenarioRequest {
        .save(
            owner: owner.map { AccountID(argument: $0) },
            to: location,
            account: account.map { AccountID(argument: $0) }
        )
    }
}
