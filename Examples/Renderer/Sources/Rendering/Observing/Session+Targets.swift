import Demarc
import DevTools

/// Targets: each is held by the browser until its requests are paused, and is released then.
extension Session {
    /// How many tabs a session has at most; a page that opens more has them closed.
    static let tabLimit = 24

    /// How long a target may take to be prepared.
    private static let targetPatience: Duration = .seconds(20)

    /// A target was opened, by a page or by this session.
    func attach(_ attached: TargetAttached, parent: DevToolsSessionID?, in owner: PageOwner) {
        let info = attached.targetInfo
        guard let browser = browsers[owner] else { return }
        guard info.type == "page", !info.url.hasPrefix(Self.ownPage) else {
            // Of the page that it is attached to, or the session's own.
            return prepare(attached, for: parent.flatMap(browser.tab(of:)), in: owner)
        }
        let opener = tabs.first { tab in
            [tab.shown, tab.loading].contains { $0?.target == info.openerId && $0?.owner == owner }
        }
        guard let opener else {
            // A window that no page of a tab has opened is nobody's.
            browser.connection.post(CloseTarget(targetId: info.targetId))
            return giveUp(info.targetId, in: owner)
        }
        attachPopup(attached, openedBy: opener, in: owner)
    }

    /// How the URL of a target begins that the session itself has opened. A page that opens a window under such a URL gets a
    /// target that is in no tab, and every request of it is refused.
    private static let ownPage = "about:blank#"

    private func attachPopup(_ attached: TargetAttached, openedBy opener: Tab, in owner: PageOwner) {
        let info = attached.targetInfo
        guard let tab = addPopup(info, openedBy: opener, attached.sessionId, in: owner) else {
            browsers[owner]?.connection.post(CloseTarget(targetId: info.targetId))
            return
        }
        prepare(attached, for: tab, in: owner)
    }

    /// Prepares a target and releases it, or closes it.
    private func prepare(_ attached: TargetAttached, for tab: Int?, in owner: PageOwner) {
        let info = attached.targetInfo
        let target = AttachedTarget(id: info.targetId, type: info.type, tab: tab)
        browsers[owner]?.targets[attached.sessionId] = target
        prepare(target, attached.sessionId, in: owner)
    }

    /// Prepares a worker that was stopped and starts again. It is the same target, and is held as it was the first time.
    func prepareAgain(_ session: DevToolsSessionID, in owner: PageOwner) {
        guard let target = browsers[owner]?.targets[session], target.type != "page" else { return }
        prepare(target, session, in: owner)
    }

    private func prepare(_ target: AttachedTarget, _ session: DevToolsSessionID, in owner: PageOwner) {
        guard let connection = browsers[owner]?.connection else { return }
        Task {
            do {
                try await Self.prepare(target, session, over: connection)
                becomeReady(target.id, session, in: owner)
            } catch {
                // What cannot be paused is not let go.
                connection.post(CloseTarget(targetId: target.id))
                giveUp(target.id, in: owner)
            }
        }
    }

    /// Has a target's requests paused, and then releases it.
    ///
    /// - Throws: ``DevToolsError`` where a target that can load something does not take part.
    @concurrent
    private static func prepare(
        _ target: AttachedTarget,
        _ session: DevToolsSessionID,
        over connection: DevToolsConnection
    ) async throws {
        let loads = ["page", "iframe", "service_worker", "shared_worker"].contains(target.type)
        // In this order, and without waiting: a window that was just opened answers only once it is released, except for
        // what the browser process answers itself, as it does where requests are paused.
        connection.post(EnableNetwork(), to: session)
        connection.post(BypassServiceWorker(), to: session)
        connection.post(SetAutoAttach(), to: session)
        if ["page", "iframe"].contains(target.type) { connection.post(EnablePage(), to: session) }
        do {
            _ = try await connection.send(PauseRequests(), to: session)
        } catch  where !loads {
            // What has no network of its own, such as a worker whose requests are those of its page.
        }
        connection.post(ReleaseTarget(), to: session)
        // Asked again to see that it was understood.
        if loads { _ = try await connection.send(BypassServiceWorker(), to: session) }
    }

    /// A target is prepared; whoever waits for it goes on.
    private func becomeReady(_ target: String, _ session: DevToolsSessionID, in owner: PageOwner) {
        guard let browser = browsers[owner], let attached = browser.targets[session] else { return }
        if attached.type == "page" {
            browser.connection.post(InterceptFileChooser(), to: session)
            browser.connection.post(SetSize(width: settings.width, height: settings.height), to: session)
            browser.connection.post(EmulateFocus(), to: session)
        }
        if let waiting = browsers[owner]?.awaited.removeValue(forKey: target) {
            waiting.resume(returning: session)
        } else {
            browsers[owner]?.ready[target] = session
        }
    }

