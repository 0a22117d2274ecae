import Demarc
import DevTools

/// Targets: the browser holds each target until its requests are paused, and then it is released.
extension Session {
    /// The maximum number of tabs of a session; further pages are closed.
    static let tabLimit = 24

    /// How long preparing a target may take.
    private static let targetPatience: Duration = .seconds(20)

    /// Handles a target that a page or this session opened.
    func attach(_ attached: TargetAttached, parent: DevToolsSessionID?, in owner: PageOwner) {
        let info = attached.targetInfo
        guard let browser = browsers[owner] else { return }
        guard info.type == "page", !info.url.hasPrefix(Self.ownPage) else {
            // It belongs to the page that it is attached to, or to the session.
            return prepare(attached, for: parent.flatMap(browser.tab(of:)), in: owner)
        }
        let opener = tabs.first { tab in
            [tab.shown, tab.loading].contains { $0?.target == info.openerId && $0?.owner == owner }
        }
        guard let opener else {
            // A window that was not opened by a tab's page has no owner.
            browser.connection.post(CloseTarget(targetId: info.targetId))
            return giveUp(info.targetId, in: owner)
        }
        attachPopup(attached, openedBy: opener, in: owner)
    }

    /// The beginning of the URLs of targets that the session itself opens. A page that opens a window with such a URL
    /// gets a target outside any tab, and all of its requests are refused.
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

    /// Prepares a stopped worker that starts again. It is the same target, and is held like the first time.
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
                // A target that cannot be paused is not released.
                connection.post(CloseTarget(targetId: target.id))
                giveUp(target.id, in: owner)
            }
        }
    }

    /// Pauses a target's requests, and then releases the target.
    ///
    /// - Throws: ``DevToolsError`` if a target that can load something does not cooperate.
    @concurrent
    private static func prepare(
        _ target: AttachedTarget,
        _ session: DevToolsSessionID,
        over connection: DevToolsConnection
    ) async throws {
        let loads = ["page", "iframe", "service_worker", "shared_worker"].contains(target.type)
        // In this order, and without waiting: a new window answers only after its release, except for commands that the
        // browser process itself answers, such as pausing requests.
        connection.post(EnableNetwork(), to: session)
        connection.post(BypassServiceWorker(), to: session)
        connection.post(SetAutoAttach(), to: session)
        if ["page", "iframe"].contains(target.type) { connection.post(EnablePage(), to: session) }
        do {
            _ = try await connection.send(PauseRequests(), to: session)
        } catch  where !loads {
            // A target without its own network, such as a worker whose requests belong to its page.
        }
        connection.post(ReleaseTarget(), to: session)
        // Sent again to check that it succeeded.
        if loads { _ = try await connection.send(BypassServiceWorker(), to: session) }
    }

    /// Marks a target as prepared, and resumes callers that wait for it.
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

    /// Gives up on a target, and resumes callers that wait for it.
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

    /// Closes a surface that a tab no longer shows.
    func close(_ surface: Tab.Surface?) {
        guard let surface else { return }
        browsers[surface.owner]?.connection.post(CloseTarget(targetId: surface.target))
    }

    /// Adds a tab for a page that another page opened. Its view has the opener's page until it navigates.
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
        // Until it navigates, it shows the opener's content.
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

    /// Handles the end of a target: a page that was closed, or closed itself.
    func detach(_ session: DevToolsSessionID, in owner: PageOwner) {
        guard let target = browsers[owner]?.targets.removeValue(forKey: session) else { return }
        browsers[owner]?.ready[target.id] = nil
        giveUp(target.id, in: owner)
        guard target.type == "page", let id = target.tab, let tab = tab(id) else { return }
        if tab.loading?.session == session { update(id) { $0.loading = nil } }
        guard tab.shown?.session == session else { return }
        if tab.loading == nil { closeTab(id) } else { update(id) { $0.shown = nil } }
    }

    /// Handles a crashed page. Nothing of it is shown, and its next load uses a new target, prepared like any other.
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
