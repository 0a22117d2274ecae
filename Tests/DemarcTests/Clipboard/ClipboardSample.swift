import Demarc
import PolicyModel

/// A place, or an owner that was recorded: what the engine is asked about, and what the tables take it for.
struct ClipboardSample {
    typealias Side = ClipboardOracle.Side

    enum Kind: Hashable {
        /// A web view; in the window of several accounts, or in none.
        case view(tag: WebViewPolicy, isExternal: Bool, isMerged: Bool)
        case container
        case removedView
        case native(isMerged: Bool)
        case account(String)
        case app(String)
        case recorded(ClipboardOwner)
    }

    let kind: Kind
    /// What a record stands for; places are worked out.
    var recorded: Side?

    init(_ kind: Kind) { self.kind = kind }

    init(_ owner: ClipboardOwner, _ side: Side) {
        kind = .recorded(owner)
        recorded = side
    }

    // MARK: What there is

    static let tags: [WebViewPolicy] = [.unset, .unmanaged, .currentIdentity, .currentIdentityBlockUpload]

    static let places: [ClipboardSample] =
        [false, true].flatMap { merged in
            [false, true].flatMap { external in
                tags.map { ClipboardSample(.view(tag: $0, isExternal: external, isMerged: merged)) }
            }
        }
        + [.container, .removedView, .native(isMerged: false), .native(isMerged: true)].map { ClipboardSample($0) }
        + ["dana", "kim", "robin", "lee", "home", "", "stranger"].map { ClipboardSample(.account($0)) }
        + ["host", "silent", "kims", "robins", "loner", "plain", "unlisted"].map { ClipboardSample(.app($0)) }

    private static let gone = Side(kind: .unknown, why: "clipboard.ownerUnknown")

    static let records: [ClipboardSample] = [
        ClipboardSample(ClipboardOwner(), Side(kind: .unmanaged)),
        ClipboardSample(ClipboardOwner(app: "host"), Side(kind: .unmanaged)),
        ClipboardSample(ClipboardOwner(app: "unlisted"), Side(kind: .unmanaged)),
        ClipboardSample(ClipboardOwner(account: AccountID("home"), app: "host"), Side(kind: .unmanaged)),
        ClipboardSample(ClipboardOwner(account: .noUser, app: "kims"), Side(kind: .unmanaged)),
        ClipboardSample(ClipboardOwner(account: AccountID("dana"), app: "host"), account("dana")),
        ClipboardSample(ClipboardOwner(account: AccountID("DANA@contoso.example"), app: "host"), account("dana")),
        ClipboardSample(
            ClipboardOwner(account: AccountID("dana"), app: "host", organization: "contoso", isManaged: true),
            account("dana")
        ),
        ClipboardSample(ClipboardOwner(account: AccountID("dana")), account("dana", isHere: false)),
        ClipboardSample(ClipboardOwner(account: AccountID("dana"), app: "kims"), account("dana", isHere: false)),
        ClipboardSample(ClipboardOwner(account: AccountID("lee"), app: "host", isManaged: true), account("lee")),
        ClipboardSample(ClipboardOwner(app: "kims"), app("kims")),
        ClipboardSample(ClipboardOwner(app: "silent", organization: "contoso", isManaged: true), app("silent")),
        // The policy in force knows none of these, or not like that.
        ClipboardSample(ClipboardOwner(account: AccountID("stranger"), app: "host"), gone),
        ClipboardSample(ClipboardOwner(account: AccountID("home"), app: "host", isManaged: true), gone),
        ClipboardSample(ClipboardOwner(account: AccountID("dana"), app: "host", organization: "fabrikam"), gone),
        ClipboardSample(ClipboardOwner(account: AccountID("lee"), app: "host", organization: "contoso"), gone),
        ClipboardSample(ClipboardOwner(app: "host", isManaged: true), gone),
        ClipboardSample(ClipboardOwner(app: "plain", isManaged: true), gone),
        ClipboardSample(ClipboardOwner(app: "unlisted", isManaged: true), gone),
        ClipboardSample(ClipboardOwner(app: "kims", organization: "fabrikam", isManaged: true), gone),
    ]

    // MARK: What the tables take it for

    /// The side that it is.
    ///
    /// - Parameters:
    ///   - identity: Who the request says acts; nil is dana, and in the window of several accounts these.
    ///   - treatsAllAsUnmanaged: Whether the app takes views without a tag for unmanaged.
    /// - Returns: What the tables take it for.
    func side(actingAs identity: String?, treatsAllAsUnmanaged: Bool) -> Side {
        switch kind {
        case .recorded: return recorded ?? Self.gone
        case .removedView: return Side(kind: .unknown, why: "view.unknown")
        case .container: return Self.acting(identity, isMerged: false)
        case .native(let isMerged): return Self.acting(identity, isMerged: isMerged)
        case .account(let name): return Self.account(name)
        case .app("host"): return Self.acting(identity, isMerged: false)
        case .app(let name): return Self.app(name)
        case .view(let tag, let isExternal, let isMerged):
            var side = Self.acting(identity, isMerged: isMerged)
            if isExternal {  // Whoever acts by now.
                side = Side(kind: .unmanaged, why: "page.external")
            } else if side.kind == .managed, tag == .unmanaged || tag == .unset && treatsAllAsUnmanaged {
                let why = tag == .unmanaged ? "view.unmanaged" : "view.treatAllWebViewsAsUnmanaged"
                side = Side(kind: .unmanaged, why: why)
            }
            side.refusesPastes = tag == .currentIdentityBlockUpload
            return side
        }
    }

    private static func acting(_ identity: String?, isMerged: Bool) -> Side {
        if let identity { return account(identity) }
        return isMerged ? Side(kind: .managed, policy: "lockDown") : account("dana")
    }

    private static func account(_ name: String, isHere: Bool = true) -> Side {
        switch name {
        case "dana": Side(kind: .managed, account: name, organization: "contoso", policy: "P", isHere: isHere)
        case "kim": Side(kind: .managed, account: name, organization: "contoso", policy: "Q", isHere: isHere)
        case "robin": Side(kind: .managed, account: name, organization: "fabrikam", policy: "Q", isHere: isHere)
        case "lee": Side(kind: .managed, account: name, organization: "lee's own", policy: "P", isHere: isHere)
        case "home", "": Side(kind: .unmanaged, isHere: isHere, why: "identity.unmanaged")
        default: Side(kind: .unknown, isHere: isHere, why: "identity.unknown")
        }
    }

    private static func app(_ name: String) -> Side {
        switch name {
        case "silent": Side(kind: .managed, organization: "contoso", isHere: false)
        case "kims": Side(kind: .managed, organization: "contoso", policy: "Q", isHere: false)
        case "robins": Side(kind: .managed, organization: "fabrikam", policy: "P", isHere: false)
        case "loner": Side(kind: .managed, organization: "loner's own", isHere: false)
        default: Side(kind: .unmanaged, isHere: false)
        }
    }
}
