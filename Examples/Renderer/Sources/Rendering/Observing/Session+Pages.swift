import Demarc
import DevTools

/// Committed documents: the page of a view, and whether it may be shown.
extension Session {
    /// Handles a committed document.
    func commit(_ frame: FrameNavigated.Frame, _ session: DevToolsSessionID, in owner: PageOwner) {
        guard let browser = browsers[owner], let target = browser.targets[session],
            let tab = target.tab.flatMap(tab)
        else { return }
        let load = browser.approved.load(frame.loaderId)
        guard target.type == "page", frame.parentId == nil else {
            let page: PageClassification = owner == .unmanaged ? .unmanaged : .managed
            return update(tab.id) { tab in
                tab.frames[frame.id] = load?.decision.page
                if let loaded = load?.decision.page, loaded != page { tab.hasForeignFrames = true }
            }
        }
        let url = frame.url + (frame.urlFragment ?? "")
        if frame.unreachableUrl != nil {
            // The browser's own page for a server that did not answer: the previous page keeps its classification.
            show(frame.unreachableUrl ?? url, session, of: tab.id)
        } else if let load {
            // A late report does no harm: the engine keeps the latest decision.
            try? engine.didNavigate(tab.view, load.decision)
            counts.navigations += 1
            show(url, session, of: tab.id)
        } else {
            commitUndecided(url, session, of: tab, in: owner)
        }
    }

    /// Handles a committed document without a decided request: an empty page, or one that the page made itself.
    private func commitUndecided(_ url: String, _ session: DevToolsSessionID, of tab: Tab, in owner: PageOwner) {
        counts.decisions += 1
        let decision = evaluator.navigation(to: url.utf8.span, in: tab.view, identity: tab.identity)
        let isEmptyPage = decision.page == nil && url.hasPrefix("about:")
        guard decision.verdict == .allow, isEmptyPage || PageOwner(of: decision, for: tab.identity) == owner,
            // A document from the network has a request with a decision; without one it has escaped.
            !["http:", "https:"].contains(where: url.hasPrefix)
        else {
            let note = note("navigate", url, decision, for: tab.identity, tab: tab.id)
            return blank(tab, session, "This page was not shown: \(note.headline)")
        }
        if !isEmptyPage { note("navigate", url, decision, for: tab.identity, tab: tab.id) }
        try? engine.didNavigate(tab.view, decision)
        show(url, session, of: tab.id)
    }

    /// Handles a URL change without a new document.
    func moveWithin(_ moved: NavigatedWithinDocument, _ session: DevToolsSessionID, in owner: PageOwner) {
        guard let target = browsers[owner]?.targets[session], target.type == "page", moved.frameId == target.id,
            let tab = target.tab.flatMap(tab)
        else { return }
        counts.decisions += 1
        let decision = evaluator.navigation(
            to: moved.url.utf8.span,
            in: tab.view,
            isSameDocument: true,
            identity: tab.identity
        )
        guard decision.verdict == .allow else {
            let note = note("navigate within", moved.url, decision, for: tab.identity, tab: tab.id)
            return blank(tab, session, note.headline, isEscape: false)
        }
        update(tab.id) { $0.url = moved.url }
        if tab.id == activeTab { showPictures(of: tab) }
    }

    /// Shows a document if that is allowed.
    private func show(_ url: String, _ session: DevToolsSessionID, of id: Int) {
        guard let tab = tab(id) else { return }
        if tab.loading?.session == session {
            // The page has moved to another browser, so the old surface is closed.
            let left = tab.shown
            update(id) { tab in
                tab.shown = tab.loading
                tab.loading = nil
            }
            close(left)
        }
        update(id) { tab in
            tab.url = url
            tab.frames = [:]
            tab.hasForeignFrames = false
            tab.mayShow = true
            tab.hasCrashed = false
            if url != "about:blank" { tab.notice = nil }
        }
        if id == activeTab, let tab = self.tab(id) { showPictures(of: tab) }
    }

    /// Removes a document from the screen that must not be there.
    private func blank(_ tab: Tab, _ session: DevToolsSessionID, _ why: String, isEscape: Bool = true) {
        if isEscape { counts.escapes += 1 }
        update(tab.id) { tab in
            tab.mayShow = false
            tab.notice = TabNotice(text: why)
        }
        if tab.id == activeTab { tell(.noPicture) }
        guard let owner = tab.surface(session)?.owner else { return }
        browsers[owner]?.connection.post(Navigate(url: "about:blank"), to: session)
    }

    /// Answers a dialog of a page, which would open in a window of the browser and is not shown here.
    func answer(_ dialog: DialogOpening, _ session: DevToolsSessionID, in owner: PageOwner) {
        // Leaving a page is always confirmed, even if the page asks the person to stay.
        browsers[owner]?.connection.post(HandleDialog(accept: dialog.type == "beforeunload"), to: session)
        guard dialog.type == "alert", let tab = browsers[owner]?.tab(of: session).flatMap(tab), tab.mayShow else {
            return
        }
        say("The page says: \(dialog.message.prefix(300))", to: tab.id)
    }
}
