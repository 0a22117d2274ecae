import Demarc
import DevTools

/// One tab of a session: a web view of the view tree, and the browser target that shows it.
///
/// The view stays when the page moves to another browser process, so that the engine keeps its information about the
/// page.
struct Tab: Sendable {
    /// One target of a browser, with the attached session.
    struct Surface: Sendable {
        var owner: PageOwner
        var target: String
        var session: DevToolsSessionID
    }

    let id: Int
    /// The view for questions.
    let view: ViewID
    /// The declared view of the tab, or the view that it was opened from; nil for a tab of the unmanaged browser.
    let declaration: String?
    /// The account that acts in the tab: the account that navigated last. Links of the page are followed for this
    /// account, whichever account acts elsewhere.
    var identity: AccountID
    /// The target that the person sees.
    var shown: Surface?
    /// The target in another browser that loads the next page; it is shown when that page is committed.
    var loading: Surface?
    /// The URL of the committed document, as reported by the browser.
    var url = "about:blank"
    var title = ""
    /// Whether the committed document has an approving decision.
    var mayShow = false
    /// Whether its process has ended unexpectedly.
    var hasCrashed = false
    /// A notice to show instead of the page, or above it.
    var notice: TabNotice?
    /// The classifications of the frames inside the page; none for a frame with a document that was created by a page.
    var frames: [String: PageClassification] = [:]
    /// Whether any frame of the page had another classification than the page. In that case, either of them may have
    /// created a document.
    var hasForeignFrames = false
    /// The number of pictures that were shown.
    var pictures = 0

    init(id: Int, view: ViewID, declaration: String?, identity: AccountID) {
        self.id = id
        self.view = view
        self.declaration = declaration
        self.identity = identity
    }

    /// The classification of the page; nil while there is none.
    var page: PageClassification? { shown.map { $0.owner == .unmanaged ? .unmanaged : .managed } }

    /// The classification of a document in a frame inside the page.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - url: The URL of its document.
    ///   - parent: The classification of the surrounding frame; nil if it is unknown.
    /// - Returns: The classification; nil if it cannot be determined.
    func classification(ofFrame frame: String, _ url: String, in parent: PageClassification?) -> PageClassification? {
        if let decided = frames[frame] { return decided }
        // The content of `srcdoc` belongs to the parent. Any other document without a request was created by one of the
        // page's frames.
        if url == "about:srcdoc", let parent { return parent }
        let isMade = ["about:", "data:", "blob:", "javascript:"].contains(where: url.hasPrefix)
        return isMade && !hasForeignFrames ? page : nil
    }

    func surface(_ session: DevToolsSessionID) -> Surface? {
        if shown?.session == session { return shown }
        return loading?.session == session ? loading : nil
    }
}

/// A notice about a tab, with a link if the policy routes the URL elsewhere.
package struct TabNotice: Hashable, Sendable, Encodable {
    package var text: String
    /// Where the policy opens the URL instead, such as in the managed browser.
    package var link: String?
}

/// An attached target.
struct AttachedTarget: Sendable {
    var id: String
    var type: String
    /// Its tab; nil for a target of a whole browser, such as a service worker.
    var tab: Int?
}
