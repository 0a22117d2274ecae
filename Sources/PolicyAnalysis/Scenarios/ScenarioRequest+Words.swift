public import PolicyModel

extension ScenarioRequest {
    /// The request in words, such as `paste 40 characters from E into A`.
    public var words: String {
        switch self {
        case .navigate(let view, let url, let frame, let answer, let isSameDocument):
            var text = "navigate" + (view.map { " \($0)" } ?? "") + " to \(url)"
            if frame != .top { text += " in a \(frame == .sub ? "sub-frame" : "resource")" }
            if isSameDocument { text += " within the same document" }
            if let answer { text += ", answered \(answer.rawValue)" }
            return text
        case .open(let url, let isKnown): return "open \(url)" + (isKnown ? " of a known managed app" : "")
        case .canOpen(let url, let isKnown): return "canOpen \(url)" + (isKnown ? " of a known managed app" : "")
        case .universalLink(let url): return "universal link \(url)"
        case .copy(let source, let item): return "copy \(item.words) from \(source.name)"
        case .paste(let source, let destination, let item):
            return "paste \(item.map { "\($0.words) " } ?? "")from \(source.name) into \(destination.name)"
        case .upload(let source, let page): return "upload from \(source.name) into \(page.name)"
        case .save(let owner, let location, let account):
            return "save" + (owner.map { " data \($0.words)" } ?? "") + " to \(location.rawValue)" + Self.of(account)
        case .openFrom(let receiver, let location, let account):
            return "open" + (receiver.map { " for \($0)" } ?? "") + " from \(location.rawValue)" + Self.of(account)
        case .send(let sender, let app, let method):
            return "send" + (sender.map { " from \($0.name)" } ?? "") + " to \(app), \(method.rawValue)"
        case .receive(let account, let app, let owner):
            return "receive" + (owner.map { " data of \($0)" } ?? "") + (account.map { " into \($0)" } ?? "")
                + " from \(app)"
        case .appSharing(let account): return "share" + (account.map { " data of \($0)" } ?? "") + " with any app"
        case .incoming(let url, let app): return "incoming \(url)" + (app.map { " from \($0)" } ?? "")
        case .setting(let setting, let owner):
            return "setting \(setting.rawValue)" + (owner.map { " \($0.words)" } ?? "")
        case .signIn(let account): return "sign in \(account)"
        case .signOut(let account): return "sign out \(account)"
        case .switchIdentity(let identity, let level, let window):
            return "switch \(level.rawValue) identity" + (window.map { " of window \($0)" } ?? "")
                + " to \(identity.name)"
        }
    }

    private static func of(_ account: AccountID?) -> String { account.map { " of \($0)" } ?? "" }
}

extension ScenarioPlace {
    /// The place as the command line writes it, and scenario files do where they write it as a text.
    public var name: String {
        switch self {
        case .view(let name): name
        case .externalFrame(let view): "frame:\(view)"
        case .native: "native"
        case .account(let account): "account:\(account)"
        case .app(let app): "app:\(app)"
        case .pasteboard: "pasteboard"
        }
    }
}

extension ScenarioOwner {
    /// The account or place as scenario files write it.
    fileprivate var name: String {
        switch self {
        case .account(let account): account.description
        case .place(let place): place.name
        }
    }

    fileprivate var words: String {
        switch self {
        case .account(let account): "of \(account)"
        case .place(let place): "in \(place.name)"
        }
    }
}

extension ScenarioIdentity {
    /// The identity as scenario files write it.
    var name: String {
        switch self {
        case .unset: "unset"
        case .accounts(let accounts): accounts.map(\.description).joined(separator: ", ")
        }
    }
}

extension ClipboardItem {
    fileprivate var words: String {
        guard kind == .text else { return kind.rawValue }
        return characters == 1 ? "1 character" : "\(characters) characters"
    }
}
