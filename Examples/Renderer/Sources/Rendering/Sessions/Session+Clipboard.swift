import Demarc
import DevTools

/// A copied item and its owner. The host owns the clipboard: nothing is copied or pasted inside a browser.
struct HeldItem: Sendable {
    var text: String
    var owner: ClipboardOwner
    /// Whether the item must not go to the person's own clipboard.
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
        // The owner is queried first: it is not a decision, and must reflect the same moment.
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

    /// Pastes the session's clipboard into the page in front.
    package func paste() async {
        guard let held = clipboard else { return noFocus("Nothing was copied.") }
        await paste(held.text, ownedBy: held.owner)
    }

    /// Pastes a text of the person's own clipboard, which comes from outside and has no owner.
    ///
    /// A text that the session itself gave out keeps its owner, so the detour does not remove it.
    package func paste(fromOutside text: String) async {
        let held = clipboard.flatMap { $0.text == text ? $0.owner : nil }
        // An app unknown to every policy.
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
