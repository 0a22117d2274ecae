/// An update from a session to the page that shows it.
package enum SessionUpdate: Sendable {
    /// Everything except the page's content.
    case state(SessionState)
    /// A decision, with its reasons.
    case note(DecisionNote)
    /// An image of the page in front, as a JPEG.
    case picture([UInt8])
    /// There is no page to show.
    case noPicture
    /// A text that may be written to the person's own clipboard.
    case text(String)
    /// The page asks for files, and may receive some.
    case chooseFiles(FileRequest)
    /// A file that may leave.
    case file(ReadyFile)
}

/// A session as its page shows it.
package struct SessionState: Encodable, Sendable {
    package struct TabState: Encodable, Sendable {
        package var id: Int
        package var view: String?
        package var title: String
        package var url: String
        /// The owner of the page: an account, or `unmanaged`.
        package var owner: String
        package var identity: String
        package var isActive: Bool
        package var isLoading: Bool
        package var hasCrashed: Bool
        package var notice: TabNotice?
    }
    package struct AccountState: Encodable, Sendable {
        package var id: String
        package var isManaged: Bool
        package var isSignedIn: Bool
        package var isActing: Bool
    }
    package struct ClipboardState: Encodable, Sendable {
        package var owner: String
        package var characters: Int
        package var isProtected: Bool
    }
    package var tabs: [TabState]
    /// The declared views, which can be opened.
    package var views: [String]
    package var accounts: [AccountState]
    package var clipboard: ClipboardState?
    package var counts: SessionCounts
    package var width: Int
    package var height: Int
    package var revision: Int
    package var policyError: String?
}

/// The counters of a session.
package struct SessionCounts: Encodable, Hashable, Sendable {
    /// Questions to Demarc.
    package var decisions = 0
    /// Requests that were paused.
    package var requests = 0
    /// Requests that were refused.
    package var refused = 0
    /// Connections and requests that only the gate saw and refused.
    package var gateRefused = 0
    /// Documents that were committed without an approving decision and were not shown.
    package var escapes = 0
    /// Pictures that were withheld, because they arrived while a document was not approved yet.
    package var heldPictures = 0
    /// Navigations that were committed.
    package var navigations = 0
    package var policyReloads = 0

    package init() {}
}

/// A page's request for files.
package struct FileRequest: Encodable, Sendable {
    package var id: String
    package var isMultiple: Bool
}

/// A file that may leave the service: a download, a print or a capture.
package struct ReadyFile: Encodable, Sendable {
    package var id: String
    package var name: String
    package var mediaType: String
}
