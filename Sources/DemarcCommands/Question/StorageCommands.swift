import ArgumentParser
import PolicyModel

/// `demarc transfer save`: decides whether a copy of data may be saved.
struct SaveCommand: TransferQuestionCommand {
    static let configuration = CommandConfiguration(
        commandName: "save",
        abstract: "Decide whether a copy of data may be saved to a location.",
        discussion: """
            With --all-locations, JSON is one object with the decisions by location under locations, each with own, personal \
            and none.

            EXAMPLES:
              demarc transfer save --policy policy.yaml --to oneDriveForBusiness \\
                --account dana@contoso.com
              demarc transfer save --policy policy.yaml --owner dana@contoso.com \\
                --to photoLibrary --fail-on block
              demarc transfer save --policy policy.yaml --from E --to localStorage \\
                --account dana@contoso.com
              demarc transfer save --policy policy.yaml --all-locations --format json
            """
    )

    @Option(
        help: ArgumentHelp("The account that owns the data. Default: the account that acts.", valueName: "account"),
        transform: OptionName.account
    )
    var owner: String?

    @Option(
        help: ArgumentHelp(
            "Instead of --owner: the place where the data is, such as the page of a view.",
            valueName: "place"
        ),
        transform: OptionName.place
    )
    var from: String?

    @Option(help: ArgumentHelp("Where it is saved.", valueName: "location"))
    var to: Choice<SaveLocation>?

    @OptionGroup var place: LocationOptions
    @OptionGroup var options: TransferOptions
    @OptionGroup(title: "Policy") var policy: DocumentOptions
    @OptionGroup(title: "Output") var output: QuestionOptions
    @OptionGroup(title: "Output") var terminal: TerminalOptions

    func validate() throws {
        try place.check(isNamed: to != nil, by: "--to")
        if owner != nil, from != nil {
            throw ValidationError("--owner and --from both specify whose data it is; use one of them.")
        }
    }

    func run() throws {
        if let to { return try ask(question(to.value, place.owner)) }
        let own = owner.map { AccountID(named: $0) }
        try ask(SaveLocation.allCases, field: .to, of: place.owner, own: own, question)
    }

    private func question(_ location: SaveLocation, _ account: AccountID?) -> Question {
        .save(
            to: location,
            of: account,
            ownedBy: owner.map { .account(AccountID(named: $0)) } ?? from.map { .place(NamedPlace(text: $0)) }
        )
    }
}

/// `demarc transfer open-from`: decides whether data may be opened.
struct OpenFromCommand: TransferQuestionCommand {
    static let configuration = CommandConfiguration(
        commandName: "open-from",
        abstract: "Decide whether data may be opened from a location.",
        discussion: """
            With --all-locations, JSON is one object with the decisions by location under locations, each with own, personal \
            and none.

            EXAMPLES:
              demarc transfer open-from --policy policy.yaml --from camera
              demarc transfer open-from --policy policy.yaml --receiver dana@contoso.com \\
                --from sharePoint \\
                --account robin@fabrikam.com
              demarc transfer open-from --policy policy.yaml --all-locations
            """
    )

    @Option(
        help: ArgumentHelp("The account that receives the data. Default: the account that acts.", valueName: "account"),
        transform: OptionName.account
    )
    var receiver: String?

    @Option(help: ArgumentHelp("Where it is opened from.", valueName: "location"))
    var from: Choice<OpenLocation>?

    @OptionGroup var place: LocationOptions
    @OptionGroup var options: TransferOptions
    @OptionGroup(title: "Policy") var policy: DocumentOptions
    @OptionGroup(title: "Output") var output: QuestionOptions
    @OptionGroup(title: "Output") var terminal: TerminalOptions

    func validate() throws { try place.check(isNamed: from != nil, by: "--from") }

    func run() throws {
        if let from { return try ask(question(from.value, place.owner)) }
        let own = receiver.map { AccountID(named: $0) }
        try ask(OpenLocation.allCases, field: .from, of: place.owner, own: own, question)
    }

    private func question(_ location: OpenLocation, _ account: AccountID?) -> Question {
        .openFrom(location, of: account, receivedBy: receiver.map { AccountID(named: $0) })
    }
}
