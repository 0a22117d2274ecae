import PolicyModel
import RuleIndex

/// The rows of the tables for saving copies and for opening; the first that holds decides, and notes its reasons.
extension EngineState {
    /// Whether a copy of data may be saved to a location.
    ///
    /// - Parameters:
    ///   - location: Where to.
    ///   - account: The account that owns the location; nil and ``AccountID/noUser`` for no account.
    ///   - owner: Who owns the data.
    ///   - context: What is found out is written to it.
    /// - Returns: What the first row that holds says.
    func decideSave(
        to location: SaveLocation,
        of account: AccountID?,
        ownedBy owner: DataOwner,
        _ context: inout DecisionContext
    ) -> Outcome {
        let party = party(of: owner, inWindow: context.window)
        let owner = party.identity
        let place = identity(of: account)
        if let outcome = enter(party, and: place, &context) { return outcome }

        // Row 1: the place takes in nothing from outside of its organization.
        if case .managed(let place) = place, !owner.isSameOrganization(as: .managed(place)),
            !settings(of: place).inbound.isAllApps
        {
            return context.block(.savePlaceInbound)
        }
        guard case .managed(let managed) = owner else {  // Row 2: nobody's data.
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
        switch location {
        case .photoLibrary:  // Row 7: the device's library, not one that some account brings along.
            guard account?.isNoUser ?? true else { return context.block(.savePhotoLibraryAccount) }
            return context.allow(.savePhotoLibrary)
        default:  // Row 8: the organization's share of the location; of the app's own storage the owner's.
            var isOwn = owner.isSameOrganization(as: place)
            if case .localStorage = location { isOwn = owner.isSameAccount(as: place) }
            guard isOwn else { return context.block(.saveLocationAccount) }
            return context.allow(.saveLocationListed)
        }
    }

    /// Whether data may be opened from a location.
    ///
    /// - Parameters:
    ///   - location: Where from.
    ///   - account: The account that owns the location; nil and ``AccountID/noUser`` for no account.
    ///   - receiver: The account that receives the data; nil asks the identity levels.
    ///   - context: What is found out is written to it.
    /// - Returns: What the first row that holds says.
    func decideOpen(
        from location: OpenLocation,
        of account: AccountID?,
        receivedBy receiver: AccountID?,
        _ context: inout DecisionContext
    ) -> Outcome {
        let party = party(of: .account(receiver), inWindow: context.window)
        let receiver = party.identity
        let place = identity(of: account)
        if let outcome = enter(party, and: place, &context) { return outcome }

        // Row 1: the place lets nothing out of its organization.
        if case .managed(let place) = place, !receiver.isSameOrganization(as: .managed(place)),
            !settings(of: place).outbound.isAllApps
        {
            return context.block(.openFromPlaceOutbound)
        }
        guard case .managed(let managed) = receiver else {  // Row 2: into nobody's data.
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
        switch location {
        case .localStorage where isOrganizations, .accountDocument where isOrganizations:
            // Row 5: it never was outside of the organization.
            return context.allow(.openFromOrganization)
        default: break
        }
        // Row 7, of a location that the policy doesn't list.
        guard settings.lists(location) else { return context.block(.openFromLocationUnlisted) }
        switch location {  // Row 6: what every account on the device shares, or the organization's.
        case .camera, .photoLibrary, .localStorage: break
        default:  // Row 7, of a listed location.
            guard isOrganizations else { return context.block(.openFromLocationAccount) }
        }
        return context.allow(.openFromLocationListed)
    }
}
