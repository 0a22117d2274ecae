import Demarc
import PolicyModel

extension ScenarioWorld {
    /// Asks the engine one question, or does what it asks for.
    mutating func ask(_ request: ScenarioRequest) throws(ScenarioProblem) -> ScenarioAnswer {
        switch request {
        case .navigate(let view, let url, let frame, let answer):
            return navigate(in: try webView(named: view), to: url, frame, answer)
        case .open(let url, let isKnown):
            return explain(evaluator.open(url.utf8.span, isKnownManagedAppScheme: isKnown))
        case .canOpen(let url, let isKnown):
            return explain(evaluator.canOpen(url.utf8.span, isKnownManagedAppScheme: isKnown))
        case .universalLink(let url): return explain(evaluator.universalLink(url.utf8.span))
        case .copy(let source, let item): return copy(item, from: try place(source, field: "from"))
        case .paste(.pasteboard, let destination, let item): return try paste(item, into: destination)
        case .paste(let source, let destination, let item):
            let source = try place(source, field: "from")
            let destination = try place(destination, field: "into")
            return explain(evaluator.paste(item ?? ClipboardItem(), from: source, into: destination))
        case .upload(let source, let name):
            let source = try place(source, field: "from")
            return explain(evaluator.upload(from: source, into: try view(named: name, field: "into")))
        case .save(let owner, let location, let account):
            try check(owner, field: "owner")
            try check(account, field: "account")
            return explain(evaluator.save(to: location, of: account, ownedBy: owner))
        case .openFrom(let receiver, let location, let account):
            try check(receiver, field: "receiver")
            try check(account, field: "account")
            return explain(evaluator.open(from: location, of: account, receivedBy: receiver))
        case .send(let sender, let app, let method):
            try check(sender, field: "from")
            try check(app, field: "to")
            return explain(evaluator.send(to: app, via: method, ownedBy: sender))
        case .receive(let account, let app):
            try check(account, field: "into")
            try check(app, field: "from")
            return explain(evaluator.receive(from: app, into: account))
        case .setting(let setting, let account):
            try check(account, field: "account")
            return explain(evaluator.setting(setting, for: account))
        case .signIn(let account): return ScenarioAnswer(engine.signIn(account))
        case .signOut(let account): return ScenarioAnswer(engine.signOut(account))
        case .switchIdentity(let account, let level, let window):
            return ScenarioAnswer(switchIdentity(to: account, level, window))
        }
    }

    private mutating func explain(_ decision: Decision, _ kind: ScenarioAnswer.Kind = .decision) -> ScenarioAnswer {
        ScenarioAnswer(decision, &evaluator, kind: kind, explains: explains)
    }

    private mutating func navigate(
        in view: ViewID,
        to url: String,
        _ frame: Frame,
        _ answer: ExternalURLAnswer?
    ) -> ScenarioAnswer {
        let decision = evaluator.navigation(to: url.utf8.span, in: view, frame: frame, answer: answer)
        let result = explain(decision, .navigation)
        // What was allowed is carried out: the page that the view shows is the new one.
        if frame == .top { try? engine.didNavigate(view, decision) }
        return result
    }

    private mutating func copy(_ item: ClipboardItem, from place: Place) -> ScenarioAnswer {
        let answer = explain(evaluator.copy(item, from: place))
        // What could not be copied leaves the pasteboard as it was.
        if answer.verdict != Verdict.block.rawValue {
            pasteboard = Pasteboard(item: item, owner: evaluator.owner(of: place))
        }
        return answer
    }

    /// Pastes what an earlier step copied.
    private mutating func paste(
        _ item: ClipboardItem?,
        into destination: ScenarioPlace
    ) throws(ScenarioProblem) -> ScenarioAnswer {
        guard let pasteboard else {
            throw ScenarioProblem(
                code: "empty-pasteboard",
                field: "from",
                message: "nothing is on the pasteboard: no earlier step copied anything"
            )
        }
        let destination = try place(destination, field: "into")
        return explain(evaluator.paste(item ?? pasteboard.item, ownedBy: pasteboard.owner, into: destination))
    }
}
