package import Demarc
import DevTools
import Foundation
package import NIOCore

/// One person's session: accounts, tabs, their browsers, the clipboard, and the decisions.
///
/// It observes, translates, and carries out decisions; every decision is made by an `Evaluator`. Events of a browser
/// are handled one after the other, in the browser's order.
package actor Session {
    /// The output of the session, for one reader at a time; see ``updates()``.
    private var output: AsyncStream<SessionUpdate>.Continuation?

    let settings: RendererSettings
    let group: any EventLoopGroup
    let engine: PolicyEngine
    var evaluator: Evaluator
    /// The session's folder: profiles, downloads, uploads.
    let folder: String

    var browsers: [PageOwner: Browser] = [:]
    var startingBrowsers: [PageOwner: Task<Void, any Error>] = [:]
    var tabs: [Tab] = []
    var activeTab: Int?
    /// The page whose images are shown.
    var filmed: DevToolsSessionID?
    var nextTab = 1
    /// The acting account: addresses that the person types are opened for it.
    var acting = AccountID.noUser
    var clipboard: HeldItem?
    var transfers = Transfers()
    var counts = SessionCounts()
    var policyError: String?
    var hasEnded = false
    private var isStateDue = false

    /// Begins a session in which nobody is signed in.
    ///
    /// - Parameters:
    ///   - policy: The policy in force.
    ///   - name: A name for its folder, unique in the service.
    ///   - settings: How the session runs.
    ///   - group: The threads of its pipes and gates.
    /// - Throws: An error if its folder cannot be created.
    package init(
        _ policy: CompiledPolicy,
        named name: String,
        settings: RendererSettings,
        group: any EventLoopGroup
    ) throws {
        self.settings = settings
        self.group = group
        // Each session has its own engine: identities, views and pages of two people are never shared.
        engine = PolicyEngine(policy, signedIn: [])
        engine.switchIdentity(to: .noUser)
        evaluator = engine.makeEvaluator()
        folder = settings.folder + "/" + name
        for part in ["downloads", "uploads"] {
            try FileManager.default.createDirectory(
                atPath: folder + "/" + part,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        }
    }

    /// Puts another policy in force, from the next decision on. Pages, tabs and accounts stay.
    package func reload(_ policy: CompiledPolicy) {
        engine.reload(policy)
        policyError = nil
        counts.policyReloads += 1
        stateChanged()
    }

    /// Reports that the policy file cannot be used; the policy in force stays.
    package func policyWasRefused(_ message: String) {
        policyError = message
        stateChanged()
    }

    /// Ends the session: its browsers end, and all of its files are deleted.
    package func end() async {
        guard !hasEnded else { return }
        hasEnded = true
        let ending = browsers.values
        browsers = [:]
        await withTaskGroup(of: Void.self) { group in
            for browser in ending { group.addTask { await browser.end() } }
        }
        output?.finish()
        try? FileManager.default.removeItem(atPath: folder)
    }

    // MARK: What is shown

    /// The updates of the session from now on, starting with its state. An earlier reader's updates end.
    package func updates() -> AsyncStream<SessionUpdate> {
        output?.finish()
        // A slow reader misses images, which later images replace anyway.
        let (stream, continuation) = AsyncStream<SessionUpdate>.makeStream(bufferingPolicy: .bufferingNewest(256))
        output = continuation
        continuation.yield(.state(state))
        // The new reader has no image yet, so one is also made of an unchanged page.
        filmed = nil
        if let tab = activeTab.flatMap(tab) { showPictures(of: tab) }
        return stream
    }

    func tell(_ update: SessionUpdate) { output?.yield(update) }

    /// Sends the state once for all changes made together.
    func stateChanged() {
        guard !isStateDue else { return }
        isStateDue = true
        Task {
            isStateDue = false
            tell(.state(state))
        }
    }

    /// The counts so far.
    package var statistics: SessionCounts { counts }

    private var state: SessionState {
        let document = engine.policy.document
        return SessionState(
            tabs: tabs.map { tab in
                SessionState.TabState(
                    id: tab.id,
                    view: tab.declaration,
                    title: tab.mayShow ? tab.title : "",
                    url: tab.url,
                    owner: (tab.shown ?? tab.loading)?.owner.description ?? "",
                    identity: tab.identity.description,
                    isActive: tab.id == activeTab,
                    isLoading: tab.loading != nil,
                    hasCrashed: tab.hasCrashed,
                    notice: tab.notice
                )
            },
            views: document.views.filter(\.isWebView).map(\.id),
            accounts: document.accounts.accounts.map { account in
                SessionState.AccountState(
                    id: account.id.description,
                    isManaged: account.isManaged,
                    isSignedIn: engine.isSignedIn(account.id),
                    isActing: account.id == acting
                )
            },
            clipboard: clipboard?.state,
            counts: counts,
            width: settings.width,
            height: settings.height,
            revision: document.revision,
            policyError: policyError
        )
    }

    // MARK: What was decided

    /// Shows a decision with its reasons. It must be the evaluator's last decision.
    @discardableResult
    func note(
        _ question: String,
        _ subject: String,
        _ decision: Decision,
        for account: AccountID,
        tab: Int? = nil
    ) -> DecisionNote {
        var note = DecisionNote(question, subject, decision, account: account, tab: tab)
        let reasons = (try? evaluator.reasons(of: decision)) ?? []
        let position = (try? evaluator.explanation(of: decision).decidedBy) ?? nil
        // The deciding reason comes first; the others follow in order.
        if let position, reasons.indices.contains(position) {
            note.reasons.append(.init(reasons[position]))
            note.reasons += reasons.indices.filter { $0 != position }.map { .init(reasons[$0]) }
        } else {
            note.reasons = reasons.map { .init($0) }
        }
        note.route = (try? evaluator.route(of: decision)) ?? nil
        tell(.note(note))
        return note
    }

    // MARK: Tabs

    func tab(_ id: Int) -> Tab? { tabs.first { $0.id == id } }

    /// Changes a tab, if it is still there.
    func update(_ id: Int, _ change: (inout Tab) -> Void) {
        guard let index = tabs.firstIndex(where: { $0.id == id }) else { return }
        change(&tabs[index])
        stateChanged()
    }
}
