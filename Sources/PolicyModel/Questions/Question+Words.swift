import Diagnostics

extension Question {
    /// The question in words, such as `paste 40 characters from E into A`.
    public var words: String {
        switch self {
        case .navigate(let url, let view, let frame, let answer, let isSameDocument):
            var text = "navigate" + (view.map { " \($0)" } ?? "") + " to \(url)"
            if frame != .top { text += " in a \(frame == .sub ? "sub-frame" : "resource")" }
            if isSameDocument { text += " within the same document" }
            if let answer { text += ", answered \(answer.rawValue)" }
            return text
        case .open(let url, let isKnown): return "open \(url)" + (isKnown ? " of a known managed app" : "")
        case .canOpen(let url, let isKnown): return "canOpen \(url)" + (isKnown ? " of a known managed app" : "")
        case .universalLink(let url): return "universal link \(url)"
        case .incoming(let url, let app): return "incoming \(url)" + (app.map { " from \($0)" } ?? "")
        case .connection(let host, let port, let view, let frame):
            return "connect" + (view.map { " \($0)" } ?? "") + " to \(host):\(port)"
                + (frame == .resource ? " for a resource" : "")
        case .copy(let item, let source): return "copy \(item.words) from \(source.name)"
        case .paste(let item, let source, let destination):
            return "paste \(item.map { "\($0.words) " } ?? "")from \(source.name) into \(destination.name)"
        case .pasteCopied(let kind, let characters, let destination):
            let item = (kind ?? .text) == .text ? characters.map { ClipboardItem(characters: $0).words } : nil
            let words = item ?? kind?.rawValue
            return "paste \(words.map { "\($0) " } ?? "")from pasteboard into \(destination.name)"
        case .upload(let source, let view, let isExternalFrame):
            let page = isExternalFrame ? NamedPlace.externalFrame(view) : .view(view)
            return "upload from \(source.name) into \(page.name)"
        case .save(let location, let account, let owner):
            return "save" + (owner.map { " data \($0.words)" } ?? "") + " to \(location.rawValue)" + Self.of(account)
        case .openFrom(let location, let account, let receiver):
            return "open" + (receiver.map { " for \($0)" } ?? "") + " from \(location.rawValue)" + Self.of(account)
        case .send(let app, let method, let owner):
            return "send" + (owner.map { " from \($0.name)" } ?? "") + " to \(app), \(method.rawValue)"
        case .receive(let app, let account, let owner):
            return "receive" + (owner.map { " data of \($0)" } ?? "") + (account.map { " into \($0)" } ?? "")
                + " from \(app)"
        case .appSharing(let account): return "share" + (account.map { " data of \($0)" } ?? "") + " with any app"
        case .setting(let setting, let owner):
            return "setting \(setting.rawValue)" + (owner.map { " \($0.words)" } ?? "")
        case .config(let key, let type, let query, let account):
            return "config \(key) as \(type.rawValue), \(query.rawValue)" + Self.of(account)
        case .launch(let account, _, _, let now): return "launch" + Self.of(account) + Self.at(now)
        case .unlock(let account, let means, _, _, let now):
            return "unlock" + Self.of(account) + " by \(means.map(\.rawValue).joined(separator: ", "))" + Self.at(now)
        case .pin(_, let isReused, let account):
            return "take a PIN" + (isReused ? " that was used before" : "") + Self.of(account)
        case .wait(let duration): return "wait \(duration.text)"
        case .signIn(let account): return "sign in \(account)"
        case .signOut(let account): return "sign out \(account)"
        case .switchIdentity(let account, let level, let window):
            return "switch \(level.rawValue) identity" + (window.map { " of window \($0)" } ?? "")
                + " to \(account?.description ?? "unset")"
        }
    }

    private static func at(_ now: Instant?) -> String { now.map { " at \($0)" } ?? "" }

    private static func of(_ account: AccountID?) -> String { account.map { " of \($0)" } ?? "" }
}

extension Question.Owner {
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

extension ClipboardItem {
    fileprivate var words: String {
        kind == .text ? Quoted.count(characters, "character") : kind.rawValue
    }
}
