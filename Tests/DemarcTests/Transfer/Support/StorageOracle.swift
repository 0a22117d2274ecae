import PolicyModel

/// A second implementation of the tables for saving and opening: slow, plain, and without code shared with the engine.
extension TransferWorld {
    /// The result for a copy that is saved, according to the table. A nil `account` means that the place has no
    /// account.
    func expectedSave(to location: SaveLocation, of account: TransferPerson?, ownedBy owner: TransferPerson?) -> String
    {
        let owner = owner ?? acting
        if !isKnown(owner) || !(account.map(isKnown) ?? true) { return "block identity.unknown" }
        let told = owner == .everyone ? " identity.lockDown" : ""
        // 1. The place's own policy, if the data is not from the same organization.
        if let account, account.isManaged, owner.organization == nil || account.organization != owner.organization,
            policy(of: account).inbound != .allApps
        {
            return told.isEmpty ? "block save.place.inbound" : "block\(told) save.place.inbound"
        }
        if !owner.isManaged { return "allow identity.unmanaged" }  // 2
        let policy = policy(of: owner)
        if policy.outbound == .none {  // 3
            return told.isEmpty ? "block save.outbound.none" : "block\(told) save.outbound.none"
        }
        if policy.outbound == .allApps { return "allow save.outbound.allApps" }  // 4
        guard let listed = policy.savesOnlyTo else { return "allow save.allowed" }  // 4
        if location == .accountDocument, account == owner { return "allow save.restricted save.accountDocument" }  // 5
        if !listed.contains(where: { $0.rawValue == location.rawValue }) {  // 6
            return "block save.restricted save.location.unlisted"
        }
        if location == .photoLibrary {  // 7
            return account == nil || account == .nobody
                ? "allow save.restricted save.photoLibrary.allowed" : "block save.restricted save.photoLibrary.account"
        }
        let fits: Bool  // 8
        if location == .localStorage {
            fits = account == owner
        } else {
            fits = account?.organization == owner.organization
        }
        return fits ? "allow save.restricted save.location.listed" : "block save.restricted save.location.account"
    }

    /// The result for data that is opened, according to the table. A nil `account` means that the place has no account.
    func expectedOpen(
        from location: OpenLocation,
        of account: TransferPerson?,
        receivedBy receiver: TransferPerson?
    ) -> String {
        let receiver = receiver ?? acting
        if !isKnown(receiver) || !(account.map(isKnown) ?? true) { return "block identity.unknown" }
        let told = receiver == .everyone ? " identity.lockDown" : ""
        let isInside = account?.organization != nil && account?.organization == receiver.organization
        // 1. The place's own policy, if the data would leave the organization.
        if let account, account.isManaged, !isInside, policy(of: account).outbound != .allApps {
            return told.isEmpty ? "block openFrom.place.outbound" : "block\(told) openFrom.place.outbound"
        }
        if !receiver.isManaged { return "allow identity.unmanaged" }  // 2
        let policy = policy(of: receiver)
        if policy.inbound == .none {  // 3
            return told.isEmpty ? "block openFrom.inbound.none" : "block\(told) openFrom.inbound.none"
        }
        if policy.inbound == .allApps { return "allow openFrom.inbound.allApps" }  // 4
        guard let listed = policy.opensOnlyFrom else { return "allow openFrom.allowed" }  // 4
        if isInside, location == .localStorage || location == .accountDocument {  // 5
            return "allow openFrom.restricted openFrom.organization"
        }
        if !listed.contains(where: { $0.rawValue == location.rawValue }) {  // 7
            return "block openFrom.restricted openFrom.location.unlisted"
        }
        let isAnybodys = location == .camera || location == .photoLibrary || location == .localStorage
        return isInside || isAnybodys
            ? "allow openFrom.restricted openFrom.location.listed"  // 6
            : "block openFrom.restricted openFrom.location.account"  // 7
    }
}
