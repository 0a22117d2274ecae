package import PolicyModel
import RuleIndex

/// Finds the views, accounts and apps that questions, files and command lines name, in the current state of an engine.
package struct NameLookup: Sendable {
    private let store: StateStore

    init(_ store: StateStore) { self.store = store }

    func isOf(_ store: StateStore) -> Bool { self.store === store }

    private var document: PolicyDocument { store.latest.policy.document }

    // MARK: Views

    /// Whether there is a view with a name.
    package func hasView(named name: String) -> Bool { store.read { $0.tree.view(named: name) != nil } }

    /// The view with a name, web view or container.
    package func view(named name: String, field: String) throws(QuestionError) -> ViewID {
        guard let view = store.read({ $0.tree.view(named: name) }) else {
            throw .unknownView(name, field: field, known: names { _ in true })
        }
        return view
    }

    /// The web view with a name; without a name, the only web view.
    package func webView(named name: String?) throws(QuestionError) -> ViewID {
        let field = Question.Field.view.rawValue
        guard let name = name ?? onlyWebView else { throw missingView }
        let found = store.read { state in
            state.tree.view(named: name).map { (view: $0, isWebView: state.tree.node($0)?.isWebView == true) }
        }
        guard let found else { throw .unknownView(name, field: field, known: webViews) }
        guard found.isWebView else { throw .container(name, field: field, known: webViews) }
        return found.view
    }

    /// The error that a required view is not named.
    package var missingView: QuestionError {
        .missingView(field: Question.Field.view.rawValue, known: webViews)
    }

    /// The names of the views that load URLs.
    package var webViews: [String] { names { $0.isWebView } }

    /// The name of the only view that loads URLs; nil if there are several or none.
    package var onlyWebView: String? {
        let names = webViews
        return names.count == 1 ? names.first : nil
    }

    private func names(where isMeant: (ViewTree.Node) -> Bool) -> [String] {
        store.read { $0.tree.namedNodes }.filter(isMeant).compactMap(\.name)
    }

    /// Checks that a window is open. A question from a closed window is blocked; whoever writes the question learns
    /// more from an error.
    package func check(_ window: WindowID?) throws(QuestionError) {
        guard let window, store.read({ $0.windows[window] == nil }) else { return }
        throw .unknownWindow(window.name)
    }

    // MARK: Places

    /// A place with its view looked up.
    ///
    /// - Parameters:
    ///   - place: The place.
    ///   - field: The field that contains it.
    ///   - window: The window that the question comes from.
    /// - Returns: The place; `native` without a window, and this app under its own id, are in that window.
    /// - Throws: ``QuestionError`` if there is no such view or account.
    package func place(
        _ place: NamedPlace,
        field: String,
        in window: WindowID?
    ) throws(QuestionError) -> Place<ViewID> {
        switch place {
        case .native(nil): return .native(window)
        // The account that acts in the window owns this app's content there, regardless of how the place is written.
        case .app(let app) where app == store.latest.hostAppID: return .native(window)
        case .account(let account): try check(account, field: field)
        // An unknown app is unmanaged, and is permitted in a question.
        case .view, .externalFrame, .native, .app: break
        }
        return try place.mapView { name throws(QuestionError) in try view(named: name, field: field) }
    }

    // MARK: Accounts and apps

    /// Whether the policy has an account with a name.
    package func hasAccount(_ account: AccountID) -> Bool { document.accounts.position(of: account) != nil }

    /// The acting account, as command lines and lines of input name it: an id, a user principal name, or `none`.
    package func user(named text: String) throws(QuestionError) -> AccountID {
        let account = AccountID(named: text)
        try checkUser(account)
        return account
    }

    /// Checks that the policy contains the acting account.
    package func checkUser(_ account: AccountID?) throws(QuestionError) {
        do throws(QuestionError) {
            try check(account, field: "user")
        } catch {
            var error = error
            error.code = .unknownUser
            throw error
        }
    }

    /// Checks that the policy contains an account; nil and ``AccountID/noUser`` always pass.
    package func check(_ account: AccountID?, field: String) throws(QuestionError) {
        guard let account, !account.isNoUser else { return }
        let accounts = document.accounts
        guard accounts.position(of: account) == nil else { return }
        throw .unknownAccount(account.canonical, field: field, accounts)
    }

    /// Checks that an app that is listed as installed is declared by the policy, if the policy declares apps at all: no
    /// other app is ever looked up. This app always passes.
    ///
    /// - Complexity: O(1) for an app that passes.
    package func checkInstalled(_ app: AppID, field: String) throws(QuestionError) {
        let state = store.latest
        guard let apps = state.policy.apps, app != state.hostAppID, apps.position(of: app) == nil else { return }
        throw .unknownApp(app, field: field, known: (state.policy.document.apps ?? []).map(\.id.bundleID))
    }
}

extension PolicyEngine {
    /// Finds what questions name.
    package var names: NameLookup { NameLookup(store) }
}

extension Evaluator {
    /// Finds what questions name.
    package var names: NameLookup { NameLookup(store) }

    /// Whether names belong to this evaluator's engine.
    ///
    /// - Complexity: O(1); takes no lock.
    package borrowing func isOfEngine(_ names: NameLookup) -> Bool { names.isOf(store) }
}
