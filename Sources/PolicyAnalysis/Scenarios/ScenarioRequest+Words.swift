public import PolicyModel

extension ScenarioRequest {
    /// The request in words, such as `paste 40 characters from E into A`.
    public var words: String {
        switch self {
        case .navigate(let view, let url, let frame, let answer):
            var text = "navigate" + (view.map { " \($0)" } ?? "") + " to \(url)"
            if frame != .top { text += " in a \(frame == .sub ? "sub-frame" : "resource")" }
            if let answer { text += ", answered \(answer.rawValue)" }
            return text
        case .open(let url, let isKnown): return "open \(url)" + (isKnown ? " of a known managed app" : "")
        case .canOpen(let url, let isKnown): return "canOpen \(url)" + (isKnown ? " of a known managed app" : "")
        case .universalLink(let url): return "universal link \(url)"
        case .copy(let source, let item): return "copy \(item.words) from \(source.name)"
        case .paste(let source, let destination, let item):
            return "paste \(item.map { "\($0.words) " } ?? "")from \(source.name) into \(destination.name)"
        case .upload(let source, let view): return "upload from \(source.name) into \(view)"
        case .save(let owner, let location, let account):
            return "save" + (owner.map { " data of \($0)" } ?? "") + " to \(location.rawValue)" + Self.of(account)
        case .openFrom(let receiver, let location, let account):
            return "open" + (receiver.map { " for \($0)" } ?? "") + " from \(location.rawValue)" + Self.of(account)
        case .send(let sender, let app, let method):
            return "send" + (sender.map { " from \($0)" } ?? "") + " to \(app), \(method.rawValue)"
        case .receive(let account, let app):
            return "receive" + (account.map { " into \($0)" } ?? "") + " from \(app)"
        case .setting(let setting, let account): return "setting \(setting.rawValue)" + Self.of(account)
        case .signIn(let account): return "sign in \(account)"
        case .signOut(let account): return "sign out \(account)"
        case .switchIdentity(let account, let level, let window):
            return "switch \(level.rawValue) identity" + (window.map { " of window \($0)" } ?? "") + " to \(account)"
        }
    }

    private static func of(_ account: AccountID?) -> String { account.map { " of \($0)" } ?? "" }
}

extension ScenarioPlace {
    /// The place as scenario files write it.
    public var name: String {
        switch self {
        case .view(let name): name
        case .native: "native"
        case .account(let account): "account:\(account)"
        case .app(let app): "app:\(app)"
        case .pasteboard: "pasteboard"
        }
    }
}

extension ClipboardItem {
    fileprivate var words: String {
        guard kind == .text else { return kind.rawValue }
        return characters == 1 ? "1 character" : "\(characters) characters"
    }
}
