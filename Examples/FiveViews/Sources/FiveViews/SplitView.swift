import Demarc

/// A window with two sides, registered in code: containers whose web-view policy applies to every pane in them.
struct SplitView {
    /// Organization data: panes act for the signed-in account.
    let work: ViewID
    /// Data without an owner.
    let guest: ViewID
    private let engine: PolicyEngine

    init(_ engine: PolicyEngine) throws {
        self.engine = engine
        let window = try engine.addView(named: "split", isWebView: false, window: "main")
        work = try engine.addView(isWebView: false, in: window)
        guest = try engine.addView(isWebView: false, in: window)
        // The SDK's setWebViewPolicy:forWebViewer:, applied to a container for web views, which may still be empty.
        try engine.setWebViewPolicy(.currentIdentity, for: work)
        try engine.setWebViewPolicy(.unmanaged, for: guest)
    }

    /// Opens a web view on one side; it has that side's policy immediately.
    func addPane(_ name: String, in side: ViewID) throws -> Browser.View {
        let pane = try engine.addView(named: name, in: side)
        try engine.setRuleSet("organization", for: pane)
        return Browser.View(id: pane, name: name)
    }

    /// Moves a pane to the other side.
    func move(_ pane: Browser.View, to side: ViewID) throws { try engine.moveView(pane.id, to: side) }
}
