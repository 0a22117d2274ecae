public import PolicyModel
import RuleIndex

extension Evaluator {
    /// Whether a copy of data may be saved to a location.
    ///
    /// <doc:Transfer> has the table of rows.
    ///
    /// - Parameters:
    ///   - location: The location to save to.
    ///   - account: The account that owns the location; nil if none does.
    ///   - owner: The account that owns the data, ``AccountID/noUser`` for unmanaged data; nil is the acting account.
    ///   - window: The window that the request comes from, whose user-interface identity applies; nil for none.
    /// - Returns: The decision. An account on either side that is unknown to the policy in force blocks.
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
    ///   - location: The location to save to.
    ///   - account: The account that owns the location; nil if none does.
    ///   - place: The place of the content, whose owner there counts as the owner of the data.
    ///   - identity: The acting account, which takes precedence over the identity levels; nil uses the levels.
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
    /// <doc:Transfer> has the table of rows.
    ///
    /// - Parameters:
    ///   - location: The location to open from.
    ///   - account: The account that owns the location; nil if none does.
    ///   - receiver: The account that receives the data, ``AccountID/noUser`` for none; nil is the acting account.
    ///   - window: The window that the request comes from, whose user-interface identity applies; nil for none.
    /// - Returns: The decision. An account on either side that is unknown to the policy in force blocks.
    /// - Complexity: O(1); allocates nothing.
    public mutating func open(
        from location: OpenLocation,
        of account: AccountID? = nil,
        receivedBy receiver: AccountID? = nil,
        in window: WindowID? = nil
    ) -> Decision {
        decide(in: window) { $0.decideOpen(from: location, of: account, receivedBy: receiver, &$1) }
    }

    /// The decisions of ``save(to:of:ownedBy:in:)`` for every location. Corresponds to the SDK's `getSaveToLocations`.
    ///
    /// - Complexity: O(*n*) in the number of locations.
    public mutating func saveLocations(
        of account: AccountID? = nil,
        ownedBy owner: AccountID? = nil,
        in window: WindowID? = nil
    ) -> [SaveLocation: Decision] {
        var decisions: [SaveLocation: Decision] = [:]
        for location in SaveLocation.allCases {
            decisions[location] = save(to: location, of: account, ownedBy: owner, in: window)
        }
        return decisions
    }

    /// The decisions of ``open(from:of:receivedBy:in:)`` for every location. Corresponds to the SDK's
    /// `getOpenFromLocations`.
    ///
    /// - Complexity: O(*n*) in the number of locations.
    public mutating func openLocations(
        of account: AccountID? = nil,
        receivedBy receiver: AccountID? = nil,
        in window: WindowID? = nil
    ) -> [OpenLocation: Decision] {
        var decisions: [OpenLocation: Decision] = [:]
        for location in OpenLocation.allCases {
            decisions[location] = open(from: location, of: account, receivedBy: receiver, in: window)
        }
        return decisions
    }
}

