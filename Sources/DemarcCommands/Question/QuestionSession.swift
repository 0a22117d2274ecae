import Demarc
import PolicyAnalysis
import PolicyModel
import RuleIndex

/// Asks what the command line asks, as a scenario would.
struct QuestionSession: ~Copyable {
    private var world: ScenarioWorld
    /// Who acts; ``PolicyModel/AccountID/noUser`` for nobody.
    let user: AccountID
    /// The files of the policy.
    let files: [FileStatus]

    /// Reads the policy and lets everything hold that the command line says.
    ///
    /// - Throws: An exit code where the document cannot be used, or ``CommandError`` where an option names something that
    ///   there is not.
    init(_ options: DocumentOptions, given: ScenarioGiven = ScenarioGiven(), explains: Bool) throws {
        let read = try options.read()
        let document = read.document
        let user = options.user.map { AccountID(argument: $0) } ?? document.user ?? .noUser
        var given = given
        given.user = .accounts([user])
        let world = try Self.world(read.policy, given, explains: explains)
        self.user = user
        self.world = world
        files = read.files
    }

    private static func world(
        _ policy: CompiledPolicy,
        _ given: ScenarioGiven,
        explains: Bool
    ) throws(CommandError) -> ScenarioWorld {
        do throws(ScenarioProblem) {
            var world = ScenarioWorld(policy, explains: explains)
            try world.begin(given)
            return world
        } catch {
            throw error.usageError
        }
    }

    /// Whose data an argument names: a place, or else an account. A name that an account has is that account.
    borrowing func owner(argument: String) -> ScenarioOwner {
        let account = AccountID(argument: argument)
        let place = ScenarioPlace(argument: argument)
        if case .view(let name) = place, !world.hasView(named: name) { return .account(account) }
        return world.hasAccount(account) ? .account(account) : .place(place)
    }

    /// Asks one question.
    ///
    /// - Throws: ``CommandError`` where it names something that there is not.
    mutating func answer(to request: ScenarioRequest) throws(CommandError) -> ScenarioAnswer {
        do throws(ScenarioProblem) {
            return try world.answer(to: request)
        } catch {
            throw error.usageError
        }
    }
}

extension ScenarioProblem {
    /// The problem as one of an option: options are called as the fields of scenario files are.
    fileprivate var usageError: CommandError {
        .usage(field.map { "--\($0): \(message)" } ?? message)
    }
}

extension AccountID {
    /// An account as the command line names it: an id or a user principal name; `none`, or nothing, for nobody.
    init(argument: String) {
        let id = AccountID(argument)
        self = id.canonical == "none" ? .noUser : id
    }
}

extension ScenarioPlace {
    /// A place as the command line names it, which is as scenario files do.
    init(argument: String) {
        if argument == "native" {
            self = .native
        } else if argument.hasPrefix("account:") {
            self = .account(AccountID(argument: String(argument.dropFirst(8))))
        } else if argument.hasPrefix("app:") {
            self = .app(AppID(String(argument.dropFirst(4))))
        } else if argument.hasPrefix("frame:") {
            self = .externalFrame(of: String(argument.dropFirst(6)))
        } else {
            self = .view(argument)
        }
    }
}