    /// A target does not become ready; whoever waits for it does not go on waiting.
    private func giveUp(_ target: String, in owner: PageOwner) {
        browsers[owner]?.awaited.removeValue(forKey: target)?.resume(returning: nil)
    }

    /// Opens a target for a tab.
    func openSurface(for tab: Int, in owner: PageOwner) async throws -> Tab.Surface {
        try await startBrowser(of: owner)
        guard let connection = browsers[owner]?.connection else { throw DevToolsError.closed }
        let target = try await connection.send(CreateTarget(url: "about:blank#new")).targetId
        let session: DevToolsSessionID?
        if let ready = browsers[owner]?.ready.removeValue(forKey: target) {
            session = ready
        } else {
            session = await withCheckedContinuation { continuation in
                if browsers[owner] == nil {
                    continuation.resume(returning: nil)
                } else {
                    browsers[owner]?.awaited[target] = continuation
                    Task {
                        // It may have been given up before anybody waited for it.
                        try? await Task.sleep(for: Self.targetPatience)
                        giveUp(target, in: owner)
                    }
                }
            }
        }
        guard let session, browsers[owner] != nil else { throw DevToolsError.closed }
        guard self.tab(tab) != nil else {
            connection.post(CloseTarget(targetId: target))
            throw DevToolsError.closed
        }
        browsers[owner]?.targets[session]?.tab = tab
        return Tab.Surface(owner: owner, target: target, session: session)
    }

    /// Closes what a tab no longer shows.
    func close(_ surface: Tab.Surface?) {
        guard let surface else { return }
        browsers[surface.owner]?.connection.post(CloseTarget(targetId: surface.target))
    }

    /// A page has opened another one. It gets a tab, and a view that has its opener's page until it navigates.
    private func addPopup(
        _ info: TargetInfo,
        openedBy openerTab: Tab,
        _ session: DevToolsSessionID,
        in owner: PageOwner
    ) -> Int? {
        guard tabs.count < Self.tabLimit, let view = addView(openedBy: openerTab) else { return nil }
        var tab = Tab(
            id: nextTab,
            view: view,
            declaration: openerTab.declaration,
            identity: openerTab.identity
        )
        nextTab += 1
        tab.shown = Tab.Surface(owner: owner, target: info.targetId, session: session)
        tabs.append(tab)
        // What it shows before it goes anywhere is the opener's own.
        counts.decisions += 1
        let empty = evaluator.navigation(to: "about:blank".utf8.span, in: view, identity: tab.identity)
        update(tab.id) { $0.mayShow = empty.verdict == .allow }
        activate(tab.id)
        return tab.id
    }

    private func addView(openedBy tab: Tab) -> ViewID? {
        let declaration = engine.policy.document.views.first { $0.id == tab.declaration }
        let parent = declaration?.parent.flatMap(engine.view(named:))
        guard
            let view = try? engine.addView(
                in: parent,
                policy: declaration?.policy ?? .unmanaged,
                opener: tab.view
            )
        else { return nil }
        try? engine.setRuleSet(declaration?.ruleSet, for: view)
        try? engine.setDocument(declaration?.document, of: view)
        return view
    }

    /// A target is gone: a page that was closed, or closed itself.
    func detach(_ session: DevToolsSessionID, in owner: PageOwner) {
        guard let target = browsers[owner]?.targets.removeValue(forKey: session) else { return }
        browsers[owner]?.ready[target.id] = nil
        giveUp(target.id, in: owner)
        guard target.type == "page", let id = target.tab, let tab = tab(id) else { return }
        if tab.loading?.session == session { update(id) { $0.loading = nil } }
        guard tab.shown?.session == session else { return }
        if tab.loading == nil { closeTab(id) } else { update(id) { $0.shown = nil } }
    }

    /// A page has crashed. Nothing of it is shown; what it loads next is loaded in a new target, which is prepared as any.
    func crash(_ session: DevToolsSessionID, in owner: PageOwner) {
        guard let id = browsers[owner]?.tab(of: session), let tab = tab(id),
            let surface = tab.surface(session), browsers[owner]?.targets[session]?.type == "page"
        else { return }
        update(id) { tab in
            tab.hasCrashed = true
            tab.mayShow = false
            tab.notice = TabNotice(text: "The page has crashed. Reload it to try again.")
            if tab.shown?.session == session { tab.shown = nil }
            if tab.loading?.session == session { tab.loading = nil }
        }
        browsers[owner]?.targets[session]?.tab = nil
        close(surface)
        if id == activeTab { tell(.noPicture) }
    }
}
