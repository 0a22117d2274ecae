import Demarc
import Diagnostics
import PolicyAnalysis
import PolicyModel
import RuleIndex

/// An engine that answers the questions of the command line.
struct QuestionSession: ~Copyable {
    private let engine: PolicyEngine
    private var evaluator: Evaluator
    private let explains: Bool
    /// The acting account; ``PolicyModel/AccountID/noUser`` for no account.
    let user: AccountID
    /// An account without a policy; one is added if the document has none. Nil unless it was requested.
    let personal: AccountID?
    /// The files of the policy.
    let files: [FileStatus]

    /// Reads the policy, and sets up the engine with the device options.
    ///
    /// - Parameters:
    ///   - options: The policy, and the acting account.
    ///   - device: The device options.
    ///   - explains: Whether answers list the rules that also matched but lost.
    ///   - needsPersonal: Whether an account without a policy is needed.
    /// - Throws: An exit code if the document cannot be used, or ``CommandError`` if an option names something that
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

    /// The owner of data named by an argument: an account, or a place. If an account has that name, it is the owner.
    ///
    /// - Throws: ``CommandError`` if it is neither an account nor a place.
    borrowing func owner(argument: String, of option: String) throws(CommandError) -> Question.Owner {
        let account = AccountID(named: argument)
        let place = NamedPlace(text: argument)
        if engine.names.hasAccount(account) { return .account(account) }
        guard case .view(let name) = place, !engine.names.hasView(named: name) else { return .place(place) }
        guard !account.isNoUser else { return .account(.noUser) }
        let known: [String] =
            document.accounts.accounts.flatMap { [$0.id, $0.userPrincipalName].compactMap { $0?.canonical } }
            + document.views.map(\.id)
        throw .usage(
            "\(option): unknown account or place `\(Quoted.shown(name))`\(Quoted.hint(name, known)); "
                + "the policy has \(Quoted.names(known)), and `none` is no account"
        )
    }

    /// Whether the document has an account with this id or name.
    borrowing func knows(_ account: AccountID) -> Bool { engine.names.hasAccount(account) }

    /// The app configurations of the acting account.
    mutating func appConfiguration() -> AppConfigurationView { evaluator.appConfiguration() }

    /// The document of the engine.
    var document: PolicyDocument { engine.policy.document }

    /// Asks one question.
    ///
    /// - Throws: ``CommandError`` if it names something that does not exist.
    mutating func answer(to question: Question) throws(CommandError) -> Answer {
        do throws(QuestionError) {
            // `--user` overrides every level. The engine's identity alone would not: files ignore what the UI shows.
            return try evaluator.answer(question, as: user, explains: explains)
        } catch {
            throw error.usageError
        }
    }
}

/// The device options; omitted options have the values of the policy document.
struct QuestionDevice {
    /// The app itself.
    var app: AppID?
    /// The installed apps; nil for all.
    var installed: [AppID]?
    /// Whether the device is enrolled in device management.
    var isEnrolled = false

    fileprivate func apply(to engine: PolicyEngine) throws(QuestionError) {
        if let app { engine.setHostApp(app) }
        engine.setDeviceEnrolled(isEnrolled)
        guard let installed else { return }
        for app in installed { try engine.names.checkInstalled(app, field: "installed") }
        engine.setInstalled(asStated: installed)
    }
}

extension QuestionError {
    /// The error in terms of options, which have the names of the fields of questions.
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
