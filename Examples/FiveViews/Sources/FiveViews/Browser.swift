import Demarc

/// What stands for the app's web views: it asks before each load, does as it is told, and reports what it did.
struct Browser: ~Copyable {
    /// A web view of the app.
    struct View {
        var id: ViewID
        var name: String
    }

    private let engine: PolicyEngine
    /// One for each thread that decides. It keeps its buffers, so that deciding allocates nothing.
    private var evaluator: Evaluator
    var table = DecisionTable()

    init(engine: PolicyEngine) throws {
        self.engine = engine
        evaluator = engine.makeEvaluator()
    }

    /// A view that the policy document declares.
    func view(named name: String) throws -> View {
        guard let id = engine.view(named: name) else { throw HostError.noView(name) }
        return View(id: id, name: name)
    }

    /// Asks whether a link may open in a view, and prints the answer.
    ///
    /// The text goes in as the page gave it. What comes back out is canonical: a host that loads the caller's own bytes
    /// instead of `explanation.url` may load another host than the one that was decided on.
    @discardableResult
    mutating func decide(_ link: String, in view: View, as frame: Frame = .top) throws -> Decision {
        let decision = evaluator.navigation(to: link.utf8.span, in: view.id, frame: frame)
        // Explaining costs more than deciding. A busy host does it for what it shows or logs, and for nothing else.
        table.add(link, frame, try evaluator.explanation(of: decision))
        return decision
    }

    /// Goes to a link, if that is allowed.
    mutating func navigate(_ link: String, in view: View) throws {
        let decision = try decide(link, in: view)
        switch decision.verdict {
        case .allow:
            // Load it here. Once it is shown, say so: whether the view's content is the organization's depends on it.
            try engine.didNavigate(view.id, decision)
        case .route:
            // Open `evaluator.route(of: decision)` at `decision.destination` instead; this view stays where it is.
            break
        default:
            // `block`: show `reason.message` of the reasons.
            break
        }
    }
}
