import Demarc
import Rendering

extension Session {
    /// Does what the page asks for.
    func handle(_ message: PageMessage) async {
        switch message.type {
        case .begin, .endSession: break
        case .openView: if let name = message.text { await openView(named: name) }
        case .go: if let tab = message.tab, let text = message.text { await go(to: text, in: tab) }
        case .reload: if let tab = message.tab { await reload(tab) }
        case .back: if let tab = message.tab { await traverse(tab, by: -1) }
        case .forward: if let tab = message.tab { await traverse(tab, by: 1) }
        case .activate: if let tab = message.tab { activate(tab) }
        case .closeTab: if let tab = message.tab { closeTab(tab) }
        case .pointer: if let input = message.pointer { pointer(input) }
        case .key: if let input = message.key { key(input) }
        case .copy: await copy()
        case .paste: await paste()
        case .pasteText: if let text = message.text { await paste(fromOutside: text) }
        case .print: await printPage()
        case .capture: await capturePage()
        case .signIn: if let account = message.account { signIn(AccountID(account)) }
        case .signOut: if let account = message.account { await signOut(AccountID(account)) }
        case .switchIdentity: if let account = message.account { switchIdentity(to: AccountID(account)) }
        }
    }
}
