import Diagnostics
import PolicyModel

/// The names that hold at one point of a scenario: those of its policy, and what it has given so far.
struct ScenarioScope {
    /// nil where the policy can't be used, which is an error of its own; then names are not looked up.
    let policy: ScenarioPolicy?
    /// The views that were changed or attached.
    var views: ScenarioViews
    /// This app, where a `given` says it.
    var app: AppID?
    /// Whether a step has copied something.
    var hasCopied = false
    /// Whether a `given` says who acts.
    var saysUser = false
    /// Where to say once that nothing says who acts.
    var unclearUserPlace: YAMLNode.Place?

    init(_ policy: ScenarioPolicy?) {
        self.policy = policy
        views = ScenarioViews(policy)
    }
}

/// Readers of names. Each reports a name that nothing has, and gives nil.
extension ScenarioReading {
    /// An account, or `none` or an empty text for nobody.
    func account(_ node: YAMLNode, in scope: ScenarioScope) -> AccountID? {
        guard let text = reading.text(node) else { return nil }
        return account(text, at: node.place, in: scope)
    }

    /// An account by the text that names it, behind a prefix that is written with it.
    private func account(
        _ text: String,
        behind prefix: String = "",
        at place: YAMLNode.Place,
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
    func app(_ node: YAMLNode, in scope: ScenarioScope) -> AppID? {
        guard let text = reading.name(node) else { return nil }
        return app(text, at: node.place, in: scope)
    }

    /// An app by the text that names it, behind a prefix that is written with it. Where a document doesn't say what apps
    /// there are, any may be.
    private func app(
        _ text: String,
        behind prefix: String = "",
        at place: YAMLNode.Place,
        in scope: ScenarioScope
    ) -> AppID? {
        let id = AppID(text)
        guard let apps = scope.policy?.apps, !apps.contains(text), id != scope.app else { return id }
        reading.reportUnknown(prefix + text, called: "app", at: place, among: apps.ordered.map { prefix + $0 })
        return nil
    }

    /// A view.
    func view(_ node: YAMLNode, in scope: ScenarioScope) -> String? {
        guard let text = reading.name(node) else { return nil }
        if scope.views.contains(text) { return text }
        reading.reportUnknown(text, called: "view", at: node.place, among: scope.views.names)
        return nil
    }

    /// The view that a request leaves unsaid: the only one that loads URLs.
    func onlyWebView(at place: YAMLNode.Place, in scope: ScenarioScope) -> String? {
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

    /// A place: a view, `native`, `account:…` or `app:…`; and `pasteboard` where that can be.
    func place(_ node: YAMLNode, in scope: ScenarioScope, orPasteboard: Bool = false) -> ScenarioPlace? {
        guard let text = reading.name(node) else { return nil }
        if text == "native" { return .native }
        if text == "pasteboard" {
            if !orPasteboard {
                reading.report(
                    .unknownValue,
                    "`pasteboard` can't stand here",
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
            return account(name, behind: "account:", at: node.place, in: scope).map { .account($0) }
        }
        if let name = text.prefixed("app:") {
            guard name.isEmpty else {
                return app(name, behind: "app:", at: node.place, in: scope).map { .app($0) }
            }
            reading.report(.missingValue, "no app is named", at: node.place, help: "write its id behind `app:`")
            return nil
        }
        guard !scope.views.contains(text) else { return .view(text) }
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
    /// What stands behind a prefix; nil where the text doesn't begin with it.
    fileprivate func prefixed(_ prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}
