import PolicyModel

/// Saving and opening: every location, with each kind of account that it may belong to.
extension FlowGraph {
    /// The locations, with the device's own files first: they represent anything that may be saved anywhere.
    static let locations = [SaveLocation.other] + SaveLocation.allCases.filter { $0 != .other }

    /// The locations of an account where not only this app saves, in the order of ``locations``.
    static let ownLocations = locations.filter { ![.other, .photoLibrary, .localStorage].contains($0) }
        .compactMap { OpenLocation(rawValue: $0.rawValue) }

    func addStorage(_ origin: Origin) {
        var receivers: Set<AccountID> = []
        // The account's own places where this app may save its data.
        var saved: Set<OpenLocation> = []
        for location in Self.locations {
            for (owner, kind) in [(AccountID.noUser, "none")] + strangers.map({ ($0.id, $0.owner) }) {
                guard let save = save(to: location, of: owner, origin) else { continue }
                var edge = FlowEdge(
                    from: origin.node,
                    end: .sink(.storage(location, kind)),
                    effort: FlowEffort(taps: 2),
                    gates: gates(of: save, else: .saveAsBlocked, origin),
                    steps: [save]
                )
                if extent.isComplete { edge.onward = .place(location, of: owner) }
                add(edge, isOpen: save.verdict == .allow)
            }
            let account = origin.user
            let isAllJoined = organization.accounts.allSatisfy {
                $0.id == account || isJoined(origin.node, .account($0.id))
            }
            for owner in organization.accounts where owner.id == account || !isAllJoined {
                guard let save = save(to: location, of: owner.id, origin) else { continue }
                if extent.isComplete { addKept(location, of: owner.id, save, origin) }
                guard save.verdict == .allow, let place = OpenLocation(rawValue: location.rawValue) else { continue }
                if owner.id == account { saved.insert(place) }
                addOpening(from: place, of: owner.id, after: save, origin, &receivers)
            }
        }
        if origin.node == .account(origin.user) { addOpeningKept(of: origin, besides: saved, receivers) }
    }

    /// Adds what other accounts open from the places of an account if this app may not save there: its files lie there
    /// nevertheless. Only accounts of its organization may open them then.
    ///
    /// - Parameters:
    ///   - origin: The account.
    ///   - saved: Its places where this app may save.
    ///   - receivers: The accounts that open what is saved now.
    private func addOpeningKept(of origin: Origin, besides saved: Set<OpenLocation>, _ receivers: Set<AccountID>) {
        for receiver in organization.accounts
        where receiver.id != origin.user && !isJoined(origin.node, .account(receiver.id))
            && !(extent.isComplete && receivers.contains(receiver.id))
        {
            func open(_ place: OpenLocation) -> FlowStep? { opening(from: place, of: origin.user, by: receiver.id) }
            guard !saved.contains(where: { open($0) != nil }),
                let step = Self.ownLocations.lazy.compactMap({ open($0) }).first
            else { continue }
            let effort = FlowEffort(taps: 2, switches: 1)
            add(inside(origin.node, .account(receiver.id), .content, effort, [step]))
        }
    }

    /// Adds saving to a place of the organization, where the data stays inside.
    private func addKept(_ location: SaveLocation, of owner: AccountID, _ save: FlowStep, _ origin: Origin) {
        add(
            FlowEdge(
                from: origin.node,
                end: .kept(.storage(location, owner == origin.user ? "own" : "same")),
                effort: FlowEffort(taps: 2),
                gates: gates(of: save),
                steps: [save]
            ),
            isOpen: save.verdict == .allow
        )
    }

    /// Adds what is opened from a place that belongs to an account of the organization.
    ///
    /// PERF: a claim cannot distinguish the places between two containers, so one is enough. With all of them, the ways
    /// would be cubic in the accounts.
    private func addOpening(
        from place: OpenLocation,
        of owner: AccountID,
        after save: FlowStep,
        _ origin: Origin,
        _ receivers: inout Set<AccountID>
    ) {
        func isNeeded(_ receiver: AccountID) -> Bool { !extent.isComplete || !receivers.contains(receiver) }
        for receiver in organization.accounts
        where origin.node != .account(receiver.id) && !isJoined(origin.node, .account(receiver.id))
            && isNeeded(receiver.id)
        {
            guard let open = opening(from: place, of: owner, by: receiver.id) else { continue }
            receivers.insert(receiver.id)
            let effort = FlowEffort(taps: 4, switches: 1)
            add(inside(origin.node, .account(receiver.id), .content, effort, [save, open]))
        }
        for stranger in strangers.map(\.id) where isNeeded(stranger) {
            guard let open = opening(from: place, of: owner, by: stranger) else { continue }
            receivers.insert(stranger)
            let policy = document.accounts[owner]?.policy
            add(
                FlowEdge(
                    from: origin.node,
                    end: .sink(account(of: stranger)),
                    effort: FlowEffort(taps: 4, switches: 1),
                    gates: FlowGate(.allowedOutboundDataTransferDestinations, of: policy, in: document).map { [$0] }
                        ?? gates(of: open),
                    steps: [save, open]
                )
            )
        }
    }

    /// The answer if an account may open what is saved at a place that belongs to an account, or nil.
    ///
    /// PERF: whoever saved it there, the answer is the same, so it is asked once. Asked for every origin, the questions
    /// would be cubic in the accounts.
    private func opening(from place: OpenLocation, of owner: AccountID, by receiver: AccountID) -> FlowStep? {
        let question = Question.openFrom(place, of: owner, receivedBy: receiver)
        if let known = openings[question] { return known }
        let step = asking.ask(FlowRequest(world: .completed, user: receiver, question: question))
        let open = step?.verdict == .allow ? step : nil
        openings.updateValue(open, forKey: question)
        return open
    }

    /// The answer about saving to a place of an account. What another app holds is saved there by this app, because the
    /// world of another app contains no managed account of the document.
    private func save(to location: SaveLocation, of owner: AccountID, _ origin: Origin) -> FlowStep? {
        guard origin.world != .completed, document.accounts[owner]?.isManaged ?? false else {
            return ask(.save(to: location, of: owner, ownedBy: origin.owner), origin)
        }
        let question = Question.save(to: location, of: owner, ownedBy: .place(origin.placeInThisApp))
        return asking.ask(FlowRequest(world: .completed, user: owner, question: question))
    }
}
