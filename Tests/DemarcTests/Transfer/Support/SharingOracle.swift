import PolicyModel

/// A second implementation of the tables for sending and receiving: slow, plain, and without code shared with the
/// engine.
extension TransferWorld {
    /// What is known about the app on the other side.
    private struct Peer {
        var isManaged = false
        var organization: String?
        /// The policy, if it is known.
        var policy: Policy?
        var isMDMManaged = false
        var isUnknown = false
        var isSeveral = false
    }

    private func peer(_ app: TransferApp) -> Peer {
        let isDeclared = hasApps && app != .unheardOf
        var peer = Peer(isMDMManaged: isDeclared && app != .thisApp && app.isMDMManaged)
        if app == .thisApp {  // The acting account, regardless of the declaration.
            peer.isUnknown = !isKnown(acting)
            peer.isManaged = acting.isManaged
            peer.organization = acting.organization
            peer.policy = acting.isManaged ? policy(of: acting) : nil
            peer.isSeveral = acting == .everyone
        } else if isDeclared {
            peer.isManaged = app.isManaged
            peer.organization = app.organization
            peer.policy = app.namesPolicy ? second : nil
        }
        return peer
    }

    /// The result for data that is sent, according to the table.
    func expectedSend(to app: TransferApp, via method: SharingMethod, ownedBy sender: TransferPerson?) -> String {
        let sender = sender ?? acting
        let peer = peer(app)
        if !isKnown(sender) || peer.isUnknown { return "block identity.unknown" }
        let line = sendingRow(sender, peer, method)
        return sender == .everyone || peer.isSeveral ? toldOfLockDown(line) : line
    }

    private func sendingRow(_ sender: TransferPerson, _ peer: Peer, _ method: SharingMethod) -> String {
        if !sender.isManaged { return "allow identity.unmanaged" }
        let policy = policy(of: sender)
        if policy.outbound == .allApps { return "allow send.outbound.allApps" }
        if policy.outbound == .none { return "block send.outbound.none" }
        if peer.isManaged, let organization = peer.organization, organization == sender.organization {
            return "allow send.outbound.sameOrganization"
        }
        if method == .direct || method == .url { return "block send.outbound.managedApps" }
        if policy.unprotectsMDM && isEnrolled && peer.isMDMManaged {
            return "allow send.outbound.managedApps send.openIn.unprotected"
        }
        return policy.filters
            ? "block send.outbound.managedApps send.openIn.filtered"
            : "allowEncrypted send.outbound.managedApps send.openIn.encrypted"
    }

    /// The result for incoming data, according to the table. Data with an owner of its own must also be allowed from
    /// that owner.
    func expectedReceive(
        from app: TransferApp,
        into receiver: TransferPerson?,
        ownedBy owner: TransferPerson? = nil
    ) -> String {
        let receiver = receiver ?? acting
        let peer = peer(app)
        if !isKnown(receiver) || peer.isUnknown { return "block identity.unknown" }
        // The reasons of lock-down come before the owner is considered.
        let line =
            owner.map { !isKnown($0) } ?? false
            ? "block identity.unknown"
            : receiver.isManaged ? receivingRow(receiver, peer, owner) : receivingRow(peer, owner)
        return receiver == .everyone || peer.isSeveral ? toldOfLockDown(line) : line
    }

    private func receivingRow(_ receiver: TransferPerson, _ peer: Peer, _ owner: TransferPerson?) -> String {
        let policy = policy(of: receiver)
        let isSame = peer.organization != nil && peer.organization == receiver.organization
        let isOwnersSame = owner.map { $0.isManaged && $0.organization == receiver.organization } ?? true
        if policy.inbound == .allApps {
            if let owner, !isOwnersSame, keeps(owner) {
                return "block receive.inbound.allApps receive.owner.outbound.restricted"
            }
            return policy.protectsUnknown && isEnrolled
                ? "allowAsOrganizationData receive.inbound.allApps receive.inbound.protected"
                : "allow receive.inbound.allApps"
        }
        if policy.inbound == .managedApps, isSame, isOwnersSame { return "allow receive.inbound.sameOrganization" }
        let why =
            policy.inbound == .none
            ? "receive.inbound.none" : isSame ? "receive.owner.organization" : "receive.inbound.managedApps"
        // Another account may receive the data, if there is one, and if the app and the owner could send to it.
        let mayElse =
            receiver != .everyone && isMultiIdentity && hasHome && receivingRow(peer, owner).hasPrefix("allow")
        return mayElse ? "switchAccount \(why) receive.switchAccount" : "block \(why)"
    }

    /// The same for an unmanaged account, or no account.
    private func receivingRow(_ peer: Peer, _ owner: TransferPerson?) -> String {
        if peer.isManaged, peer.policy == nil { return "block receive.sender.unnamed" }
        if let policy = peer.policy, policy.outbound != .allApps { return "block receive.sender.outbound.restricted" }
        if let owner, keeps(owner) { return "block receive.owner.outbound.restricted" }
        return "allow identity.unmanaged" + (peer.isManaged ? " receive.sender.outbound.allApps" : "")
    }

    /// Whether a person's data must stay in its organization.
    private func keeps(_ owner: TransferPerson) -> Bool { owner.isManaged && policy(of: owner).outbound != .allApps }

    /// The reason that several accounts act comes before the reasons of the row.
    private func toldOfLockDown(_ line: String) -> String {
        let words = line.split(separator: " ")
        return ([words[0], "identity.lockDown"] + words.dropFirst()).joined(separator: " ")
    }

    /// Whether anything could receive a person's data.
    func expectsSharing(of person: TransferPerson?) -> Bool {
        let person = person ?? acting
        guard isKnown(person) else { return false }
        return !person.isManaged || policy(of: person).outbound != .none
    }
}
