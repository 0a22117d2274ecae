import Demarc
import DevTools
import NIOCore

/// The browsers of a session: one for each managed account that has pages, and one for unmanaged pages.
extension Session {
    /// Starts the browser of an owner unless it is running.
    func startBrowser(of owner: PageOwner) async throws {
        guard browsers[owner] == nil else { return }
        if let starting = startingBrowsers[owner] { return try await starting.value }
        let starting = Task { try await start(owner) }
        startingBrowsers[owner] = starting
        defer { startingBrowsers[owner] = nil }
        try await starting.value
    }

    private func start(_ owner: PageOwner) async throws {
        let generation = nextGeneration()
        let gate = try await EgressGate.open(group: group, hosts: settings.hosts) { [weak self] question in
            await self?.mayLeave(question, from: owner) ?? false
        }
        let launch = BrowserLaunch(
            profile: "\(folder)/profile-\(generation)",
            gatePort: gate.port,
            width: settings.width,
            height: settings.height,
            runsWithoutSandbox: settings.runsWithoutSandbox
        )
        let process: BrowserProcess
        do {
            process = try await BrowserProcess.start(settings.chromium, launch, group: group)
        } catch {
            gate.close()
            throw error
        }
        let browser = Browser(owner: owner, process: process, gate: gate, generation: generation)
        guard !hasEnded else {
            await browser.end()
            throw DevToolsError.closed
        }
        browsers[owner] = browser
        Task {
            for await event in process.connection.events { handle(event, of: owner, generation) }
            await browserHasEnded(owner, generation)
        }
        do {
            _ = try await process.connection.send(KeepDownloads(in: folder + "/downloads"))
            _ = try await process.connection.send(SetAutoAttach())
        } catch {
            await endBrowser(of: owner)
            throw error
        }
    }

    private func nextGeneration() -> Int {
        defer { nextTab += 1 }
        return nextTab
    }

    /// Ends a browser and everything that it shows.
    func endBrowser(of owner: PageOwner) async {
        guard let browser = browsers.removeValue(forKey: owner) else { return }
        for tab in tabs {
            update(tab.id) { tab in
                if tab.shown?.owner == owner {
                    tab.shown = nil
                    tab.mayShow = false
                }
                if tab.loading?.owner == owner { tab.loading = nil }
            }
        }
        await browser.end()
    }

    /// Handles the unexpected end of a browser. Its tabs show a notice, and their next load starts another browser.
    private func browserHasEnded(_ owner: PageOwner, _ generation: Int) async {
        guard browsers[owner]?.generation == generation else { return }
        for tab in tabs where tab.shown?.owner == owner {
            update(tab.id) { tab in
                tab.hasCrashed = true
                tab.notice = TabNotice(text: "The browser of this page has ended.")
            }
        }
        await endBrowser(of: owner)
        tell(.noPicture)
    }

    /// Handles an event of a browser.
    private func handle(_ event: DevToolsEvent, of owner: PageOwner, _ generation: Int) {
        guard browsers[owner]?.generation == generation else { return }
        switch (event.content, event.session) {
        case (.attachedToTarget(let attached), let parent): attach(attached, parent: parent, in: owner)
        case (.detachedFromTarget(let detached), _): detach(detached.sessionId, in: owner)
        case (.requestPaused(let request), let session): decide(request, session, in: owner)
        case (.frameNavigated(let navigated), let session?): commit(navigated.frame, session, in: owner)
        case (.navigatedWithinDocument(let navigated), let session?): moveWithin(navigated, session, in: owner)
        case (.screencastFrame(let frame), let session?): verify(frame, session, in: owner)
        case (.fileChooserOpened(let chooser), let session?): chooseFiles(chooser, session, in: owner)
        case (.dialogOpening(let dialog), let session?): answer(dialog, session, in: owner)
        case (.webSocketCreated(let socket), let session?): decide(socket, session, in: owner)
        case (.downloadWillBegin(let download), _): beginDownload(download, in: owner)
        case (.downloadProgress(let progress), _): followDownload(progress, in: owner)
        case (.targetCrashed, let session?): crash(session, in: owner)
        case (.targetReloaded, let session?): prepareAgain(session, in: owner)
        case (_, nil): break
        }
    }
}
