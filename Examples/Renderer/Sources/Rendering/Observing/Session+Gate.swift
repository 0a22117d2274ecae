import Demarc
import DevTools

/// What the browsers' egress gates ask.
extension Session {
    /// How long a tunnel waits for the decision on what goes through it: the gate and the DevTools protocol are two ways,
    /// and the first to come is not always the earlier.
    private static let patience: Duration = .milliseconds(1000)

    /// Whether what a browser asks its gate for may leave.
    ///
    /// What leaves was decided twice: as a request of its page, and here. A request that the gate sees whole and that nobody
    /// decided on is refused, whatever it is; so is a tunnel that nothing was decided to go through.
    func mayLeave(_ question: GateQuestion, from owner: PageOwner) async -> Bool {
        let asking = tabs.filter { $0.shown?.owner == owner || $0.loading?.owner == owner }
        guard browsers[owner] != nil, !asking.isEmpty else { return refuseAtGate() }
        switch question {
        case .request(_, let url, isBrowsersOwn: true):
            // The browser asks by itself; nothing of a page goes with it but the URL.
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
            // The gate cannot tell which of a browser's pages asks, so that all of them must be allowed to. Nor can it tell
            // a tunnel from a document's own, and a document was decided before.
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

    /// A page opens a WebSocket. It is not paused; what is decided here is what the gate waits for.
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
    /// What is shown of it.
    fileprivate var subject: String {
        switch self {
        case .tunnel(let host, let port): "\(host):\(port)"
        case .request(let method, let url, _): "\(method) \(url)"
        }
    }
}
