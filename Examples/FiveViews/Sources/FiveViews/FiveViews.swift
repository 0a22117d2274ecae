import Demarc
import Foundation

/// An app with five web views that asks Demarc before any of them navigates.
///
/// It has no screen: it simulates what a person might do, and prints what was decided and why. Read it from top to
/// bottom, and the other files as they are used.
@main struct FiveViews {
    static func main() throws {
        // One engine for the process. The policy is a file that people review and test; if anything is wrong with it,
        // this throws every problem with its line, and the app does not start with a partial policy.
        let folder = CommandLine.arguments.dropFirst().first ?? exampleFolder
        let engine: PolicyEngine
        do {
            engine = try PolicyEngine(contentsOf: "\(folder)/policy.yaml")
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(2)
        }

        var browser = try Browser(engine: engine)
        try DocumentDelegate.attach(to: "E", of: engine)
        let text = try String(contentsOfFile: "\(folder)/urls.txt", encoding: .utf8)
        let links = text.split(separator: "\n").map(String.init)

        try everyLink(links, &browser)
        try onePage(&browser)
        try viewsOfTheHost(engine, &browser)
        try accounts(engine, &browser)
    }

    /// The same links, opened from a view without organization data, from the organization's page and from a document.
    private static func everyLink(_ links: [String], _ browser: inout Browser) throws {
        for (name, what, links) in [
            (
                "A", "a privacy notice, like B and C: unmanaged, whatever it loads",
                Array(links.prefix(3) + links.suffix(3))
            ),
            ("D", "a page of the organization: the rule set `organization` answers isExternalURL", links),
            ("E", "a document: the app's own delegate answers, the document's URL or another one", links),
        ] {
            let view = try browser.view(named: name)
            browser.table.begin("\(name) – \(what)")
            for link in links { try browser.decide(link, in: view) }
            browser.table.end()
        }
    }

    /// The contents of a page: its resources have its classification, and an external frame is unmanaged by itself.
    private static func onePage(_ browser: inout Browser) throws {
        let view = try browser.view(named: "D")
        browser.table.begin("D again – what stands inside its page")
        try browser.decide("https://hr.contoso.com/logo.png", in: view, as: .resource)
        try browser.navigate("https://hr.contoso.com/handbook", in: view)
        try browser.decide("https://www.youtube.com/embed/x", in: view, as: .sub)
        try browser.decide("https://hr.contoso.com/logo.png", in: view, as: .resource)
        browser.table.end()
    }

    /// Views that are not in the policy document: the host adds, tags, moves and removes them at run time.
    private static func viewsOfTheHost(_ engine: PolicyEngine, _ browser: inout Browser) throws {
        let split = try SplitView(engine)
        browser.table.begin("views made in code – what holds them decides what they are")
        let compose = try split.addPane("compose", in: split.work)
        try browser.decide("https://hr.contoso.com/", in: compose)
        // The pane is dragged to the other side of the window, and inherits the policy of the container there.
        try split.move(compose, to: split.guest)
        try browser.decide("https://hr.contoso.com/", in: compose)
        // The whole side becomes the organization's, and so do its present and future panes.
        try engine.setWebViewPolicy(.currentIdentityBlockUpload, for: split.guest)
        try browser.decide("https://hr.contoso.com/", in: compose)
        let later = try split.addPane("later", in: split.guest)
        try browser.decide("https://www.bing.com/", in: later)
        try engine.removeView(split.guest)
        try browser.decide("https://hr.contoso.com/", in: compose)
        browser.table.end()
    }

    /// The same link for different accounts.
    private static func accounts(_ engine: PolicyEngine, _ browser: inout Browser) throws {
        let view = try browser.view(named: "D")
        let link = "https://www.bing.com/"
        browser.table.begin("D as whoever acts – policies are an account's, not a device's")
        try browser.decide(link, in: view)
        engine.switchIdentity(to: AccountID("dana@home.example"))
        try browser.decide(link, in: view)
        engine.switchIdentity(to: nil)
        // Work that is done on behalf of another account than the person at the screen.
        _ = try engine.withTaskIdentity(.noUser) { try browser.decide(link, in: view) }
        // A host that knows that the managed browser is not installed offers to install it.
        engine.setManagedBrowserInstalled(false)
        try browser.decide(link, in: view)
        browser.table.end()
    }

    /// The folder of this example, for a run without arguments.
    private static var exampleFolder: String {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .path(percentEncoded: false)
    }
}
