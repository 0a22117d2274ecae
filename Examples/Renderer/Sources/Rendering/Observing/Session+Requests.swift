import Demarc
import DevTools

/// Every request is paused, decided, and continues only if it may.
extension Session {
    /// Decides a paused request.
    func decide(_ paused: RequestPaused, _ session: DevToolsSessionID?, in owner: PageOwner) {
        counts.requests += 1
        guard let browser = browsers[owner] else { return }
        let url = paused.request.url + (paused.request.urlFragment ?? "")
        guard let session, let target = browser.targets[session] else {
            // A request of the browser itself, which nothing here has asked for.
            return refuse(paused, session, in: owner, .blocked)
        }
        if let tab = target.tab.flatMap(tab) {
            guard paused.resourceType == "Document" else {
                return decideResource(paused, url, session, for: [tab], in: owner)
            }
            if target.type == "page", paused.frameId == target.id {
                decidePage(paused, url, session, tab, in: owner)
            } else {
                decideFrame(paused, url, session, tab, in: owner)
            }
        } else if target.type == "page" || target.type == "iframe" || paused.resourceType == "Document" {
            // A page that is not in any tab.
            refuse(paused, session, in: owner, .blocked)
        } else {
            // A service worker may belong to any page of this browser: all of them must be allowed to make the request.
            let asking = tabs.filter { $0.shown?.owner == owner || $0.loading?.owner == owner }
            decideResource(paused, url, session, for: asking, in: owner)
        }
    }

    /// Decides a navigation of a page.
    private func decidePage(
        _ paused: RequestPaused,
        _ url: String,
        _ session: DevToolsSessionID,
        _ tab: Tab,
        in owner: PageOwner
    ) {
        counts.decisions += 1
        let decision = evaluator.navigation(to: url.utf8.span, in: tab.view, identity: tab.identity)
        let decided = try? evaluator.url(of: decision)
        let note = note("navigate", url, decision, for: tab.identity, tab: tab.id)
        guard decision.verdict == .allow, decision.destination == .view, let canonical = decided else {
            refuse(paused, session, in: owner, .aborted)
            abandon(session, of: tab)
            return divert(note, decision, decided, tab)
        }
        let destination = PageOwner(of: decision, for: tab.identity)
        guard destination != owner else {
            if let loader = paused.networkId {
                browsers[owner]?.approved.keep(.init(decision: decision, account: tab.identity), for: loader)
            }
            return proceed(paused, session, in: owner)
        }
        // The request is allowed, but the page belongs to another owner: it is loaded in that owner's browser, without
        // this browser's cookies.
        refuse(paused, session, in: owner, .aborted)
        guard paused.request.method == "GET" else {
            return say("A form is not sent across the line between managed and unmanaged pages.", to: tab.id)
        }
        move(tab.id, to: destination, canonical)
    }

    /// Decides a navigation of a frame inside a page.
    private func decideFrame(
        _ paused: RequestPaused,
        _ url: String,
        _ session: DevToolsSessionID,
        _ tab: Tab,
        in owner: PageOwner
    ) {
        counts.decisions += 1
        let decision = evaluator.navigation(to: url.utf8.span, in: tab.view, frame: .sub, identity: tab.identity)
        note("navigate frame", url, decision, for: tab.identity, tab: tab.id)
        guard decision.verdict == .allow else { return refuse(paused, session, in: owner, .blocked) }
        if let loader = paused.networkId {
            browsers[owner]?.approved.keep(.init(decision: decision, account: tab.identity), for: loader)
        }
        proceed(paused, session, in: owner)
    }

    /// Decides the load of a resource: by one page, or by a target that several pages may share.
    private func decideResource(
        _ paused: RequestPaused,
        _ url: String,
        _ session: DevToolsSessionID,
        for asking: [Tab],
        in owner: PageOwner
    ) {
        for tab in asking {
            counts.decisions += 1
            let decision = evaluator.navigation(
                to: url.utf8.span,
                in: tab.view,
                frame: .resource,
                identity: tab.identity
            )
            guard decision.verdict == .allow else {
                note("load", url, decision, for: tab.identity, tab: tab.id)
                return refuse(paused, session, in: owner, .blocked)
            }
        }
        guard !asking.isEmpty else { return refuse(paused, session, in: owner, .blocked) }
        proceed(paused, session, in: owner)
    }

    private func proceed(_ paused: RequestPaused, _ session: DevToolsSessionID, in owner: PageOwner) {
        browsers[owner]?.approved.approve(paused.request.method, paused.request.url, at: .now)
        browsers[owner]?.connection.post(ContinueRequest(requestId: paused.requestId), to: session)
    }

    private func refuse(
        _ paused: RequestPaused,
        _ session: DevToolsSessionID?,
        in owner: PageOwner,
        _ reason: FailRequest.Reason
    ) {
        counts.refused += 1
        browsers[owner]?.connection
            .post(FailRequest(requestId: paused.requestId, errorReason: reason), to: session)
        stateChanged()
    }

    /// Carries out a decision that keeps a URL out of its view.
    func divert(_ note: DecisionNote, _ decision: Decision, _ url: String?, _ tab: Tab) {
        switch (decision.verdict, decision.destination) {
        case (.route, .unmanagedBrowser):
            // This service is also the unmanaged browser: the URL opens in a separate, unmanaged tab.
            if let url { Task { await openUnmanaged(url) } }
        case (.route, _), (.allow, _):
            let text = note.reasons.map(\.message).joined(separator: " ")
            update(tab.id) { $0.notice = TabNotice(text: text, link: note.route ?? url) }
        default: say(note.headline, to: tab.id)
        }
    }

    /// Shows a message on a tab.
    func say(_ text: String, to tab: Int) { update(tab) { $0.notice = TabNotice(text: text) } }

    /// The load in addition to the current page is abandoned.
    private func abandon(_ session: DevToolsSessionID, of tab: Tab) {
        guard tab.loading?.session == session, tab.shown != nil else { return }
        close(tab.loading)
        update(tab.id) { $0.loading = nil }
    }
}
