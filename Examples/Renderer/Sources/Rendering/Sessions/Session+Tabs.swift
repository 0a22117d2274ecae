import Demarc
import DevTools

/// Opening, navigating and closing tabs on the person's behalf.
extension Session {
    /// Opens a declared view or brings it to the front.
    package func openView(named name: String) async {
        if let tab = tabs.first(where: { $0.declaration == name && engine.view(named: name) == $0.view }) {
            return activate(tab.id)
        }
        let declaration = engine.policy.document.views.first { $0.id == name && $0.isWebView }
        guard let declaration, let view = engine.view(named: name), tabs.count < Self.tabLimit else { return }
        let tab = Tab(id: nextTab, view: view, declaration: name, identity: acting)
        nextTab += 1
        tabs.append(tab)
        activate(tab.id)
        if let document = declaration.document { await go(to: document, in: tab.id) }
    }

    /// Opens a tab of the unmanaged browser, for URLs that the policy routes there.
    func openUnmanaged(_ url: String) async {
        guard tabs.count < Self.tabLimit, let view = try? engine.addView(policy: .unmanaged) else { return }
        let tab = Tab(id: nextTab, view: view, declaration: nil, identity: .noUser)
        nextTab += 1
        tabs.append(tab)
        activate(tab.id)
        await load(url, in: tab.id)
    }

    /// Navigates to what the person typed, for the acting account.
    package func go(to text: String, in id: Int) async {
        let text = text.trimmingPrefix { $0.isWhitespace }
        guard !text.isEmpty, tab(id) != nil else { return }
        let hasScheme =
            text.contains("://") || ["about:", "data:", "javascript:", "blob:"].contains(where: text.hasPrefix)
        update(id) { $0.identity = acting }
        await load(hasScheme ? String(text) : "https://\(text)", in: id)
    }

    /// Reloads the page of a tab.
    package func reload(_ id: Int) async {
        guard let tab = tab(id) else { return }
        if let shown = tab.shown, !tab.hasCrashed {
            browsers[shown.owner]?.connection.post(Reload(), to: shown.session)
        } else {
            await load(tab.url, in: id)
        }
    }

    /// Goes back or forward.
    package func traverse(_ id: Int, by steps: Int) async {
        guard let shown = tab(id)?.shown, let connection = browsers[shown.owner]?.connection,
            let history = try? await connection.send(GetNavigationHistory(), to: shown.session)
        else { return }
        let index = history.currentIndex + steps
        guard history.entries.indices.contains(index) else { return }
        connection.post(NavigateToHistoryEntry(entryId: history.entries[index].id), to: shown.session)
    }

    /// Decides where a URL opens, and loads it there.
    private func load(_ url: String, in id: Int) async {
        guard let tab = tab(id) else { return }
        counts.decisions += 1
        let decision = evaluator.navigation(to: url.utf8.span, in: tab.view, identity: tab.identity)
        // The canonical form is loaded, because that is what was decided, and not the typed text.
        let decided = try? evaluator.url(of: decision)
        guard decision.verdict == .allow, decision.destination == .view, let canonical = decided else {
            let note = note("navigate", url, decision, for: tab.identity, tab: id)
            return divert(note, decision, decided, tab)
        }
        await load(canonical, in: id, of: PageOwner(of: decision, for: tab.identity))
    }

    /// Loads a URL in an owner's browser, where it is paused and decided again.
    private func load(_ url: String, in id: Int, of owner: PageOwner) async {
        guard let tab = tab(id) else { return }
        let surface: Tab.Surface
        if let shown = tab.shown, shown.owner == owner {
            surface = shown
        } else if let loading = tab.loading, loading.owner == owner {
            surface = loading
        } else {
            close(tab.loading)
            update(id) { $0.loading = nil }
            do {
                surface = try await openSurface(for: id, in: owner)
            } catch {
                return say("The browser could not be started.", to: id)
            }
            close(self.tab(id)?.loading)
            update(id) { $0.loading = surface }
        }
        browsers[owner]?.connection.post(Navigate(url: url), to: surface.session)
    }

    /// Continues a page in another browser.
    func move(_ id: Int, to owner: PageOwner, _ url: String) { Task { await load(url, in: id, of: owner) } }

    /// Brings a tab to the front.
    package func activate(_ id: Int) {
        guard let tab = tab(id) else { return }
        if let before = activeTab.flatMap(self.tab), before.id != id { stopPictures(of: before) }
        activeTab = id
        if tab.mayShow { showPictures(of: tab) } else { tell(.noPicture) }
        stateChanged()
    }

    /// Closes a tab.
    package func closeTab(_ id: Int) {
        guard let index = tabs.firstIndex(where: { $0.id == id }) else { return }
        let tab = tabs.remove(at: index)
        close(tab.shown)
        close(tab.loading)
        let isDeclared = tab.declaration.flatMap(engine.view(named:)) == tab.view
        // A declared view stays, but its page is closed with the tab.
        if !isDeclared { try? engine.removeView(tab.view) }
        if activeTab == id {
            activeTab = nil
            tell(.noPicture)
            if let next = tabs.last { activate(next.id) }
        }
        stateChanged()
    }
}
