import Demarc
import DevTools

/// The copied item and its owner. The host owns the clipboard: nothing is copied or pasted inside a browser.
struct HeldItem: Sendable {
    var text: String
    var owner: ClipboardOwner
    /// Whether it must not be written to the person's own clipboard.
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
    /// Copies the selection of the page in front.
    package func copy() async {
        guard let tab = activeTab.flatMap(tab), let focus = await focus(in: tab) else {
            return noFocus("Nothing can be copied here.")
        }
        guard !focus.selection.isEmpty else { return noFocus("Nothing is selected.") }
        let item = ClipboardItem(text: focus.selection)
        counts.decisions += 1
        let decision = evaluator.copy(item, from: focus.place, identity: tab.identity)
        // The decision is the last one, so it has an owner.
        guard let owner = try? evaluator.owner(of: decision) else { return }
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

    /// Pastes the session's clipboard into the page in front.
    package func paste() async {
        guard let held = clipboard else { return noFocus("Nothing was copied.") }
        await paste(held.text, ownedBy: held.owner)
    }

    /// Pastes a text from the person's own clipboard, which comes from outside and has no owner.
    ///
    /// A text that the session itself has released keeps its owner, so that the detour does not remove its
    /// restrictions.
    package func paste(fromOutside text: String) async {
        let held = clipboard.flatMap { $0.text == text ? $0.owner : nil }
        // An app that is not in any policy.
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
}
