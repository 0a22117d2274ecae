import Demarc
import DevTools

/// One tab of a session: a web view of the view tree, and the browser target that shows it.
///
/// The view stays when the page moves to another browser process, so the engine keeps its knowledge of the page.
struct Tab: Sendable {
    /// One target of a browser, with the attached session.
    struct Surface: Sendable {
        var owner: PageOwner
        var target: String
        var session: DevToolsSessionID
    }

    let id: Int
    /// The view for questions to the engine.
    let view: ViewID
    /// The declared view that it is or was opened from; nil for a tab of the unmanaged browser.
    let declaration: String?
    /// The acting account of the tab: the last account that navigated it. Its links are followed for that account,
    /// whoever acts elsewhere.
    var identity: AccountID
    /// What the person sees.
    var shown: Surface?
    /// The surface in another browser where the next page loads; it is shown after its commit.
    var loading: Surface?
    /// The URL of the committed document, as the browser writes it.
    var url = "about:blank"
    var title = ""
    /// Whether the committed document has an approving decision.
    var mayShow = false
    /// Whether its process has crashed.
    var hasCrashed = false
    /// A notice to show instead of the page, or above it.
    var notice: TabNotice?
    /// The classifications of the frames inside the page; none for a frame with a document that some page made itself.
    var frames: [String: PageClassification] = [:]
    /// Whether some frame of the page had another classification. Then a document made by a page could belong to
    /// either.
    var hasForeignFrames = false
    /// The number of images shown.
    var pictures = 0

    init(id: Int, view: ViewID, declaration: String?, identity: AccountID) {
        self.id = id
        self.view = view
        self.declaration = declaration
        self.identity = identity
    }

    /// The owner of the page; nil while there is none.
    var page: PageClassification? { shown.map { $0.owner == .unmanaged ? .unmanaged : .managed } }

    /// The classification of a frame's document inside the page.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - url: The URL of its document.
    ///   - parent: The classification of the parent frame; nil if it is unknown.
    /// - Returns: The classification; nil if it is unknown.
    func classification(ofFrame frame: String, _ url: String, in parent: PageClassification?) -> PageClassification? {
        if let decided = frames[frame] { return decided }
        // The content of `srcdoc` belongs to the parent. Any other document without a request was made by one of the
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

/// A notice to the person about a tab, with a link if the policy routes the URL elsewhere.
package struct TabNotice: Hashable, Sendable, Encodable {
    package var text: String
    /// The URL to open instead, such as in the managed browser.
    package var link: String?
}

/// An attached target.
struct AttachedTarget: Sendable {
    var id: String
    var type: String
    /// Its tab; nil for a target of a whole browser, such as a service worker.
    var tab: Int?
}
