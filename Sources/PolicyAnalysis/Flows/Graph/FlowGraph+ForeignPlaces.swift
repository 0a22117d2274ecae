import PolicyModel

/// What happens next to data that was saved outside the organization. An audit reports the place; a claim may be about
/// the account or app that gets the data from there.
extension FlowGraph {
    func addFromForeignPlaces() {
        let represented = Set(strangers.filter { !$0.isRepresentative }.map(\.id))
        for place in Set(edges.compactMap(\.onward)).sorted() {
            guard case .place(let location, let owner) = place else { continue }
            // The system gives every app access to the photo library, so this is not a question for the engine.
            if location == .photoLibrary {
                add(FlowEdge(from: place, end: .sink(.anyApp), effort: FlowEffort(taps: 1), steps: []))
            }
            guard let location = OpenLocation(rawValue: location.rawValue) else { continue }
            for stranger in strangers.map(\.id) where !represented.contains(owner) || stranger == owner {
                addOpening(from: place, at: location, of: owner, into: stranger, .sink(account(of: stranger)))
            }
            // PERF: other accounts get from this place what they get from the place of the account that represents it.
            guard !represented.contains(owner) else { continue }
            for member in organization.accounts.map(\.id) {
                addOpening(from: place, at: location, of: owner, into: member, .inside(.account(member)))
            }
        }
    }

    private func addOpening(
        from place: FlowNode,
        at location: OpenLocation,
        of owner: AccountID,
        into receiver: AccountID,
        _ end: FlowEdge.End
    ) {
        let request = FlowRequest(
            world: .completed,
            user: receiver,
            question: .openFrom(location, of: owner, receivedBy: receiver)
        )
        guard let open = asking.ask(request) else { return }
        add(
            FlowEdge(
                from: place,
                end: end,
                effort: FlowEffort(taps: 2, switches: 1),
                gates: gates(of: open),
                steps: [open]
            ),
            isOpen: open.verdict == .allow
        )
    }
}
