import Demarc
import DevTools

/// Questions of the browsers' egress gates.
extension Session {
    /// How long a tunnel waits for the decision on its content: the gate and the DevTools protocol are separate
    /// channels, so the order of arrival is not always the order of events.
    private static let patience: Duration = .milliseconds(1000)

    /// Whether a request of a browser to its gate may leave.
    ///
    /// Everything that leaves is decided twice: as a request of its page, and here. A request that the gate sees as a
    /// whole is refused if nobody decided on it; so is a tunnel if nothing was decided to go through it.
    func mayLeave(_ question: GateQuestion, from owner: PageOwner) async -> Bool {
        let asking = tabs.filter { $0.shown?.owner == owner || $0.loading?.owner == owner }
        guard browsers[owner] != nil, !asking.isEmpty else { return refuseAtGate() }
        switch question {
        case .request(_, let url, isBrowsersOwn: true):
            // The browser sends this on its own; nothing of a page goes with it except the URL.
            return mayLeave(question, for: asking) { session, tab in
                session.evaluator.navigation(
                    to: url.utf8.span,
                    in: tab.view,
                    frame: .resource,
                    identity: tab.identity
                )
            }
        case .request:
            return hasApproved(question, of: owner) || refuseAtGate()
        case .tunnel(let host, let port):
            // The gate cannot identify the page that sends the request, so all pages of the browser must be allowed to.
            // Nor can it distinguish this tunnel from a document's, and a document was decided before.
            let mayOpen = mayLeave(question, for: asking) { session, tab in
                session.evaluator.connection(
                    to: host.utf8.span,
                    port: port,
                    in: tab.view,
                    frame: .resource,
                    identity: tab.identity
                )
            }
            guard mayOpen else { return false }
            let deadline = ContinuousClock.now + Self.patience
            while !hasApproved(question, of: owner) {
                guard ContinuousClock.now < deadline else { return refuseAtGate() }
                try? await Task.sleep(for: .milliseconds(10))
            }
            return true
        }
    }

    private func hasApproved(_ question: GateQuestion, of owner: PageOwner) -> Bool {
        browsers[owner]?.approved.hasApproved(question, at: .now) ?? false
    }

    private func mayLeave(
        _ question: GateQuestion,
        for asking: [Tab],
        _ decide: (isolated Session, Tab) -> Decision
    ) -> Bool {
        for tab in asking {
            counts.decisions += 1
            let decision = decide(self, tab)
            guard decision.verdict == .allow else {
                note("connection", question.subject, decision, for: tab.identity, tab: tab.id)
                return refuseAtGate()
            }
        }
        return true
    }

    private func refuseAtGate() -> Bool {
        counts.gateRefused += 1
        stateChanged()
        return false
    }

    /// Decides on a WebSocket that a page opens. It is not paused; the gate waits for this decision.
    func decide(_ socket: WebSocketCreated, _ session: DevToolsSessionID, in owner: PageOwner) {
        guard let browser = browsers[owner], let target = browser.targets[session] else { return }
        let asking =
            target.tab.flatMap(tab).map { [$0] }
            ?? tabs.filter { $0.shown?.owner == owner || $0.loading?.owner == owner }
        for tab in asking {
            counts.decisions += 1
            let decision = evaluator.navigation(
                to: socket.url.utf8.span,
                in: tab.view,
                frame: .resource,
                identity: tab.identity
            )
            note("load", socket.url, decision, for: tab.identity, tab: tab.id)
            guard decision.verdict == .allow else { return }
        }
        guard !asking.isEmpty else { return }
        browsers[owner]?.approved.approve("WebSocket", socket.url, at: .now)
    }
}

extension GateQuestion {
    /// The text that is shown for it.
    fileprivate var subject: String {
        switch self {
        case .tunnel(let host, let port): "\(host):\(port)"
        case .request(let method, let url, _): "\(method) \(url)"
        }
    }
}
