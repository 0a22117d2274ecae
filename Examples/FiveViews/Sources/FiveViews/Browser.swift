import Demarc

/// A stand-in for the app's web views: it asks before each load, carries out the decision, and reports what it did.
struct Browser: ~Copyable {
    /// A web view of the app.
    struct View {
        var id: ViewID
        var name: String
    }

    private let engine: PolicyEngine
    /// One per thread that decides. It keeps its buffers, so decisions allocate nothing.
    private var evaluator: Evaluator
    var table = DecisionTable()

    init(engine: PolicyEngine) throws {
        self.engine = engine
        evaluator = engine.makeEvaluator()
    }

    /// A view declared in the policy document.
    func view(named name: String) throws -> View {
        guard let id = engine.view(named: name) else { throw HostError.noView(name) }
        return View(id: id, name: name)
    }

    /// Asks whether a link may open in a view, and prints the answer.
    ///
    /// The text is passed exactly as the page supplied it. The result is canonical: a host that loads the original
    /// bytes instead of `explanation.url` may load another host than the one that was decided.
    @discardableResult
    mutating func decide(_ link: String, in view: View, as frame: Frame = .top) throws -> Decision {
        let decision = evaluator.navigation(to: link.utf8.span, in: view.id, frame: frame)
        // An explanation costs more than a decision. A busy host only requests it for what it shows or logs.
        table.add(link, frame, try evaluator.explanation(of: decision))
        return decision
    }

    /// Navigates to a link, if that is allowed.
    mutating func navigate(_ link: String, in view: View) throws {
        let decision = try decide(link, in: view)
        switch decision.verdict {
        case .allow:
            // Load it here. Once it is shown, report it: whether the view's content belongs to the organization depends
            // on it.
            try engine.didNavigate(view.id, decision)
        case .route:
            // Open `evaluator.route(of: decision)` at `decision.destination` instead; this view keeps its page.
            break
        default:
            // `block`: show `reason.message` of the reasons.
            break
        }
    }
}
