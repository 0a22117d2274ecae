import Demarc
import PolicyModel

/// What of a question distinguishes classes of requests.
extension Question {
    /// Whether the answer depends on whether the device is enrolled in device management.
    var readsEnrolment: Bool { kind == .send || kind == .receive }

    /// The views whose pages the answer depends on.
    var viewsWithPages: [String] {
        let places: [NamedPlace] =
            switch self {
            case .copy(_, let source): [source]
            case .paste(_, let source, let target): [source, target]
            case .upload(let source, let view, _): [source, .view(view)]
            default: []
            }
        return places.compactMap { if case .view(let view) = $0 { view } else { nil } }
    }

    /// The account whose data the question is about, if the question names it instead of leaving it to who acts.
    var namedAccount: AccountID? {
        let owner: Owner? =
            switch self {
            case .copy(_, let source): .place(source)
            case .save(_, _, let whose), .send(_, _, let whose), .setting(_, let whose): whose
            case .openFrom(_, _, let account), .receive(_, let account, nil): account.map { .account($0) }
            default: nil
            }
        switch owner {
        case .account(let account)?, .place(.account(let account))?: return account
        case .place?, nil: return nil
        }
    }

    /// The question with every optional value filled in. Nil if the question moves no data, or contains a value that no
    /// class has.
    func normal(user: AccountID, app: (AppID) -> AppID) -> Question? {
        func place(_ place: NamedPlace) -> NamedPlace? {
            switch place {
            case .native: .account(user)
            case .app(let id): .app(app(id))
            case .externalFrame: nil
            case .view, .account: place
            }
        }
        func owner(_ owner: Owner?) -> Owner? {
            switch owner {
            case nil, .place(.native)?: .account(user)
            case .account?: owner
            case .place(.account(let account))?: .account(account)
            case .place?: nil
            }
        }
        switch self {
        case .navigate(let url, let view?, let frame, nil, false): return .navigate(to: url, in: view, frame: frame)
        case .open(let url, false): return .open(url)
        case .universalLink: return self
        case .copy(let item, let source): return place(source).map { .copy(item.normal, from: $0) }
        case .paste(let item, let source, let target):
            guard let source = place(source), let target = place(target) else { return nil }
            return .paste((item ?? .oneCharacter).normal, from: source, into: target)
        case .upload(let source, let view, false): return place(source).map { .upload(from: $0, into: view) }
        case .save(let location, let account, let whose):
            return owner(whose).map { .save(to: location, of: account ?? .noUser, ownedBy: $0) }
        case .openFrom(let location, let account, let receiver):
            return .openFrom(location, of: account ?? .noUser, receivedBy: receiver ?? user)
        case .send(let target, let method, let whose):
            return owner(whose).map { .send(to: app(target), via: method, ownedBy: $0) }
        case .receive(let source, let account, nil): return .receive(from: app(source), into: account ?? user)
        case .setting(let setting, let whose): return owner(whose).map { .setting(setting, of: $0) }
        case .navigate, .open, .canOpen, .incoming, .connection, .pasteCopied, .upload, .receive, .appSharing, .config,
            .launch, .unlock, .pin, .wait, .signIn, .signOut, .switchIdentity:
            return nil
        }
    }
}

extension ClipboardItem {
    /// Only text has a length.
    var normal: ClipboardItem { kind == .text ? self : ClipboardItem(kind) }
}

/// What of an owner distinguishes classes of requests.
extension ClipboardOwner {
    /// The managed account that owns the content, or no account if the content is unmanaged; nil if the owner is not
    /// known, or is not one account.
    var knownAccount: AccountID? { account ?? (isManaged ? nil : .noUser) }

    /// The page whose content has this owner; nil if no class has such a page.
    var page: ScenarioGiven.Page? { knownAccount.map { $0.isNoUser ? .external : .loadedFor($0) } }
}
