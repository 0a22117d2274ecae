package import Demarc
import DevTools
import Foundation
package import NIOCore

/// One person's session: accounts, tabs, the browsers behind them, the clipboard, and what was decided.
///
/// It observes and translates, and carries out what is decided; every decision is an `Evaluator`'s. Events of a browser are
/// handled one after the other, in the browser's order.
package actor Session {
    /// What is shown of the session, for one reader at a time; see ``updates()``.
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
    /// The page that pictures are made of.
    var filmed: DevToolsSessionID?
    var nextTab = 1
    /// Who acts: what is typed into the address field is opened for this account.
    var acting = AccountID.noUser
    var clipboard: HeldItem?
    var transfers = Transfers()
    var counts = SessionCounts()
    var policyError: String?
    var hasEnded = false
    private var isStateDue = false

    /// Begins a session, in which nobody is signed in.
    ///
    /// - Parameters:
    ///   - policy: The policy in force.
    ///   - name: A name for its folder, unique in the service.
    ///   - settings: How it is run.
    ///   - group: The threads of its pipes and gates.
    /// - Throws: What making its folder throws.
    package init(
        _ policy: CompiledPolicy,
        named name: String,
        settings: RendererSettings,
        group: any EventLoopGroup
    ) throws {
        self.settings = settings
        self.group = group
        // An engine of its own: identities, views and pages of two people never meet.
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

    /// Says that the policy file cannot be used; the policy in force stays.
    package func policyWasRefused(_ message: String) {
        policyError = message
        stateChanged()
    }

    /// Ends the session: its browsers end, and everything that it has on disk is deleted.
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

    /// What the session shows from now on, beginning with its state. An earlier reader's updates end.
    package func updates() -> AsyncStream<SessionUpdate> {
        output?.finish()
        // A reader that is slow misses pictures, which are replaced by later ones anyway.
        let (stream, continuation) = AsyncStream<SessionUpdate>.makeStream(bufferingPolicy: .bufferingNewest(256))
        output = continuation
        continuation.yield(.state(state))
        // The new reader has no picture yet, so that one is made also of a page that does not change.
        filmed = nil
        if let tab = activeTab.flatMap(tab) { showPictures(of: tab) }
        return stream
    }

    func tell(_ update: SessionUpdate) { output?.yield(update) }

    /// Has the state told, once for all changes that are made in one go.
    func stateChanged() {
        guard !isStateDue else { return }
        isStateDue = true
        Task {
            isStateDue = false
            tell(.state(state))
        }
    }

    /// What was counted so far.
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

    /// Shows a decision with its reasons. It has to be the evaluator's last.
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
        // The reason that decided comes first; the others follow in their order.
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
