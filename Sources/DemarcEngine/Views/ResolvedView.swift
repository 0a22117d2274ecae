import PolicyModel

/// A content view of a host's view tree.
///
/// An id is never used again for another view: a decision for one that was removed is `block`.
public struct ViewID: Hashable, Sendable {
    @usableFromInline let slot: UInt32
    @usableFromInline let generation: UInt32

    @inlinable
    init(slot: UInt32, generation: UInt32) {
        self.slot = slot
        self.generation = generation
    }
}

/// What decisions need to know of a view, with everything it inherits already in place.
///
/// PERF: positions are plain words with a mark for none, not optionals. A decision reads the few that it needs where they
/// are: a copy would be read in other portions than it was written in, and the processor would wait for it.
struct ResolvedView: Sendable {
    /// No position.
    static var none: UInt32 { .max }

    /// Tells the view from those that had its slot before; 0 marks a slot that is free.
    var generation: UInt32 = 0
    /// The position in the policy document of the view that declares ``policy``; ``none`` where the host set it.
    var policyDeclaration = ResolvedView.none
    /// The position of the rule set's name among those the engine knows.
    var ruleSetName = ResolvedView.none
    /// The position of the view's delegate.
    var delegate = ResolvedView.none
    /// The position of the document that the view shows.
    var document = ResolvedView.none
    /// The position of the view's window among those the engine knows.
    var window = ResolvedView.none
    var isWebView = false
    /// The web-view policy of the nearest node that has one.
    var policy = WebViewPolicy.unset
    /// What the page shown was loaded as.
    var page = LoadedPage()
}

/// What the page of a web view was loaded as. It is fixed when the navigation is decided and kept until the next one is
/// reported, whatever happens meanwhile to identities, tags or the tree.
///
/// PERF: plain words, as in the view that they are part of.
@usableFromInline struct LoadedPage: Sendable {
    /// Whose content it is, and why.
    @usableFromInline enum Kind: UInt8, Sendable {
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
