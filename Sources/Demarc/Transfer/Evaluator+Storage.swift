public import PolicyModel

extension Evaluator {
    /// Whether a copy of data may be saved to a location.
    ///
    /// <doc:Transfer> has the table of rows that it follows.
    ///
    /// - Parameters:
    ///   - location: Where to.
    ///   - account: The account that owns the location; nil where none does.
    ///   - owner: The account that owns the data, ``AccountID/noUser`` for nobody's; nil is whoever acts.
    ///   - window: The window that the request comes from, where the identity of the user interface is asked; nil for
    ///     none.
    /// - Returns: The decision. An account that the policy in force does not know, on either side, blocks.
    /// - Complexity: O(1); allocates nothing.
    public mutating func save(
        to location: SaveLocation,
        of account: AccountID? = nil,
        ownedBy owner: AccountID? = nil,
        in window: WindowID? = nil
    ) -> Decision {
        decide(in: window) { $0.decideSave(to: location, of: account, ownedBy: .account(owner), &$1) }
    }

    /// Whether content of a place may be saved to a location, such as a download from a page.
    ///
    /// - Parameters:
    ///   - location: Where to.
    ///   - account: The account that owns the location; nil where none does.
    ///   - place: Where the content is; whoever it belongs to there is its owner.
    ///   - identity: Who acts, before any identity level; nil asks the levels.
    /// - Returns: The decision, as ``save(to:of:ownedBy:in:)``.
    /// - Complexity: O(1); allocates nothing.
    public mutating func save(
        to location: SaveLocation,
        of account: AccountID? = nil,
        from place: Place<ViewID>,
        identity: AccountID? = nil
    ) -> Decision {
        decide { $0.decideSave(to: location, of: account, ownedBy: .place(place, actingAs: identity), &$1) }
    }

    /// Whether data may be opened from a location.
    ///
    /// <doc:Transfer> has the table of rows that it follows.
    ///
    /// - Parameters:
    ///   - location: Where from.
    ///   - account: The account that owns the location; nil where none does.
    ///   - receiver: The account that receives the data, ``AccountID/noUser`` for nobody; nil is whoever
    ///     acts.
    ///   - window: The window that the request comes from, where the identity of the user interface is asked; nil for
    ///     none.
    /// - Returns: The decision. An account that the policy in force does not know, on either side, blocks.
    /// - Complexity: O(1); allocates nothing.
    public mutating func open(
        from location: OpenLocation,
        of account: AccountID? = nil,
        receivedBy receiver: AccountID? = nil,
        in window: WindowID? = nil
    ) -> Decision {
        decide(in: window) { $0.decideOpen(from: location, of: account, receivedBy: receiver, &$1) }
    }

    /// ``save(to:of:ownedBy:in:)`` for every location. The SDK's `getSaveToLocations`.
    ///
    /// - Complexity: O(*n*) in the number of locations.
    public mutating func saveLocations(
        of account: AccountID? = nil,
        ownedBy owner: AccountID? = nil
    ) -> [SaveLocation: Decision] {
        var decisions: [SaveLocation: Decision] = [:]
        for location in SaveLocation.allCases { decisions[location] = save(to: location, of: account, ownedBy: owner) }
        return decisions
    }

    /// ``open(from:of:receivedBy:in:)`` for every location. The SDK's `getOpenFromLocations`.
    ///
    /// - Complexity: O(*n*) in the number of locations.
    public mutating func openLocations(
        of account: AccountID? = nil,
        receivedBy receiver: AccountID? = nil
    ) -> [OpenLocation: Decision] {
        var decisions: [OpenLocation: Decision] = [:]
        for location in OpenLocation.allCases {
            decisions[location] = open(from: location, of: account, receivedBy: receiver)
        }
        return decisions
    }
}
