import Demarc
import PolicyModel
import QuestionAnswering

/// Turns the steps of a scenario into self-contained requests, which belong to classes.
struct StepRequests {
    private let host: ScenarioHost
    private var isEnrolled = false
    private var installed: [AppID]?

    /// Begins with the host that carries out the steps.
    init(_ host: ScenarioHost) { self.host = host }

    /// Follows what is stated about the device, which the host does not report.
    mutating func note(_ given: ScenarioGiven) {
        isEnrolled = given.mdmEnrolled ?? isEnrolled
        installed = given.installed ?? installed
    }

    /// The requests that were made with a question that the host has just answered.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - account: Who acted according to the identity levels; nil if nobody or several accounts did.
    /// - Returns: The request of the account that acted. If the question names the account whose data it is about, also
    ///   that account's own request, because it rarely matters who acts then. None if several accounts acted at once,
    ///   or if it is not known who owns what is moved.
    func requests(_ question: Question, actingAs account: AccountID?) -> [FlowRequest] {
        let evaluator = host.engine.makeEvaluator()
        let place: Place<ViewID> = if let account { .account(account) } else { .native() }
        guard let user = evaluator.owner(of: place).knownAccount, let question = explicit(question, evaluator) else {
            return []
        }
        var request = FlowRequest(world: .document, user: user, question: question)
        (request.isEnrolled, request.installed) = (isEnrolled, installed)
        for view in question.viewsWithPages {
            guard let id = host.engine.view(named: view),
                let page = evaluator.owner(of: .view(id), identity: host.task).page
            else { return [] }
            request.pages[view] = page
        }
        guard let named = question.namedAccount, named != user else { return [request] }
        var own = request
        own.user = named
        return [request, own]
    }

    /// The question without anything that depends on earlier steps: the only web view, what is on the pasteboard, and
    /// the app's own user interface. Nil if that has no owner that a class has.
    private func explicit(_ question: Question, _ evaluator: borrowing Evaluator) -> Question? {
        var question = question
        if case .navigate(let url, nil, let frame, let answer, let isSame) = question {
            let views = host.engine.policy.document.views.filter(\.isWebView)
            guard views.count == 1 else { return nil }
            question = .navigate(to: url, in: views[0].id, frame: frame, answer: answer, isSameDocument: isSame)
        } else if case .pasteCopied(let kind, let characters, let target) = question {
            guard let copied = host.pasteboard, let source = source(of: copied.owner, evaluator) else { return nil }
            let item = ClipboardItem(kind ?? copied.item.kind, characters: characters ?? copied.item.characters)
            question = .paste(item, from: source, into: target)
        }
        var values = question.values
        for (field, value) in values {
            guard case .place(.native(let window)) = value else { continue }
            let owner = evaluator.owner(of: .native(window ?? host.window), identity: host.task)
            guard let account = owner.knownAccount else { return nil }
            values[field] = .place(.account(account))
        }
        return Question(question.kind, values)
    }

    /// The place with the content of a recorded owner.
    private func source(of owner: ClipboardOwner, _ evaluator: borrowing Evaluator) -> NamedPlace? {
        let thisApp = evaluator.owner(of: .native()).app
        if let app = owner.app, app != thisApp { return .app(app) }
        return owner.knownAccount.map { .account($0) }
    }
}
