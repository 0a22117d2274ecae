import ArgumentParser
import PolicyModel

/// What the questions about locations have in common: whose the location is, and whether all of them are asked about.
struct LocationOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The account that owns the location. Default: none.", valueName: "account"))
    var account: String?

    @Flag(help: "Ask about every location.")
    var allLocations = false

    /// The account that owns the location.
    var owner: AccountID? { account.map { AccountID(argument: $0) } }

    /// Makes sure that either one location or all of them are asked about.
    func check(isNamed: Bool, by option: String) throws {
        guard isNamed == allLocations else { return }
        throw ValidationError("Name a location with \(option), or ask about all of them with --all-locations.")
    }
}
