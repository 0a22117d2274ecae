import PolicyModel

/// Sending to other apps, receiving from them, and the single features.
extension FlowGraph {
    func addSending(_ origin: Origin) {
        // The gates for sending to an unknown app. A declared app that needs the same gates adds no information.
        var toAll: Set<[FlowGate]> = []
        for (app, id) in apps {
            if ownApps.contains(id) {
                guard origin.node != .app(id), let send = ask(.send(to: id, ownedBy: origin.owner), origin)
                else { continue }
                add(
                    inside(origin.node, .app(id), .content, FlowEffort(taps: 2), [send]),
                    isOpen: send.verdict == .allow
                )
                continue
            }
            noteClosed(id, isOther: id == asking.otherApp, origin)
            for isEnrolled in [false, true] {
                let isOther = id == asking.otherApp
                var known: Set<[FlowGate]> = []
                for send in sendings(to: id, origin, isEnrolled) {
                    var gates = gates(of: send, else: .allowedOutboundDataTransferDestinations, origin)
                    // A second way that needs the same gates adds no information.
                    guard known.insert(gates).inserted, !toAll.contains(gates) else { continue }
                    if isEnrolled {
                        gates.append(FlowGate(device: "mdmEnrolled", "true"))
                        if let app { gates.append(FlowGate(app)) }
                    }
                    add(
                        FlowEdge(
                            from: origin.node,
                            end: .sink(isOther ? .anyApp : .app(id)),
                            effort: FlowEffort(taps: 2, needsDeviceState: isEnrolled),
                            gates: gates.sorted(),
                            steps: [send]
                        )
                    )
                }
                guard !known.isEmpty else { continue }
                if isOther, !isEnrolled, !extent.isComplete { toAll = known }
                break
            }
        }
    }

    /// Records that nothing can be sent to an app, if all answers are wanted.
    private func noteClosed(_ app: AppID, isOther: Bool, _ origin: Origin) {
        guard extent.isComplete, let send = ask(.send(to: app, ownedBy: origin.owner), origin), send.verdict != .allow
        else { return }
        add(
            FlowEdge(
                from: origin.node,
                end: .sink(isOther ? .anyApp : .app(app)),
                effort: FlowEffort(taps: 2),
                gates: gates(of: send),
                steps: [send]
            ),
            isOpen: false
        )
    }

    /// The answers for the sending methods that give an app the data in the clear.
    private func sendings(to app: AppID, _ origin: Origin, _ isEnrolled: Bool) -> [FlowStep] {
        SharingMethod.allCases
            .compactMap { method in
                self.ask(.send(to: app, via: method, ownedBy: origin.owner), origin, isEnrolled: isEnrolled)
            }
            .filter { $0.verdict == .allow }
    }

    /// Adds what a managed app of the organization hands over to accounts of this app.
    func addReceiving(from app: AppDeclaration) {
        for stranger in strangers.map(\.id) {
            let request = FlowRequest(
                world: .completed,
                user: stranger,
                question: .receive(from: app.id, into: stranger)
            )
            guard let receive = asking.ask(request), receive.verdict == .allow else { continue }
            add(
                FlowEdge(
                    from: .app(app.id),
                    end: .sink(account(of: stranger)),
                    effort: FlowEffort(taps: 2),
                    gates: FlowGate(.allowedOutboundDataTransferDestinations, of: app.policy, in: document)
                        .map { [$0] } ?? [FlowGate(app)],
                    steps: [receive]
                )
            )
        }
        for account in organization.accounts {
            let request = FlowRequest(
                world: .completed,
                user: account.id,
                question: .receive(from: app.id, into: account.id)
            )
            guard let receive = asking.ask(request), receive.verdict == .allow else { continue }
            add(inside(.app(app.id), .account(account.id), .content, FlowEffort(taps: 2), [receive]))
        }
    }

    func addFeatures(_ origin: Origin) {
        for setting in SingleSetting.allCases where setting.isSink {
            guard let step = ask(.setting(setting, of: origin.owner), origin) else { continue }
            // Notifications that show no organization data are allowed too.
            let isOpen = step.verdict == .allow && (setting != .notifications || step.value == .allow)
            add(
                FlowEdge(
                    from: origin.node,
                    end: .sink(.feature(setting)),
                    effort: FlowEffort(taps: 1),
                    gates: gates(of: step),
                    steps: [step]
                ),
                isOpen: isOpen
            )
        }
    }
}
