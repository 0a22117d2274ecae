import Demarc

/// A window with two sides, registered in code: containers whose web-view policy holds for every pane in them.
struct SplitView {
    /// Organization data: panes act as whoever is signed in.
    let work: ViewID
    /// Nobody's data.
    let guest: ViewID
    private let engine: PolicyEngine

    init(_ engine: PolicyEngine) throws {
        self.engine = engine
        let window = try engine.addView(named: "split", isWebView: false, window: "main")
        work = try engine.addView(isWebView: false, in: window)
        guest = try engine.addView(isWebView: false, in: window)
        // The SDK's setWebViewPolicy:forWebViewer:, on what will hold web views. There need not be any yet.
        try engine.setWebViewPolicy(.currentIdentity, for: work)
        try engine.setWebViewPolicy(.unmanaged, for: guest)
    }

    /// Opens a web view on one side; it has that side's policy at once.
    func addPane(_ name: String, in side: ViewID) throws -> Browser.View {
        let pane = try engine.addView(named: name, in: side)
        try engine.setRuleSet("organization", for: pane)
        return Browser.View(id: pane, name: name)
    }

    /// Moves a pane to the other side.
    func move(_ pane: Browser.View, to side: ViewID) throws { try engine.moveView(pane.id, to: side) }
}