/// The rows of the tables for saving copies and for opening; the first row that applies decides, and notes its reasons.
extension EngineState {
    /// Whether a copy of data may be saved to a location.
    ///
    /// - Parameters:
    ///   - location: The location to save to.
    ///   - account: The account that owns the location; nil and ``AccountID/noUser`` for no account.
    ///   - owner: The owner of the data.
    ///   - context: Intermediate results are written to it.
    /// - Returns: The outcome of the first row that applies.
    func decideSave(
        to location: SaveLocation,
        of account: AccountID?,
        ownedBy owner: DataOwner,
        _ context: inout DecisionContext
    ) -> Outcome {
        let party = party(of: owner, inWindow: context.window)
        let owner = party.identity
        let place = identity(of: account)
        if let outcome = resolveSides(own: party, other: place, &context) { return outcome }

        // Row 1: the place accepts nothing from outside its organization.
        if case .managed(let place) = place, !owner.isSameOrganization(as: .managed(place)),
            !settings(of: place).inbound.isAllApps
        {
            return context.block(.savePlaceInbound)
        }
        guard case .managed(let managed) = owner else {  // Row 2: unmanaged data.
            return allow(unmanaged: party, &context)
        }
        let settings = settings(of: managed)
        switch settings.outbound {
        case .none: return context.block(.saveOutboundNone)  // Row 3: nothing leaves.
        case .allApps:  // Row 4: everything may leave …
            return context.allow(.saveOutboundAllApps)
        case .managedApps: break
        }
        guard settings.saveAsBlocked else {  // … or saving is not restricted.
            return context.allow(.saveAllowed)
        }
        context.note(.saveRestricted)
        if case .accountDocument = location, owner.isSameAccount(as: place) {  // Row 5: the owner's own location.
            return context.allow(.saveAccountDocument)
        }
        guard settings.lists(location) else { return context.block(.saveLocationUnlisted) }  // Row 6.
        if case .photoLibrary = location {  // Row 7: the device's library, which belongs to no account.
            guard account?.isNoUser ?? true else { return context.block(.savePhotoLibraryAccount) }
            return context.allow(.savePhotoLibrary)
        }
        // Row 8: the organization's share of the location; for the app's own storage, the owner's share.
        var isOwn = owner.isSameOrganization(as: place)
        if case .localStorage = location { isOwn = owner.isSameAccount(as: place) }
        guard isOwn else { return context.block(.saveLocationAccount) }
        return context.allow(.saveLocationListed)
    }

    /// Whether data may be opened from a location.
    ///
    /// - Parameters:
    ///   - location: The location to open from.
    ///   - account: The account that owns the location; nil and ``AccountID/noUser`` for no account.
    ///   - receiver: The account that receives the data; nil uses the identity levels.
    ///   - context: Intermediate results are written to it.
    /// - Returns: The outcome of the first row that applies.
    func decideOpen(
        from location: OpenLocation,
        of account: AccountID?,
        receivedBy receiver: AccountID?,
        _ context: inout DecisionContext
    ) -> Outcome {
        let party = party(of: .account(receiver), inWindow: context.window)
        let receiver = party.identity
        let place = identity(of: account)
        if let outcome = resolveSides(own: party, other: place, &context) { return outcome }

        // Row 1: the place lets nothing out of its organization.
        if case .managed(let place) = place, !receiver.isSameOrganization(as: .managed(place)),
            !settings(of: place).outbound.isAllApps
        {
            return context.block(.openFromPlaceOutbound)
        }
        guard case .managed(let managed) = receiver else {  // Row 2: into unmanaged data.
            return context.allow(.identityUnmanaged)
        }
        let settings = settings(of: managed)
        switch settings.inbound {
        case .none: return context.block(.openFromInboundNone)  // Row 3: nothing comes in.
        case .allApps:  // Row 4: everything may come in …
            return context.allow(.openFromInboundAllApps)
        case .managedApps: break
        }
        guard settings.ingestionBlocked else {  // … or opening is not restricted.
            return context.allow(.openFromAllowed)
        }
        context.note(.openFromRestricted)
        let isOrganizations = receiver.isSameOrganization(as: place)
        let (belongsToAccounts, isShared): (Bool, Bool) =
            switch location {
            case .localStorage: (true, true)
            case .accountDocument: (true, false)
            case .camera, .photoLibrary: (false, true)
            case .oneDriveForBusiness, .sharePoint, .box, .iManage, .egnyte, .dropbox, .googleDrive, .other:
                (false, false)
            }
        if belongsToAccounts, isOrganizations {  // Row 5: it never left the organization.
            return context.allow(.openFromOrganization)
        }
        // Row 7, for a location that the policy doesn't list.
        guard settings.lists(location) else { return context.block(.openFromLocationUnlisted) }
        // Row 6: locations that all accounts on the device share, or the organization's; row 7: any other listed
        // location.
        guard isShared || isOrganizations else { return context.block(.openFromLocationAccount) }
        return context.allow(.openFromLocationListed)
    }
}
