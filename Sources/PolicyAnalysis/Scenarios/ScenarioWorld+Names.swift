import Demarc
package import PolicyModel

extension ScenarioWorld {
    /// Whether there is a view of a name.
    package func hasView(named name: String) -> Bool { engine.view(named: name) != nil }

    /// Whether the policy has an account of a name.
    package func hasAccount(_ account: AccountID) -> Bool { document.accounts.position(of: account) != nil }

    /// The view of a name, web view or container.
    func view(named name: String, field: String) throws(ScenarioProblem) -> ViewID {
        guard let view = engine.view(named: name) else {
            throw .unknownView(name, field: field, known: document.views.map(\.id) + attachedWebViews)
        }
        return view
    }

    /// The web view of a name; without one, the only web view.
    func webView(named name: String?) throws(ScenarioProblem) -> ViewID {
        let known = document.views.filter(\.isWebView).map(\.id) + attachedWebViews
        guard let name = name ?? (known.count == 1 ? known.first : nil) else { throw .missingView(known: known) }
        let view = try view(named: name, field: "view")
        guard known.contains(name) else { throw .container(name, field: "view", known: known) }
        return view
    }

    /// A place as the engine knows it.
    func place(_ place: ScenarioPlace, field: String) throws(ScenarioProblem) -> Place {
        switch place {
        case .view(let name): return .view(try view(named: name, field: field))
        case .externalFrame(let name): return .externalFrame(try view(named: name, field: field))
        case .native: return .native(window)
        case .account(let account):
            try check(account, field: field)
            return .account(account)
        case .app(let app):
            try check(app, field: field)
            return .app(app)
        case .pasteboard:
            throw ScenarioProblem(
                code: "no-place",
                field: field,
                message: "`pasteboard` is no place of its own; only `paste` can take what an earlier step copied"
            )
        }
    }

    /// The account that a question is about; nil for whoever acts, and where a place says it.
    func account(_ owner: ScenarioOwner?, field: String) throws(ScenarioProblem) -> AccountID? {
        guard case .account(let account)? = owner else { return nil }
        try check(account, field: field)
        return account
    }

    /// Makes sure that the policy knows an account; nil and nobody need not be known.
    func check(_ account: AccountID?, field: String) throws(ScenarioProblem) {
        guard let account, !account.isNoUser, document.accounts.position(of: account) == nil else { return }
        throw .unknownAccount(account.canonical, field: field, document.accounts)
    }

    /// Makes sure that the policy declares an app, where it says at all what apps there are.
    func check(_ app: AppID, field: String) throws(ScenarioProblem) {
        guard let apps = document.apps, app != hostApp, !apps.contains(where: { $0.id == app }) else { return }
        throw .unknownApp(app, field: field, known: apps.map(\.id.bundleID))
    }
}
