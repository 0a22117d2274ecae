import Demarc
import DevTools

/// The focus of a page: the session of its frame, the place for questions, and the selection.
struct Focus: Sendable {
    var session: DevToolsSessionID
    var connection: DevToolsConnection
    var place: Place<ViewID>
    var selection: String
}

extension Session {
    /// The frame of a page that has the focus. Nil if it cannot be determined, or if the owner of the frame is unknown.
    func focus(in tab: Tab) async -> Focus? {
        guard tab.mayShow, let shown = tab.shown, let browser = browsers[shown.owner] else { return nil }
        // Frames in separate processes report themselves whether they have the focus.
        var sessions = [shown.session]
        sessions += browser.targets.filter { $1.type == "iframe" && $1.tab == tab.id }.keys
        var found: [(session: DevToolsSessionID, frame: FocusedFrame)] = []
        for session in sessions {
            guard let tree = try? await browser.connection.send(GetFrameTree(), to: session).frameTree else { continue }
            let root = session == shown.session ? tab.page : nil
            if let frame = await focusedFrame(of: tree, in: nil, root: root, tab.id, session, browser.connection) {
                found.append((session, frame))
            }
        }
        // The page may have changed in the meantime. Exactly one frame must have the focus.
        guard found.count == 1, let (session, frame) = found.first, let page = frame.page, let now = self.tab(tab.id),
            now.shown?.session == shown.session, now.mayShow, now.url == tab.url
        else { return nil }
        return Focus(
            session: session,
            connection: browser.connection,
            place: page == now.page ? .view(tab.view) : .externalFrame(tab.view),
            selection: frame.selection
        )
    }

    private struct FocusedFrame {
        /// Its classification; nil if it is unknown.
        var page: PageClassification?
        var selection: String
    }

    /// Finds the frame with the focus among the frames of one process, starting with the outermost frame.
    private func focusedFrame(
        of tree: GetFrameTree.Tree,
        in parent: PageClassification?,
        root: PageClassification?,
        _ tab: Int,
        _ session: DevToolsSessionID,
        _ connection: DevToolsConnection
    ) async -> FocusedFrame? {
        guard let selection = await selection(in: tree.frame.id, session, connection), selection.hasFocus else {
            return nil
        }
        let page = root ?? self.tab(tab)?.classification(ofFrame: tree.frame.id, tree.frame.url, in: parent)
        // A frame may be hidden from the surrounding document, in a shadow tree, so the frame itself is queried.
        for child in tree.childFrames ?? [] {
            if let frame = await focusedFrame(of: child, in: page, root: nil, tab, session, connection) { return frame }
        }
        return selection.isInFrame ? nil : FocusedFrame(page: page, selection: selection.text)
    }

    /// The selection of a frame, as reported by its own process.
    private struct Selection {
        var hasFocus: Bool
        /// Whether the focus is in a frame inside this frame.
        var isInFrame: Bool
        var text: String
    }

    private func selection(
        in frame: String,
        _ session: DevToolsSessionID,
        _ connection: DevToolsConnection
    ) async -> Selection? {
        guard let world = try? await connection.send(CreateIsolatedWorld(frameId: frame), to: session),
            let answer = try? await connection.send(
                EvaluateText(expression: Self.selectionScript, contextId: world.executionContextId),
                to: session
            ),
            let text = answer.result.value, text.count >= 2
        else { return nil }
        let flags = text.prefix(2)
        return Selection(
            hasFocus: flags.first == "f",
            isInFrame: flags.last == "i",
            text: String(text.dropFirst(2))
        )
    }

    /// Two letters – has the focus, is in a frame – and the selection. A password is never read.
    private static let selectionScript = """
        (() => {
            const active = document.activeElement;
            const inFrame = active && /^(IFRAME|FRAME|OBJECT|EMBED)$/.test(active.tagName);
            let text = "";
            if (active && (active.tagName === "TEXTAREA" ||
                    active.tagName === "INPUT" && /^(text|search|url|tel)$/.test(active.type))) {
                text = active.value.substring(active.selectionStart, active.selectionEnd);
            } else {
                text = String(getSelection());
            }
            return (document.hasFocus() ? "f" : "-") + (inFrame ? "i" : "-") + text;
        })()
        """
}
