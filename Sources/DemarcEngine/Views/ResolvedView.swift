import PolicyModel

/// A content view of a host's view tree.
///
/// An engine does not use an id again until it has added four billion other views; until then, a decision for a removed
/// view is `block`.
public struct ViewID: Hashable, Sendable {
    @usableFromInline let slot: UInt32
    @usableFromInline let generation: UInt32

    @inlinable
    init(slot: UInt32, generation: UInt32) {
        self.slot = slot
        self.generation = generation
    }
}

/// The data that decisions need about a view, with all inherited values resolved.
///
/// PERF: positions are plain words with a marker for none, not optionals. A decision reads the few that it needs in
/// place: a copy would be read in units other than those it was written in, and the processor would stall.
struct ResolvedView: Sendable {
    /// No position.
    static var none: UInt32 { .max }

    /// The position of a window that a request names and that is not open.
    static var closedWindow: UInt32 { .max - 1 }

    /// Distinguishes the view from earlier views in its slot; 0 marks a free slot.
    var generation: UInt32 = 0
    /// The position in the policy document of the view that declares ``policy``; ``none`` if the host set it.
    var policyDeclaration = ResolvedView.none
    /// The position of the rule set's name among the names known to the engine.
    var ruleSetName = ResolvedView.none
    /// The position of the view's delegate.
    var delegate = ResolvedView.none
    /// The position of the document that the view shows.
    var document = ResolvedView.none
    /// The position of the view's window among the windows known to the engine.
    var window = ResolvedView.none
    var isWebView = false
    /// The web-view policy of the nearest node that has one, starting at the view itself.
    var policy = WebViewPolicy.unset
    /// The classification that the page shown was loaded with.
    var page = LoadedPage()
}

/// The classification that the page of a web view was loaded with. It is fixed when the navigation is decided and kept
/// until the next navigation is reported, even if identities, tags or the tree change meanwhile.
///
/// PERF: plain words, as in the view that contains it.
@usableFromInline struct LoadedPage: Sendable {
    /// The kind of page, with its reason.
    @usableFromInline enum Kind: UInt8, Sendable {
        /// No navigation was reported: the page follows the view's tag and the acting identity at each moment.
        case unreported
        /// No navigation was reported, and the page follows the tag of the view that opened this view.
        case ofOpener
        /// Unmanaged: it was classified as external.
        case external
        /// Unmanaged: no managed account acted.
        case unmanagedIdentity
        /// Unmanaged: the view was unmanaged.
        case unmanagedView
        /// Managed: it was loaded for ``LoadedPage/account``.
        case loadedFor
        /// Managed: it was loaded while several accounts were shown at once.
        case lockDown

        /// Whether it is a managed page, regardless of what has happened to its account.
        @inline(__always)
        var isManaged: Bool {
            switch self {
            case .loadedFor, .lockDown: true
            case .unreported, .ofOpener, .external, .unmanagedIdentity, .unmanagedView: false
            }
        }
    }

    var kind = Kind.unreported
    /// Whether it was loaded in a view that blocks uploads, or opened from one.
    var blocksUpload = false
    /// The number of the account among the accounts known to the engine; ``ResolvedView/none`` unless it was loaded for
    /// an account.
    var account = ResolvedView.none
    /// The view whose page this view has because it was opened by that page, or by a view that has that page as well;
    /// no view if the page was loaded in this view.
    var opener = ViewID(slot: 0, generation: 0)
}
