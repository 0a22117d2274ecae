import Demarc
import PolicyModel

/// A place, or a recorded owner: the input to the engine, and the corresponding side in the tables.
struct ClipboardSample {
    typealias Side = ClipboardOracle.Side

    enum Kind: Hashable {
        /// A web view, in the window of several accounts or in no window.
        case view(tag: WebViewPolicy, page: Page, isMerged: Bool)
        /// An external frame in a web view.
        case frame(tag: WebViewPolicy)
        case container
        case removedView
        case native(isMerged: Bool)
        case account(String)
        case app(String)
        case recorded(ClipboardOwner)
    }

    /// What the page was loaded as.
    enum Page: Hashable {
        case unreported, external, unmanagedIdentity, unmanagedView
        case account(String)
        case severalAccounts
        /// A page of dana, in a view that blocks uploads.
        case withoutUploads
    }

    /// Whether content comes from the place or goes to it.
    enum Way { case out, into }

    let kind: Kind
    /// The side of a recorded owner. For places, it is computed.
    var recorded: Side?

    init(_ kind: Kind) { self.kind = kind }

    init(_ owner: ClipboardOwner, _ side: Side) {
        kind = .recorded(owner)
        recorded = side
    }

    // MARK: Samples

    static let tags: [WebViewPolicy] = [.unset, .unmanaged, .currentIdentity, .currentIdentityBlockUpload]

    static let places: [ClipboardSample] =
        [false, true].flatMap { merged in
            [.unreported, .external].flatMap { page in
                tags.map { ClipboardSample(.view(tag: $0, page: page, isMerged: merged)) }
            }
        }
        + [
            (.account("dana"), .unset), (.account("dana"), .unmanaged), (.account("dana"), .currentIdentity),
            (.account("kim"), .currentIdentity), (.unmanagedIdentity, .currentIdentity),
            (.unmanagedView, .currentIdentity), (.unmanagedView, .unmanaged), (.severalAccounts, .currentIdentity),
            (.severalAccounts, .unmanaged), (.withoutUploads, .currentIdentity),
        ].map { (page: Page, tag) in ClipboardSample(.view(tag: tag, page: page, isMerged: false)) }
        + [.currentIdentity, .currentIdentityBlockUpload].map { ClipboardSample(.frame(tag: $0)) }
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
        ClipboardSample(ClipboardOwner(app: "kims"), app("kims", mayBeUnmanaged: true)),
        ClipboardSample(ClipboardOwner(app: "kims", isManaged: true), app("kims")),
        ClipboardSample(ClipboardOwner(app: "silent"), app("silent", mayBeUnmanaged: true)),
        ClipboardSample(ClipboardOwner(app: "silent", organization: "contoso", isManaged: true), app("silent")),
        // The policy in force does not contain these, or contains them differently.
        ClipboardSample(ClipboardOwner(account: AccountID("stranger"), app: "host"), gone),
        ClipboardSample(ClipboardOwner(account: AccountID("home"), app: "host", isManaged: true), gone),
        ClipboardSample(ClipboardOwner(account: AccountID("dana"), app: "host", organization: "fabrikam"), gone),
        ClipboardSample(ClipboardOwner(account: AccountID("lee"), app: "host", organization: "contoso"), gone),
        ClipboardSample(ClipboardOwner(app: "host", isManaged: true), gone),
        ClipboardSample(ClipboardOwner(app: "plain", isManaged: true), gone),
        ClipboardSample(ClipboardOwner(app: "unlisted", isManaged: true), gone),
        ClipboardSample(ClipboardOwner(app: "kims", organization: "fabrikam", isManaged: true), gone),
    ]

    // MARK: Sides

    /// The side of the sample.
    ///
    /// - Parameters:
    ///   - identity: The acting account of the request. Nil is dana, or the accounts of the window of several accounts.
    ///   - treatsAllAsUnmanaged: Whether the app treats views without a tag as unmanaged.
    ///   - way: The direction of the content.
    /// - Returns: The side according to the tables.
    func side(actingAs identity: String?, treatsAllAsUnmanaged: Bool, _ way: Way) -> Side {
        switch kind {
        case .recorded: return recorded ?? Self.gone
        case .removedView: return Side(kind: .unknown, why: "view.unknown")
        case .container: return Self.acting(identity, isMerged: false)
        case .native(let isMerged): return Self.acting(identity, isMerged: isMerged)
        case .account(let name): return Self.account(name)
        case .app("host"): return Self.acting(identity, isMerged: false)
        case .app(let name): return Self.app(name)
        case .frame(let tag):
            var side = Side(kind: .unmanaged, why: "page.external.frame")
            side.refusesPastes = tag == .currentIdentityBlockUpload ? "view.currentIdentityBlockUpload" : nil
            return side
        case .view(let tag, let page, let isMerged):
            let tagged = Self.tagged(tag, Self.acting(identity, isMerged: isMerged), treatsAllAsUnmanaged)
            var side = Self.shown(page, tagged, tag)
            // A page accepts nothing for an account if its view is now unmanaged, or if its owner is unknown.
            if way == .into, side.kind == .managed, tagged.kind != .managed { side = tagged }
            side.refusesPastes =
                tag == .currentIdentityBlockUpload
                ? "view.currentIdentityBlockUpload" : page == .withoutUploads ? "page.blockUpload" : nil
            return side
        }
    }

    /// The side that results from the tag and the acting account.
    private static func tagged(_ tag: WebViewPolicy, _ acting: Side, _ treatsAllAsUnmanaged: Bool) -> Side {
        guard acting.kind == .managed else { return acting }
        switch tag {
        case .unmanaged: return Side(kind: .unmanaged, why: "view.unmanaged")
        case .unset where treatsAllAsUnmanaged:
            return Side(kind: .unmanaged, why: "view.treatAllWebViewsAsUnmanaged")
        default: return acting
        }
    }

    /// The page as it was loaded, regardless of the account that acts now.
    private static func shown(_ page: Page, _ tagged: Side, _ tag: WebViewPolicy) -> Side {
        switch page {
        case .unreported: return tagged
        case .external: return Side(kind: .unmanaged, why: "page.external")
        case .unmanagedIdentity: return Side(kind: .unmanaged, why: "page.unmanagedIdentity")
        case .unmanagedView:
            return Side(kind: .unmanaged, why: tag == .unmanaged ? "view.unmanaged" : "page.unmanagedView")
        case .severalAccounts: return Side(kind: .managed, policy: "lockDown")
        case .account(let name):
            var side = account(name)
            side.why = "page.loadedFor"
            return side
        case .withoutUploads: return shown(.account("dana"), tagged, tag)
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
        case "home", "":
            Side(kind: .unmanaged, isHere: isHere, why: "identity.unmanaged", isUnmanagedAccount: true)
        default: Side(kind: .unknown, isHere: isHere, why: "identity.unknown")
        }
    }

    private static func app(_ name: String, mayBeUnmanaged: Bool = false) -> Side {
        switch name {
        case "silent":
            Side(kind: .managed, organization: "contoso", isHere: false, mayBeUnmanaged: mayBeUnmanaged)
        case "kims":
            Side(kind: .managed, organization: "contoso", policy: "Q", isHere: false, mayBeUnmanaged: mayBeUnmanaged)
        case "robins": Side(kind: .managed, organization: "fabrikam", policy: "P", isHere: false)
        case "loner": Side(kind: .managed, organization: "loner's own", isHere: false)
        default: Side(kind: .unmanaged, isHere: false)
        }
    }
}
