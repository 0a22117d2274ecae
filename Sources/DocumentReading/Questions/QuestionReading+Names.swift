import Diagnostics
package import PolicyModel

/// Readers of names. Each reports a name that nothing has, and gives nil.
extension QuestionReading {
    /// An account, or `none` or an empty text for nobody.
    package func account(_ node: DocumentNode, in scope: ScenarioScope) -> AccountID? {
        guard let text = reading.text(node) else { return nil }
        return account(text, at: node.place, in: scope)
    }

    /// What an identity level is set to: an account, `none` for nobody, or `unset`.
    package func identity(_ node: DocumentNode, in scope: ScenarioScope) -> ScenarioGiven.Identity? {
        if case .scalar("unset", _) = node.content { return .unset }
        return account(node, in: scope).map { .accounts([$0]) }
    }

    /// Whose data it is: an account, or a place that it is at. A name that an account has is that account.
    package func owner(_ node: DocumentNode, in scope: ScenarioScope) -> Question.FieldValue? {
        guard case .scalar(let text, _) = node.content, !node.isNull else { return place(node, in: scope) }
        let isAccount = scope.declares(account: AccountID(text))
        let isPlace =
            text == "native" || text.hasPrefix("account:") || text.hasPrefix("app:") || scope.declares(view: text)
        guard isPlace, !isAccount else { return account(node, in: scope).map { .account($0) } }
        return place(node, in: scope)
    }

    /// An account by the text that names it, behind a prefix that is written with it.
    private func account(
        _ text: String,
        behind prefix: String = "",
        at place: DocumentNode.Place,
        in scope: ScenarioScope
    ) -> AccountID? {
        let id = AccountID(text)
        guard !id.isNoUser, id.canonical != "none" else { return .noUser }
        guard let policy = scope.policy, policy.document.accounts[id] == nil else { return id }
        let names = policy.accountNames.map { prefix + $0 }
        reading.reportUnknown(prefix + text, called: "account", at: place, among: names)
        return nil
    }

    /// An app other than this one.
    package func app(_ node: DocumentNode, in scope: ScenarioScope) -> AppID? {
        guard let text = reading.name(node) else { return nil }
        return app(text, at: node.place, in: scope)
    }

    /// An app that is installed. One that the document doesn't declare, where it declares any, is never looked for.
    package func installedApp(_ node: DocumentNode, in scope: ScenarioScope) -> AppID? {
        guard let text = reading.name(node) else { return nil }
        guard let apps = scope.policy?.installableApps, !apps.contains(AppID(text)), AppID(text) != scope.app else {
            return AppID(text)
        }
        reading.reportUnknown(text, called: "app", at: node.place, among: apps.ordered)
        return nil
    }

    /// An app by the text that names it, behind a prefix that is written with it. One that the document says nothing about is
    /// unmanaged; a scenario may be about just that, so only what looks misspelt is reported.
    private func app(
        _ text: String,
        behind prefix: String = "",
        at place: DocumentNode.Place,
        in scope: ScenarioScope
    ) -> AppID? {
        let id = AppID(text)
        guard let apps = scope.policy?.apps, !apps.contains(id), id != scope.app,
            let nearest = reading.suggestion(for: text, among: apps.ordered)
        else { return id }
        reading.report(
            .unknownName,
            "the document has no app `\(Quoted.word(text))`, so it counts as unmanaged",
            at: place,
            severity: .warning,
            help: "did you mean `\(nearest)`?",
            fix: reading.edit(prefix + nearest, at: place)
        )
        return id
    }

    /// A view.
    package func view(_ node: DocumentNode, in scope: ScenarioScope) -> String? {
        guard let text = reading.name(node) else { return nil }
        if scope.views.contains(text) { return text }
        reading.reportUnknown(text, called: "view", at: node.place, among: scope.views.names)
        return nil
    }

    /// The view that a request leaves unsaid: the only one that loads URLs.
    package func onlyWebView(at place: DocumentNode.Place, in scope: ScenarioScope) -> String? {
        guard scope.policy != nil else { return nil }
        let views = scope.views.webViews
        guard views.count != 1 else { return views.first }
        let names = views.prefix(10).map(Quoted.word)
        reading.report(
            .ambiguousDefault,
            views.isEmpty ? "there is no web view" : "several web views: nothing says which one navigates",
            at: place,
            help: views.isEmpty ? "attach one with `views` of `given`" : "add `view` with \(Quoted.list(names))"
        )
        return nil
    }

    /// A page: a view, or an external frame of one.
    package func page(_ node: DocumentNode, in scope: ScenarioScope) -> Question.FieldValue? {
        node.isMapping ? frame(node, in: scope) : view(node, in: scope).map { .place(.view($0)) }
    }

    /// `{view: ID, frame: external}`.
    private func frame(_ node: DocumentNode, in scope: ScenarioScope) -> Question.FieldValue? {
        guard let fields = reading.fields(node, "a place", keys: DocumentKeys.framePlace) else { return nil }
        let view = reading.required("view", of: fields).flatMap { self.view($0, in: scope) }
        let frame = reading.required("frame", of: fields, help: "write `frame: external`, or the id of the view alone")
        guard let frame, let text = reading.text(frame) else { return nil }
        guard text == "external" else {
            reading.reportUnknownValue(text, at: frame.place, called: "frame", among: ["external"])
            return nil
        }
        return view.map { .place(.externalFrame($0)) }
    }

    /// A place: a view, an external frame of one, `native`, `account:…` or `app:…`; and `pasteboard` where that can be.
    package func place(
        _ node: DocumentNode,
        in scope: ScenarioScope,
        orPasteboard: Bool = false
    ) -> Question.FieldValue? {
        if node.isMapping { return frame(node, in: scope) }
        guard let text = reading.name(node) else { return nil }
        if text == "native" { return .place(.native()) }
        if text == "pasteboard" {
            if !orPasteboard {
                reading.report(
                    .unknownValue,
                    "`pasteboard` is not allowed here",
                    at: node.place,
                    help: "only `from` of `paste` takes it"
                )
                return nil
            }
            if !scope.hasCopied {
                reading.report(
                    .nothingCopied,
                    "no step before this one copies anything",
                    at: node.place,
                    help: "add a step with `copy`, or name the place that the item comes from"
                )
            }
            return .pasteboard
        }
        if let name = text.prefixed("account:") {
            return account(name, behind: "account:", at: node.place, in: scope).map { .place(.account($0)) }
        }
        if let name = text.prefixed("app:") {
            guard name.isEmpty else {
                return app(name, behind: "app:", at: node.place, in: scope).map { .place(.app($0)) }
            }
            reading.report(.missingValue, "no app is named", at: node.place, help: "write its id behind `app:`")
            return nil
        }
        guard !scope.views.contains(text) else { return .place(.view(text)) }
        let words = ["native"] + (orPasteboard ? ["pasteboard"] : [])
        let nearest = reading.suggestion(for: text, among: scope.views.names + words)
        reading.report(
            .unknownName,
            "there is no view `\(Quoted.word(text))`",
            at: node.place,
            help: nearest.map { "did you mean `\($0)`?" }
                ?? "a place is the id of a view, \(words.map { "`\($0)`" }.joined(separator: ", ")), "
                + "`account:` with an account, or `app:` with the id of an app",
            fix: reading.edit(nearest, at: node.place)
        )
        return nil
    }
}

extension String {
    /// What is behind a prefix; nil where the text doesn't begin with it.
    fileprivate func prefixed(_ prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}
