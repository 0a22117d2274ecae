package import Demarc
package import PolicyModel
package import RuleIndex

/// What one scenario, or one question from the command line, is asked in: an engine of its own, with everything that
/// earlier steps left behind.
package struct ScenarioWorld: ~Copyable {
    /// What an earlier step copied.
    struct Pasteboard {
        var item: ClipboardItem
        var owner: ClipboardOwner
    }

    package let engine: PolicyEngine
    let document: PolicyDocument
    /// Whether answers name the rules that lost.
    let explains: Bool
    var evaluator: Evaluator
    /// The identity of the task that steps run in.
    var task: AccountID?
    var pasteboard: Pasteboard?
    /// The window that requests come from.
    var window: WindowID?
    /// This app.
    var hostApp: AppID?
    /// The web views that `given` attached.
    var attachedWebViews: [String] = []
    /// The views that others are attached to, at once or later; a view that is attached and among them loads no URLs.
    private let containers: Set<String>
    /// The positions of the accounts that are signed out from the start.
    private let signedOut: Set<Int>

    /// Makes a world under a policy in which nothing has happened yet.
    ///
    /// - Parameters:
    ///   - policy: The policy.
    ///   - explains: Whether answers name the rules that lost.
    package init(_ policy: CompiledPolicy, explains: Bool = false) {
        self.init(policy, signedOut: [], containers: [], explains: explains)
    }

    /// Makes the world that a scenario begins in.
    init(_ policy: CompiledPolicy, for scenario: Scenario) {
        self.init(
            policy,
            signedOut: scenario.signedOut(of: policy.document.accounts),
            containers: scenario.containers,
            explains: false
        )
    }

    private init(_ policy: CompiledPolicy, signedOut: Set<Int>, containers: Set<String>, explains: Bool) {
        engine = Self.engine(policy, signedOut: signedOut)
        document = policy.document
        hostApp = policy.document.app.id.map { AppID($0) }
        self.signedOut = signedOut
        self.containers = containers
        self.explains = explains
        evaluator = engine.makeEvaluator()
    }

    /// Lets everything hold that a scenario takes for granted from the start.
    ///
    /// - Throws: ``ScenarioProblem`` where it names something that there is not.
    package mutating func begin(_ given: ScenarioGiven) throws(ScenarioProblem) {
        var given = given
        if given.user == nil { given.user = try defaultUser.map { .accounts([$0]) } }
        try apply(given)
    }

    /// Asks one question, or does what it asks for, in the task that steps run in.
    ///
    /// - Throws: ``ScenarioProblem`` where it names something that there is not.
    package mutating func answer(to request: ScenarioRequest) throws(ScenarioProblem) -> ScenarioAnswer {
        guard let task else { return try ask(request) }
        let engine = engine
        return try engine.withTaskIdentity(task) { () -> Result<ScenarioAnswer, ScenarioProblem> in
            do throws(ScenarioProblem) { return .success(try ask(request)) } catch { return .failure(error) }
        }.get()
    }

    /// Who acts where nobody says so: whoever the document names, or its only managed account. Nil, and so whoever the
    /// engine lets act, where that account has yet to sign in.
    private var defaultUser: AccountID? {
        get throws(ScenarioProblem) {
            let accounts = document.accounts
            if let user = document.user {
                guard let position = accounts.position(of: user), signedOut.contains(position) else { return user }
                return nil
            }
            if document.isUserExplicit { return .noUser }
            let managed = accounts.accounts.indices.filter {
                accounts.accounts[$0].isManaged && !signedOut.contains($0)
            }
            guard managed.count > 1 else {
                return managed.first.map { accounts.accounts[$0].id } ?? (signedOut.isEmpty ? .noUser : nil)
            }
            throw ScenarioProblem(
                code: "missing-user",
                field: "user",
                message: "the policy has several managed accounts; name one of "
                    + NameList.list(managed.map { accounts.accounts[$0].id.canonical })
            )
        }
    }

    /// Whether a view that is attached holds others, and so loads no URLs.
    func isContainer(_ view: String) -> Bool { containers.contains(view) }
}

extension Scenario {
    /// The accounts that sign in before anything else is said of them: they cannot be signed in before. One that is said
    /// to act from the start is signed in from the start.
    fileprivate func signedOut(of directory: AccountDirectory) -> Set<Int> {
        let acting = [given.process, given.task, given.user].flatMap { $0?.accounts ?? [] }
        var known = Set(acting.compactMap { directory.position(of: $0) })
        var signedOut: Set<Int> = []
        for step in steps {
            switch step.request {
            case .signIn(let account):
                guard let position = directory.position(of: account) else { continue }
                if known.insert(position).inserted { signedOut.insert(position) }
            case .signOut(let account): if let position = directory.position(of: account) { known.insert(position) }
            default: continue
            }
        }
        return signedOut
    }

    /// The views that `given` attaches others to.
    fileprivate var containers: Set<String> {
        Set((given.views + steps.flatMap(\.given.views)).compactMap(\.parent))
    }
}
