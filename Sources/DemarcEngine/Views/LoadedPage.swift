import PolicyModel

/// What the page of a web view was loaded as. It is fixed when the navigation is decided and kept until the next one is
/// reported, whatever happens meanwhile to identities, tags or the tree.
///
/// PERF: plain words, because a decision copies the view that they are in.
struct LoadedPage: Sendable {
    /// Whose content it is, and why.
    enum Kind: UInt8, Sendable {
        /// No navigation was reported: the page follows the view's tag and whoever acts, at each moment.
        case unreported
        /// No navigation was reported, and the page follows the tag of the view that opened this one.
        case ofOpener
        /// Unmanaged: it was called external.
        case external
        /// Unmanaged: no managed account acted.
        case unmanagedIdentity
        /// Unmanaged: the view was.
        case unmanagedView
        /// Managed: it was loaded for ``LoadedPage/account``.
        case loadedFor
        /// Managed: it was loaded where several accounts were shown at once.
        case lockDown

        /// Whether it is a managed page, whatever has become of its account.
        @inline(__always)
        var isManaged: Bool {
            switch self {
            case .loadedFor, .lockDown: true
            case .unreported, .ofOpener, .external, .unmanagedIdentity, .unmanagedView: false
            }
        }
    }

    var kind = Kind.unreported
    /// Whether it was loaded in a view that blocks uploads.
    var blocksUpload = false
    /// The number of the account among those the engine knows; ``ResolvedView/none`` unless it was loaded for one.
    var account = ResolvedView.none
    /// The view that opened this one, where the page follows its tag.
    var opener = ViewID(slot: 0, generation: 0)
}

/// What `didNavigate` needs of a decision that changes the page: what that is, for which account, and for which view.
///
/// It is all in the decision, so that it can be reported at any later time and from any thread.
///
/// Equal requests give equal decisions, so when and where it was decided, and the number that one engine has for an
/// account, tell no two decisions apart.
struct DecidedPage: Hashable, Sendable {
    /// What the page is that the view shows once the navigation has been carried out.
    let kind: LoadedPage.Kind
    /// Whether the view that it is loaded in blocks uploads.
    let blocksUpload: Bool
    /// The number of the account that it was decided for; ``ResolvedView/none`` unless it is loaded for one.
    let account: UInt32
    /// The view that the navigation was decided for.
    let view: ViewID
    /// Grows from decision to decision on a view.
    let serial: UInt64

    /// The page, as the view tree keeps it.
    var page: LoadedPage { LoadedPage(kind: kind, blocksUpload: blocksUpload, account: account) }

    static func == (left: Self, right: Self) -> Bool {
        left.kind == right.kind && left.blocksUpload == right.blocksUpload
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(blocksUpload)
    }
}
