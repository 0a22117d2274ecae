import Demarc
import DevTools

/// One tab of a session: a web view of the view tree, and the browser target that shows it.
///
/// The view stays when the page moves to another browser process, so that what the engine knows of its page stays with it.
struct Tab: Sendable {
    /// One target of a browser, with the session that is attached to it.
    struct Surface: Sendable {
        var owner: PageOwner
        var target: String
        var session: DevToolsSessionID
    }

    let id: Int
    /// The view that is asked about.
    let view: ViewID
    /// The declared view that it is, or that it was opened from; nil for a tab of the unmanaged browser.
    let declaration: String?
    /// Who acts in the tab: who went there last. Links of the page are followed for that account, whoever acts elsewhere.
    var identity: AccountID
    /// What the person sees.
    var shown: Surface?
    /// Where the next page is loaded, in another browser; it is shown when it has committed.
    var loading: Surface?
    /// The URL of the committed document, as the browser writes it.
    var url = "about:blank"
    var title = ""
    /// Whether the committed document has an approving decision.
    var mayShow = false
    /// Whether its process has ended under it.
    var hasCrashed = false
    /// What to say instead of the page, or above it.
    var notice: TabNotice?
    /// What the frames inside the page were loaded as; none for one that shows a document which some page has made itself.
    var frames: [String: PageClassification] = [:]
    /// Whether some frame of the page was not of the page's own kind. A document that was made by a page could be by either then.
    var hasForeignFrames = false
    /// How many pictures were shown.
    var pictures = 0

    init(id: Int, view: ViewID, declaration: String?, identity: AccountID) {
        self.id = id
        self.view = view
        self.declaration = declaration
        self.identity = identity
    }

    /// Whose the page is; nil while there is none.
    var page: PageClassification? { shown.map { $0.owner == .unmanaged ? .unmanaged : .managed } }

    /// Whose the document of a frame inside the page is.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - url: The URL of its document.
    ///   - parent: What the frame around it is; nil where that is not known.
    /// - Returns: Whether it is managed; nil where that cannot be told.
    func classification(ofFrame frame: String, _ url: String, in parent: PageClassification?) -> PageClassification? {
        if let decided = frames[frame] { return decided }
        // The content of `srcdoc` is the parent's. Any other document without a request was made by one of the page's frames.
        if url == "about:srcdoc", let parent { return parent }
        let isMade = ["about:", "data:", "blob:", "javascript:"].contains(where: url.hasPrefix)
        return isMade && !hasForeignFrames ? page : nil
    }

    func surface(_ session: DevToolsSessionID) -> Surface? {
        if shown?.session == session { return shown }
        return loading?.session == session ? loading : nil
    }
}

/// What the person is told about a tab, with a link where policy sends it elsewhere.
package struct TabNotice: Hashable, Sendable, Encodable {
    package var text: String
    /// Where policy opens the URL instead, such as in the managed browser.
    package var link: String?
}

/// A target that is attached to.
struct AttachedTarget: Sendable {
    var id: String
    var type: String
    /// The tab that it belongs to; nil for what belongs to a whole browser, such as a service worker.
    var tab: Int?
}
