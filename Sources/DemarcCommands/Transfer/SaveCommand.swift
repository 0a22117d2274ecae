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
              demarc transfer save --policy policy.yaml --from E --to localStorage --account dana@contoso.com
              demarc transfer save --policy policy.yaml --all-locations --format json
            """
    )

    @Option(help: ArgumentHelp("The account that owns the data. Default: whoever acts.", valueName: "account"))
    var owner: String?

    @Option(
        help: ArgumentHelp("The place that the data is at, such as the page of a view, instead.", valueName: "place")
    )
    var from: String?

    @Option(help: ArgumentHelp("Where it is saved.", valueName: "location"))
    var to: Choice<SaveLocation>?

    @OptionGroup var place: LocationOptions
    @OptionGroup var options: TransferOptions

    func validate() throws {
        try place.check(isNamed: to != nil, by: "--to")
        if owner != nil, from != nil { throw ValidationError("--owner and --from both say whose data it is.") }
    }

    func run() throws {
        guard let to else { return try options.ask(SaveLocation.allCases, field: "to", request) }
        try options.ask(request(to.value))
    }

    private func request(_ location: SaveLocation) -> ScenarioRequest {
        .save(
            owner: owner.map { .account(AccountID(argument: $0)) }
                ?? from.map { .place(ScenarioPlace(argument: $0)) },
            to: location,
            account: place.owner
        )
    }
}
