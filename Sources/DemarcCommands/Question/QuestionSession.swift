import Demarc
import PolicyAnalysis
import PolicyModel
import RuleIndex

/// An engine that answers what the command line asks.
struct QuestionSession: ~Copyable {
    private let engine: PolicyEngine
    private var evaluator: Evaluator
    private let explains: Bool
    /// Who acts; ``PolicyModel/AccountID/noUser`` for no account.
    let user: AccountID
    /// An account without a policy; one that was added where the document has none. Nil unless it was asked for.
    let personal: AccountID?
    /// The files of the policy.
    let files: [FileStatus]

    /// Reads the policy, and tells the engine what the command line says of the device.
    ///
    /// - Parameters:
    ///   - options: The policy, and who acts.
    ///   - device: What the command line says of the device.
    ///   - explains: Whether answers name the rules that matched too and lost.
    ///   - needsPersonal: Whether there must be an account without a policy.
    /// - Throws: An exit code where the document cannot be used, or ``CommandError`` where an option names something that
    ///   does not exist.
    init(
        _ options: DocumentOptions,
        on device: QuestionDevice = QuestionDevice(),
        explains: Bool,
        needsPersonal: Bool = false
    ) throws {
        let read = try options.read()
        let probe = needsPersonal ? read.document.withPersonalAccount : nil
        let policy = probe.map { CompiledPolicy($0.document, withRuleSetsOf: read.policy) } ?? read.policy
        let engine = PolicyEngine(policy)
        let user: AccountID
        do throws(QuestionError) {
            try device.apply(to: engine)
            user =
                try options.user.map { name throws(QuestionError) in try engine.names.user(named: name) }
                ?? read.document.user ?? .noUser
        } catch {
            throw error.usageError
        }
        engine.switchIdentity(to: user)
        self.user = user
        self.engine = engine
        evaluator = engine.makeEvaluator()
        self.explains = explains
        personal = probe?.account
        files = read.files
    }

    /// Whose data an argument names: a place, or else an account. A name that an account has is that account.
    borrowing func owner(argument: String) -> Question.Owner {
        let account = AccountID(named: argument)
        let place = NamedPlace(text: argument)
        if case .view(let name) = place, !engine.names.hasView(named: name) { return .account(account) }
        return engine.names.hasAccount(account) ? .account(account) : .place(place)
    }

    /// Whether the document has an account under one of its names.
    borrowing func knows(_ account: AccountID) -> Bool { engine.names.hasAccount(account) }

    /// What the app configurations say to the account that acts.
    mutating func appConfiguration() -> AppConfigurationView { evaluator.appConfiguration() }

    /// The document behind the engine.
    var document: PolicyDocument { engine.policy.document }

    /// Asks one question.
    ///
    /// - Throws: ``CommandError`` where it names something that does not exist.
    mutating func answer(to question: Question) throws(CommandError) -> Answer {
        do throws(QuestionError) {
            return try evaluator.answer(question, explains: explains)
        } catch {
            throw error.usageError
        }
    }
}

/// What the command line says of the device; what it leaves out is as the policy document has it.
struct QuestionDevice {
    /// This app.
    var app: AppID?
    /// The apps that are installed; nil for all.
    var installed: [AppID]?
    /// Whether device management has the device.
    var isEnrolled = false

    fileprivate func apply(to engine: PolicyEngine) throws(QuestionError) {
        if let app { engine.setHostApp(app) }
        engine.setDeviceEnrolled(isEnrolled)
        guard let installed else { return }
        for app in installed { try engine.names.checkInstalled(app, field: "installed") }
        engine.setInstalledApps(Set(installed))
    }
}

extension QuestionError {
    /// The error as one of an option: options are called as the fields of questions are.
    var usageError: CommandError {
        switch code {
        case .missingView: .usage("\(message) with --view")
        case .unknownView, .notAWebView, .noWebView, .unknownWindow, .unknownAccount, .unknownUser, .unknownApp,
            .emptyPasteboard,
            .missingUser, .identityRefused, .missingInstant, .noClock, .viewRefused:
            .usage(field.map { "--\($0): \(message)" } ?? message)
        }
    }
}
