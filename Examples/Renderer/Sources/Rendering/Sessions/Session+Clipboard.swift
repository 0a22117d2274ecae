import Demarc
import DevTools

/// What was copied, and whose it is. The host owns the clipboard: nothing is copied or pasted inside a browser.
struct HeldItem: Sendable {
    var text: String
    var owner: ClipboardOwner
    /// Whether it must not leave for the person's own clipboard.
    var isProtected: Bool

    var state: SessionState.ClipboardState {
        SessionState.ClipboardState(
            owner: owner.account.map(\.description) ?? (owner.isManaged ? "managed" : "unmanaged"),
            characters: text.count,
            isProtected: isProtected
        )
    }
}

extension Session {
    /// Where the focus is: a frame's session, and the place that is asked about.
    private struct Focus {
        var session: DevToolsSessionID
        var connection: DevToolsConnection
        var place: Place<ViewID>
        var selection: String
    }

    /// Copies what is selected in the page in front.
    package func copy() async {
        guard let tab = activeTab.flatMap(tab), let focus = await focus(in: tab) else {
            return noFocus("Nothing can be copied here.")
        }
        guard !focus.selection.isEmpty else { return noFocus("Nothing is selected.") }
        let item = ClipboardItem(text: focus.selection)
        counts.decisions += 1
        // The owner first: it is no decision, and must be that of the same moment.
        let owner = evaluator.owner(of: focus.place, identity: tab.identity)
        let decision = evaluator.copy(item, from: focus.place, identity: tab.identity)
        note("copy", "\(item.characters) characters", decision, for: tab.identity, tab: tab.id)
        switch decision.verdict {
        case .plain:
            clipboard = HeldItem(text: focus.selection, owner: owner, isProtected: false)
            tell(.text(focus.selection))
        case .protected: clipboard = HeldItem(text: focus.selection, owner: owner, isProtected: true)
        default: break
        }
        stateChanged()
    }

    /// Pastes what the session's clipboard holds into the page in front.
    package func paste() async {
        guard let held = clipboard else { return noFocus("Nothing was copied.") }
        await paste(held.text, ownedBy: held.owner)
    }

    /// Pastes a text of the person's own clipboard, which comes from outside and is nobody's.
    ///
    /// A text that the session gave away itself keeps its owner, so that the way around does not wash it.
    package func paste(fromOutside text: String) async {
        let held = clipboard.flatMap { $0.text == text ? $0.owner : nil }
        // An app that no policy knows.
        await paste(text, ownedBy: held ?? ClipboardOwner(app: AppID("person.clipboard")))
    }

    private func paste(_ text: String, ownedBy owner: ClipboardOwner) async {
        guard let tab = activeTab.flatMap(tab), let focus = await focus(in: tab) else {
            return noFocus("Nothing can be pasted here.")
        }
        let item = ClipboardItem(text: text)
        counts.decisions += 1
        let decision = evaluator.paste(item, ownedBy: owner, into: focus.place, identity: tab.identity)
        note("paste", "\(item.characters) characters", decision, for: tab.identity, tab: tab.id)
        guard decision.verdict == .allow else { return stateChanged() }
        focus.connection.post(InsertText(text: text), to: focus.session)
    }

    private func noFocus(_ text: String) {
        guard let id = activeTab else { return }
        say(text, to: id)
    }

    /// The frame of a page that has the focus. Nil where that cannot be told: what is there cannot be said whose it is.
    private func focus(in tab: Tab) async -> Focus? {
        guard tab.mayShow, let shown = tab.shown, let browser = browsers[shown.owner] else { return nil }
        let connection = browser.connection
        // Frames in processes of their own say for themselves whether they have the focus.
        for (session, target) in browser.targets where target.type == "iframe" && target.tab == tab.id {
            guard let selection = await selection(in: target.id, session, connection), selection.hasFocus else {
                continue
            }
            guard !selection.isInFrame, let page = self.tab(tab.id)?.frames[target.id] else { return nil }
            let place: Place<ViewID> = page == .unmanaged ? .externalFrame(tab.view) : .view(tab.view)
            return Focus(session: session, connection: connection, place: place, selection: selection.text)
        }
        guard let selection = await selection(in: shown.target, shown.session, connection), !selection.isInFrame,
            self.tab(tab.id)?.shown?.session == shown.session, self.tab(tab.id)?.mayShow == true
        else { return nil }
        return Focus(session: shown.session, connection: connection, place: .view(tab.view), selection: selection.text)
    }

    /// What is selected in a frame, as its own process says it.
    private struct Selection {
        var hasFocus: Bool
        /// Whether the focus is in a frame inside this one.
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

    /// Two letters – has the focus, is in a frame – and what is selected. A password is never read.
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
