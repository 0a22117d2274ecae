import Demarc
import PolicyModel

extension ScenarioWorld {
    /// Asks the engine one question, or does what it asks for.
    mutating func ask(_ request: ScenarioRequest) throws(ScenarioProblem) -> ScenarioAnswer {
        switch request {
        case .navigate(let view, let url, let frame, let answer, let isSameDocument):
            return navigate(in: try webView(named: view), to: url, frame, answer, isSameDocument: isSameDocument)
        case .open(let url, let isKnown):
            return explain(evaluator.open(url.utf8.span, isKnownManagedAppScheme: isKnown, in: window))
        case .canOpen(let url, let isKnown):
            return explain(evaluator.canOpen(url.utf8.span, isKnownManagedAppScheme: isKnown, in: window))
        case .universalLink(let url): return explain(evaluator.universalLink(url.utf8.span, in: window))
        case .incoming(let url, let sender):
            if let sender { try check(sender, field: "from") }
            return explain(evaluator.openIncoming(url.utf8.span, from: sender, in: window))
        case .copy(let source, let item): return copy(item, from: try place(source, field: "from"))
        case .paste(.pasteboard, let destination, let item): return try paste(item, into: destination)
        case .paste(let source, let destination, let item):
            let source = try place(source, field: "from")
            let destination = try place(destination, field: "into")
            return explain(evaluator.paste(item ?? ClipboardItem(), from: source, into: destination))
        case .upload(let source, let page): return try upload(from: source, into: page)
        case .save(.place(let place), let location, let account):
            let place = try self.place(place, field: "from")
            try check(account, field: "account")
            return explain(evaluator.save(to: location, of: account, from: place))
        case .save(let owner, let location, let account):
            let owner = try self.account(owner, field: "owner")
            try check(account, field: "account")
            return explain(evaluator.save(to: location, of: account, ownedBy: owner, in: window))
        case .openFrom(let receiver, let location, let account):
            try check(receiver, field: "receiver")
            try check(account, field: "account")
            return explain(evaluator.open(from: location, of: account, receivedBy: receiver, in: window))
        case .send(.place(let place), let app, let method):
            let place = try self.place(place, field: "from")
            try check(app, field: "to")
            return explain(evaluator.send(to: app, via: method, from: place))
        case .send(let sender, let app, let method):
            let sender = try self.account(sender, field: "from")
            try check(app, field: "to")
            return explain(evaluator.send(to: app, via: method, ownedBy: sender, in: window))
        case .receive(let account, let app, let owner):
            try check(account, field: "into")
            try check(app, field: "from")
            try check(owner, field: "owner")
            return explain(evaluator.receive(from: app, into: account, ownedBy: owner, in: window))
        case .appSharing(let account):
            try check(account, field: "account")
            return explain(evaluator.appSharing(of: account, in: window))
        case .setting(let setting, .place(let place)):
            return explain(evaluator.setting(setting, at: try self.place(place, field: "in")))
        case .setting(let setting, let owner):
            let account = try self.account(owner, field: "account")
            return explain(evaluator.setting(setting, for: account, in: window))
        case .signIn(let account): return ScenarioAnswer(engine.signIn(account))
        case .signOut(let account): return ScenarioAnswer(engine.signOut(account))
        case .switchIdentity(let identity, let level, let window):
            return ScenarioAnswer(switchIdentity(to: identity, level, window))
        }
    }

    private mutating func explain(_ decision: Decision, _ kind: ScenarioAnswer.Kind = .decision) -> ScenarioAnswer {
        do throws(StaleDecision) {
            return try ScenarioAnswer(decision, &evaluator, kind: kind, explains: explains)
        } catch {
            // INVARIANT: every caller hands over the decision that it has just asked for.
            preconditionFailure("\(error)")
        }
    }

    private mutating func navigate(
        in view: ViewID,
        to url: String,
        _ frame: Frame,
        _ answer: ExternalURLAnswer?,
        isSameDocument: Bool
    ) -> ScenarioAnswer {
        let decision = evaluator.navigation(
            to: url.utf8.span,
            in: view,
            frame: frame,
            answer: answer,
            isSameDocument: isSameDocument
        )
        let result = explain(decision, .navigation)
        // What was allowed is carried out: the page that the view shows is the new one.
        try? engine.didNavigate(view, decision)
        return result
    }

    private mutating func upload(
        from source: ScenarioPlace,
        into page: ScenarioPlace
    ) throws(ScenarioProblem) -> ScenarioAnswer {
        let source = try place(source, field: "from")
        switch try place(page, field: "into") {
        case .view(let view): return explain(evaluator.upload(from: source, into: view))
        case .externalFrame(let view): return explain(evaluator.upload(from: source, into: view, isExternalFrame: true))
        case .native, .account, .app:
            throw ScenarioProblem(
                code: "not-a-web-view",
                field: "into",
                message: "`\(NameList.shown(page.name))` is no page; name a web view"
            )
        }
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
