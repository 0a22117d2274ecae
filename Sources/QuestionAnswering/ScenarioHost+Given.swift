package import DemarcEngine
import Diagnostics
package import PolicyModel

extension ScenarioHost {
    /// Applies the stated changes; everything else stays as it is.
    package func apply(_ given: ScenarioGiven) throws(QuestionError) {
        if let app = given.app { engine.setHostApp(app) }
        if let isEnrolled = given.mdmEnrolled { engine.setDeviceEnrolled(isEnrolled) }
        if let installed = given.installed { try install(installed) }
        if let window = given.window {
            self.window = window
            engine.openWindow(window)
        }
        session.apply(given)
        if let process = given.process { try set(process, at: .process, field: "process") }
        if let user = given.user { try set(user, at: .hostWide, field: "user") }
        for view in given.views { try apply(view) }
        for view in try Self.openersFirst(given.views) { try showPage(of: view) }
        if let task = given.task {
            for account in task.accounts { try engine.names.check(account, field: "task") }
            self.task = task.accounts.first
        }
    }

    private func set(
        _ identity: ScenarioGiven.Identity,
        at level: IdentityLevel,
        field: String
    ) throws(QuestionError) {
        for account in identity.accounts { try engine.names.check(account, field: field) }
        switch identity {
        case .unset: try require(engine.switchIdentity(to: nil, at: level), field)
        case .accounts(let accounts) where accounts.count > 1:
            try require(engine.showAccounts(accounts, at: level), field)
        case .accounts(let accounts):
            try require(engine.switchIdentity(to: accounts.first ?? .noUser, at: level), field)
        }
    }

    private func require(_ result: SwitchIdentityResult, _ field: String) throws(QuestionError) {
        guard result != .success else { return }
        throw QuestionError(
            code: .identityRefused,
            field: field,
            message: result == .failed
                ? "the account is not signed in, so it cannot act" : "the account cannot act: \(result.rawValue)"
        )
    }

    // MARK: Apps

    private func install(_ apps: [AppID]) throws(QuestionError) {
        for app in apps { try engine.names.checkInstalled(app, field: "installed") }
        engine.setInstalled(asStated: apps)
    }

    // MARK: Views

    private func apply(_ view: ScenarioGiven.View) throws(QuestionError) {
        let parent = try view.parent.map { name throws(QuestionError) in
            try engine.names.view(named: name, field: "views.\(view.id).parent")
        }
        do throws(ViewTreeError) {
            let id: ViewID
            if let known = engine.view(named: view.id) {
                id = known
                if let parent { try engine.moveView(id, to: parent) }
                if let window = view.window { try engine.moveView(id, to: nil, window: window) }
                if let policy = view.policy { try engine.setWebViewPolicy(policy, for: id) }
            } else {
                id = try engine.addView(
                    named: view.id,
                    isWebView: !isContainer(view.id),
                    in: parent,
                    policy: view.policy ?? .unset,
                    window: view.window
                )
            }
            if let document = view.document { try engine.setDocument(document, of: id) }
        } catch {
            throw Self.problem(error, with: view)
        }
    }

    /// The views, each after the view whose page opened it, because it takes over that page.
    private static func openersFirst(
        _ views: [ScenarioGiven.View]
    ) throws(QuestionError) -> [ScenarioGiven.View] {
        guard views.contains(where: { $0.opener != nil }) else { return views }
        let positions = Dictionary(views.indices.map { (views[$0].id, $0) }) { first, _ in first }
        var ordered: [ScenarioGiven.View] = []
        var isOrdered = Array(repeating: false, count: views.count)
        for start in views.indices {
            var chain: [Int] = []
            var isInChain: Set<Int> = []
            var next: Int? = start
            while let position = next, !isOrdered[position] {
                guard isInChain.insert(position).inserted else {
                    throw QuestionError(
                        code: .viewRefused,
                        field: "views.\(views[position].id).opener",
                        message: "a page cannot have opened the view that it is shown in"
                    )
                }
                chain.append(position)
                next = views[position].opener.flatMap { positions[$0] }
            }
            for position in chain.reversed() {
                isOrdered[position] = true
                ordered.append(views[position])
            }
        }
        return ordered
    }

    private func showPage(of view: ScenarioGiven.View) throws(QuestionError) {
        guard view.page != nil || view.opener != nil else { return }
        let id = try engine.names.view(named: view.id, field: "views")
        let opener = try view.opener.map { name throws(QuestionError) in
            try engine.names.view(named: name, field: "views.\(view.id).opener")
        }
        do throws(ViewTreeError) {
            if let opener { try engine.setOpener(opener, of: id) }
            switch view.page {
            case .external?: try engine.setPage(of: id, to: .external)
            case .loadedFor(let account)?: try engine.setPage(of: id, to: .loadedFor(account))
            case .internal?: try engine.setPage(of: id, to: .unreported)
            case nil: break
            }
        } catch {
            throw Self.problem(error, with: view)
        }
    }

    private static func problem(_ error: ViewTreeError, with view: ScenarioGiven.View) -> QuestionError {
        QuestionError(code: .viewRefused, field: "views.\(view.id)", message: explanation(of: error))
    }

    private static func explanation(of error: ViewTreeError) -> String {
        switch error {
        case .unknownView: "there is no such view"
        case .parentIsWebView: "its parent is a web view, which cannot contain other views"
        case .cycle: "a view cannot be below itself"
        case .notAWebView: "it holds other views and shows no page"
        case .duplicateName: "another view has that name"
        case .outdatedNavigation: "it already shows a later page"
        }
    }
}

extension QuestionError {
    static func missingUser(among accounts: [AccountID]) -> Self {
        Self(
            code: .missingUser,
            field: "user",
            message: "the policy has several managed accounts; name one of \(Quoted.names(accounts.map(\.canonical)))"
        )
    }
}
