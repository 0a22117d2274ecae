import DevTools
import Foundation

/// Images of the page in front. None is shown before its document has an approving decision.
extension Session {
    /// Starts images of a tab, with the first one soon.
    ///
    /// Images that already run continue: restarting would cost each page some frames.
    func showPictures(of tab: Tab) {
        guard tab.mayShow, let shown = tab.shown else { return }
        if filmed != shown.session { startPictures(of: tab) }
        let before = tab.pictures
        Task {
            // A page that was not painted yet has no image, and an unchanged page sends no other, so the request is
            // repeated.
            for _ in 0..<10 {
                try? await Task.sleep(for: .milliseconds(300))
                guard let now = self.tab(tab.id), now.pictures == before, activeTab == tab.id, now.mayShow else {
                    return
                }
                startPictures(of: now)
            }
        }
    }

    private func startPictures(of tab: Tab) {
        guard let shown = tab.shown, let connection = browsers[shown.owner]?.connection else { return }
        filmed = shown.session
        connection.post(BringToFront(), to: shown.session)
        connection.post(StopScreencast(), to: shown.session)
        connection.post(StartScreencast(maxWidth: settings.width, maxHeight: settings.height), to: shown.session)
    }

    /// Stops images of a tab.
    func stopPictures(of tab: Tab) {
        guard let shown = tab.shown else { return }
        if filmed == shown.session { filmed = nil }
        browsers[shown.owner]?.connection.post(StopScreencast(), to: shown.session)
    }

    /// Checks an image. The browser process, which sent it, is asked for its document: the answer contains any document
    /// that was committed before the image was made, even if its event has not arrived yet.
    func verify(_ frame: ScreencastFrame, _ session: DevToolsSessionID, in owner: PageOwner) {
        guard let connection = browsers[owner]?.connection else { return }
        guard let tab = activeTab.flatMap(tab), tab.shown?.session == session else {
            connection.post(AcknowledgeFrame(sessionId: frame.sessionId), to: session)
            return
        }
        Task {
            let history = try? await connection.send(GetNavigationHistory(), to: session)
            let committed = history.flatMap { history in
                history.entries.indices.contains(history.currentIndex) ? history.entries[history.currentIndex] : nil
            }
            if let tab = activeTab.flatMap(self.tab), tab.shown?.session == session, tab.mayShow,
                committed?.url == tab.url,
                let picture = Data(base64Encoded: frame.data)
            {
                tell(.picture(Array(picture)))
                countPicture(of: tab.id)
                setTitle(committed?.title ?? "", of: tab)
            } else {
                counts.heldPictures += 1
                stateChanged()
            }
            connection.post(AcknowledgeFrame(sessionId: frame.sessionId), to: session)
        }
    }

    private func setTitle(_ title: String, of tab: Tab) {
        let title = String(title.prefix(200))
        if title != tab.title { update(tab.id) { $0.title = title } }
    }

    /// An image does not change the state, so no update is sent.
    private func countPicture(of id: Int) {
        guard let index = tabs.firstIndex(where: { $0.id == id }) else { return }
        tabs[index].pictures += 1
    }
}
