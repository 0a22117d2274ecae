import Demarc
import PolicyModel

extension ScenarioWorld {
    /// Lets what is said hold from now on; what is not said stays as it is.
    mutating func apply(_ given: ScenarioGiven) throws(ScenarioProblem) {
        if let app = given.app {
            hostApp = app
            engine.setHostApp(app)
        }
        if let isEnrolled = given.mdmEnrolled { engine.setDeviceEnrolled(isEnrolled) }
        if let installed = given.installed { try install(installed) }
        if let process = given.process {
            try check(process, field: "process")
            try require(engine.switchIdentity(to: process, at: .process), "process")
        }
        if let user = given.user { try show(user) }
        for view in given.views { try apply(view) }
        if let task = given.task {
            try check(task, field: "task")
            self.task = task
        }
    }

    private func show(_ accounts: [AccountID]) throws(ScenarioProblem) {
        for account in accounts { try check(account, field: "user") }
        if accounts.count > 1 {
            try require(engine.showAccounts(accounts), "user")
        } else {
            try require(engine.switchIdentity(to: accounts.first ?? .noUser), "user")
        }
    }

    private func require(_ result: SwitchIdentityResult, _ field: String) throws(ScenarioProblem) {
        guard result != .success else { return }
        throw ScenarioProblem(
            code: "identity-refused",
            field: field,
            message: result == .failed
                ? "the account is not signed in, so it cannot act" : "the account cannot act: \(result.rawValue)"
        )
    }

    // MARK: Apps

    private func install(_ apps: [AppID]) throws(ScenarioProblem) {
        for app in apps { try check(app, field: "installed") }
        engine.setInstalledApps(Set(apps))
    }

    // MARK: Views

    private mutating func apply(_ view: ScenarioGiven.View) throws(ScenarioProblem) {
        let parent = try view.parent.map { name throws(ScenarioProblem) in
            try self.view(named: name, field: "views.\(view.id).parent")
        }
        do throws(ViewTreeError) {
            let id: ViewID
            if let known = engine.view(named: view.id) {
                id = known
                if let parent { try engine.moveView(id, to: parent) }
                if let policy = view.policy { try engine.setWebViewPolicy(policy, for: id) }
            } else {
                let isWebView = !isContainer(view.id)
                id = try engine.addView(
                    named: view.id,
                    isWebView: isWebView,
                    in: parent,
                    policy: view.policy ?? .unset
                )
                if isWebView { attachedWebViews.append(view.id) }
            }
            if let document = view.document { try engine.setDocument(document, of: id) }
            if let isExternal = view.showsExternalPage { try engine.setPage(of: id, isExternal: isExternal) }
        } catch {
            throw ScenarioProblem(
                code: "view-refused",
                field: "views.\(view.id)",
                message: Self.explanation(of: error)
            )
        }
    }

    private static func explanation(of error: ViewTreeError) -> String {
        switch error {
        case .unknownView: "there is no such view"
        case .parentIsWebView: "its parent is a web view, which holds no other views"
        case .cycle: "a view cannot stand below itself"
        case .notAWebView: "it holds other views and shows no page"
        case .duplicateName: "another view has the name"
        }
    }
}
